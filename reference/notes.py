"""What the trace takes note of beside the rules that the readers apply in passing."""

from .jsonvalues import Json
from .names import near_names
from .shapes import (
    NO_DEFAULT,
    Array,
    Boolean,
    Field,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Text,
    Word,
)
from .trace import Rule, Trace

WHEN_ABSENT = {
    Presence.REQUIRED: Rule.REQUIRED_ABSENT,
    Presence.OPTIONAL: Rule.OPTIONAL_ABSENT,
    Presence.DEFAULTED: Rule.OPTIONAL_ABSENT,
    Presence.PATCH: Rule.PATCH_ABSENT,
}
WHEN_NULL = {Presence.OPTIONAL: Rule.OPTIONAL_NULL, Presence.PATCH: Rule.PATCH_NULL}


def note_members(
    trace: Trace, shape: Object, value: dict[str, Json], names: set[str], tag: str | None
) -> None:
    """Note what an object's members say: unknown names, near names, another order."""
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


def note_malformed(trace: Trace, what: str, field: Field, member: Json) -> None:
    """Note that the value `member` of a field is malformed, and in what way."""
    site = f"{what}.{field.name}"
    if field.presence is Presence.REQUIRED:
        trace.add((Rule.REQUIRED_DEFAULT if field.tolerant else Rule.REQUIRED_MALFORMED, site))
    elif field.presence is Presence.PATCH:
        trace.add((Rule.PATCH_MALFORMED, site))
    elif not field.tolerant:
        is_null = member is None
        trace.add((Rule.DEFAULT_NULL if is_null else Rule.OPTIONAL_MALFORMED_REFUSED, site))
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
        case Boolean():
            return isinstance(value, int | float | str)
        case Integer() | Number():
            return isinstance(value, bool | str)
        case Array():
            return isinstance(value, dict | str)
        case _:
            return False


def note_value(trace: Trace, what: str, field: Field, member: Json, got: Json) -> None:
    """Note that the value `member` of a field was read as `got`."""
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
