"""Reading the members of what a person wrote as JSON, each mistake told in a few words."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any

_SHOWN = 60


def read_members(
    kinds: Mapping[str, type], content: Mapping[str, Any], *, needed: Sequence[str]
) -> dict[str, Any]:
    """Give the members of `content`, each as its kind.

    A tuple is a list of unlike strings that is not empty, and a date is written as ISO 8601 does.
    Raises ValueError for a member that is missing, unknown, or of another kind.
    """
    for name in content:
        if name not in kinds:
            near = get_close_matches(name, kinds, n=1)
            hint = f"; near it: {near[0]}" if near else f"; there are {', '.join(kinds)}"
            raise ValueError(f"there is no member {name!r}{hint}")
    for name in needed:
        if name not in content:
            raise ValueError(f"it lacks the member {name!r}")
    found = {}
    for name, value in content.items():
        wanted, read = _READERS[kinds[name]]
        try:
            found[name] = read(value)
        except ValueError:
            shown = repr(value)
            shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
            raise ValueError(f"{name!r} must be {wanted}, not {shown}") from None
    return found


def _checked(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:  # true is a number to Python
            raise ValueError
        return value

    return read


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    value.encode()  # what cannot be written again is not taken in
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError
    texts = tuple(map(_text, value))
    if len(set(texts)) < len(texts):
        raise ValueError
    return texts


def _date(value: Any) -> date:
    if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError
    return date.fromisoformat(value)


_READERS: Mapping[type, tuple[str, Callable[[Any], Any]]] = {
    int: ("a whole number", _checked(int)),
    bool: ("true or false", _checked(bool)),
    list: ("a list", _checked(list)),
    str: ("a string", _text),
    tuple: ("a list of strings, none of them twice, that is not empty", _texts),
    date: ('a date such as "2026-12-31"', _date),
}
