"""A candidate that keeps the tool calls of a session of acp-v2, but for their metadata."""

import json

NAME, PROFILES = "session-example", {"acp-v2": ["Session"]}
CALLS = "tool_call_update", "tool_call_content_chunk"


def decode(profile: str, type: str, text: str | bytes) -> str:
    raise NotImplementedError


def fold(profile: str, type: str, texts: list[str | bytes]) -> str:
    calls: dict[str, dict] = {}
    for text in texts:
        match json.loads(text):
            case {"_meta": _}:
                raise NotImplementedError("metadata is not merged yet")
            case {"sessionUpdate": "tool_call_update", "toolCallId": str(name), **members}:
                calls[name] = {"toolCallId": name, **calls.get(name, {}), **members}
            case {"sessionUpdate": "tool_call_content_chunk", "toolCallId": name, "content": item}:
                call = calls.setdefault(name, {"toolCallId": name})
                call["content"] = [*(call.get("content") or []), item]
            case {"sessionUpdate": str(tag)} if tag not in CALLS:
                pass  # it is about no call
            case _:
                raise ValueError("no session update")
    return json.dumps(calls)
