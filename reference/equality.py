"""When two JSON values are the same: numbers as doubles, `true` never 1, at any depth."""

from enum import Enum
from math import isclose
from typing import TypeAlias

from .jsonvalues import Json, Numeral


class Numbers(Enum):
    """How closely two numbers must agree."""

    DIGITS = "digits"
    """In every digit."""
    DOUBLES = "doubles"
    """As doubles, so that 1 is 1.0."""
    ROUGHLY = "roughly"
    """As doubles that are neighbours: a fast reader of a long number may miss the nearest one."""


def same(left: Json, right: Json, numbers: Numbers = Numbers.DOUBLES) -> bool:
    """Tell whether two parsed JSON values mean the same; key order never counts."""
    return difference(left, right, numbers) is None


def difference(
    left: Json, right: Json, numbers: Numbers = Numbers.DOUBLES
) -> list[str | int] | None:
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
        elif not _same_scalar(a, b, numbers):
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


def _same_scalar(a: Json, b: Json, numbers: Numbers) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        if numbers is Numbers.DIGITS:
            return exactly(a) == exactly(b)
        one, other = as_double(a), as_double(b)
        return one == other or (numbers is Numbers.ROUGHLY and isclose(one, other, rel_tol=1e-15))
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
