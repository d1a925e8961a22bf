"""A candidate that reads streams of acp-v2, and says which updates of tool calls are in them."""

import json

NAME, PROFILES = "stream-example", {"acp-v2": ["JsonRpc"]}
CALLS = "tool_call_update", "tool_call_content_chunk"


def decode(profile: str, type: str, text: str | bytes) -> str:
    raise NotImplementedError


def stream(profile: str, type: str, chunks: list[bytes]) -> list[str | ValueError]:
    items: list[str | ValueError] = []
    rest = b""
    for chunk in [*chunks, b"\n"]:  # the last line may lack its newline
        *lines, rest = (rest + chunk).split(b"\n")
        for line in filter(None, (line.strip(b" \t\r") for line in lines)):
            try:
                items += read(line.decode())
            except ValueError as error:
                items.append(error)
    return items


def read(line: str) -> list[str]:
    """Give the item of a line, or none if it is a message about something else."""
    message = json.loads(line, parse_constant=refuse)
    match message:
        case {"method": "session/update", "params": {"sessionId": str(), "update": update}}:
            if is_update(update):
                return [json.dumps(message["params"])]
        case {"method": str(method)} if method != "session/update":
            return []
        case {"id": _, "result": _} | {"id": _, "error": _}:
            return []
    raise ValueError("no message")


def is_update(update: object) -> bool:
    match update:
        case {"sessionUpdate": str(tag)} if tag in CALLS:
            return isinstance(update.get("toolCallId"), str)
        case {"sessionUpdate": str()}:
            return True
    return False


def refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
