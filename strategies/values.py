"""Values for a shape: the smallest, well-formed samples, and malformed ones.

All are small and fixed, so that what is enumerated from them is the same for everybody. Words and
names made up here are none that any revision of a protocol has.
"""

from collections.abc import Sequence

from toolwire.reference.jsonvalues import Json, Numeral
from toolwire.reference.shapes import (
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
    Untagged,
    Word,
)

UNKNOWN_WORDS = ("_toolwire", "toolwire_unheard_of")
UNKNOWN_MEMBER = "toolwireUnheardOf"
TEXTS = (
    "",
    " ",
    "x",
    " two  words ",
    "a\nb\tc\r\n",
    'quote " and \\ backslash /',
    "\x00\x1f\x7f",
    "é",
    "e\u0301",
    "漢字",
    "😀",
    "\u2028\u2029\ufeff\u0085",
    "null",
    "0",
    "<b>&amp;</b>",
    "x" * 300,
)
OPAQUES: tuple[Json, ...] = (
    False,
    True,
    0,
    1,
    -1,
    1.5,
    "",
    "x",
    [],
    {},
    [None],
    {"a": None},
    {"": ""},
    [0, "", False, [], {}, None],
    {"a": {"b": [{"c": None}]}, "type": "text", "_meta": None},
    {"n": 9007199254740991, "m": -9007199254740991, "e": 1e300},
    {"f": 0.1234567891, "g": 1e-7, "h": 123456789.125},
)
OPAQUE_OBJECTS = tuple(value for value in OPAQUES if isinstance(value, dict))
LONG_TEXTS = ("x" * 5_000, "é" * 70_000)
"""Longer than the buffers and columns in which libraries have cut strings."""
EXACT_NUMERALS: tuple[Json, ...] = (
    9007199254740993,
    -9007199254740993,
    9223372036854775807,
    18446744073709551615,
    -9223372036854775808,
)
_FORMS = {"uri": "file:///x", "instant": "2026-01-02T03:04:05Z"}


def smallest(shape: Shape) -> Json:
    """Give a smallest well-formed value of `shape`."""
    match shape:
        case Text():
            return _FORMS.get(shape.form or "", "x")
        case Boolean():
            return True
        case Null():
            return None
        case Integer():
            return 1
        case Number():
            return 0.5
        case Opaque():
            return {"a": 1}
        case Word():
            return shape.known[0]
        case Array():
            return [smallest(shape.item)]
        case Object():
            return smallest_object(shape)
        case Tagged():
            tag, variant = variants(shape)[0]
            return {shape.tag: tag, **smallest_object(variant)}
        case Untagged():
            return smallest(shape.variants[0])


def smallest_object(shape: Object) -> dict[str, Json]:
    """Give the object of `shape` that has its required fields alone."""
    return {
        field.name: smallest(field.shape)
        for field in shape.fields
        if field.presence is Presence.REQUIRED
    }


def telling(field: Field) -> Json:
    """Give a smallest value of a field that tells it from one that is not there."""
    value, default = smallest(field.shape), field.default_value()
    match field.shape:
        case Word(known=known) if value == default:
            return next(word for word in known if word != default)
        case Object(fields=fields) if default is not NO_DEFAULT:
            inside = [each for each in fields if each.presence is Presence.DEFAULTED]
            return {**value, **{each.name: telling(each) for each in inside}}
        case _:
            return value


def fits_several(shape: Untagged, value: dict[str, Json]) -> bool:
    """Tell whether several variants of `shape` find all that they require in `value`."""
    objects = [each for each in shape.variants if isinstance(each, Object)]
    return sum(smallest_object(each).keys() <= value.keys() for each in objects) > 1


def usual_fields(shape: Object) -> list[Field]:
    """Give the fields of `shape` that a text may have and every published reader knows."""
    return [
        field
        for field in shape.fields
        if not field.contested and field.presence is not Presence.TOLD
    ]


def is_plainly_patched(field: Field) -> bool:
    """Tell whether an update may change a field or leave it out, and the field is no metadata."""
    return field.presence is not Presence.REQUIRED and field.name != "_meta" and not field.contested


def variants(shape: Tagged) -> list[tuple[str, Object]]:
    """Give the variants of `shape` that have a table and that every published reader knows."""
    return [
        (tag, variant)
        for tag, variant in shape.variants.items()
        if variant is not None and tag not in shape.contested
    ]


def well_formed(shape: Shape) -> Sequence[Json]:
    """Give well-formed values of `shape` that differ in what a reader could get wrong."""
    match shape:
        case Text():
            return TEXTS if shape.form is None else (_FORMS[shape.form],)
        case Boolean():
            return (True, False)
        case Null():
            return (None,)
        case Integer():
            plain = (number for number in (0, 1, 7, 65536, 2147483648) if number >= shape.low)
            return tuple(dict.fromkeys((*plain, shape.high, shape.low)))
        case Number():
            return (0.5, 0, 1, 0.25, 1e-3)
        case Opaque():
            return OPAQUE_OBJECTS if shape.is_object else OPAQUES
        case Word():
            return shape.known
        case Array():
            item = smallest(shape.item)
            return ([item], [item, item])
        case Object():
            return (smallest(shape),)
        case Tagged():
            return tuple(
                {shape.tag: tag, **smallest_object(variant)} for tag, variant in variants(shape)
            )
        case Untagged():
            return tuple(smallest(variant) for variant in shape.variants)


def signed(shape: Shape, value: Json) -> Json:
    """Give a well-formed value of `shape` as a sender writes it: with the constants of objects."""
    match shape:
        case Array():
            return [signed(shape.item, item) for item in value]
        case Object():
            fields = {name: field.shape for name, field in shape.by_name.items()}
            own = {
                name: signed(fields[name], member)
                if name in fields and member is not None
                else member
                for name, member in value.items()
            }
            return {**shape.constants, **own}
        case Tagged():
            variant = shape.variants.get(value[shape.tag], shape.raw)
            return value if variant is None else signed(variant, value)
        case Untagged():
            return signed(_variant_of(shape, value), value)
        case _:
            return value


def _variant_of(shape: Untagged, value: Json) -> Shape:
    """Give the first variant of which a well-formed value may be one."""
    return next(
        each
        for each in shape.variants
        if isinstance(each, Object) is isinstance(value, dict)
        and (not isinstance(each, Object) or smallest_object(each).keys() <= value.keys())
    )


def malformed(shape: Shape) -> Sequence[Json]:
    """Give values that no reader could take for `shape`, however willing to convert.

    Null is not among them, nor what another rule is about: unknown words and variants, lists for
    objects, strings of digits.
    """
    match shape:
        case Word(plain=True, known=(first, *_)):
            return ([], {}, {first: None})
        case Text() | Word():
            return ([], {})
        case Integer() | Number() | Boolean() | Null():
            return ([], {}, "x")
        case Opaque():
            return ([], 5, "x", True) if shape.is_object else ()
        case Array():
            return (5, True)
        case Object() | Tagged() | Untagged():
            return (5, "x", True)


def coercible(shape: Shape) -> Sequence[Json]:
    """Give values of another type that a lax library would turn into what `shape` asks for."""
    match shape:
        case Text():
            return (5, True, 1.5)
        case Boolean():
            return (0, 1, "true", "")
        case Integer():
            return ("3", True, False, "3.0", "")
        case Number():
            return ("0.5", True, False, "")
        case Array():
            return ({}, "x", "", smallest(shape.item)) if _wraps(shape) else ({}, "x", "")
        case _:
            return ()


def _wraps(shape: Array) -> bool:
    return not isinstance(shape.item, Text)


def unknown_words(shape: Word) -> Sequence[str]:
    """Give words that `shape` does not list, among them near misses of those that it does."""
    near = [
        shape.known[0].upper(),
        shape.known[0].capitalize(),
        f"{shape.known[0]} ",
        "",
        shape.known[-1].replace("_", "-") + "x",
    ]
    return (*UNKNOWN_WORDS, *near)


def unknown_variants(shape: Tagged) -> Sequence[Json]:
    """Give objects whose tag `shape` does not list."""
    first = next(iter(shape.variants))
    objects: list[Json] = [
        {shape.tag: "_toolwire"},
        {shape.tag: "toolwire_unheard_of", "x": 1},
        {shape.tag: "_toolwire", "x": None, "y": [False, 0, "", [], {}]},
        {shape.tag: first.upper(), "x": 1},
        {shape.tag: "", "x": 1},
    ]
    if shape.skipped is not None or (shape.raw is not None and not shape.raw.fields):
        objects.append({shape.tag: "_toolwire", "_meta": 5})
    _, variant = variants(shape)[0]
    objects.append({shape.tag: "_toolwire", **smallest_object(variant)})
    return objects


def deep(depth: int, inner: str = "1", opening: str = "[", closing: str = "]") -> "Numeral":
    """Give a value of `depth` containers within one another, to be written as it stands."""
    return Verbatim(opening * depth + inner + closing * depth)


class Verbatim(Numeral):
    """A value that is written as the text it was made of, whatever that is."""

    __slots__ = ()

    def __new__(cls, text: str) -> "Verbatim":
        """Make a value that `dumps` writes as `text`."""
        self = float.__new__(cls, 0.0)
        self.text = text
        return self
