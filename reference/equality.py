"""When two JSON values are the same: numbers as doubles, `true` never 1, at any depth."""

from typing import TypeAlias

from .jsonvalues import Json, Numeral


def same(left: Json, right: Json, digits: bool = False) -> bool:
    """Tell whether two parsed JSON values mean the same.

    Key order never counts. Numbers are equal as doubles, so that 1 is 1.0; with `digits`, numbers
    must be equal exactly.
    """
    return difference(left, right, digits) is None


def difference(left: Json, right: Json, digits: bool = False) -> list[str | int] | None:
    """Give the path to the first place at which two JSON values differ, or None."""
    waiting: list[tuple[_Place, Json, Json]] = [(None, left, right)]
    while waiting:
        place, a, b = waiting.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            for name in [*a, *(name for name in b if name not in a)]:
                if (name in a) is not (name in b):
                    return _path((place, name))
            waiting.extend(((place, name), a[name], b[name]) for name in reversed(a))
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return _path((place, min(len(a), len(b))))
            waiting.extend(((place, at), a[at], b[at]) for at in reversed(range(len(a))))
        elif not _same_scalar(a, b, digits):
            return _path(place)
    return None


_Place: TypeAlias = "tuple[_Place, str | int] | None"
"""Where a value stands: the place of its container and the step from there."""


def _path(place: _Place) -> list[str | int]:
    steps: list[str | int] = []
    while place is not None:
        place, step = place
        steps.append(step)
    return steps[::-1]


def _same_scalar(a: Json, b: Json, digits: bool) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return exactly(a) == exactly(b) if digits else as_double(a) == as_double(b)
    return type(a) is type(b) and bool(a == b)


def as_double(number: float) -> float:
    """Give the nearest double of a JSON number."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def exactly(number: float) -> object:
    """Give something that is equal for two JSON numbers only if they are the same number."""
    from decimal import Decimal

    if isinstance(number, Numeral):
        text = number.text
        return text if len(text.lower().partition("e")[2]) > 6 else Decimal(text)
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(number)
