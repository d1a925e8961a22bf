"""What is tried on an input to make it smaller: kinds of places, each with what becomes of it."""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from .edits import Edit, dropping, writing
from .outlines import CUT, Kind, Node, Outline, Span, units, words

Sweep = Callable[[Outline], Sequence[Edit]]

_LEVELS = 6
"""So many levels of a document are outer ones, looked at one by one; what lies deeper, together."""
_LONG_NAME = 40
"""Names of members are shortened from this length on; a shorter one a person reads as it is."""


def _cuts(found: Outline) -> list[Edit]:
    """Put pieces of a stream together."""
    marks = (at for at, each in enumerate(found.text) if each == CUT)
    return [writing((at, at + 1), "") for at in marks] if CUT in found.text else []


def _parts(lowest: int, highest: int | None = None) -> Sweep:
    """Leave out texts and lines (level 0), members and items (from level 1 on)."""

    def places(found: Outline) -> list[Edit]:
        return [
            dropping(number, part)
            for number, node in enumerate(found.nodes)
            if node.depth >= lowest and (highest is None or node.depth <= highest)
            for part in range(len(node.parts))
        ]

    return places


def _hoists(found: Outline) -> list[Edit]:
    """Put in a value's place one of those within it, in an outer one's also from far within."""
    return [
        writing((node.start, node.end), found.text[inner.start : inner.end])
        for node in found.nodes
        for inner in (*_far_within(node), *node.inside)
    ]


def _far_within(node: Node) -> Iterator[Node]:
    """Give what lies halfway down the first values within an outer node, a quarter, and so on."""
    if not 0 < node.depth <= _LEVELS:
        return
    line = [node]
    while line[-1].inside:
        line.append(line[-1].inside[0])
    depth = len(line) - 1
    while depth > 2:
        depth //= 2
        yield line[depth]


def _rewritten(texts: dict[Kind, str]) -> Sweep:
    """Write a simple value in the place of each of some kinds."""

    def places(found: Outline) -> list[Edit]:
        return [
            writing((node.start, node.end), texts[node.kind])
            for node in found.nodes
            if node.kind in texts and node.end - node.start >= len(texts[node.kind])
        ]

    return places


def _characters(found: Outline) -> list[Edit]:
    """Shorten strings, long names and numbers."""
    return [
        writing(span, "")
        for node in (*found.nodes, *_long_names(found))
        if node.kind in (Kind.STRING, Kind.NUMBER) and node.end - node.start > 1
        for span in units(found.text, node)
    ]


def _long_names(found: Outline) -> Iterator[Node]:
    for node in found.nodes:
        if node.kind is Kind.OBJECT:
            for start, end in node.parts:
                name = _STRING.match(found.text, start, end)
                if name is not None and name.end() - start > _LONG_NAME:
                    yield Node(Kind.STRING, start, name.end(), node.depth + 1)


def _spaces(found: Outline) -> list[Edit]:
    return [writing(span, "") for span in found.spaces]


def _escapes(found: Outline) -> list[Edit]:
    """Write characters plainly that need no escape."""
    return [
        writing(match.span(), plain)
        for match in _ESCAPE.finditer(found.text)
        if (plain := _plain(match[0])) is not None
    ]


def _plain(escape: str) -> str | None:
    try:
        character: str = json.loads(f'"{escape}"')
    except ValueError:
        return None
    is_one = len(character) == 1 and not "\ud800" <= character <= "\udfff"
    return character if is_one and character >= " " and character not in '"\\' else None


_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_ESCAPE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.", re.DOTALL)


def _odd(split: Callable[[str, Node], Iterator[Span]]) -> Sweep:
    """Leave out tokens or characters of a text that has no outline."""

    def places(found: Outline) -> list[Edit]:
        return [
            writing(span, "")
            for node in found.nodes
            if node.kind is Kind.ODD
            for span in split(found.text, node)
        ]

    return places


SWEEPS: Sequence[Sweep] = (
    _cuts,
    *(_parts(level, level) for level in range(_LEVELS)),
    _parts(_LEVELS),
    _hoists,
    _rewritten({Kind.STRING: '""', Kind.OBJECT: "{}", Kind.ARRAY: "[]", Kind.NUMBER: "0"}),
    _rewritten({Kind.STRING: "null", Kind.OBJECT: "null", Kind.ARRAY: "null", Kind.NUMBER: "1"}),
    _characters,
    _spaces,
    _escapes,
    _odd(words),
    _odd(units),
)
"""In this order: what takes most away comes first."""
