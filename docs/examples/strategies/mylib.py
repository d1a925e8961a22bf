"""A small library: it reads and writes locations of acp-v2, patches calls, and splits lines."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    path: str
    line: int | None = None
    meta: dict | None = None


def read(text: str | bytes) -> Location:
    value = _value(text)
    if not isinstance(value, dict) or not isinstance(value.get("path"), str):
        raise ValueError("a location needs a path")
    line, meta = value.get("line"), value.get("_meta")
    is_line = type(line) is int and 0 <= line < 2**32
    return Location(value["path"], line if is_line else None, meta if type(meta) is dict else None)


def write(location: Location) -> str:
    members = {"path": location.path, "line": location.line, "_meta": location.meta}
    return json.dumps({name: value for name, value in members.items() if value is not None})


def patched(texts: list[str]) -> dict:
    """Patch the first update of a call by each of the others."""
    state, *updates = map(_value, texts)
    for update in updates:
        meta = update.get("_meta")
        if meta is not None:
            merged = {**(state.get("_meta") or {}), **meta}
            update["_meta"] = {key: merged[key] for key in merged if meta.get(key, "") is not None}
        state |= update
    return state


class Lines:
    """Splits what comes from a pipe into lines."""

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, piece: bytes) -> list[str]:
        *lines, self.rest = (self.rest + piece).split(b"\n")
        return [line.decode() for line in lines]


def _value(text: str | bytes) -> object:
    if isinstance(text, bytes):
        text = text.decode()
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("too deep") from None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
