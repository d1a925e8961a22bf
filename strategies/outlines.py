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
        found = None if asked.op == "cut" else _Reader(text, start, value_end).read()
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
    rf'(?P<space>[ \t\r\n{CUT}]+)|(?P<string>"(?:[^"\\]++|\\{CUT}?.)*+")|(?P<mark>[\[\]{{}}:,])'
    rf'|(?P<word>[^ \t\r\n\[\]{{}}:,"{PART}]+)',
    re.DOTALL,
)
_SPACE = re.compile(r"[ \t\r\n]")


class _Reader:
    """Reads one text with a stack of its own, as only brackets, colons and commas make it."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        self._open: list[Node] = []
        self._starts: list[int] = []  # of the member or item in each that is open
        self._nodes: list[Node] = []

    def read(self) -> tuple[list[Node], list[Span]] | None:
        """Give the values and the white space, or None for what has no outline."""
        spaces: list[Span] = []
        due, at = "value", self._start
        while at < self._end:
            match = _TOKEN.match(self._text, at, self._end)
            if match is None:
                return None
            at = match.end()
            if match["space"]:
                spaces += (each.span() for each in _SPACE.finditer(self._text, *match.span()))
                continue
            after = self._take(due, match)
            if after is None:
                return None
            due = after
        return (self._nodes, spaces) if due == "end" else None

    def _take(self, due: str, match: "re.Match[str]") -> str | None:
        """Take a token where `due` is; give what is due after it, or None if it is not right."""
        token, (start, end) = match[0], match.span()
        if due in ("value", "value or ]"):
            if token == "]" and due == "value or ]":
                return self._close(end)
            if self._open and self._open[-1].kind is Kind.ARRAY:
                self._starts.append(start)
            if token in ("[", "{"):
                kind = Kind.ARRAY if token == "[" else Kind.OBJECT
                self._open.append(Node(kind, start, end, len(self._open) + 1))
                return "value or ]" if token == "[" else "name or }"
            if match["mark"]:
                return None
            return self._end_value(Node(_kind(token), start, end, len(self._open) + 1))
        if due in ("name", "name or }"):
            if token == "}" and due == "name or }":
                return self._close(end)
            self._starts.append(start)
            return "colon" if match["string"] or match["word"] else None
        if due == "colon":
            return "value" if token == ":" else None
        if due == "comma":
            inner = self._open[-1].kind
            if token == ",":
                return "value" if inner is Kind.ARRAY else "name"
            closing = "]" if inner is Kind.ARRAY else "}"
            return self._close(end) if token == closing else None
        return None

    def _close(self, end: int) -> str:
        node = self._open.pop()
        node.end = end
        return self._end_value(node)

    def _end_value(self, node: Node) -> str:
        self._nodes.append(node)
        if not self._open:
            return "end"
        self._open[-1].inside.append(node)
        self._open[-1].parts.append((self._starts.pop(), node.end))
        return "comma"


def _kind(token: str) -> Kind:
    if token.startswith('"'):
        return Kind.STRING
    return Kind.NUMBER if token[0] in "-0123456789" else Kind.WORD


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
