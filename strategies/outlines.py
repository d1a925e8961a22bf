"""An input as one string with its outline: where in it things stand that may be left out.

The string holds what the input holds, byte for byte, so that what is odd about its spelling stays
when something else is taken away. Bytes that are no UTF-8 stand in it as surrogate escapes, as
Python calls them; between the texts of a fold stands `PART`, and where a stream is cut `CUT`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from toolwire.reference.streams import as_text

from .trials import Input

CUT = "\ud800"
PART = "\ud801"
Span = tuple[int, int]


class Kind(Enum):
    """What a node of an outline is."""

    PARTS = auto()
    """All texts of a fold, or all lines of a stream."""
    OBJECT = auto()
    ARRAY = auto()
    STRING = auto()
    NUMBER = auto()
    WORD = auto()
    """`null` and its like; also what is no JSON value and stands where one should."""
    ODD = auto()
    """A text that has no outline, for its brackets do not match, say."""


@dataclass(slots=True, eq=False)
class Node:
    """A value, or all texts together. `parts` are its members, items, texts or lines.

    `depth` counts what lies around it; `inside` are the values of its members and its items.
    """

    kind: Kind
    start: int
    end: int
    depth: int
    parts: list[Span] = field(default_factory=list)
    inside: list["Node"] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Outline:
    """An input as a string; its nodes, the outermost first, and the white space between them."""

    asked: Input
    text: str
    nodes: tuple[Node, ...]
    spaces: tuple[Span, ...]


def as_string(asked: Input) -> str:
    """Give an input's texts as one string; see above."""
    pieces = (
        text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
        for text in asked.texts
    )
    return (CUT if asked.op == "stream" else PART).join(pieces)


def as_input(asked: Input, text: str, *, sliding: bool = False) -> Input:
    """Give the input that `text` stands for, of the operation and type of `asked`.

    With `sliding` the limit of a cut falls by as much as the text has become shorter.
    """
    mark = CUT if asked.op == "stream" else PART
    octets = [piece.encode("utf-8", "surrogateescape") for piece in text.split(mark)]
    texts = tuple(octets) if asked.op == "stream" else tuple(map(as_text, octets))
    limit = asked.limit
    if sliding and limit is not None:
        before = len(as_string(asked).encode("utf-8", "surrogateescape"))
        limit = max(0, limit - before + sum(map(len, octets)))
    return replace(asked, texts=texts, limit=limit)


def outline(asked: Input) -> Outline:
    """Look at an input: its texts or lines, and the values in each that is JSON by its brackets."""
    text = as_string(asked)
    root = Node(Kind.PARTS, 0, len(text), 0)
    nodes, spaces = [root], list[Span]()
    for start, end in _texts(asked, text):
        if asked.op in ("fold", "stream"):
            root.parts.append((start, end))
        value_end = end - 1 if asked.op == "stream" and text[start:end].endswith("\n") else end
        found = None if asked.op == "cut" else _read(text, start, value_end)
        if found is None:
            nodes.append(Node(Kind.ODD, start, value_end, 1))
        else:
            nodes += sorted(found[0], key=lambda node: node.start)
            spaces += found[1]
    return Outline(asked, text, tuple(nodes), tuple(spaces))


def _texts(asked: Input, text: str) -> Iterator[Span]:
    """Give the texts, or the lines of a stream with their newlines."""
    pattern = _LINES if asked.op == "stream" else _PARTS
    for match in pattern.finditer(text):
        yield match.span()


_LINES = re.compile("[^\n]*\n|[^\n]+")
_PARTS = re.compile(f"(?<![^{PART}])[^{PART}]*", re.DOTALL)
_TOKEN = re.compile(
    rf'([ \t\r\n{CUT}]+)|("(?:[^"\\]++|\\{CUT}?.)*+")|([\[\]{{}}:,])'
    rf'|([^ \t\r\n\[\]{{}}:,"{PART}]+)',
    re.DOTALL,
)
_SPACE = re.compile(r"[ \t\r\n]")


def _read(text: str, start: int, end: int) -> tuple[list[Node], list[Span]] | None:
    """Give the values and the white space of a text, as only brackets, colons and commas make it.

    None for what has no outline. One loop with a stack of its own, since whoever reduces or
    mutates waits for it most.
    """
    nodes, spaces = list[Node](), list[Span]()
    open_, starts = list[Node](), list[int]()  # the containers; where in each its part starts
    due, at = _VALUE, start
    for match in _TOKEN.finditer(text, start, end):
        start, stop = match.span()
        if start != at:
            return None
        at, head, kind = stop, text[start], match.lastindex
        if kind == _SPACES:
            spaces += (each.span() for each in _SPACE.finditer(text, start, stop))
            continue
        if due <= _VALUE_OR_END:
            if head == "]" and due == _VALUE_OR_END:
                node = open_.pop()
            else:
                if open_ and open_[-1].kind is Kind.ARRAY:
                    starts.append(start)
                node = Node(_KINDS.get(head, Kind.WORD), start, stop, len(open_) + 1)
                if kind == _MARK:
                    if head not in "[{":
                        return None
                    open_.append(node)
                    due = _NAME_OR_END if head == "{" else _VALUE_OR_END
                    continue
        elif due <= _NAME_OR_END:
            if kind != _MARK:
                starts.append(start)
                due = _COLON
                continue
            if head != "}" or due == _NAME:
                return None
            node = open_.pop()
        elif due == _COLON:
            if head != ":":
                return None
            due = _VALUE
            continue
        elif due == _COMMA:
            is_array = open_[-1].kind is Kind.ARRAY
            if head == ",":
                due = _VALUE if is_array else _NAME
                continue
            if head != ("]" if is_array else "}"):
                return None
            node = open_.pop()
        else:
            return None
        node.end = stop
        nodes.append(node)
        due = _ALL
        if open_:
            open_[-1].inside.append(node)
            open_[-1].parts.append((starts.pop(), stop))
            due = _COMMA
    return (nodes, spaces) if due == _ALL and at == end else None


_VALUE, _VALUE_OR_END, _NAME, _NAME_OR_END, _COLON, _COMMA, _ALL = range(7)
"""What is due next in a text; with `_ALL`, nothing."""
_SPACES, _STRING, _MARK, _WORD = range(1, 5)
"""What a token is: the groups of `_TOKEN`."""
_KINDS = {
    **dict.fromkeys("-0123456789", Kind.NUMBER),
    '"': Kind.STRING,
    "{": Kind.OBJECT,
    "[": Kind.ARRAY,
}


def units(text: str, node: Node) -> Iterator[Span]:
    """Give the characters of a string, an escape as one, or the digits of a number."""
    inset = 1 if node.kind is Kind.STRING else 0
    for match in _UNIT.finditer(text, node.start + inset, node.end - inset):
        yield match.span()


def words(text: str, node: Node) -> Iterator[Span]:
    """Give the tokens of a text that has no outline, as far as they can be told apart."""
    for match in _ODD_TOKEN.finditer(text, node.start, node.end):
        yield match.span()


_BYTES = "[\udc80-\udcff]"
_UNIT = re.compile(
    rf"{_BYTES}+(?:{CUT}{_BYTES}+)*"
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.",
    re.DOTALL,
)
_ODD_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\w.+-]+|\s+|.', re.DOTALL)
