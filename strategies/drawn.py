"""Hypothesis strategies for well-formed values of a shape, and for unknown words and variants."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import (
    Array,
    Boolean,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Untagged,
    Word,
)

from .values import TEXTS, UNKNOWN_WORDS, smallest, usual_fields, variants
from .values import well_formed as samples

_SAFE_INTEGER = 2**53 - 1


@cache
def texts() -> st.SearchStrategy[str]:
    """Strings that UTF-8 can hold, among them those that libraries have got wrong."""
    # Not st.text: it keeps tables of characters in a folder of the user's project.
    character = st.one_of(
        st.integers(0x20, 0x7E), st.integers(0, 0xD7FF), st.integers(0xE000, 0x10FFFF)
    ).map(chr)
    return st.one_of(st.lists(character, max_size=12).map("".join), st.sampled_from(TEXTS))


@cache
def words() -> st.SearchStrategy[str]:
    """Words that no revision of any protocol here lists."""
    letters = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz_"), max_size=8)
    return letters.map(lambda end: f"_toolwire{''.join(end)}")


@cache
def opaque_values() -> st.SearchStrategy[Json]:
    """JSON values whose meaning no reader disputes: doubles and integers that doubles hold."""
    scalars = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-_SAFE_INTEGER, _SAFE_INTEGER),
        st.sampled_from((0.5, -1.25, 1e-7, 1e21, 123456.789)),
        texts(),
    )
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(texts(), inner, max_size=3),
        ),
        max_leaves=8,
    )


def well_formed(shape: Shape) -> st.SearchStrategy[Json]:
    """Values that every right reader of `shape` takes and keeps as they are.

    No nulls for absent members, no unknown words, members or variants, nothing contested.
    """
    match shape:
        case Text():
            return texts() if shape.form is None else st.just(smallest(shape))
        case Boolean():
            return st.booleans()
        case Null():
            return st.none()
        case Integer():
            other_low, other_high = shape.elsewhere or (shape.low, shape.high)
            # The bounds themselves are for a rule of their own.
            low, high = max(shape.low, other_low) + 1, min(shape.high, other_high) - 1
            return st.one_of(st.integers(max(low, 1), 1000), st.integers(low, high))
        case Number():
            return st.sampled_from(samples(shape))
        case Opaque():
            if shape.is_object:
                return st.dictionaries(texts(), opaque_values(), min_size=1, max_size=3)
            return opaque_values().filter(lambda value: value is not None)
        case Word():
            return st.sampled_from(shape.known)
        case Array():
            return st.lists(well_formed(shape.item), min_size=1, max_size=3)
        case Object():
            return members(shape)
        case Tagged():
            return st.one_of(
                [_tagged_members(shape.tag, tag, variant) for tag, variant in variants(shape)]
            )
        case Untagged():
            return st.one_of([well_formed(variant) for variant in shape.variants])


def _tagged_members(name: str, tag: str, variant: Object) -> st.SearchStrategy[Json]:
    return members(variant).map(lambda fields: {name: tag, **fields})


def members(shape: Object) -> st.SearchStrategy[dict[str, Json]]:
    """Objects of `shape`: its required fields, and any of the others that is not contested."""
    fields = usual_fields(shape)
    return st.fixed_dictionaries(
        {
            field.name: well_formed(field.shape)
            for field in fields
            if field.presence is Presence.REQUIRED
        },
        optional={
            field.name: well_formed(field.shape)
            for field in fields
            if field.presence is not Presence.REQUIRED
        },
    )


def unknown_words(shape: Shape) -> st.SearchStrategy[str]:
    """Words that no revision of any protocol here lists for `shape`."""
    assert isinstance(shape, Word)
    return st.one_of(st.sampled_from(UNKNOWN_WORDS), words())


def unknown_variants(shape: Shape) -> st.SearchStrategy[Json]:
    """Objects whose tag no revision of any protocol here lists for `shape`."""
    assert isinstance(shape, Tagged)
    typed = set(shape.raw.by_name) if shape.raw is not None else set()
    names = texts().filter(lambda name: name != shape.tag and name not in typed)

    def tagged(drawn: tuple[str, dict[str, Any]]) -> Json:
        tag, rest = drawn
        return {shape.tag: tag, **rest}

    return st.tuples(words(), st.dictionaries(names, opaque_values(), max_size=4)).map(tagged)
