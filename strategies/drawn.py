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

from .naming import told_as
from .values import TEXTS, UNKNOWN_WORDS, smallest, usual_fields, variants
from .values import well_formed as samples

_SAFE_INTEGER = 2**53 - 1


@cache
def texts() -> st.SearchStrategy[str]:
    """Strings that UTF-8 can hold, among them those that libraries have got wrong."""
    # Not st.text: it keeps tables of characters in a folder of the user's project. A string of
    # octets is one draw, however long it is, and most of the time goes by the number of draws.
    return st.binary(max_size=12).map(_as_text)


_ONES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_USUAL = _ONES + "".join(map(chr, sorted(set(range(0x180)) - set(map(ord, _ONES)))))[: 224 - 62]


def _as_text(octets: bytes) -> str:
    """Give the text for which octets stand.

    A high one at the start stands for one of `TEXTS`. Else each is a character: most stand for a
    usual one, some together with the two after them for any. The lowest stand for letters, so
    that what Hypothesis makes small can be read.
    """
    if octets[:1] >= b"\xa0":
        return TEXTS[octets[0] % len(TEXTS)]
    characters, at = list[str](), 0
    while at < len(octets):
        here, rest = octets[at], octets[at + 1 : at + 3]
        at += 1
        if here < len(_USUAL):
            characters.append(_USUAL[here])
        elif len(rest) == 2:
            point = int.from_bytes((here - len(_USUAL), *rest)) % (0x110000 - 0x800)
            characters.append(chr(point + 0x800 if point >= 0xD800 else point))
            at += 2
    return "".join(characters)


@cache
def words() -> st.SearchStrategy[str]:
    """Words that no revision of any protocol here lists."""
    letters = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz_"), max_size=8)
    return letters.map(lambda end: f"_toolwire{''.join(end)}")


@cache
def opaque_values() -> st.SearchStrategy[Json]:
    """JSON values whose meaning no reader disputes: doubles and integers that doubles hold."""
    scalars = st.one_of(
        st.sampled_from((None, False, True, 0.5, -1.25, 1e-7, 1e21, 123456.789)),
        st.integers(-_SAFE_INTEGER, _SAFE_INTEGER),
        texts(),
    )
    shallow = st.one_of(scalars, st.lists(scalars, max_size=2), _objects(scalars))
    return st.one_of(
        scalars,
        st.sampled_from(samples(Opaque())),
        st.lists(shallow, max_size=2),
        _objects(shallow),
    )


def _objects(inner: st.SearchStrategy[Json], least: int = 0) -> st.SearchStrategy[dict[str, Json]]:
    return st.dictionaries(texts(), inner, min_size=least, max_size=2)


_made: dict[tuple[int, bool], tuple[Shape, st.SearchStrategy[Json]]] = {}
"""What `well_formed` gave, for to make a strategy takes longer than to draw from it.

It goes by identity, since a shape may have defaults that have no hash; and holds the shape, so
that no other gets its number.
"""


def well_formed(shape: Shape, *, sent: bool = False) -> st.SearchStrategy[Json]:
    """Values that every right reader of `shape` takes and keeps as they are.

    No nulls for absent members, no unknown words, members or variants, nothing contested. With
    `sent`, also what other rules than those of a single value are about, and senders write every
    day: nulls that clear, and the bounds of numbers.
    """
    key = id(shape), sent
    if key not in _made:
        _made[key] = shape, _well_formed(shape, sent)
    return _made[key][1]


def _well_formed(shape: Shape, sent: bool) -> st.SearchStrategy[Json]:
    match shape:
        case Text():
            return texts() if shape.form is None else st.just(smallest(shape))
        case Boolean():
            return st.booleans()
        case Null():
            return st.none()
        case Integer():
            other_low, other_high = shape.elsewhere or (shape.low, shape.high)
            low, high = max(shape.low, other_low), min(shape.high, other_high)
            if not sent:
                low, high = low + 1, high - 1  # the bounds themselves are for a rule of their own
            return st.one_of(st.integers(max(low, 1), 1000), st.integers(low, high))
        case Number():
            return st.sampled_from(samples(shape))
        case Opaque():
            if shape.is_object:
                return _objects(opaque_values(), least=1)
            return opaque_values().filter(lambda value: value is not None)
        case Word():
            return st.sampled_from(shape.known)
        case Array():
            return st.lists(well_formed(shape.item, sent=sent), min_size=1, max_size=3)
        case Object():
            return members(shape, sent=sent)
        case Tagged():
            return st.one_of(
                [
                    tagged(shape.tag, tag, members(variant, sent=sent))
                    for tag, variant in variants(shape)
                ]
            )
        case Untagged():
            return st.one_of([well_formed(each, sent=sent) for each in shape.variants])


def tagged(
    name: str, tag: str, fields: st.SearchStrategy[dict[str, Json]]
) -> st.SearchStrategy[Json]:
    """Objects with `fields`, in front of which the member `name` says `tag`."""
    return fields.map(lambda fields: {name: tag, **fields})


def members(shape: Object, *, sent: bool = False) -> st.SearchStrategy[dict[str, Json]]:
    """Objects of `shape`: its required fields, and any of the others that is not contested.

    `sent` is that of `well_formed`.
    """
    fields = usual_fields(shape)
    values = {
        field.name: _patches_by_key()
        if sent and field.merges
        else well_formed(field.shape, sent=sent)
        for field in fields
    }
    needed = {field.name for field in fields if field.presence is Presence.REQUIRED}
    objects: st.SearchStrategy[dict[str, Json]] = told_as(
        shape.name,
        st.fixed_dictionaries(
            {name: value for name, value in values.items() if name in needed},
            optional={name: value for name, value in values.items() if name not in needed},
        ),
    )
    patches = [field.name for field in fields if field.presence is Presence.PATCH]
    if not sent or not patches:
        return objects
    cleared = st.lists(st.sampled_from(patches), max_size=3)
    return told_as(
        f"{shape.name}, some of it cleared",
        st.builds(lambda members, nulls: members | dict.fromkeys(nulls), objects, cleared),
    )


@cache
def _patches_by_key() -> st.SearchStrategy[dict[str, Json]]:
    """Metadata that is patched by its keys: few of them, so that they meet, and nulls among it."""
    keys = st.one_of(st.sampled_from("abcd"), texts())
    return st.dictionaries(keys, st.one_of(opaque_values(), st.none()), max_size=3)


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
