"""JSON text, read strictly.

The standard library's parser is neither strict enough (it takes NaN and does not see a member
that stands twice) nor safe on deep text (it recurses). Here a text of ordinary depth goes through
its C scanner with hooks that close those gaps, and a deeper one through a parser with a stack of
its own, so that any text gets a verdict, in time and memory proportional to its length.
"""

import json
import re
from decimal import Decimal
from json.decoder import scanstring  # type: ignore[attr-defined]

from .jsonvalues import (
    DEPTH_LIMIT,
    DeepDict,
    DeepList,
    DeepRepeated,
    Json,
    NotJson,
    Numeral,
    Repeated,
    oddness,
)


def parse(text: str | bytes) -> Json:
    """Read one JSON text; see `parse_noting`."""
    return parse_noting(text)[0]


def parse_noting(text: str | bytes) -> tuple[Json, bool]:
    """Read one JSON text, and tell whether `oddities.survey` could find something in its value.

    Takes the text as a string, or as bytes that should be UTF-8. Gives its value: integers that
    fit into 64 bits as int, other numbers as float or, where a double is not exact, `Numeral`;
    objects as dict or, where a name stands twice, `Repeated`; containers deeper than
    `DEPTH_LIMIT` as `DeepList` and `DeepDict`. Raises `NotJson`. A leading byte order mark is
    refused here (RFC 8259, 8.1 leaves it open: see `oddities`).
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotJson(f"not UTF-8: {error.reason} at byte {error.start}") from None
    elif not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise NotJson(f"not UTF-8: a lone surrogate at character {error.start}") from None
    before = oddness.count
    if not is_deeper(text, DEPTH_LIMIT):
        try:
            value: Json = _DECODER.decode(text)
        except json.JSONDecodeError as error:
            raise NotJson(f"{error.msg} at character {error.pos}") from None
        except RecursionError:  # the caller itself stands deep in the stack
            return _parse_deep(text), True
        odd = oddness.count != before or _ESCAPED_SURROGATE.search(text) is not None
        return value, odd
    return _parse_deep(text), True


_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def is_deeper(text: str, limit: int) -> bool:
    """Tell whether more than `limit` containers lie within one another in `text`, a JSON text."""
    return text.count("[") + text.count("{") > limit and depth(text) > limit


def depth(text: str) -> int:
    """Give how many containers lie within one another in `text`, a JSON text."""
    here = deepest = 0
    for bracket in _BRACKETS.findall(text):
        if bracket in ("[", "{"):
            here += 1
            deepest = max(deepest, here)
        elif bracket in ("]", "}"):
            here -= 1
    return deepest


_BRACKETS = re.compile(r'[\[\]{}]|"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else Repeated(pairs)


def _integer(digits: str) -> int | float:
    if len(digits) < 19:
        value = int(digits)
        return value if value or digits[0] != "-" else -0.0
    if len(digits) < 21:
        value = int(digits)
        if -(2**63) <= value < 2**64:
            return value
    return Numeral(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if len(digits) < 17 and "e" not in digits and "E" not in digits:
        return value  # fifteen digits and less always come back from a double
    return value if _is_exact(value, digits) else Numeral(digits)


def _is_exact(value: float, digits: str) -> bool:
    """Tell whether the shortest spelling of `value` is the number that `digits` spell."""
    if value in (float("inf"), float("-inf")):
        return False
    mantissa, _, exponent = digits.lower().partition("e")
    if value == 0.0:
        return not mantissa.strip("-0.")
    if len(exponent) > 6 or len(mantissa) > 400:
        return False
    return Decimal(digits) == Decimal(repr(value))


def _no_constant(name: str) -> float:
    raise NotJson(f"{name} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_no_constant,
)

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_LITERALS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}


def _scalar(text: str, at: int) -> tuple[Json, int]:
    """Read the string, number or literal at `at`; give it and the place after it."""
    head = text[at : at + 1]
    if head == '"':
        try:
            value, end = scanstring(text, at + 1, True)
        except json.JSONDecodeError as error:
            raise NotJson(f"{error.msg} at character {error.pos}") from None
        return value, end
    if head in _LITERALS:
        word, meaning = _LITERALS[head]
        if text.startswith(word, at):
            return meaning, at + len(word)
    elif match := _NUMBER.match(text, at):
        number = _fraction if match[1] or match[2] else _integer
        return number(match[0]), match.end()
    raise NotJson(f"Expecting value at character {at}")


def _parse_deep(text: str) -> Json:
    """Read a text of any depth with a stack of our own."""
    open_: list[list[Json]] = []  # of each open container its items, or its (name, value) pairs
    names: list[str | None] = []  # of each the name that waits for its value; None in an array
    at = _skip(text, 0)
    while True:
        # A value is due at `at`.
        head = text[at : at + 1]
        value: Json
        if head == "[":
            at = _skip(text, at + 1)
            if text[at : at + 1] != "]":
                open_.append([])
                names.append(None)
                continue
            value, at = _close([], False, len(open_)), at + 1
        elif head == "{":
            at = _skip(text, at + 1)
            if text[at : at + 1] != "}":
                open_.append([])
                name, at = _name(text, at)
                names.append(name)
                continue
            value, at = _close([], True, len(open_)), at + 1
        else:
            value, at = _scalar(text, at)
        # A value is complete: it goes into what is open, which it may complete in turn.
        while True:
            at = _skip(text, at)
            if not open_:
                if at != len(text):
                    raise NotJson(f"Extra data at character {at}")
                return value
            waiting = names[-1]
            open_[-1].append(value if waiting is None else (waiting, value))
            separator = text[at : at + 1]
            at += 1
            if separator == ",":
                at = _skip(text, at)
                if waiting is not None:
                    names[-1], at = _name(text, at)
                break
            if separator != ("]" if waiting is None else "}"):
                raise NotJson(f"Expecting ',' delimiter at character {at - 1}")
            names.pop()
            value = _close(open_.pop(), waiting is not None, len(open_))


_SPACES = frozenset(" \t\n\r")


def _skip(text: str, at: int) -> int:
    """Give the place of the first character from `at` on that is no white space."""
    if text[at : at + 1] not in _SPACES:
        return at
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _name(text: str, at: int) -> tuple[str, int]:
    """Read a member's name and the colon behind it; give it and the place of its value."""
    if not text.startswith('"', at):
        raise NotJson(f"Expecting property name enclosed in double quotes at character {at}")
    name, at = _scalar(text, at)
    at = _skip(text, at)
    if not text.startswith(":", at):
        raise NotJson(f"Expecting ':' delimiter at character {at}")
    return name, _skip(text, at + 1)


def _close(items: list[Json], is_object: bool, outside: int) -> Json:
    """Make the container of `items` that lies within `outside` others."""
    if outside < DEPTH_LIMIT:
        return _members(items) if is_object else items
    if not is_object:
        return DeepList(items)
    members = dict(items)
    return DeepDict(members) if len(members) == len(items) else DeepRepeated(items)
