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
// the SDK receives, and written by JSON.stringify, as its stream does. A stream is read by its
// ndJsonStream and a client app connected to that, which for v2 has been initialized. An item is
// what the app's handler is given, or the error with which the SDK answers what is no message. It
// has nothing that folds.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PROTOCOL = 1;
const PACKAGE = "@agentclientprotocol/sdk";
const folder = process.argv[2] ?? fileURLToPath(new URL(".", import.meta.url));

const { version, v1, v2, sdks } = await load();

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

const STREAM = "JsonRpc";
// The codes with which JSON-RPC answers a line that is no JSON, and JSON that is no message.
const NO_MESSAGE = [-32700, -32600];

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

async function load() {
  try {
    // The package does not export its schemas; what it exports is dist/v1/stable/acp.js.
    const require = createRequire(join(resolve(folder), "_"));
    const entry = pathToFileURL(require.resolve(PACKAGE));
    const root = new URL("../../../", entry);
    return {
      version: JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version,
      v1: await import(new URL("dist/v1/schema/zod.gen.js", root)),
      v2: await import(new URL("dist/v2/schema/zod.gen.js", root)),
      sdks: {
        "acp-v1": await import(entry),
        "acp-v2": await import(pathToFileURL(require.resolve(`${PACKAGE}/experimental/v2`))),
      },
    };
  } catch (error) {
    console.error(`${error.message}\n${PACKAGE} cannot be loaded: npm ci --prefix '${folder}'`);
    process.exit(1);
  }
}

function hello() {
  const profiles = Object.fromEntries(
    Object.entries(schemas).map(([profile, types]) => [profile, [...Object.keys(types), STREAM]]),
  );
  return { ok: true, protocol: PROTOCOL, name: PACKAGE, version, profiles };
}

function bytesOf(value) {
  return typeof value === "string" ? Buffer.from(value) : Buffer.from(value.base64, "base64");
}

function textOf(value) {
  if (typeof value === "string") return value;
  try {
    return strictUtf8.decode(bytesOf(value));
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

function refused(error) {
  if (!isRefusal(error)) throw error;
  return { ok: false, error: error.message };
}

function written(value) {
  try {
    return { ok: true, text: JSON.stringify(value) };
  } catch (error) {
    return { ...refused(error), stage: "encode" };
  }
}

function decode(schema, carried) {
  let understood;
  try {
    understood = schema.parse(JSON.parse(textOf(carried)));
  } catch (error) {
    return refused(error);
  }
  return written(understood);
}

// Comes back when all is done that can be done without more input: the SDK waits for promises, and
// for nothing else, and the next turn of Node's loop comes after the last promise that is settled.
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

async function stream(sdk, chunks) {
  const items = [];
  let input;
  const readable = new ReadableStream({
    start(controller) {
      input = controller;
    },
  });
  const writable = new WritableStream({
    write(line) {
      const { id, method, error } = JSON.parse(Buffer.from(line).toString());
      if (method === sdk.methods.agent.initialize) {
        const result = { protocolVersion: sdk.PROTOCOL_VERSION, info: { name: "", version: "" } };
        input.enqueue(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n"));
      } else if (id === null && NO_MESSAGE.includes(error?.code)) {
        items.push({ ok: false, error: error.message });
      }
    },
  });
  // The limits are the SDK's own. Its connection starts on each message when that is read, without
  // waiting until the one before is done with; all pass through the same handlers, in their order.
  const connection = sdk
    .client()
    .onNotification(sdk.methods.client.session.update, ({ params }) => {
      items.push(written(params));
    })
    .connect(sdk.ndJsonStream(writable, readable));
  if (sdk === sdks["acp-v2"]) {
    const info = { name: "", version: "" };
    await connection.agent.request(sdk.methods.agent.initialize, { info });
  }
  for (const chunk of chunks) {
    await turn();
    if (connection.signal.aborted) break;
    input.enqueue(new Uint8Array(bytesOf(chunk)));
  }
  await turn();
  const died = connection.signal.aborted;
  if (!died) input.close();
  await connection.closed;
  await turn();
  if (died) items.push({ ok: false, error: String(connection.signal.reason) });
  return { ok: true, items };
}

function answer({ op, profile, type, text, chunks }) {
  if (op === "hello") return hello();
  const types = Object.hasOwn(schemas, profile) ? schemas[profile] : {};
  if (op === "decode" && Object.hasOwn(types, type)) return decode(types[type], text);
  if (op === "stream" && type === STREAM && Object.hasOwn(sdks, profile)) {
    return stream(sdks[profile], chunks);
  }
  return { unsupported: true };
}

let partial = [];
for await (let chunk of process.stdin) {
  for (let end; (end = chunk.indexOf("\n")) !== -1; chunk = chunk.subarray(end + 1)) {
    const line = Buffer.concat([...partial, chunk.subarray(0, end)]);
    partial = [];
    const request = JSON.parse(line.toString());
    process.stdout.write(JSON.stringify({ id: request.id, ...(await answer(request)) }) + "\n");
  }
  if (chunk.length) partial.push(chunk);
}
