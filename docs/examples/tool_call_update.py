"""A candidate: reads and folds the tool-call updates of acp-v2, all but their lists."""

import json

NAME = "tool-call-update-example"
VERSION = "1.0"
PROFILES = {"acp-v2": ["ToolCallUpdate"]}

MEMBERS = dict.fromkeys(("toolCallId", "name", "title", "kind", "status"), str)
MEMBERS |= {"rawInput": object, "rawOutput": object, "_meta": dict}


def decode(profile: str, type: str, text: str | bytes) -> str:
    """Read one update and write what was understood."""
    return json.dumps(_read(text), allow_nan=False)


def fold(profile: str, type: str, texts: list[str | bytes]) -> str:
    """Patch the first update by each of the others."""
    state, *updates = map(_read, texts)
    for update in updates:
        meta = update.get("_meta")
        if meta is not None:
            merged = {**(state.get("_meta") or {}), **meta}
            update["_meta"] = {key: merged[key] for key in merged if meta.get(key, "") is not None}
        state |= update
    return json.dumps(state, allow_nan=False)


def _read(text: str | bytes) -> dict:
    if isinstance(text, bytes):
        raise ValueError("not UTF-8")
    update = json.loads(text, parse_constant=_refuse)
    if not isinstance(update, dict) or not isinstance(update.get("toolCallId"), str):
        raise ValueError("not an object with a toolCallId")
    if "content" in update or "locations" in update:
        raise NotImplementedError("lists are not read yet")
    return {
        name: update[name]
        for name, kind in MEMBERS.items()
        if name in update and isinstance(update[name], kind | None)
    }


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
