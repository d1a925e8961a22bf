"""What the tables say, in words: a shape's type, and what a field's attributes mean."""

from collections.abc import Callable
from typing import TypeAlias

from .jsonwriting import dumps
from .shapes import (
    NO_DEFAULT,
    Array,
    Boolean,
    Field,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    takes_anything,
    takes_null,
)

Named: TypeAlias = Word | Object | Tagged | Untagged
"""The shapes that have a name."""

PRESENCE = {
    Presence.REQUIRED: "required",
    Presence.OPTIONAL: "optional",
    Presence.DEFAULTED: "optional, not null",
    Presence.PATCH: "patch",
    Presence.TOLD: "told by the reader",
}
"""What a table calls a field's presence."""

PRESENCE_MEANS = {
    Presence.REQUIRED: "absent or null makes the object malformed",
    Presence.OPTIONAL: "absent and null are the same",
    Presence.DEFAULTED: "absent is the default, and null is malformed",
    Presence.PATCH: "absent leaves unchanged what is known, and null clears it",
    Presence.TOLD: "no member of a text, but what the reader says of it",
}
"""What it means for a value that is not there, or null."""


def type_in_words(shape: Shape, call: Callable[[Named], str] = lambda shape: shape.name) -> str:
    """Say which JSON a shape asks for; a shape with a name is called what `call` gives."""
    match shape:
        case Text(form=None):
            return "string"
        case Text(form=form):
            return f"string ({'URI' if form == 'uri' else form})"
        case Boolean():
            return "boolean"
        case Null():
            return "null"
        case Integer(low=low, high=high):
            return f"integer, {_bound(low)} to {_bound(high)}"
        case Number(low=None, high=None):
            return "number"
        case Number(low=low, high=high):
            least, most = (
                "any" if low is None else f"{low:g}",
                "any" if high is None else f"{high:g}",
            )
            return f"number, {least} to {most}"
        case Opaque(is_object=is_object):
            return "any object" if is_object else "any JSON"
        case Array(item=item):
            return f"list of {type_in_words(item, call)}"
        case _:
            return call(shape)


def _bound(number: int) -> str:
    """Write a power of two, or one less, as such where it is long."""
    if abs(number) < 1_000_000:
        return str(number)
    exponent = (abs(number) + 1).bit_length() - 1
    if number == 2**exponent - 1:
        return f"2^{exponent} - 1"
    return f"-2^{exponent}" if number == -(2**exponent) else f"{number:,}"


def kind_in_words(shape: Named) -> str:
    """Name the kind of a shape that has a name."""
    match shape:
        case Word():
            return "word"
        case Object():
            return "object"
        case Tagged():
            return "union by tag"
        case Untagged():
            return "union without a tag"


def malformed_in_words(field: Field) -> str:
    """Say what becomes of a malformed value of a field, and of its list's items; "" if none is."""
    if field.presence is Presence.TOLD or takes_anything(field.shape):
        return ""
    if not field.tolerant:
        becomes = "makes the object malformed"
    elif field.presence is Presence.REQUIRED:
        becomes = "counts as the default"
    else:
        becomes = f"counts as {'left out' if field.presence is Presence.PATCH else 'absent'}"
    if not isinstance(field.shape, Array) or takes_anything(field.shape.item):
        return becomes
    bad = "bad items are skipped" if field.shape.skips else "a bad item spoils the list"
    return f"{becomes}, {bad}"


def default_in_words(field: Field) -> str:
    """Write a field's default as JSON; "" without one."""
    return "" if field.default is NO_DEFAULT else dumps(field.default_value())


def notes_in_words(field: Field) -> list[str]:
    """Say what else a table says of a field."""
    notes = []
    if field.presence in (Presence.REQUIRED, Presence.DEFAULTED) and takes_null(field.shape):
        notes.append("null is a value")
    if field.presence is Presence.REQUIRED and field.tolerant:
        notes.append("null is malformed")
    if field.always:
        as_null = field.default is NO_DEFAULT
        notes.append("always written, an absent one as null" if as_null else "always written")
    if field.left_out:
        notes.append("an absent one is not written as null")
    if field.merges:
        notes.append("merged by key")
    if isinstance(field.shape, Number) and (field.shape.low, field.shape.high) != (None, None):
        notes.append("the bounds are asked of the sender alone")
    if field.contested:
        notes.append("only some published readers know it")
    return notes


def unknown_word_in_words(word: Word) -> str:
    """Say what becomes of a word that is not listed."""
    if isinstance(word.unknown, Unknown):
        return "kept as it came" if word.unknown is Unknown.KEPT else "malformed"
    return f"read as {word.unknown}"
