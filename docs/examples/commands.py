"""A candidate that writes what megacode is sent: the line of a command, the text of a reason."""

import json

NAME, PROFILES = "commands-example", {"megacode": ["Command", "Reason"]}
LINE_LIMIT = 8 << 20


def decode(profile: str, type: str, text: str | bytes) -> str:
    raise NotImplementedError


def encode(profile: str, type: str, text: str) -> str:
    line = json.dumps(json.loads(text)) + "\n"
    if len(line.encode()) > LINE_LIMIT:
        raise ValueError(f"a line has at most {LINE_LIMIT} bytes")
    return line


def cut(profile: str, type: str, text: str, limit: int) -> str:
    return text.encode()[:limit].decode("utf-8", "ignore")
