"""Breaks: how one rule of reading or of one call's fold is broken, whatever the protocol."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from toolwire.reference import Json, NotJson, Profile, SourceText, dumps, parse
from toolwire.reference.fold import merge_metadata
from toolwire.reference.fold import patch as patched
from toolwire.reference.jsontext import is_deeper
from toolwire.reference.jsonvalues import DEPTH_LIMIT
from toolwire.reference.profile import TextRules
from toolwire.reference.reading import Malformed, Reader, Reading
from toolwire.reference.revisions import named
from toolwire.reference.shapes import (
    Array,
    Field,
    Integer,
    Object,
    Opaque,
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


def null_is_the_default(_: str, field: Field) -> Field:
    is_defaulted = field.presence is Presence.DEFAULTED
    return replace(field, presence=Presence.OPTIONAL) if is_defaulted else field


def malformed_is_forgiven(*sites: str) -> ChangeField:
    """Take a malformed value of an optional member for none, at these sites or everywhere."""

    def change(site: str, field: Field) -> Field:
        is_optional = field.presence in (Presence.OPTIONAL, Presence.DEFAULTED)
        is_here = not sites or site in sites
        return replace(field, tolerant=True) if is_optional and is_here else field

    return change


def absent_is_null(_: str, field: Field) -> Field:
    return replace(field, always=True) if field.left_out else field


def fields_are_lost(*sites: str) -> ChangeShape:
    """Know nothing of the fields at these sites (`ToolCallUpdate.title`)."""

    def change(shape: Shape) -> Shape:
        if not isinstance(shape, Object):
            return shape
        kept = [each for each in shape.fields if f"{shape.name}.{each.name}" not in sites]
        return replace(shape, fields=tuple(kept))

    return change


def constants_are_lost(shape: Shape) -> Shape:
    return replace(shape, constants={}) if isinstance(shape, Object) else shape


def aliases_are_refused(shape: Shape) -> Shape:
    return replace(shape, aliases={}) if isinstance(shape, Tagged) else shape


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
            return replace(field, shape=MarkedInteger(shape.low, shape.high, shape.elsewhere))
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


def malformed_variant_is_unknown(shape: Shape, read: Reader) -> Reader:
    """Take a listed variant that is malformed for one that is not listed."""
    if not isinstance(shape, Tagged) or not shape.is_open:
        return read
    tag, skipped = shape.tag, {shape.written_tag: shape.skipped}

    def lenient(value: Json, reading: Reading) -> Json:
        try:
            return read(value, reading)
        except Malformed:
            if isinstance(value, dict) and isinstance(value.get(tag), str):
                return value if shape.raw is not None else skipped
            raise

    return lenient


def word_is_refused(name: str, word: str) -> Callable[[Shape, Reader], Reader]:
    """Take one word that the word `name` lists for malformed."""

    def wrap(shape: Shape, read: Reader) -> Reader:
        if not isinstance(shape, Word) or shape.name != name:
            return read

        def strict(value: Json, reading: Reading) -> Json:
            if value == word:
                raise Malformed("a word that came later")
            return read(value, reading)

        return strict

    return wrap


def null_is_refused(shape: Shape, read: Reader) -> Reader:
    """Take null in opaque JSON for malformed."""
    if not isinstance(shape, Opaque):
        return read

    def strict(value: Json, reading: Reading) -> Json:
        if value is None:
            raise Malformed("expected something")
        return read(value, reading)

    return strict


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


def everything_is_optional(profile: Profile) -> ChangeField:
    """Ask for no member, but for those by which an untagged variant is known."""
    unions = [shape for _, shape in named(profile) if isinstance(shape, Untagged)]
    known = {getattr(each, "name", None) for union in unions for each in union.variants}

    def change(site: str, field: Field) -> Field:
        is_required = field.presence is Presence.REQUIRED and not field.tolerant
        if not is_required or site.partition(".")[0] in known:
            return field
        return replace(field, presence=Presence.DEFAULTED)

    return change


def unknown_variants_are_refused(shape: Shape) -> Shape:
    return replace(shape, raw=None, skipped=None) if isinstance(shape, Tagged) else shape


def unknown_variants_are_kept(shape: Shape) -> Shape:
    is_closed = isinstance(shape, Tagged) and not shape.is_open
    return replace(shape, raw=Object("Other", ())) if is_closed else shape


def the_last_variant_is_first(*names: str) -> ChangeShape:
    """Turn the order of the untagged unions of these names round, or of all."""

    def change(shape: Shape) -> Shape:
        if isinstance(shape, Untagged) and (not names or shape.name in names):
            return replace(shape, variants=shape.variants[::-1])
        return shape

    return change


def integers_are_narrow(shape: Shape) -> Shape:
    return replace(shape, high=shape.high - 1) if isinstance(shape, Integer) else shape


def integers_start_late(shape: Shape) -> Shape:
    return replace(shape, low=shape.low + 1) if isinstance(shape, Integer) else shape


def integers_are_signed(shape: Shape) -> Shape:
    return replace(shape, low=-(2**63)) if isinstance(shape, Integer) else shape


def every_word_is_closed(shape: Shape) -> Shape:
    return replace(shape, unknown=Unknown.MALFORMED) if isinstance(shape, Word) else shape


def unknown_members_are_refused(shape: Shape, read: Reader) -> Reader:
    if isinstance(shape, Object) and shape.name != "JsonRpcMessage":
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


def the_tag_is_first(shape: Shape, read: Reader) -> Reader:
    """Read a variant only if its tag stands before its other members."""
    if not isinstance(shape, Tagged):
        return read

    def strict(value: Json, reading: Reading) -> Json:
        if isinstance(value, dict) and shape.tag in value and next(iter(value)) != shape.tag:
            raise Malformed("expected the tag first")
        return read(value, reading)

    return strict


def texts_are_trimmed(shape: Shape, read: Reader) -> Reader:
    if not isinstance(shape, Text):
        return read
    return lambda value, reading: read(value, reading).strip()


# In the text, and in what is written


def texts_are(**rules: object) -> Callable[[TextRules], TextRules]:
    """Read texts by other rules in these respects."""
    return lambda settled: replace(settled, **rules)  # type: ignore[arg-type]


def deep_members_are_null(text: SourceText) -> SourceText:
    """Forgive every member of a line that is nested too deeply, whatever its name."""
    if not isinstance(text, str) or not is_deeper(text, DEPTH_LIMIT):
        return text
    try:
        value = parse(text)
    except NotJson:
        return text
    if not isinstance(value, dict):
        return text
    deep = [
        name
        for name, each in value.items()
        if name != "input" and is_deeper(dumps(each), DEPTH_LIMIT - 1)
    ]
    return dumps({**value, **dict.fromkeys(deep)})


def digits_are_lost(op: str, profile: str, type_: str, value: Json) -> Json:
    """Write an integer past 2^53 as the double next to it."""
    if isinstance(value, dict):
        return {name: digits_are_lost(op, profile, type_, each) for name, each in value.items()}
    if isinstance(value, list):
        return [digits_are_lost(op, profile, type_, each) for each in value]
    return int(float(value)) if type(value) is int else value


def the_other_spelling_is_written(op: str, profile: str, type_: str, value: Json) -> Json:
    """Write an outcome as it is not written."""
    if not isinstance(value, dict):
        return value
    if value.get("outcome") == "canceled":
        return {**value, "outcome": "cancelled"}
    return {
        name: the_other_spelling_is_written(op, profile, type_, each)
        for name, each in value.items()
    }


def depth_is_not_told(op: str, profile: str, type_: str, value: Json) -> Json:
    return {**value, "too_deep": False} if "too_deep" in value else value
