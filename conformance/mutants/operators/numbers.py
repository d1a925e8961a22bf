"""Operators that break numbers: bounds, signs, fractions, widths, and what is converted to them."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from toolwire.reference import Json, Rule
from toolwire.reference.jsonvalues import Numeral
from toolwire.reference.reading import Reader, Reading
from toolwire.reference.shapes import (
    Array,
    Boolean,
    Integer,
    Number,
    Object,
    Tagged,
    Text,
    Untagged,
    Word,
)

from ..equivalence import (
    BOUND_IS_OPEN,
    EMPTY_FOR_MALFORMED,
    NEGATIVE_IS_OPEN,
    ZERO_IS_MALFORMED,
)
from ..hooks import Hooks, in_field, inputs, reading_field, reading_items, refuse
from ..mutant import Argument, Operator
from ..sites import Site, fields

Change = Callable[[Json], Json]


def _shaped(*shapes: type) -> Callable[[Site], bool]:
    return lambda site: isinstance(site.shape, shapes)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text_of(value: Json) -> Json:
    return str(value) if _is_number(value) else value


def _number_of(value: Json) -> Json:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+(\.0)?", value):
        return int(float(value))
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+\.[0-9]+", value):
        return float(value)
    return value


_COERCIONS: tuple[tuple[str, tuple[type, ...], Change], ...] = (
    ("a number is read as text", (Text,), _text_of),
    ("a boolean is read as text", (Text,), lambda v: "true" if v is True else v),
    ("a string is read as a number", (Number, Integer), _number_of),
    ("a boolean is read as a number", (Number, Integer), lambda v: 1 if v is True else v),
    ("false is read as zero", (Integer, Number), lambda v: 0 if v is False else v),
    ("an empty string is read as zero", (Integer, Number), lambda v: 0 if v == "" else v),
    ("a number is read as a boolean", (Boolean,), lambda v: bool(v) if _is_number(v) else v),
    ("a string is read as a boolean", (Boolean,), lambda v: v != "" if isinstance(v, str) else v),
    ("an empty object is read as a list", (Array,), lambda v: [] if v == {} else v),
)
_LISTINGS: tuple[tuple[str, tuple[type, ...], type], ...] = (
    ("an object is read as a list of it", (Object, Tagged, Untagged), dict),
    ("a string is read as a list of it", (Text, Word), str),
)


_ARGUMENTS: Mapping[tuple[type, ...], tuple[Argument, ...]] = {
    (Array,): (EMPTY_FOR_MALFORMED,),
    (Integer, Number): (ZERO_IS_MALFORMED,),
}


def _listing(kind: type) -> Change:
    return lambda value: [value] if isinstance(value, kind) else value


def _items(*shapes: type) -> Callable[[Site], bool]:
    return lambda site: isinstance(site.shape, Array) and isinstance(site.shape.item, shapes)


def _excluding(bound: str) -> Callable[[Site], Hooks]:
    """Refuse the bound itself."""

    def build(site: Site) -> Hooks:
        limit = getattr(site.shape, bound)

        def wrap(read: Reader) -> Reader:
            def changed(value: Json, reading: Reading) -> Json:
                if _is_number(value) and value == limit:
                    raise refuse("a bound")
                return read(value, reading)

            return changed

        return reading_field(site, wrap)

    return build


def _clamping(site: Site) -> Hooks:
    """Put what lies past the width at its end."""
    shape = site.shape
    return _with(site, lambda v: shape.high if _is_above(v, shape) else v)


def _wrapping(site: Site) -> Hooks:
    shape = site.shape
    size = shape.high - shape.low + 1
    return _with(
        site,
        lambda v: (_int(v) - shape.low) % size + shape.low if _is_above(v, shape) else v,
    )


def _int(value: Json) -> int:
    return int(value.text) if isinstance(value, Numeral) else int(value)


def _is_above(value: Json, shape: Integer) -> bool:
    return _whole(value) and value > shape.high


def _whole(value: Json) -> bool:
    return _is_number(value) and float(value).is_integer()


def _with(site: Site, change: Change) -> Hooks:
    return reading_field(site, inputs(change))


def _reading(change: Change) -> Callable[[Site], Hooks]:
    return lambda site: _with(site, change)


def _reading_items(change: Change) -> Callable[[Site], Hooks]:
    return lambda site: reading_items(site, inputs(change))


def _has_bound(bound: str) -> Callable[[Site], bool]:
    return lambda site: (
        isinstance(site.shape, Integer | Number) and getattr(site.shape, bound) is not None
    )


def _from_zero(site: Site) -> bool:
    return isinstance(site.shape, Integer) and site.shape.low >= 0


def _is_fraction(value: Json) -> bool:
    return isinstance(value, float) and math.isfinite(value) and not value.is_integer()


def _signed(site: Site) -> Hooks:
    shape = replace(site.shape, low=-(2**63), elsewhere=None)
    return in_field(site, shape=shape)


NUMBER_OPERATORS: tuple[Operator, ...] = (
    *(
        Operator(
            name,
            (Rule.NO_COERCION,),
            fields,
            _reading(change),
            _shaped(*shapes),
            arguments=_ARGUMENTS.get(shapes, ()),
        )
        for name, shapes, change in _COERCIONS
    ),
    *(
        Operator(
            name,
            (Rule.NO_COERCION,),
            fields,
            _reading(_listing(kind)),
            _items(*shapes),
        )
        for name, shapes, kind in _LISTINGS
    ),
    *(
        Operator(
            f"{name}, in a list",
            (Rule.NO_COERCION,),
            fields,
            _reading_items(change),
            _items(*shapes),
            touches=lambda site: (site.name, f"{site.name}[]"),
        )
        for name, shapes, change in _COERCIONS
        if shapes == (Text,)  # no list of a protocol here holds numbers or booleans
    ),
    *(
        Operator(
            f"the {what} number is refused",
            (Rule.BOUNDS,),
            fields,
            _excluding(bound),
            _has_bound(bound),
            arguments=(BOUND_IS_OPEN[bound],),
        )
        for what, bound in (("lowest", "low"), ("highest", "high"))
    ),
    Operator(
        "a negative number is read",
        (Rule.BELOW_ZERO,),
        fields,
        _signed,
        _from_zero,
        arguments=(NEGATIVE_IS_OPEN,),
    ),
    Operator(
        "a negative number is made positive",
        (Rule.BELOW_ZERO,),
        fields,
        lambda site: _with(site, lambda v: abs(v) if _is_number(v) else v),
        _from_zero,
    ),
    Operator(
        "a negative number is made the lowest",
        (Rule.BELOW_ZERO,),
        fields,
        lambda site: _with(site, lambda v: max(v, site.shape.low) if _is_number(v) else v),
        _from_zero,
    ),
    Operator(
        "a fraction is cut",
        (Rule.FRACTION,),
        fields,
        lambda site: _with(site, lambda v: int(v) if _is_fraction(v) else v),
        _shaped(Integer),
    ),
    Operator(
        "a fraction is rounded",
        (Rule.FRACTION,),
        fields,
        lambda site: _with(site, lambda v: math.ceil(v) if _is_fraction(v) else v),
        _shaped(Integer),
    ),
    Operator("a wide number wraps", (Rule.WIDTH,), fields, _wrapping, _shaped(Integer)),
    Operator("a wide number is clamped", (Rule.WIDTH,), fields, _clamping, _shaped(Integer)),
)
