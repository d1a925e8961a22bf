// The Agent Client Protocol's TypeScript SDK, `@agentclientprotocol/sdk` on npm, protocols v1 and
// v2, as a program that speaks Toolwire's candidate protocol.
//
//     npm ci --prefix adapters/acp_typescript
//     pytest --impl='cmd:node adapters/acp_typescript/candidate.mjs'
//
// An argument names another folder whose packages are used, such as a checkout that has another
// version of the SDK installed.
//
// What is judged is what the SDK does: a text is read by JSON.parse and the zod schema with which
// the SDK receives, and written by JSON.stringify, as its stream does. It has nothing that folds.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PROTOCOL = 1;
const PACKAGE = "@agentclientprotocol/sdk";
const folder = process.argv[2] ?? fileURLToPath(new URL(".", import.meta.url));

const { version, v1, v2 } = await load();

// The schema of each type of each profile.
const schemas = {
  "acp-v1": {
    SessionNotification: v1.zSessionNotification,
    SessionUpdate: v1.zSessionUpdate,
    RequestPermissionRequest: v1.zRequestPermissionRequest,
    RequestPermissionResponse: v1.zRequestPermissionResponse,
    ToolCall: v1.zToolCall,
    ToolCallUpdate: v1.zToolCallUpdate,
  },
  "acp-v2": {
    SessionNotification: v2.zUpdateSessionNotification,
    SessionUpdate: v2.zSessionUpdate,
    ToolCallUpdate: v2.zToolCallUpdate,
    ToolCallContentChunk: v2.zToolCallContentChunk,
    ToolCallContent: v2.zToolCallContent,
    ToolCallLocation: v2.zToolCallLocation,
    Diff: v2.zDiff,
    DiffChange: v2.zDiffChange,
    DiffPatch: v2.zDiffPatch,
    ToolKind: v2.zToolKind,
    ToolCallStatus: v2.zToolCallStatus,
    ContentBlock: v2.zContentBlock,
  },
};

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

async function load() {
  try {
    // The package does not export its schemas; what it exports is dist/v1/stable/acp.js.
    const entry = createRequire(join(resolve(folder), "_")).resolve(PACKAGE);
    const root = new URL("../../../", pathToFileURL(entry));
    return {
      version: JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version,
      v1: await import(new URL("dist/v1/schema/zod.gen.js", root)),
      v2: await import(new URL("dist/v2/schema/zod.gen.js", root)),
    };
  } catch (error) {
    console.error(`${error.message}\n${PACKAGE} cannot be loaded: npm ci --prefix '${folder}'`);
    process.exit(1);
  }
}

function hello() {
  const profiles = Object.fromEntries(
    Object.entries(schemas).map(([profile, types]) => [profile, Object.keys(types)]),
  );
  return { ok: true, protocol: PROTOCOL, name: PACKAGE, version, profiles };
}

function textOf(value) {
  if (typeof value === "string") return value;
  try {
    return strictUtf8.decode(Buffer.from(value.base64, "base64"));
  } catch {
    throw new SyntaxError("not UTF-8");
  }
}

// JSON.parse and the schemas refuse, and a stack may overflow; any other error is the SDK's crash,
// and ends this program.
function isRefusal(error) {
  return (
    error instanceof SyntaxError || error instanceof RangeError || error.name === "ZodError"
  );
}

function decode(schema, carried) {
  let stage;
  try {
    const understood = schema.parse(JSON.parse(textOf(carried)));
    stage = "encode";
    return { ok: true, text: JSON.stringify(understood) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ok: false, error: error.message, ...(stage && { stage }) };
  }
}

function answer(request) {
  if (request.op === "hello") return hello();
  const types = Object.hasOwn(schemas, request.profile) ? schemas[request.profile] : {};
  if (request.op !== "decode" || !Object.hasOwn(types, request.type)) return { unsupported: true };
  return decode(types[request.type], request.text);
}

let partial = [];
process.stdin.on("data", (chunk) => {
  for (let end; (end = chunk.indexOf("\n")) !== -1; chunk = chunk.subarray(end + 1)) {
    const line = Buffer.concat([...partial, chunk.subarray(0, end)]);
    partial = [];
    const request = JSON.parse(line.toString());
    process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
  }
  if (chunk.length) partial.push(chunk);
});
