"""The right candidates: each differs from the reference in something that is nobody's business."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import ODDITIES, PROFILES, Json, Reading, dumps
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

from .candidates import Made

Write = Callable[[str, str, str, Json], Json]
"""Gives what is written for a value: of what operation, profile and type."""

Fill = Callable[[Object, dict[str, Json]], dict[str, Json]]


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
            variant = shape.variants.get(value[shape.tag])
            return value if variant is None else members(variant, value)
        case Untagged():
            first, second = shape.variants
            fits = all(f.name in value for f in first.fields if f.presence is Presence.REQUIRED)
            return members(first if fits else second, value)
        case Array():
            return [walked(shape.item, item, fill) for item in value]
        case _:
            return value


def _filling(fill: Fill) -> Write:
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
        field.name: list(field.default) if isinstance(field.default, tuple) else field.default
        for field in owner.fields
        if field.default is not NO_DEFAULT
    }
    return {**defaults, **members}


def _on_fold(change: Fill) -> Write:
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
    for field in owner.fields:
        if state.get(field.name) is None and field.presence is not Presence.REQUIRED:
            if isinstance(field.shape, Array):
                empty[field.name] = []
            elif field.merges:
                empty[field.name] = {}
            elif isinstance(field.shape, Word):
                empty[field.name] = field.shape.default
    return {**state, **empty}


def _floats(op: str, profile: str, type_: str, value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _floats(op, profile, type_, member) for name, member in value.items()}
    if isinstance(value, list):
        return [_floats(op, profile, type_, item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


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


def _text(write: Write, spell: Callable[[Json], str] = dumps) -> Callable[..., str]:
    return lambda op, profile, type_, value: spell(write(op, profile, type_, value))


def _same(op: str, profile: str, type_: str, value: Json) -> Json:
    return value


@dataclass(frozen=True)
class Right:
    """A candidate that differs and is right."""

    name: str
    hooks: Mapping[str, Any]

    def make(self, profile: str) -> Made:
        """Make the candidate."""
        return Made(self.name, {profile: PROFILES[profile]}, **self.hooks)


RIGHT: Sequence[Right] = (
    Right("keys in another order", {"write": _text(lambda *asked: turned(asked[-1]))}),
    Right("escapes in what is written", {"write": _text(_same, escaped)}),
    Right("white space in what is written", {"write": _text(_same, spaced)}),
    Right("unknown members are kept", {"wrap": keeping_unknown_members}),
    Right("cleared fields are left out", {"write": _text(_on_fold(_without_cleared))}),
    Right("cleared fields are empty", {"write": _text(_on_fold(_empty_if_cleared))}),
    Right("null for an absent optional", {"write": _text(_filling(_null_if_absent))}),
    Right("defaults are written", {"write": _text(_filling(_default_if_absent))}),
    Right("duplicates are refused", {"choices": {"member-twice": "refused"}}),
    Right("every number is a float", {"write": _text(_floats)}),
    Right("no fold", {"folds": False}),
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
