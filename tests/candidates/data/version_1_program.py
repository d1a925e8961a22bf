"""A program of 2026 for version 1 of the candidate protocol. Never change it.

It is here so that adapters which were written once go on working with later Toolwires.
"""

import json
import sys


def read(text):
    if not isinstance(text, str):
        raise ValueError("not UTF-8")
    update = json.loads(text)
    if not isinstance(update, dict) or "toolCallId" not in update:
        raise ValueError("no toolCallId")
    return update


def answer(request):
    if request["op"] == "hello":
        return {"ok": True, "protocol": 1, "name": "last-year", "version": "1.0"}
    if request.get("profile") != "acp-v2" or request.get("type") != "ToolCallUpdate":
        return {"unsupported": True}
    try:
        if request["op"] == "decode":
            return {"ok": True, "text": json.dumps(read(request["text"]))}
        if request["op"] == "fold":
            state = {}
            for text in request["texts"]:
                state.update(read(text))
            return {"ok": True, "text": json.dumps(state)}
    except ValueError as error:
        return {"ok": False, "error": str(error)}
    return {"unsupported": True}


for line in sys.stdin.buffer:
    request = json.loads(line)
    sys.stdout.write(json.dumps({"id": request["id"], **answer(request)}) + "\n")
    sys.stdout.flush()
