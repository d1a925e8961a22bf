"""JSON values, written as text at any depth."""

import json
import re
from collections.abc import Iterator

from .jsonvalues import DEPTH_LIMIT, Json, Numeral


def dumps(value: Json) -> str:
    """Write a value as JSON text: no white space, no escapes that JSON does not ask for.

    Takes what `parse` gives, of any depth. A lone surrogate is written as an escape. A number
    that is no JSON number (infinity, NaN) raises `ValueError`.
    """
    try:
        text: str = _ENCODER.encode(value) if _plain(value) else "".join(_pieces(value))
    except RecursionError:
        text = "".join(_pieces(value))
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SURROGATE = re.compile("[\ud800-\udfff]")


def _plain(value: Json) -> bool:
    """Tell whether the standard encoder writes `value` as we do.

    It knows no `Numeral`, and in deep values it recurses as far as the interpreter's limit lets
    it, which a program may have set past what the stack holds.
    """
    level = [value]
    for _ in range(DEPTH_LIMIT + 1):
        inside: list[Json] = []
        for here in level:
            if isinstance(here, dict):
                inside.extend(here.values())
            elif isinstance(here, list):
                inside.extend(here)
            elif isinstance(here, Numeral):
                return False
        if not inside:
            return True
        level = inside
    return False


def _pieces(value: Json) -> Iterator[str]:
    """Write with a stack of our own: strings are text to give out, all else is to be written."""
    stack: list[tuple[bool, Json]] = [(False, value)]
    while stack:
        done, here = stack.pop()
        if done:
            yield here
        elif isinstance(here, dict):
            stack.append((True, "}"))
            for index, (name, member) in reversed(list(enumerate(here.items()))):
                stack.append((False, member))
                stack.append((True, ("," if index else "") + _ENCODER.encode(name) + ":"))
            yield "{"
        elif isinstance(here, list):
            stack.append((True, "]"))
            for index in range(len(here) - 1, -1, -1):
                stack.append((False, here[index]))
                if index:
                    stack.append((True, ","))
            yield "["
        elif isinstance(here, Numeral):
            yield here.text
        else:
            yield _ENCODER.encode(here)
