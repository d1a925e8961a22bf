"""Makers of JSON that a protocol hands on: any, any object, and metadata that is merged."""

from collections.abc import Sequence
from random import Random

from toolwire.reference import dumps
from toolwire.reference.shapes import Opaque

from ..values import OPAQUE_OBJECTS, OPAQUES, deep
from .scalars import Make, number, text

NAMES = (
    *("a", "b", "c", "example.dev/trace", "x.y", "id", "type", "_meta", "path", "", "limit"),
    *("content", "0", "null", "é", "title", "toolCallId", "__proto__", "constructor"),
)
_STARTS = tuple(dumps(name) + ":" for name in NAMES)
_STRIDE = 7  # of three out of more than fourteen names, none stands twice
_OPAQUES = tuple(map(dumps, OPAQUES))
_OPAQUE_OBJECTS = tuple(map(dumps, OPAQUE_OBJECTS))
_MOST_DEEP = 100


def members(random: Random, starts: Sequence[str], depth: int) -> list[str]:
    """Give up to three members whose names begin `starts`, none twice."""
    at = int(random.random() * len(starts))
    return [
        starts[(at + _STRIDE * index) % len(starts)] + opaque(random, depth)
        for index in range(int(random.random() * 4))
    ]


def opaque(random: Random, depth: int = 0) -> str:
    """Give any JSON, at most a few levels deep or, seldom, many."""
    draw = random.random()
    if draw < 0.4 or depth > 3:
        return _OPAQUES[int(draw * 997) % len(_OPAQUES)]
    if draw < 0.6:
        return text(random)
    if draw < 0.7:
        return number(random)
    if draw < 0.75:
        return "null"
    if draw < 0.76 and not depth:
        return str(deep(1 + random.getrandbits(7) % _MOST_DEEP).text)
    if draw < 0.9:
        return "{" + ",".join(members(random, _STARTS, depth + 1)) + "}"
    return "[" + ",".join([opaque(random, depth + 1) for _ in range(int(draw * 40) - 36)]) + "]"


def opaque_object(random: Random) -> str:
    """Give any object."""
    draw = random.random()
    if draw < 0.3:
        return _OPAQUE_OBJECTS[int(draw / 0.3 * len(_OPAQUE_OBJECTS))]
    return "{" + ",".join(members(random, _STARTS, 1)) + "}"


_KEYS = tuple(dumps(name) + ":" for name in ("a", "b", "x.y", "example.dev/trace"))
_CHANGES = tuple(
    map(dumps, (None, None, False, True, 0, 1, "", "x", [], {}, {"a": 1}, {"b": None}))
)


def metadata(random: Random) -> str:
    """Give an object to be merged by key: few keys, so that they meet, with telling values."""
    at = random.getrandbits(4)
    return (
        "{"
        + ",".join(
            [
                _KEYS[(at + index) % 4] + _CHANGES[int(random.random() * len(_CHANGES))]
                for index in range(at // 4)
            ]
        )
        + "}"
    )


def told(random: Random) -> str:
    """Give any JSON but null, which is not always told from nothing."""
    made = opaque(random)
    return made if made != "null" else "false"


def opaque_maker(shape: Opaque) -> Make:
    """Give the maker of JSON that is handed on."""
    return opaque_object if shape.is_object else told
