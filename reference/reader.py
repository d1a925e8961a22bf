"""Reading: a profile's shapes, compiled into functions from parsed JSON to the normal form.

Each shape becomes one closure. It takes a JSON value and a `Reading`, and gives the value in the
protocol's normal form or raises `Malformed`; a tolerant field above it catches that. Along the way
it notes in the trace which rule it applied at which site, and asks the reading how to take what no
document decides.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from .jsontext import DeepDict, DeepList, Json, Numeral, Repeated
from .names import near_names
from .oddities import ODDITIES, SURROGATE, spoils
from .shapes import (
    NO_DEFAULT,
    Array,
    Field,
    Integer,
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
)
from .trace import Rule, Trace


class Malformed(Exception):
    """A value is not what its shape asks for. `path` leads to it, the innermost step first."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path: list[str | int] = []


class Reading:
    """One way to read one text: what is chosen where no document decides, and what was met.

    `choices` gives a reading for a class of oddity (the original's where it gives none); `met`
    collects the classes that the text turned out to hold; `open` is set when the whole answer is
    left open. `malformed` names the textual oddities that spoil the value they stand in. `parsed`
    may be shared by readings of the same texts, so that each is parsed once.
    """

    __slots__ = ("choices", "malformed", "met", "open", "parsed", "trace")

    def __init__(
        self,
        choices: Mapping[str, str],
        trace: Trace | None = None,
        parsed: dict[str | bytes, tuple[Json, frozenset[str]]] | None = None,
    ) -> None:
        self.choices = choices
        self.trace = trace
        self.malformed: frozenset[str] = frozenset()
        self.met: set[str] = set()
        self.open = False
        self.parsed = parsed

    def choose(self, oddity: str) -> str:
        """Note that the text holds `oddity`; give the reading to take."""
        self.met.add(oddity)
        return self.choices.get(oddity) or ODDITIES[oddity].readings[0]


Reader: TypeAlias = Callable[[Json, Reading], Json]

_ABSENT = object()


class Compiler:
    """Makes readers from shapes, one for each shape object however often it is used."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Shape, Reader]] = {}

    def reader(self, shape: Shape) -> Reader:
        """Give the reader of `shape`."""
        if id(shape) not in self._made:
            self._made[id(shape)] = (shape, self._compile(shape))
        return self._made[id(shape)][1]

    def _compile(self, shape: Shape) -> Reader:
        match shape:
            case Text():
                return _text(shape)
            case Integer():
                return _integer(shape)
            case Number():
                return _number(shape)
            case Opaque():
                return _opaque(shape)
            case Word():
                return _word(shape)
            case Array():
                return _array(shape, self.reader(shape.item))
            case Object():
                return _object(shape, [self.reader(field.shape) for field in shape.fields])
            case Tagged():
                variants = {**shape.elsewhere, **shape.variants}
                readers = {
                    tag: self._variant(each, shape.tag) if each is not None else None
                    for tag, each in variants.items()
                }
                raw = shape.raw
                return _tagged(
                    shape, readers, self._variant(raw, shape.tag, raw=True) if raw else None
                )
            case Untagged():
                return _untagged(shape, [self.reader(variant) for variant in shape.variants])

    def _variant(self, shape: Object, tag: str, raw: bool = False) -> Reader:
        readers = [self.reader(field.shape) for field in shape.fields]
        return _object(shape, readers, tag=tag, raw=raw)


def kind_of(value: Json) -> str:
    """Name the JSON type of `value`, as an error says it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_INSTANT = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_FORMS = {"uri": _URI, "instant": _INSTANT}


def _text(shape: Text) -> Reader:
    form = _FORMS.get(shape.form or "")
    unusual = f"unusual-{shape.form}"

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not str:
            raise Malformed(f"expected a string, got {kind_of(value)}")
        if "lone-surrogate" in reading.malformed and SURROGATE.search(value):
            raise Malformed("a lone surrogate in a string")
        if (
            form is not None
            and not form.fullmatch(value)
            and reading.choose(unusual) == "malformed"
        ):
            raise Malformed(f"expected {shape.form}")
        return value

    return read


def _integer(shape: Integer) -> Reader:
    low, high, other_low = shape.low, shape.high, shape.other_low

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not int:
            value = _as_integer(value, reading)
        if low <= value <= high:
            if (
                other_low is not None
                and value < other_low
                and reading.choose("another-revision") == "there"
            ):
                raise Malformed(f"expected a number of at least {other_low}")
            return value
        if value < 0 and low == 0:
            raise Malformed("expected a number that is not negative")
        if reading.choose("outside-width") == "malformed":
            raise Malformed(f"expected a number between {low} and {high}")
        return value

    return read


def _as_integer(value: Json, reading: Reading) -> int | float:
    """Read a number that is not written as a 64-bit integer where an integer is due."""
    if not isinstance(value, float):
        raise Malformed(f"expected an integer, got {kind_of(value)}")
    if isinstance(value, Numeral):
        if "number-beyond-double" in reading.malformed or abs(value) == float("inf"):
            raise Malformed("a number beyond every double")
        if not set(value.text) - set("-0123456789"):
            return value  # an integer of many digits: the width decides
    if not value.is_integer():
        raise Malformed("expected an integer, got a fraction")
    oddity = "negative-zero" if str(float(value)) == "-0.0" else "integral-float"
    if reading.choose(oddity) == "malformed":
        raise Malformed("expected an integer, got a number with a fraction or exponent")
    return int(value)


def _number(shape: Number) -> Reader:
    low, high = shape.low, shape.high

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not float and type(value) is not int and not isinstance(value, Numeral):
            raise Malformed(f"expected a number, got {kind_of(value)}")
        if isinstance(value, Numeral) and (
            "number-beyond-double" in reading.malformed or abs(value) == float("inf")
        ):
            raise Malformed("a number beyond every double")
        outside = (low is not None and value < low) or (high is not None and value > high)
        if outside and reading.choose("outside-range") == "malformed":
            raise Malformed(f"expected a number between {low} and {high}")
        return value

    return read


def _opaque(shape: Opaque) -> Reader:
    is_object = shape.is_object

    def read(value: Json, reading: Reading) -> Json:
        if is_object and not isinstance(value, dict):
            raise Malformed(f"expected an object, got {kind_of(value)}")
        if reading.malformed and spoils(value, reading.malformed):
            raise Malformed("holds what a reader may refuse")
        return value

    return read


def _word(shape: Word) -> Reader:
    known, unknown, name = frozenset(shape.known), shape.unknown, shape.name

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not str:
            value = _word_of_object(value, reading)
        if value in known:
            if reading.trace is not None:
                reading.trace.add((Rule.WORD, f"{name}:{value}"))
            return value
        if unknown is Unknown.KEPT:
            if "lone-surrogate" in reading.malformed and SURROGATE.search(value):
                raise Malformed("a lone surrogate in a string")
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_WORD_KEPT, name))
            return value
        if unknown is Unknown.MALFORMED:
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_WORD_MALFORMED, name))
            raise Malformed(f"{value!r} is none of {', '.join(shape.known)}")
        return unknown

    def _word_of_object(value: Json, reading: Reading) -> str:
        if isinstance(value, dict) and len(value) == 1:
            [(word, content)] = value.items()
            takes = word in known or isinstance(unknown, str)
            empty = content is None or content == {}
            if takes and empty and reading.choose("object-for-word") == "word":
                return str(word)
        if reading.trace is not None:
            reading.trace.add((Rule.WRONG_TYPE, name))
        raise Malformed(f"expected a string, got {kind_of(value)}")

    return read


def _array(shape: Array, item: Reader) -> Reader:
    skips = shape.skips

    def read(value: Json, reading: Reading) -> Json:
        if not isinstance(value, list):
            raise Malformed(f"expected an array, got {kind_of(value)}")
        if type(value) is DeepList and "deep-nesting" in reading.malformed:
            raise Malformed("nested too deeply")
        items = []
        for index, each in enumerate(value):
            try:
                items.append(item(each, reading))
            except Malformed as malformed:
                if not skips:
                    malformed.path.append(index)
                    raise
        return items

    return read


def _object(
    shape: Object, readers: list[Reader], tag: str | None = None, raw: bool = False
) -> Reader:
    """Make the reader of an object; `tag` is the member beside its fields that names the variant.

    With `raw`, everything that is no field is kept too.
    """
    steps = [
        (
            field.name,
            reader,
            field.presence is Presence.REQUIRED,
            field.presence is Presence.PATCH,
            field.tolerant,
            _default(field),
            field,
        )
        for field, reader in zip(shape.fields, readers, strict=True)
    ]
    names = {field.name for field in shape.fields} | ({tag} if tag is not None else set())
    what = shape.name

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not dict:
            value = _as_object(shape, value, reading, names)
        result: dict[str, Json] = (
            {name: member for name, member in value.items() if name not in names} if raw else {}
        )
        if raw and reading.malformed and spoils(result, reading.malformed):
            raise Malformed("holds what a reader may refuse")
        trace = reading.trace
        if trace is not None:
            _note_members(trace, shape, value, names, tag)
        for name, reader, is_required, is_patch, tolerant, default, field in steps:
            member = value.get(name, _ABSENT)
            if member is _ABSENT:
                if trace is not None:
                    trace.add((_WHEN_ABSENT[field.presence], f"{what}.{name}"))
                if is_required:
                    raise Malformed(f"{name} is missing")
                continue
            if member is None and not is_required:
                if trace is not None:
                    rule = Rule.PATCH_NULL if is_patch else Rule.OPTIONAL_NULL
                    trace.add((rule, f"{what}.{name}"))
                if is_patch:
                    result[name] = None
                continue
            try:
                got = reader(member, reading)
            except Malformed as malformed:
                if trace is not None:
                    _note_malformed(trace, what, field, member)
                if not tolerant:
                    malformed.path.append(name)
                    raise
                if is_required:
                    result[name] = _copy(default)
                continue
            if trace is not None:
                _note_value(trace, what, field, member, got)
            if default is _ABSENT or is_required or got != default:
                result[name] = got
        return result

    return read


def _default(field: Field) -> Json:
    if field.default is NO_DEFAULT:
        return _ABSENT
    return list(field.default) if isinstance(field.default, tuple) else field.default


def _copy(default: Json) -> Json:
    return list(default) if isinstance(default, list) else default


def _as_object(shape: Object, value: Json, reading: Reading, names: set[str]) -> dict[str, Json]:
    """Read an object where the JSON is none, or an odd one."""
    if isinstance(value, DeepDict) and "deep-nesting" in reading.malformed:
        raise Malformed("nested too deeply")
    if isinstance(value, Repeated):
        if (
            names & value.names()
            and reading.choices.get("member-twice", "malformed") == "malformed"
        ):
            raise Malformed("a member stands twice")
        return value
    if isinstance(value, DeepDict):
        return value
    if isinstance(value, list) and shape.positional:
        fields = shape.fields
        if len(value) <= len(fields) and reading.choose("array-for-object") == "in-order":
            return {field.name: item for field, item in zip(fields, value, strict=False)}
    if reading.trace is not None:
        reading.trace.add((Rule.WRONG_TYPE, shape.name))
    raise Malformed(f"expected an object, got {kind_of(value)}")


def _tagged(shape: Tagged, readers: Mapping[str, Reader | None], raw: Reader | None) -> Reader:
    tag_name, what = shape.tag, shape.name
    by_index = list(shape.variants)
    elsewhere = shape.elsewhere

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not dict:
            value = as_object(value, reading)
        tag = value.get(tag_name, _ABSENT)
        if type(tag) is not str:
            tag = tag_of_number(tag, reading)
        if tag not in readers or tag in elsewhere:
            return unknown(tag, value, reading)
        reader = readers[tag]
        if reading.trace is not None:
            rule = Rule.NEWER_MEMBER if tag in shape.contested else Rule.VALUE
            reading.trace.add((rule, f"{what}:{tag}"))
        if reader is None:
            reading.choose("untold-update")
            reading.open = True
            return value
        try:
            return {tag_name: tag, **reader(value, reading)}
        except Malformed:
            if reading.trace is not None and raw is not None:
                reading.trace.add((Rule.KNOWN_VARIANT_MALFORMED, f"{what}:{tag}"))
            raise

    def as_object(value: Json, reading: Reading) -> dict[str, Json]:
        if isinstance(value, DeepDict) and "deep-nesting" in reading.malformed:
            raise Malformed("nested too deeply")
        if isinstance(value, Repeated):
            twice = tag_name in value.names()
            if twice and reading.choices.get("member-twice", "malformed") == "malformed":
                raise Malformed("a member stands twice")
            return value
        if isinstance(value, DeepDict):
            return value
        if isinstance(value, list) and value and shape.positional:  # noqa: SIM102
            if reading.choose("array-for-object") == "in-order":
                head, *rest = value
                tag = head if type(head) is str else tag_of_number(head, reading)
                variant = shape.variants.get(tag)
                if variant is not None and variant.positional and len(rest) <= len(variant.fields):
                    members = zip(variant.fields, rest, strict=False)
                    return {tag_name: tag, **{field.name: item for field, item in members}}
        if reading.trace is not None:
            reading.trace.add((Rule.WRONG_TYPE, what))
        raise Malformed(f"expected an object, got {kind_of(value)}")

    def tag_of_number(tag: Json, reading: Reading) -> str:
        if (
            type(tag) is int
            and 0 <= tag < len(by_index)
            and reading.choose("number-for-tag") == "index"
        ):
            return by_index[tag]
        if reading.trace is not None:
            reading.trace.add((Rule.TAG, what))
        if tag is _ABSENT:
            raise Malformed(f"{tag_name} is missing")
        raise Malformed(f"expected a string for {tag_name}, got {kind_of(tag)}")

    def unknown(tag: str, value: dict[str, Json], reading: Reading) -> Json:
        if tag in elsewhere and reading.choose("another-revision") == "there":
            reader = readers[tag]
            if reader is None:
                reading.open = True
                return value
            return {tag_name: tag, **reader(value, reading)}
        if raw is None:
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_VARIANT_REFUSED, what))
            raise Malformed(f"{tag!r} is none of {', '.join(shape.variants)}")
        if reading.trace is not None:
            reading.trace.add((Rule.UNKNOWN_VARIANT_KEPT, what))
        if "lone-surrogate" in reading.malformed and SURROGATE.search(tag):
            raise Malformed("a lone surrogate in a string")
        return {tag_name: tag, **raw(value, reading)}

    return read


def _untagged(shape: Untagged, readers: list[Reader]) -> Reader:
    def read(value: Json, reading: Reading) -> Json:
        for variant, reader in zip(shape.variants, readers, strict=True):
            try:
                got = reader(value, reading)
            except Malformed:
                continue
            if reading.trace is not None:
                reading.trace.add((Rule.FIRST_VARIANT, variant.name))
            return got
        raise Malformed(f"fits none of {', '.join(each.name for each in shape.variants)}")

    return read


# What the trace takes note of beside the rules that the readers above apply.

_WHEN_ABSENT = {
    Presence.REQUIRED: Rule.REQUIRED_ABSENT,
    Presence.OPTIONAL: Rule.OPTIONAL_ABSENT,
    Presence.PATCH: Rule.PATCH_ABSENT,
}


def _note_members(
    trace: Trace, shape: Object, value: dict[str, Json], names: set[str], tag: str | None
) -> None:
    if unknown := value.keys() - names:
        trace.add((Rule.UNKNOWN_MEMBER, shape.name))
        for name in names:
            if not unknown.isdisjoint(near_names(name)):
                trace.add((Rule.EXACT_NAME, f"{shape.name}.{name}"))
    order = [
        name for name in ([tag] if tag else []) + [f.name for f in shape.fields] if name in value
    ]
    if [name for name in value if name in names] != order:
        trace.add((Rule.MEMBER_ORDER, shape.name))


def _note_malformed(trace: Trace, what: str, field: Field, member: Json) -> None:
    site = f"{what}.{field.name}"
    if field.presence is Presence.REQUIRED:
        trace.add((Rule.REQUIRED_DEFAULT if field.tolerant else Rule.REQUIRED_MALFORMED, site))
    elif field.presence is Presence.PATCH:
        trace.add((Rule.PATCH_MALFORMED, site))
    else:
        trace.add((Rule.OPTIONAL_MALFORMED, site))
    shape = field.shape
    if is_coercible(shape, member):
        trace.add((Rule.NO_COERCION, site))
    if isinstance(shape, Array) and isinstance(member, list):
        trace.add((Rule.BAD_ITEM_REFUSED, site))
    if isinstance(shape, Integer) and isinstance(member, int | float) and member is not True:
        if not float(member).is_integer():
            trace.add((Rule.FRACTION, site))
        elif member < 0 <= shape.low:
            trace.add((Rule.BELOW_ZERO, site))
        elif not shape.low <= member <= shape.high:
            trace.add((Rule.WIDTH, site))


def is_coercible(shape: Shape, value: Json) -> bool:
    """Tell whether a lax library would turn `value`, of another type, into what `shape` asks."""
    match shape:
        case Text():
            return isinstance(value, bool | int | float)
        case Integer() | Number():
            return isinstance(value, bool | str)
        case Array():
            return isinstance(value, dict | str)
        case _:
            return False


def _note_value(trace: Trace, what: str, field: Field, member: Json, got: Json) -> None:
    site = f"{what}.{field.name}"
    trace.add((Rule.NEWER_MEMBER if field.contested else Rule.VALUE, site))
    shape = field.shape
    match shape:
        case Array():
            if not member:
                trace.add((Rule.EMPTY_LIST, site))
            elif len(got) != len(member):
                trace.add((Rule.BAD_ITEM, site))
                if any(is_coercible(shape.item, item) for item in member):
                    trace.add((Rule.NO_COERCION, f"{site}[]"))
        case Text():
            trace.add((Rule.TEXT, site))
        case Word():
            if got != member:
                replaced = field.default is not NO_DEFAULT
                rule = Rule.UNKNOWN_WORD_REPLACED if replaced else Rule.UNKNOWN_WORD_IN_UPDATE
                trace.add((rule, site))
        case Opaque():
            trace.add((Rule.OPAQUE, site))
        case Integer():
            if got == shape.low:
                trace.add((Rule.BOUNDS, f"{site}:low"))
            if got == shape.high:
                trace.add((Rule.BOUNDS, f"{site}:high"))
            if not shape.low <= got <= shape.high:
                trace.add((Rule.WIDTH, site))
        case Number():
            if got == shape.low:
                trace.add((Rule.BOUNDS, f"{site}:low"))
            if got == shape.high:
                trace.add((Rule.BOUNDS, f"{site}:high"))
        case _:
            pass
