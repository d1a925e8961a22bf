"""The same JSON value, spelled otherwise: a text is taken apart into tokens and put together.

What is drawn are a few ways of spelling, which the tokens of a kind take in turn. So a text of any
length and depth needs few draws, and Hypothesis can make each way plain again.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from toolwire.reference import dumps, parse

from . import spelling
from .naming import told_as

T = TypeVar("T")
_Piece: TypeAlias = "str | list[_Piece]"
"""A text, or pieces to be joined at the end: at each level anew it would take its square."""


def json_texts(document: str) -> st.SearchStrategy[str]:
    """Texts that mean the same as the JSON text `document`.

    Strings and names have other escapes, numbers other exponents and zeros, members another order,
    and tokens white space between them. A whole number without point and exponent stays as it is,
    for to some readers 1 and 1.0 are not the same; and where a name stands twice in an object, the
    order of its members stays.

    Raises `toolwire.reference.NotJson`, a ValueError, for a text that is no JSON.
    """
    parse(document)
    texts = st.builds(
        lambda *ways: _respelled(document, *map(cycle, ways)),
        _turns(_STRINGS),
        _turns(_NUMBERS),
        _turns(_ORDERS),
        _turns(_SPACES),
    )
    return told_as("other spellings of a JSON text", texts)


def _turns(ways: Sequence[T]) -> st.SearchStrategy[list[T]]:
    return st.lists(st.sampled_from(ways), min_size=1, max_size=7)


def _as_it_is(text: str) -> str:
    return text


def _of_value(spell: Callable[[str], str]) -> Callable[[str], str]:
    return lambda token: spell(json.loads(token))


def _with_zeros(number: str) -> str:
    """Write zeros that add nothing: `0.50`, `1.0e5`."""
    sign, whole, fraction, exponent = _parts(number)
    return f"{sign}{whole}.{fraction}0{exponent and 'e'}{exponent}"


def _scaled(number: str) -> str:
    """Write without a point: `5e-1`."""
    sign, whole, fraction, exponent = _parts(number)
    if len(exponent) > _LONG_EXPONENT:
        return number
    digits = (whole + fraction).lstrip("0") or "0"
    return f"{sign}{digits}e{int(exponent or '0') - len(fraction)}"


def _signed(number: str) -> str:
    """Write an exponent of zero with its sign, or the one that there is with a capital."""
    return number.upper() if "e" in number.lower() else f"{number}E+0"


def _parts(number: str) -> Sequence[str]:
    found = _NUMBER.fullmatch(number)
    assert found is not None
    return found.groups("")


_SPACES = ("", " ", "\t", "\n", "\r\n", "  \n\t ")
_STRINGS = (
    _as_it_is,
    _of_value(dumps),
    _of_value(spelling.escaped),
    _of_value(spelling.solidus),
)
_NUMBERS = (_as_it_is, _with_zeros, _scaled, _signed)
_LONG_EXPONENT = 9
_NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?")
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[][{}:,]|[^][{}:,"\s]++', re.DOTALL)


def _reversed(members: list[_Piece]) -> list[_Piece]:
    return members[::-1]


def _rotated(members: list[_Piece]) -> list[_Piece]:
    return [*members[1:], *members[:1]]


_ORDERS: Sequence[Callable[[list[_Piece]], list[_Piece]]] = (list, _reversed, _rotated)


class _Open:
    """A container that has been begun: what it holds, and the member or item being read."""

    def __init__(self) -> None:
        self.parts: list[_Piece] = []
        self.names: list[str] = []
        self.part: list[_Piece] = []

    def end_part(self, space: str) -> None:
        if self.part:
            self.parts.append([*self.part, space])
            self.part = []


def _respelled(
    document: str,
    strings: Iterator[Callable[[str], str]],
    numbers: Iterator[Callable[[str], str]],
    orders: Iterator[Callable[[list[_Piece]], list[_Piece]]],
    spaces: Iterator[str],
) -> str:
    stack, before = [_Open()], ""
    for token in _TOKEN.findall(document):
        here = stack[-1]
        if token in "[{":
            stack.append(_Open())
        elif token in "]}":
            here.end_part(next(spaces))
            stack.pop()
            parts = here.parts
            if len(set(here.names)) == len(parts):
                parts = next(orders)(parts)
            inside = [piece for part in parts for piece in (",", part)][1:]
            opening = "{" if token == "}" else "["
            stack[-1].part += [next(spaces), opening, inside or next(spaces), token]
        elif token == ",":
            here.end_part(next(spaces))
        elif token == ":":
            here.names.append(json.loads(before))
            here.part += [next(spaces), token]
        else:
            piece = token
            if token.startswith('"'):
                piece = next(strings)(token)
            elif token[0] in "-0123456789" and not token.lstrip("-").isdecimal():
                piece = next(numbers)(token)
            here.part += [next(spaces), piece]
        before = token
    return "".join(_flat([*stack[0].part, next(spaces)]))


def _flat(pieces: list[_Piece]) -> Iterator[str]:
    waiting = [iter(pieces)]
    while waiting:
        for piece in waiting[-1]:
            if not isinstance(piece, str):
                waiting.append(iter(piece))
                break
            yield piece
        else:
            waiting.pop()
