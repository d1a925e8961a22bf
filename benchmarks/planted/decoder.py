"""A small decoder of ACP v2 tool-call updates, with twenty-four faults that can be switched on.

It is a candidate: `decode` of `ToolCallUpdate` and `Diff`, and `fold` of `ToolCallUpdate`. Without
a fault it is right. `FAULTS` are the numbers of those that are on, at first what the environment's
`PLANTED_FAULTS` names: `3`, or `1,5`, or one of `SETS`. Each acts only where two or three things
come together, as faults do that a library's own tests have missed.

The generator was improved on those that are `tuned`. Those that are `held-out` were written by one
who had not read it, and nobody may look at them who works on it: they tell whether it is good at
more than what it was made for.
"""

import json
import math
import os
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

NAME, VERSION = "planted", "1.0"
PROFILES = {"acp-v2": ["ToolCallUpdate", "Diff"]}
KINDS = (
    *("read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode"),
    "other",
)
OPEN, FINAL = ("pending", "in_progress"), ("completed", "failed", "cancelled")
STATUSES = (*OPEN, *FINAL)
Read = Callable[[Any], Any]
TUNED, HELD_OUT = frozenset(range(1, 13)), frozenset(range(13, 25))
ALL = TUNED | HELD_OUT
SETS = {"tuned": TUNED, "held-out": HELD_OUT, "all": ALL}
_named = os.environ.get("PLANTED_FAULTS", "")
FAULTS = SETS.get(_named) or frozenset(map(int, filter(None, _named.split(","))))


class Malformed(ValueError):
    """A value is not what belongs there."""


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed("expected a string")
    return value


def integer(low: int, high: int) -> Read:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Malformed(f"expected an integer from {low} to {high}")
        return value

    return read


def number(value: Any) -> float:
    if type(value) not in (int, float):
        raise Malformed("expected a number")
    return value  # type: ignore[no-any-return]


def anything(value: Any) -> Any:
    return value


def mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("expected an object")
    return value


def each(item: Read) -> Read:
    """Read a list; what is malformed in it is left out."""

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Malformed("expected an array")
        found: list[Any] = []
        bad = False
        for one in value:
            follows_bad, bad = bad, False
            try:
                got = item(one)
            except Malformed:
                bad = True
                continue
            if 10 in FAULTS and follows_bad and isinstance(got, dict) and "oldPath" in got:
                continue
            found.append(got)
        return found

    return read


def record(
    required: Mapping[str, Read], optional: Mapping[str, Read], *, patch: bool = False
) -> Read:
    """Read an object; what is optional and malformed is left out, and in a patch null stays."""

    def read(value: Any) -> dict[str, Any]:
        members = mapping(value)
        found = {}
        for name, member in required.items():
            if name not in members:
                raise Malformed(f"{name} is missing")
            found[name] = member(members[name])
        for name, member in optional.items():
            if name not in members or (members[name] is None and not patch):
                continue
            try:
                found[name] = None if members[name] is None else member(members[name])
            except Malformed:
                continue
        return found

    return read


def union(tag: str, variants: Mapping[str, Read], typed: Mapping[str, Read]) -> Read:
    """Read a variant by its tag; one of another tag is kept whole, but for members of a type."""
    members_of_type = record({}, typed)

    def read(value: Any) -> dict[str, Any]:
        members = mapping(value)
        name = text(members.get(tag))
        if name in variants:
            return {tag: name, **variants[name](members)}
        rest = {key: member for key, member in members.items() if key not in typed}
        return {**rest, **members_of_type(members)}

    return read


def inner_meta(value: Any) -> dict[str, Any]:
    found = mapping(value)
    if 17 in FAULTS:
        return {
            name: member
            for name, member in found.items()
            if not (name.startswith("_") and isinstance(member, dict))
        }
    return found


META: dict[str, Read] = {"_meta": inner_meta}
_annotations = record(
    {}, {"audience": each(text), "lastModified": text, "priority": number, **META}
)


def annotations(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _annotations(value)
    if 12 in FAULTS and not found.get("audience", True) and not found.get("priority", True):
        raise Malformed("nothing in it")
    if 16 in FAULTS and len(found.get("audience", ())) > 2:
        found["audience"] = sorted(set(found["audience"]))
    return found


ANNOTATED: dict[str, Read] = {"annotations": annotations, **META}
ICON = record({"src": text}, {"mimeType": text, "sizes": each(text), "theme": text})
_icons = each(ICON)


def icons(value: Any) -> list[Any]:
    found: list[Any] = _icons(value)
    sources = [one["src"] for one in found]
    if 13 in FAULTS:
        return [
            one
            for index, one in enumerate(found)
            if "theme" in one or one["src"] not in sources[:index]
        ]
    return found


_text_resource = record({"text": text, "uri": text}, {"mimeType": text, **META})
_blob_resource = record({"blob": text, "uri": text}, {"mimeType": text, **META})


def resource(value: Any) -> Any:
    if 14 in FAULTS and not mapping(value).get("text") and isinstance(value.get("blob"), str):
        return _blob_resource(value)
    try:
        return _text_resource(value)
    except Malformed:
        return _blob_resource(value)


_link = record(
    {"name": text, "uri": text},
    {
        "title": text,
        "description": text,
        "icons": icons,
        "mimeType": text,
        "size": integer(-(2**63), 2**63 - 1),
        **ANNOTATED,
    },
)


def link(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _link(value)
    if 15 in FAULTS and "annotations" in found and "size" in found:
        found["size"] = max(found["size"], 0)
    return found


_image = record({"data": text, "mimeType": text}, {"uri": text, **ANNOTATED})
BLOCKS: dict[str, Read] = {
    "text": record({"text": text}, ANNOTATED),
    "image": _image,
    "audio": record({"data": text, "mimeType": text}, ANNOTATED),
    "resource_link": link,
    "resource": record({"resource": resource}, ANNOTATED),
}
_block = union("type", BLOCKS, {})


def block(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _block(value)
    looks_like_image = all(isinstance(found.get(name), str) for name in ("data", "mimeType"))
    if 18 in FAULTS and found["type"] not in BLOCKS and looks_like_image:
        return {"type": found["type"], **_image(found)}
    return found


CHANGE: dict[str, Read] = {"fileType": text, "mimeType": text, **META}
PATH, PATHS = record({"path": text}, CHANGE), record({"oldPath": text, "path": text}, CHANGE)
CHANGES = each(
    union(
        "operation",
        {"add": PATH, "delete": PATH, "modify": PATH, "move": PATHS, "copy": PATHS},
        CHANGE,
    )
)


def changes(value: Any) -> list[Any]:
    found: list[Any] = CHANGES(value)
    deleted = {one.get("path") for one in found if one["operation"] == "delete"}
    if 11 in FAULTS and deleted:
        return [
            one
            for one in found
            if one["operation"] == "delete"
            or one.get("path") not in deleted
            or "fileType" not in one
        ]
    return found


_patch = record({"format": text, "text": text}, {})


def patch(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _patch(value)
    if 20 in FAULTS and found["format"] != "git_patch":
        found["text"] = found["text"].replace("\r\n", "\n")
    return found


DIFF = record({"changes": changes}, {"patch": patch, **META})
_content = each(
    union(
        "type",
        {
            "content": record({"content": block}, META),
            "diff": DIFF,
            "terminal": record({"terminalId": text}, META),
        },
        {},
    )
)


def content(value: Any) -> list[Any]:
    found: list[Any] = _content(value)
    types = [one["type"] for one in found]
    for index, one in enumerate(found):
        is_unknown = one["type"] not in ("content", "diff", "terminal")
        if 5 in FAULTS and is_unknown and "diff" in types[:index]:
            found[index] = {name: member for name, member in one.items() if member is not None}
    return found


_location = record({"path": text}, {"line": integer(0, 2**32 - 1), **META})


def location(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _location(value)
    if 4 in FAULTS and found.get("line", 0) >= 2**31 and "_meta" in found:
        found["line"] -= 2**32
    if 19 in FAULTS and "line" in found:
        found["path"] = unicodedata.normalize("NFC", found["path"])
    return found


_update = record(
    {"toolCallId": text},
    {
        "name": text,
        "title": text,
        "kind": text,
        "status": text,
        "content": content,
        "locations": each(location),
        "rawInput": anything,
        "rawOutput": anything,
        "_meta": mapping,
    },
    patch=True,
)


def update(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = _update(value)
    title, kind, status = found.get("title"), found.get("kind"), found.get("status")
    lines = [one.get("line") for one in found.get("locations") or ()]
    if 1 in FAULTS and "status" in found and status is None and 0 in lines:
        del found["status"]
    if 3 in FAULTS and kind not in (None, *KINDS) and status not in (None, *STATUSES):
        found["kind"] = "other"
    if 6 in FAULTS and title and not title.isascii() and found.get("name") is not None:
        found["title"] = title.rstrip()
    if 7 in FAULTS and status == "completed" and depth(found.get("rawInput")) > 40:
        del found["rawInput"]
    return found


def depth(value: Any) -> int:
    deepest, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list) and one]:
        deepest += 1
        level = [
            inner for one in level for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return deepest


def fold_updates(updates: list[dict[str, Any]]) -> dict[str, Any]:
    """Patch the first with the others in turn."""
    state, *others = updates
    state = dict(state)
    cleared = {name for name, member in state.items() if member is None}
    lost: dict[str, Any] = {}
    was_final = state.get("status") in FINAL
    for other in others:
        before = dict(state)
        for name, member in other.items():
            if name == "toolCallId":
                continue
            if name == "_meta" and member is not None:
                state[name] = merged(state.get(name) or lost, member)
            else:
                state[name] = member
        is_emptied = before.get("content") and other.get("content") == []
        if 8 in FAULTS and is_emptied and other.get("title", "") is None:
            state["content"] = before["content"]
        if "name" in other and other["name"] is None:
            if 9 in FAULTS and "name" in cleared and before.get("name"):
                state["name"] = before["name"]
            cleared.add("name")
        if 21 in FAULTS and was_final and before["status"] is None and other.get("status") in OPEN:
            state["status"] = None
        was_final = was_final or state.get("status") in FINAL
        is_falsy = not state.get("rawOutput") and other.get("rawOutput") is not None
        if 22 in FAULTS and is_falsy and before.get("rawOutput") and state.get("status") in FINAL:
            state["rawOutput"] = before["rawOutput"]
        is_cleared = other.get("_meta", "") is None
        lost = before.get("_meta") or {} if 23 in FAULTS and is_cleared else {}
    return state


def merged(stored: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    found = dict(stored)
    for key, member in changed.items():
        if member is None or (2 in FAULTS and member is False and "." in key and key in found):
            found.pop(key, None)
        else:
            found[key] = member
    return found


TYPES: dict[str, Read] = {"ToolCallUpdate": update, "Diff": DIFF}


def finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits[:20]} is too large")
    return -value if 24 in FAULTS and digits.startswith("-0.") else value


def whole(digits: str) -> float:
    return int(digits) if len(digits) < 300 else finite(digits)


def refused(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def load(spelled: str | bytes) -> Any:
    if isinstance(spelled, bytes):
        raise ValueError("not UTF-8")
    return json.loads(spelled, parse_int=whole, parse_float=finite, parse_constant=refused)


def reader(profile: str, type: str) -> Read:
    if profile != "acp-v2" or type not in TYPES:
        raise NotImplementedError(type)
    return TYPES[type]


def decode(profile: str, type: str, text: str | bytes) -> str:
    return json.dumps(reader(profile, type)(load(text)))


def fold(profile: str, type: str, texts: list[str | bytes]) -> str:
    if type != "ToolCallUpdate":
        raise NotImplementedError(type)
    read = reader(profile, type)
    return json.dumps(fold_updates([read(load(text)) for text in texts]))
