"""Operators that break how a well-formed value is read: lost, falsy, cut, trimmed, rounded."""

import html
import struct
import unicodedata
from collections.abc import Callable

from toolwire.reference import Json, Rule
from toolwire.reference.equality import as_double
from toolwire.reference.jsonvalues import Numeral
from toolwire.reference.reading import Reader, Reading
from toolwire.reference.shapes import Array, Boolean, Opaque, Text, Word, takes_null
from toolwire.reference.texts import SPECIAL_NAMES

from ..equivalence import EMPTY_IS_ABSENCE, FALSE_IS_DEFAULT, NULL_FOR_EMPTY
from ..hooks import Hooks, around_object, reading, reading_field, refuse, values
from ..mutant import Operator
from ..sites import Site, contested_fields, contested_variants, fields, objects, roots, variants


def _losing(is_lost: Callable[[Json], bool]) -> Callable[[Site], Hooks]:
    """Lose the member where its value is such."""

    def build(site: Site) -> Hooks:
        name = site.own_field.name
        return around_object(
            site,
            after=lambda _, result: {
                key: each for key, each in result.items() if key != name or not is_lost(each)
            },
        )

    return build


def _is_falsy(value: Json) -> bool:
    return value is not None and not value


def _changing(change: Callable[[Json], Json]) -> Callable[[Site], Hooks]:
    return lambda site: reading_field(site, values(change))


def _shaped(*shapes: type) -> Callable[[Site], bool]:
    return lambda site: isinstance(site.shape, shapes)


def _is_text(site: Site) -> bool:
    return isinstance(site.shape, Text) and site.shape.form is None


def _inside(change: Callable[[Json], Json]) -> Callable[[Json], Json]:
    """Change opaque JSON everywhere in it, the inner values first."""

    def walk(value: Json) -> Json:
        if isinstance(value, dict):
            value = {name: walk(member) for name, member in value.items()}
        elif isinstance(value, list):
            value = [walk(item) for item in value]
        return change(value)

    return walk


def _without_nulls(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: member for name, member in value.items() if member is not None}
    return value


def _without_empties(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: member for name, member in value.items() if member not in ("", [], {})}
    return value


def _without_special(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: member for name, member in value.items() if name != SPECIAL_NAMES[0]}
    return value


def _as_doubles(value: Json) -> Json:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return int(as_double(value))
    return float(value) if isinstance(value, Numeral) else value


def _single(value: Json) -> Json:
    """Give a number as a float of 32 bits holds it."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e38:
        return value
    single: float = struct.unpack("f", struct.pack("f", value))[0]
    return single


def _refusing_variant(site: Site) -> Hooks:
    tag, word = site.shape.tag, site.word

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            if isinstance(value, dict) and value.get(tag) == word:
                raise refuse(word)
            return read(value, reading)

        return changed

    return reading(site.shape.name, wrap)


def _refusing_special(site: Site) -> Hooks:
    def check(members: dict[str, Json]) -> dict[str, Json]:
        if SPECIAL_NAMES[0] in members:
            raise refuse(SPECIAL_NAMES[0])
        return members

    return around_object(site, check)


def _taking(kind: Callable[[Json], bool]) -> Callable[[Site], Hooks]:
    """Understand what is no object as some value of the type."""

    def build(site: Site) -> Hooks:
        def wrap(read: Reader) -> Reader:
            return lambda value, reading: {} if kind(value) else read(value, reading)

        return reading(site.shape.name, wrap)

    return build


def _is_one(operator: str) -> Callable[[Json], bool]:
    return {
        "null": lambda value: value is None,
        "true": lambda value: value is True,
        "a number": lambda value: type(value) is int,
        "a string": lambda value: isinstance(value, str),
        "an empty list": lambda value: value == [] and isinstance(value, list),
    }[operator]


def _is_wrong(kind: str) -> Callable[[Site], bool]:
    """Tell whether JSON of a kind is wrong where the site's type is due."""

    def fits(site: Site) -> bool:
        if kind == "null":
            return not takes_null(site.shape)
        if isinstance(site.shape, Word):
            return kind == "an empty list"
        return kind != "an empty list"

    return fits


def _can_be_falsy(shape: type) -> Callable[[Site], bool]:
    """Fit where a falsy value is settled: an empty text is no usual URI."""
    return lambda site: isinstance(site.shape, shape) and getattr(site.shape, "form", None) is None


_FALSY = {Boolean: Rule.VALUE, Text: Rule.TEXT, Opaque: Rule.OPAQUE, Array: Rule.EMPTY_LIST}

CONTENT_OPERATORS: tuple[Operator, ...] = (
    Operator("a member is lost", (Rule.VALUE,), fields, _losing(lambda _: True)),
    Operator(
        "a variant is refused",
        (Rule.VALUE,),
        variants,
        _refusing_variant,
    ),
    *(
        Operator(
            f"{kind} is understood as the type",
            (Rule.WRONG_TYPE,),
            roots,
            _taking(_is_one(kind)),
            _is_wrong(kind),
        )
        for kind in ("null", "true", "a number", "a string", "an empty list")
    ),
    *(
        Operator(
            f"a falsy {shape.__name__.lower()} is lost",
            (rule,),
            fields,
            _losing(_is_falsy),
            _can_be_falsy(shape),
            arguments=(EMPTY_IS_ABSENCE, FALSE_IS_DEFAULT),
        )
        for shape, rule in _FALSY.items()
    ),
    Operator(
        "an empty list refuses its object",
        (Rule.EMPTY_LIST,),
        fields,
        _changing(lambda value: value if value else _raise()),
        lambda site: isinstance(site.shape, Array) and not site.own_field.tolerant,
    ),
    Operator(
        "an empty list becomes null",
        (Rule.EMPTY_LIST,),
        fields,
        _changing(lambda value: value or None),
        _shaped(Array),
        arguments=(NULL_FOR_EMPTY,),
    ),
    Operator("text is trimmed", (Rule.TEXT,), fields, _changing(lambda v: v.strip()), _is_text),
    Operator(
        "text is normalised",
        (Rule.TEXT,),
        fields,
        _changing(lambda value: unicodedata.normalize("NFC", value)),
        _is_text,
    ),
    Operator("text is cut", (Rule.TEXT,), fields, _changing(lambda v: v[:255]), _is_text),
    Operator(
        "text ends at a NUL",
        (Rule.TEXT,),
        fields,
        _changing(lambda value: value.partition("\0")[0]),
        _is_text,
    ),
    Operator(
        "line ends in text are changed",
        (Rule.TEXT,),
        fields,
        _changing(lambda value: value.replace("\r\n", "\n")),
        _is_text,
    ),
    Operator("text is unescaped as HTML", (Rule.TEXT,), fields, _changing(html.unescape), _is_text),
    Operator(
        "the text null becomes null",
        (Rule.TEXT,),
        fields,
        _changing(lambda value: None if value == "null" else value),
        _is_text,
    ),
    Operator(
        "nulls in opaque JSON are lost",
        (Rule.OPAQUE,),
        fields,
        _changing(_inside(_without_nulls)),
        _shaped(Opaque),
    ),
    Operator(
        "empty values in opaque JSON are lost",
        (Rule.OPAQUE,),
        fields,
        _changing(_inside(_without_empties)),
        _shaped(Opaque),
    ),
    Operator(
        "numbers in opaque JSON are single floats",
        (Rule.OPAQUE,),
        fields,
        _changing(_inside(_single)),
        _shaped(Opaque),
    ),
    Operator(
        "digits in opaque JSON are lost past 2^53",
        (Rule.DIGITS,),
        fields,
        _changing(_inside(_as_doubles)),
        _shaped(Opaque),
    ),
    Operator(
        "__proto__ in opaque JSON is lost",
        (Rule.SPECIAL_NAME,),
        fields,
        _changing(_inside(_without_special)),
        _shaped(Opaque),
    ),
    Operator(
        "__proto__ refuses its object",
        (Rule.SPECIAL_NAME,),
        objects,
        _refusing_special,
    ),
    Operator(
        "a newer member is lost",
        (Rule.NEWER_MEMBER,),
        contested_fields,
        _losing(lambda _: True),
    ),
    Operator(
        "a newer variant is refused",
        (Rule.NEWER_MEMBER,),
        contested_variants,
        _refusing_variant,
    ),
)


def _raise() -> Json:
    raise refuse("an empty list")
