"""A candidate as a program: it reads locations of acp-v2, and knows nothing of Toolwire."""

import json
import sys


def read_location(text):
    """Give the members of a location that are well-formed; raise ValueError without a path."""
    location = json.loads(text, parse_constant=refuse)
    if not isinstance(location, dict) or not isinstance(location.get("path"), str):
        raise ValueError("not an object with a path")
    known = {"path": location["path"]}
    line = location.get("line")
    if type(line) is int and 0 <= line < 2**32:
        known["line"] = line
    if isinstance(location.get("_meta"), dict):
        known["_meta"] = location["_meta"]
    return known


def refuse(constant):
    """Refuse NaN and Infinity, which Python's json would read."""
    raise ValueError(f"{constant} is not JSON")


def answer(request):
    """Give the answer to one request."""
    if request["op"] == "hello":
        return {
            "ok": True,
            "protocol": 1,
            "name": "location-example",
            "version": "1.0",
            "profiles": {"acp-v2": ["ToolCallLocation"]},
        }
    if (request["op"], request["type"]) != ("decode", "ToolCallLocation"):
        return {"unsupported": True}
    text = request["text"]
    if isinstance(text, dict):
        return {"ok": False, "error": "not UTF-8"}
    try:
        return {"ok": True, "text": json.dumps(read_location(text), allow_nan=False)}
    except (ValueError, RecursionError) as error:
        return {"ok": False, "error": str(error)}


for line in sys.stdin.buffer:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
