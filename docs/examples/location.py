"""A candidate in twenty lines: reads the locations of acp-v2."""

import json

NAME, PROFILES = "location-example", {"acp-v2": ["ToolCallLocation"]}


def refuse(what: object) -> None:
    raise ValueError(f"{what!r} is refused")


def decode(profile: str, type: str, text: str | bytes) -> str:
    value = json.loads(text, parse_constant=refuse) if isinstance(text, str) else refuse(text)
    if not isinstance(value, dict) or not isinstance(value.get("path"), str):
        raise ValueError("a location needs a path")
    location, line = {"path": value["path"]}, value.get("line")
    if isinstance(line, int) and not isinstance(line, bool) and line >= 0:
        location["line"] = line
    if isinstance(value.get("_meta"), dict):
        location["_meta"] = value["_meta"]
    return json.dumps(location, allow_nan=False)
