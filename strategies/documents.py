"""Hypothesis strategies for well-formed values of a shape, and for unknown words and variants."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from toolwire.reference.jsontext import Json
from toolwire.reference.shapes import (
    Array,
    Integer,
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

from .values import TEXTS, UNKNOWN_WORDS, smallest, variants, well_formed as samples

_SAFE_INTEGER = 2**53 - 1
_CHARACTERS = st.characters(exclude_categories=("Cs",))


@cache
def texts() -> st.SearchStrategy[str]:
    """Strings that UTF-8 can hold, among them those that libraries have got wrong."""
    return st.one_of(st.text(_CHARACTERS, max_size=12), st.sampled_from(TEXTS))


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
        case Integer():
            low = max(shape.low, shape.other_low or shape.low)
            return st.one_of(st.integers(max(low, 0), 1000), st.integers(low, shape.high))
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
                [
                    members(variant).map(lambda fields, tag=tag: {shape.tag: tag, **fields})
                    for tag, variant in variants(shape)
                ]
            )
        case Untagged():
            return st.one_of([members(variant) for variant in shape.variants])


def members(shape: Object) -> st.SearchStrategy[dict[str, Json]]:
    """Objects of `shape`: its required fields, and any of the others that is not contested."""
    fields = [field for field in shape.fields if not field.contested]
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
    made = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=8).map(lambda end: f"_toolwire{end}")
    return st.one_of(st.sampled_from(UNKNOWN_WORDS), made)


def unknown_variants(shape: Shape) -> st.SearchStrategy[Json]:
    """Objects whose tag no revision of any protocol here lists for `shape`."""
    assert isinstance(shape, Tagged)
    typed = set(shape.raw.by_name) if shape.raw is not None else set()
    names = texts().filter(lambda name: name != shape.tag and name not in typed)

    def tagged(drawn: tuple[str, dict[str, Any]]) -> Json:
        tag, rest = drawn
        return {shape.tag: f"_toolwire{tag}", **rest}

    words = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=8)
    return st.tuples(words, st.dictionaries(names, opaque_values(), max_size=4)).map(tagged)
