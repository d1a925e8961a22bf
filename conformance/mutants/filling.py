"""What a legal variant writes otherwise: members that say nothing, added to what was read."""

from collections.abc import Callable

from toolwire.reference import PROFILES, Json
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

from .hooks import Members

Fill = Callable[[Object, Members], Members]
"""Gives an object of the table with other members."""


def walked(shape: Shape, value: Json, fill: Fill) -> Json:
    """Give `value` with `fill` applied to each object of the table in it."""
    match shape:
        case Object() if isinstance(value, dict):
            return _members(shape, value, fill)
        case Tagged() if isinstance(value, dict):
            variant = shape.variants.get(value[shape.written_tag])
            return value if variant is None else _members(variant, value, fill)
        case Untagged() if isinstance(value, dict):
            fitting = [e for e in shape.variants if isinstance(e, Object) and _has_all(e, value)]
            return _members(fitting[0], value, fill) if fitting else value
        case Array() if isinstance(value, list):
            return [walked(shape.item, item, fill) for item in value]
        case _:
            return value


def _members(owner: Object, here: Members, fill: Fill) -> Members:
    known = {
        field.name: walked(field.shape, here[field.name], fill)
        for field in owner.fields
        if here.get(field.name) is not None
    }
    return fill(owner, {**here, **known})


def _has_all(shape: Object, value: Members) -> bool:
    return all(field.name in value for field in shape.fields if field.presence is Presence.REQUIRED)


def filling(profile: str, fill: Fill) -> Callable[[str, Json], Json]:
    """Give a function that fills the objects of a value of a type."""
    return lambda type_, value: walked(PROFILES[profile].types[type_], value, fill)


def null_if_absent(owner: Object, members: Members) -> Members:
    """Write null for what is merely optional and absent."""
    absent = [
        field.name
        for field in owner.fields
        if field.presence is Presence.OPTIONAL and field.name not in members
    ]
    return {**members, **dict.fromkeys(absent)}


def default_if_absent(owner: Object, members: Members) -> Members:
    """Write out every default."""
    defaults = {
        field.name: field.default_value()
        for field in owner.fields
        if field.default is not NO_DEFAULT and field.presence is not Presence.TOLD
    }
    return {**defaults, **members}


def absent_if_default(owner: Object, members: Members) -> Members:
    """Leave out what the original always writes, where it says nothing."""
    nothing = {
        field.name: None if field.default is NO_DEFAULT else field.default_value()
        for field in owner.fields
        if field.always
    }
    return {
        name: value
        for name, value in members.items()
        if name not in nothing or value != nothing[name]
    }


def of_state(profile: str, fill: Fill) -> Callable[[str, Json], Json]:
    """Give a function that fills a folded state itself, and nothing in it."""

    def change(type_: str, value: Json) -> Json:
        shape = PROFILES[profile].types[type_]
        assert isinstance(shape, Object)
        return fill(shape, value)

    return change


def without_cleared(_: Object, state: Members) -> Members:
    """Leave out what was cleared."""
    return {name: value for name, value in state.items() if value is not None}


def empty_list_if_cleared(owner: Object, state: Members) -> Members:
    """Write an empty list for one that was cleared."""
    cleared = [
        field.name
        for field in owner.fields
        if isinstance(field.shape, Array) and state.get(field.name, ...) is None
    ]
    return {**state, **{name: [] for name in cleared}}


def empty_if_cleared(owner: Object, state: Members) -> Members:
    """Write `[]`, `{}` or the default for what was cleared and what was never set."""
    empty: Members = {}
    for field in owner.fields:
        if state.get(field.name) is None and field.presence is not Presence.REQUIRED:
            if isinstance(field.shape, Array):
                empty[field.name] = []
            elif field.merges:
                empty[field.name] = {}
            elif isinstance(field.shape, Word):
                empty[field.name] = field.shape.default
    return {**state, **empty}
