"""What operators put at a place: values, documents and texts."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from toolwire.reference import dumps
from toolwire.reference.jsonvalues import Json, Numeral
from toolwire.reference.shapes import (
    Array,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Tagged,
    Text,
    Untagged,
    Word,
    takes_null,
)

from . import spelling
from .places import Place, at, put_at
from .values import (
    Verbatim,
    deep,
    fits_several,
    malformed,
    smallest,
    smallest_object,
    telling,
    unknown_variants,
    unknown_words,
    variants,
    well_formed,
)


def ordinary(place: Place) -> Sequence[Json]:
    """Give the values that no narrower rule than `VALUE` is about.

    What fits several variants of a union without a tag is for the rule of their order.
    """
    shape, union = place.shape, place.union
    if isinstance(shape, Word) and place.field is not None:
        return (telling(place.field),)
    if isinstance(shape, Text | Word | Opaque):
        return (smallest(shape),)
    if isinstance(shape, Integer | Number):
        return [value for value in well_formed(shape) if value not in (shape.low, shape.high)]
    if isinstance(shape, Object):
        here = at(place.document, place.path)
        return () if union is not None and fits_several(union, here) else (here,)
    if isinstance(shape, Untagged):
        found = well_formed(shape)
        return [each for each in found if type(each) is not dict or not fits_several(shape, each)]
    return well_formed(shape)


def long_lists(place: Place) -> Iterator[Json]:
    """Give a list longer than the limits that libraries have had."""
    assert isinstance(place.shape, Array)
    yield [smallest(place.shape.item)] * 300


def bounds(place: Place) -> Sequence[Json]:
    """Give the lowest and the highest number."""
    shape = place.shape
    assert isinstance(shape, Integer | Number)
    return [bound for bound in (shape.low, shape.high) if bound is not None]


def plainly_malformed(place: Place) -> Sequence[Json]:
    """Give what no reader could take."""
    return malformed(place.shape)


def malformed_or_null(place: Place) -> Sequence[Json]:
    """Give what no reader could take, and null where it is no value."""
    shape = place.union or place.shape
    return malformed(shape) if takes_null(shape) else (*malformed(shape), None)


def bad_lists(place: Place) -> Iterator[Json]:
    """Give lists in which a bad item stands before and after a good one."""
    assert isinstance(place.shape, Array)
    good = smallest(place.shape.item)
    for bad in (*malformed(place.shape.item), None):
        yield [bad, good]
        yield [good, bad]


def too_wide(place: Place) -> Sequence[Json]:
    """Give numbers past the width."""
    assert isinstance(place.shape, Integer)
    return (place.shape.high + 1, 2 * (place.shape.high + 1) + 7)


def words_unheard_of(place: Place) -> Sequence[Json]:
    """Give words that are not listed."""
    assert isinstance(place.shape, Word)
    return unknown_words(place.shape)


def variants_unheard_of(place: Place) -> Sequence[Json]:
    """Give objects whose tag is not listed."""
    assert isinstance(place.shape, Tagged)
    return unknown_variants(place.shape)


def malformed_variants(place: Place) -> Iterator[Json]:
    """Give every listed variant, malformed in every required member."""
    assert isinstance(place.shape, Tagged)
    for tag, variant in variants(place.shape):
        yield from malformed_versions(place.shape, tag, variant)


def malformed_versions(shape: Tagged, tag: str, variant: Object | None) -> Iterator[Json]:
    """Give the variant, smallest, with each required member missing and malformed."""
    assert variant is not None
    whole = {shape.tag: tag, **smallest_object(variant)}
    for field in variant.fields:
        if field.presence is Presence.REQUIRED and not field.tolerant:
            yield {name: value for name, value in whole.items() if name != field.name}
            yield from ({**whole, field.name: bad} for bad in malformed(field.shape)[:1])


def bad_tags(place: Place) -> Iterator[Json]:
    """Give a variant without its tag, or with a tag that is no string."""
    shape = place.shape
    assert isinstance(shape, Tagged)
    tag, variant = variants(shape)[0]
    fields = smallest_object(variant)
    yield fields
    others: list[Json] = [None, True, [], {}, [tag], 0.5, -1]
    for bad in others:
        yield {shape.tag: bad, **fields}


def mixed_variants(place: Place) -> Iterator[Json]:
    """Give objects that more than one variant fits, or only a later one."""
    shape = place.shape
    assert isinstance(shape, Untagged)
    variants = [variant for variant in shape.variants if isinstance(variant, Object)]
    objects = [smallest_object(variant) for variant in variants]
    whole: dict[str, Json] = {name: value for each in objects for name, value in each.items()}
    yield whole
    yield dict(reversed(whole.items()))
    for one, other in combinations(objects, 2):
        yield {**other, **one}
    for field in variants[0].fields:
        if field.presence is Presence.REQUIRED and field.name not in objects[-1]:
            yield {**whole, field.name: malformed(field.shape)[0]}


def other_spellings(place: Place) -> Iterator[Json]:
    """Give variants with each other spelling of their tags, and with the one that is written."""
    shape = place.shape
    assert isinstance(shape, Tagged)
    for alias, tag in shape.aliases.items():
        variant = shape.variants[tag]
        assert variant is not None
        for spelled in (alias, tag):
            yield {shape.tag: spelled, **smallest_object(variant)}


def broken_values(place: Place) -> Iterator[Json]:
    """Give texts with something that is no JSON within JSON that is handed on."""
    for value in spelling.BAD_VALUES:
        inside = Verbatim(f'{{"a":{value}}}')
        yield f"{value} in opaque JSON", dumps(put_at(place.document, place.path, inside))


def odd_texts(place: Place) -> Iterator[Json]:
    """Give texts with each textual oddity that is open, in the place or beside it."""
    odd: list[Numeral] = [
        *(Verbatim(number) for number in ("1e400", "-1e400", "1e-400", "9" * 400, "1" + "0" * 30)),
        *(Verbatim(text) for text in ('"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":1}')),
    ]
    if not place.texts.shallow:
        odd += (deep(depth) for depth in (128, 200, 1_000, 10_000))
        odd += (deep(depth, opening='{"a":', closing="}") for depth in (128, 1_000))
    if not place.texts.last_counts:
        odd += map(Verbatim, ('{"a":1,"a":2}', '{"a":{"b":1,"b":2}}'))
    for value in odd:
        if place.shape == Opaque(is_object=True) and not value.text.startswith("{"):
            value = Verbatim(f'{{"a":{value.text}}}')
        yield dumps(put_at(place.document, place.path, value))
    yield "\ufeff" + dumps(place.document)


def odd_values(place: Place) -> Sequence[Json]:
    """Give values that are odd for their shape, each of which has more than one right reading."""
    match place.shape:
        case Text(form="uri"):
            return ("", "no uri at all", "C:\\x y")
        case Text(form="instant"):
            return ("", "yesterday", "2026-02-30T25:00:00Z")
        case Integer():
            return [Verbatim(number) for number in ("3.0", "1e2", "-0", "-0.0")]
        case Number(low=low, high=high):
            return [bound + step for bound, step in ((low, -1), (high, 1)) if bound is not None]
        case Word(plain=False):
            word = telling(place.field) if place.field is not None else smallest(place.shape)
            return ({word: None}, {word: {}})
        case Tagged(tag=tag, indexed=True):
            found = enumerate(place.shape.variants.values())
            tables = {at: smallest_object(each) for at, each in found if each is not None}
            every = {name: value for each in tables.values() for name, value in each.items()}
            return [{tag: at, **every, **each} for at, each in tables.items()]
        case _:
            return ()


def bottomless() -> Iterator[Json]:
    """Give texts that are nothing but nesting, closed and not."""
    for depth in (1_000, 100_000):
        yield "[" * depth + "]" * depth
        yield "[" * depth
        yield '{"a":' * depth


def nesting(place: Place) -> Iterator[Json]:
    """Give values nested as deeply as every reader must take, the document counted in."""
    for depth in (64, 127 - len(place.path)):
        yield deep(depth)
        yield deep(depth, opening='{"a":', closing="}")


def nothing(_: Place) -> Sequence[Json]:
    """Give one value that means nothing, for trials that need none."""
    return (None,)
