"""Breaks: how one rule of a protocol is broken, whatever the protocol."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from toolwire.reference import Json
from toolwire.reference.fold import merge_metadata
from toolwire.reference.fold import patch as patched
from toolwire.reference.reading import Malformed, Reader, Reading
from toolwire.reference.shapes import (
    Array,
    Field,
    Integer,
    Number,
    Object,
    Presence,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
)

from .tables import ChangeField, ChangeShape

# In the table


def null_is_omitted(_: str, field: Field) -> Field:
    is_patch = field.presence is Presence.PATCH
    return replace(field, presence=Presence.OPTIONAL) if is_patch else field


def null_is_a_value(site: str, field: Field) -> Field:
    """Make the members of an update three-state in a protocol that has two."""
    is_update = site.startswith("ToolCallUpdate.") and field.presence is Presence.OPTIONAL
    return replace(field, presence=Presence.PATCH) if is_update else field


def words_are(name: str, unknown: Unknown | str) -> ChangeShape:
    """Read what the word `name` does not list as `unknown` says."""

    def change(shape: Shape) -> Shape:
        if isinstance(shape, Word) and shape.name == name:
            return replace(shape, unknown=unknown)
        return shape

    return change


def no_item_is_skipped(shape: Shape) -> Shape:
    return replace(shape, skips=False) if isinstance(shape, Array) else shape


@dataclass(frozen=True)
class MarkedText(Text):
    """A text whose reader a hook changes."""


@dataclass(frozen=True)
class MarkedInteger(Integer):
    """An integer whose reader a hook changes."""


def marked(site: str) -> ChangeField:
    """Mark the shape of the field at `site`."""

    def change(here: str, field: Field) -> Field:
        if here != site:
            return field
        if isinstance(field.shape, Integer):
            shape = field.shape
            return replace(field, shape=MarkedInteger(shape.low, shape.high, shape.other_low))
        return replace(field, shape=MarkedText())

    return change


# While reading


def malformed_is_null(shape: Shape, read: Reader) -> Reader:
    if not isinstance(shape, MarkedText):
        return read

    def lenient(value: Json, reading: Reading) -> Json:
        try:
            return read(value, reading)
        except Malformed:
            return None

    return lenient


def digits_are_a_number(shape: Shape, read: Reader) -> Reader:
    if not isinstance(shape, MarkedInteger):
        return read

    def lax(value: Json, reading: Reading) -> Json:
        if isinstance(value, str) and re.fullmatch("[0-9]+", value):
            value = int(value)
        return read(value, reading)

    return lax


def malformed_variant_is_raw(shape: Shape, read: Reader) -> Reader:
    if not isinstance(shape, Tagged) or shape.raw is None:
        return read
    tag = shape.tag

    def lenient(value: Json, reading: Reading) -> Json:
        try:
            return read(value, reading)
        except Malformed:
            if isinstance(value, dict) and isinstance(value.get(tag), str):
                return value
            raise

    return lenient


def snake_case_is_read(shape: Shape, read: Reader) -> Reader:
    """Take `tool_call_id` for `toolCallId`, as libraries do that fill their fields by name too."""
    if isinstance(shape, Object):
        names = _aliases(shape)
        return lambda value, reading: read(_renamed(value, names), reading)
    if isinstance(shape, Tagged):
        by_tag = {tag: _aliases(each) for tag, each in shape.variants.items() if each is not None}

        def aliasing(value: Json, reading: Reading) -> Json:
            tag = value.get(shape.tag) if isinstance(value, dict) else None
            names = by_tag.get(tag, {}) if isinstance(tag, str) else {}
            return read(_renamed(value, names), reading)

        return aliasing
    return read


def _aliases(shape: Object) -> dict[str, str]:
    names = [field.name for field in shape.fields]
    snake = {re.sub("([A-Z])", r"_\1", name).lower(): name for name in names}
    snake["field_meta"] = "_meta"
    return {alias: name for alias, name in snake.items() if alias != name and name in names}


def _renamed(value: Json, names: dict[str, str]) -> Json:
    if not isinstance(value, dict) or value.keys().isdisjoint(names):
        return value
    return {
        names[name] if name in names and names[name] not in value else name: member
        for name, member in value.items()
    }


# While folding

Merge = Callable[..., dict[str, Json]]


def meta_is_replaced(
    stored: dict[str, Json] | None, update: dict[str, Json], *_: object
) -> dict[str, Json]:
    return {name: value for name, value in update.items() if value is not None}


def meta_is_merged_deeply(
    stored: dict[str, Json] | None, update: dict[str, Json], *_: object
) -> dict[str, Json]:
    merged = merge_metadata(stored, update)
    for name, value in update.items():
        before = (stored or {}).get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            merged[name] = meta_is_merged_deeply(before, value)
    return merged


def content_is_appended(
    state_shape: Object,
    update_shape: Object,
    state: dict[str, Json],
    update: dict[str, Json],
    *_: object,
) -> dict[str, Json]:
    if isinstance(update.get("content"), list):
        update = {**update, "content": [*(state.get("content") or []), *update["content"]]}
    return patched(state_shape, update_shape, state, update)


def meta_of_the_update_is_taken(
    state_shape: Object,
    update_shape: Object,
    state: dict[str, Json],
    update: dict[str, Json],
    *_: object,
) -> dict[str, Json]:
    result = patched(state_shape, update_shape, state, update)
    return {**result, "_meta": update["_meta"]} if "_meta" in update else result


# Basic rules, which many cases rest on


def nothing_is_tolerated(_: str, field: Field) -> Field:
    is_required = field.presence is Presence.REQUIRED
    return field if is_required else replace(field, tolerant=False)


def everything_is_optional(site: str, field: Field) -> Field:
    """Ask for no member, but for those by which an untagged variant is known."""
    is_required = field.presence is Presence.REQUIRED and not field.tolerant
    if not is_required or "ResourceContents" in site:
        return field
    return replace(field, presence=Presence.OPTIONAL)


def unknown_variants_are_refused(shape: Shape) -> Shape:
    return replace(shape, raw=None) if isinstance(shape, Tagged) else shape


def unknown_variants_are_kept(shape: Shape) -> Shape:
    is_closed = isinstance(shape, Tagged) and shape.raw is None
    return replace(shape, raw=Object("Other", ())) if is_closed else shape


def the_last_variant_is_first(shape: Shape) -> Shape:
    if isinstance(shape, Untagged):
        return replace(shape, variants=shape.variants[::-1])
    return shape


def integers_are_narrow(shape: Shape) -> Shape:
    return replace(shape, high=shape.high - 1) if isinstance(shape, Integer) else shape


def integers_are_signed(shape: Shape) -> Shape:
    return replace(shape, low=-(2**63)) if isinstance(shape, Integer) else shape


def every_word_is_closed(shape: Shape) -> Shape:
    return replace(shape, unknown=Unknown.MALFORMED) if isinstance(shape, Word) else shape


def annotations_are_lost(_: str, field: Field) -> Field:
    if field.name != "annotations":
        return field
    return replace(field, shape=Array(Number()))


def unknown_members_are_refused(shape: Shape, read: Reader) -> Reader:
    if isinstance(shape, Object):
        names = {field.name for field in shape.fields}

        def strict(value: Json, reading: Reading) -> Json:
            if isinstance(value, dict) and not names.issuperset(value):
                raise Malformed("a member of an unknown name")
            return read(value, reading)

        return strict
    if isinstance(shape, Tagged):
        by_tag = {
            tag: {shape.tag, *each.by_name}
            for tag, each in shape.variants.items()
            if each is not None
        }

        def strict_variant(value: Json, reading: Reading) -> Json:
            tag = value.get(shape.tag) if isinstance(value, dict) else None
            known = by_tag.get(tag) if isinstance(tag, str) else None
            if known is not None and not known.issuperset(value):
                raise Malformed("a member of an unknown name")
            return read(value, reading)

        return strict_variant
    return read


def texts_are_trimmed(shape: Shape, read: Reader) -> Reader:
    if not isinstance(shape, Text):
        return read
    return lambda value, reading: read(value, reading).strip()
