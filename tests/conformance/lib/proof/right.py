"""The right candidates: each differs from the reference in something that is nobody's business."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolwire.conformance.candidates import Refused, Understood
from toolwire.reference import ODDITIES, PROFILES, Json, Profile, Reading, Rule, SourceText, dumps
from toolwire.reference import Refused as Refusal
from toolwire.reference.commands import command_line
from toolwire.reference.profile import OPEN
from toolwire.reference.reading import Reader
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Object,
    Presence,
    Shape,
    Tagged,
    Untagged,
    Word,
)
from toolwire.strategies.spelling import escaped, spaced, turned

from .candidates import Change, Item, Made
from .tables import fields_of

Fill = Callable[[Object, dict[str, Json]], dict[str, Json]]

# What is written


def walked(shape: Shape, value: Json, fill: Fill) -> Json:
    """Give `value` with `fill` applied to each object of the table in it."""

    def members(owner: Object, here: dict[str, Json]) -> dict[str, Json]:
        known = {
            field.name: walked(field.shape, here[field.name], fill)
            for field in owner.fields
            if here.get(field.name) is not None
        }
        return fill(owner, {**here, **known})

    match shape:
        case Object():
            return members(shape, value)
        case Tagged():
            variant = shape.variants.get(value[shape.written_tag])
            return value if variant is None else members(variant, value)
        case Untagged() if isinstance(value, dict):
            return members(next(each for each in shape.variants if _fits(each, value)), value)
        case Array():
            return [walked(shape.item, item, fill) for item in value]
        case _:
            return value


def _escaped_if_short(value: Json) -> str:
    text = dumps(value)
    return escaped(value) if len(text) < _SHORT else text


_SHORT = 20_000


def _fits(shape: Shape, value: dict[str, Json]) -> bool:
    return isinstance(shape, Object) and all(
        each.name in value for each in shape.fields if each.presence is Presence.REQUIRED
    )


def filling(fill: Fill) -> Change:
    """Change each object of the table."""
    return lambda op, profile, type_, value: walked(PROFILES[profile].types[type_], value, fill)


def _null_if_absent(owner: Object, members: dict[str, Json]) -> dict[str, Json]:
    absent = [
        field.name
        for field in owner.fields
        if field.presence is Presence.OPTIONAL and field.name not in members
    ]
    return {**members, **dict.fromkeys(absent)}


def _default_if_absent(owner: Object, members: dict[str, Json]) -> dict[str, Json]:
    defaults = {
        field.name: field.default_value()
        for field in owner.fields
        if field.default is not NO_DEFAULT and field.name not in members
    }
    return {**members, **defaults}


def _absent_if_default(owner: Object, members: dict[str, Json]) -> dict[str, Json]:
    """Leave out what the original always writes, where it says nothing."""
    said_nothing = {
        each.name: None if each.default is NO_DEFAULT else each.default_value()
        for each in owner.fields
        if each.always
    }
    return {
        name: value
        for name, value in members.items()
        if name not in said_nothing or value != said_nothing[name]
    }


def _on_fold(change: Fill) -> Change:
    """Change the state that a fold gives, and nothing else."""

    def write(op: str, profile: str, type_: str, value: Json) -> Json:
        if op != "fold":
            return value
        shape = PROFILES[profile].types[type_]
        assert isinstance(shape, Object)
        return change(shape, value)

    return write


def _without_cleared(_: Object, state: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in state.items() if value is not None}


def _empty_if_cleared(owner: Object, state: dict[str, Json]) -> dict[str, Json]:
    """Write `[]`, `{}` or the default for what was cleared and what was never set."""
    empty: dict[str, Json] = {}
    for each in owner.fields:
        if state.get(each.name) is None and each.presence is not Presence.REQUIRED:
            if isinstance(each.shape, Array):
                empty[each.name] = []
            elif each.merges:
                empty[each.name] = {}
            elif isinstance(each.shape, Word):
                empty[each.name] = each.shape.default
    return {**state, **empty}


def as_floats(op: str, profile: str, type_: str, value: Json) -> Json:
    if isinstance(value, dict):
        return {name: as_floats(op, profile, type_, member) for name, member in value.items()}
    if isinstance(value, list):
        return [as_floats(op, profile, type_, item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


# What is read


def keeping_unknown_members(shape: Shape, read: Reader) -> Reader:
    """Keep what stands in an object beside its fields, in known variants too."""
    if isinstance(shape, Object):
        names = set(shape.by_name)
    elif isinstance(shape, Tagged):
        names = {shape.tag}
        for variant in shape.variants.values():
            names.update(variant.by_name if variant is not None else ())
    else:
        return read

    def keep(value: Json, reading: Reading) -> Json:
        result = read(value, reading)
        if not isinstance(value, dict) or not isinstance(result, dict):
            return result
        unknown = {name: member for name, member in value.items() if name not in names}
        return {**unknown, **result}

    return keep


# What is handed on of a stream, and what is sent


def _errors_last(items: Sequence[Item]) -> Iterable[Item]:
    return sorted(items, key=lambda item: isinstance(item, Refused))


def _errors_first(items: Sequence[Item]) -> Iterable[Item]:
    return sorted(items, key=lambda item: isinstance(item, Understood))


def _errors_twice(items: Sequence[Item]) -> Iterable[Item]:
    return (each for item in items for each in [item] * (1 + isinstance(item, Refused)))


def without_errors(items: Sequence[Item]) -> Iterable[Item]:
    return (item for item in items if isinstance(item, Understood))


def _without_unknown_lines(items: Sequence[Item]) -> Iterable[Item]:
    return (item for item in items if item != Understood('{"line":"other"}'))


def _sending(**spelling: Any) -> Callable[[SourceText, int, Reading], tuple[str, Json]]:
    """Write a command as `json.dumps` does with these arguments."""

    def command(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
        _, value = command_line(text, limit, reading)
        line = json.dumps(value, **spelling) + "\n"
        if len(line.encode()) > limit:
            raise Refusal("the line is too long")
        return line, value

    return command


def _lenient(**choices: str) -> dict[str, Any]:
    """Give the hook that takes oddities so; `_` stands for `-` in their names."""
    return {"choices": {name.replace("_", "-"): choice for name, choice in choices.items()}}


# What a profile must have, for a candidate to do anything otherwise there


def _anything(_: Profile) -> bool:
    return True


def _has_patches(profile: Profile) -> bool:
    return any(each.presence is Presence.PATCH for each in fields_of(profile))


def _has_defaults(profile: Profile) -> bool:
    optional = (Presence.OPTIONAL, Presence.DEFAULTED)
    return any(
        each.default is not NO_DEFAULT and not each.always and each.presence in optional
        for each in fields_of(profile)
    )


def _has_always(profile: Profile) -> bool:
    return any(each.always for each in fields_of(profile))


def _leaves_duplicates_open(profile: Profile) -> bool:
    return any(not profile.texts.get(type_, OPEN).last_counts for type_ in profile.types)


def _leaves_depth_open(profile: Profile) -> bool:
    return any(not profile.texts.get(type_, OPEN).shallow for type_ in profile.types)


def _has_folds(profile: Profile) -> bool:
    return bool(profile.folds)


def _has_streams(profile: Profile) -> bool:
    return bool(profile.streams)


def _has_skipped_lines(profile: Profile) -> bool:
    items = (profile.types[stream.item] for stream in profile.streams.values())
    return any(isinstance(item, Tagged) and item.skipped is not None for item in items)


def _has_commands(profile: Profile) -> bool:
    return bool(profile.commands)


@dataclass(frozen=True)
class Right:
    """A candidate that differs and is right.

    `differs` tells whether a profile has anything that it does otherwise. `fails` gives, by
    profile, what it fails nevertheless: what is below MUST in most, and meant.
    """

    name: str
    hooks: Mapping[str, Any]
    differs: Callable[[Profile], bool] = _anything
    fails: Mapping[str, Rule] = field(default_factory=dict)

    def make(self, profile: str) -> Made:
        """Make the candidate."""
        return Made(self.name, {profile: PROFILES[profile]}, **self.hooks)


RIGHT: Sequence[Right] = (
    Right("keys in another order", {"change": lambda *asked: turned(asked[-1])}),
    Right("escapes in what is written", {"spell": _escaped_if_short}),
    Right("white space in what is written", {"spell": spaced}),
    Right("unknown members are kept", {"wrap": keeping_unknown_members}),
    Right("cleared fields are left out", {"change": _on_fold(_without_cleared)}, _has_patches),
    Right("cleared fields are empty", {"change": _on_fold(_empty_if_cleared)}, _has_folds),
    Right(
        "null for an absent optional",
        {"change": filling(_null_if_absent)},
        fails={"subc": Rule.LEFT_OUT},
    ),
    Right("defaults are written", {"change": filling(_default_if_absent)}, _has_defaults),
    Right("defaults are not written", {"change": filling(_absent_if_default)}, _has_always),
    Right("duplicates are refused", _lenient(member_twice="refused"), _leaves_duplicates_open),
    Right("the first duplicate counts", _lenient(member_twice="first"), _leaves_duplicates_open),
    Right("the last duplicate counts", _lenient(member_twice="last"), _leaves_duplicates_open),
    Right("deep nesting is read", _lenient(deep_nesting="read"), _leaves_depth_open),
    Right("a byte order mark is ignored", _lenient(byte_order_mark="ignored")),
    Right(
        "every number is a float",
        {"change": as_floats},
        fails=dict.fromkeys(PROFILES, Rule.DIGITS),
    ),
    Right("no fold", {"folds": False}, _has_folds),
    Right("errors come last", {"items": _errors_last}, _has_streams),
    Right("errors come first", {"items": _errors_first}, _has_streams),
    Right("errors come twice", {"items": _errors_twice}, _has_streams),
    Right(
        "errors do not come",
        {"items": without_errors},
        _has_streams,
        dict.fromkeys(PROFILES, Rule.STREAM_BAD_TOLD),
    ),
    Right("unknown lines give nothing", {"items": _without_unknown_lines}, _has_skipped_lines),
    Right("spaces in a command", {"command": _sending(ensure_ascii=False)}, _has_commands),
    Right(
        "escapes in a command",
        {"command": _sending(separators=(",", ":"))},
        _has_commands,
    ),
)
"""What reads as the original does; what a text holds by way of oddities does not matter here."""


def readings(index: int) -> Mapping[str, str]:
    """Give a reading of each oddity, the original's at 0; each is among those of some `index`."""
    return {
        name: oddity.readings[index % len(oddity.readings)] for name, oddity in ODDITIES.items()
    }


READINGS = max(len(oddity.readings) for oddity in ODDITIES.values())


def reading_otherwise(profile: str, index: int) -> Made:
    """Make the candidate that reads oddities in the way `index`."""
    return Made(f"reading {index}", {profile: PROFILES[profile]}, choices=readings(index))
