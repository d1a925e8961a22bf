// A candidate as a program for Node: it reads locations of acp-v2, and knows nothing of Toolwire.

const hello = {
  ok: true,
  protocol: 1,
  name: "location-example",
  version: "1.0",
  profiles: { "acp-v2": ["ToolCallLocation"] },
};

// What stands for the library: it gives the members that are well-formed, or throws.
function readLocation(text) {
  const value = JSON.parse(text);
  if (typeof value?.path !== "string") throw new TypeError("a location needs a path");
  const location = { path: value.path };
  if (Number.isInteger(value.line) && value.line >= 0) location.line = value.line;
  if (isObject(value._meta)) location._meta = value._meta;
  return location;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// A text is a string, or { base64 } when its bytes are no UTF-8: a fatal decoder throws then.
function textOf(carried) {
  if (typeof carried === "string") return carried;
  const bytes = Buffer.from(carried.base64, "base64");
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function answer(request) {
  if (request.op === "hello") return hello;
  if (request.op !== "decode" || request.type !== "ToolCallLocation") return { unsupported: true };
  try {
    return { ok: true, text: JSON.stringify(readLocation(textOf(request.text))) };
  } catch (error) {
    return { ok: false, error: String(error.message) };
  }
}

// Only "\n" ends a line, and a line may come in pieces. The loop ends with stdin, and then so does
// the program, with exit code 0.
process.stdin.setEncoding("utf8");
let rest = "";
for await (const piece of process.stdin) {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
  }
}
