"""The named items of a Rust source text, found with regular expressions.

This is not a parser of Rust. It knows enough of the language's outline (comments, literals,
brackets, attributes and the words that begin an item) to say where each item starts and ends, which
is all that an index of a document needs. Bodies of functions and of macros are not looked into, nor
are the calls of macros, but for those that list words, `some_macro! { Name { Word = "word", } }`:
they are read as an enum.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

HASH_DIGITS = 16
"""How many hex digits of an item's SHA-256 are kept: enough to notice that a text has changed."""

_OPAQUE = re.compile(
    r"""
      //[^\n]*
    | /\*.*?\*/
    | \bb?r(?P<hashes>\#*)".*?"(?P=hashes)
    | \bb?"(?:\\.|[^"\\])*" | "(?:\\.|[^"\\])*"
    | '(?:\\u\{[^}]*\}|\\x..|\\.|[^\\'\n])'
    | ->  | =>
    """,
    re.DOTALL | re.VERBOSE,
)
_VISIBILITY = r"(?:pub(?:\([^)]*\))?\s+)?"
_ITEM = re.compile(
    _VISIBILITY
    + r"(?:(?:default|const|async|unsafe|extern)\s+)*"
    + r"(?P<word>macro_rules!|\w[\w:]*!"
    + r"|(?:fn|struct|enum|union|trait|impl|mod|type|const|static|use)\b)"
    + r"\s*(?P<name>\w+)?"
)
_FIELD = re.compile(_VISIBILITY + r"(?P<name>\w+)\s*:")
_VARIANT = re.compile(r"(?P<name>\w+)\s*(?P<body>\{)?")
_WORDS = re.compile(
    r"""
    (?P<name>\w+) \s* (?P<body>\{)
    (?: \s* (?:\#\[[^\]]*\]\s*)* \w+ \s* = \s* (?:,|(?=\})) )+
    \s* \} \s*
    """,
    re.VERBOSE,
)
_KINDS = {"macro_rules!": "macro", "union": "struct", "static": "const"}
_ENDS_AT_SEMICOLON = frozenset({"type", "const", "static", "use"})
_OPENING, _CLOSING = "([{<", ")]}>"


@dataclass(frozen=True, slots=True)
class RustItem:
    """One item: its path within the file, what it is, where it begins, and a hash of its text.

    The text that is hashed includes the comments and attributes directly above the item; the line
    is that of the item itself.
    """

    name: str
    kind: str
    line: int
    sha256: str


def rust_items(text: str) -> tuple[RustItem, ...]:
    """List the items of a Rust file in the order of their lines.

    Names are paths within the file: `Type`, `Type::field`, `Type::Variant`, `Type::Variant::field`,
    `Type::method`, `<Type as Trait>`, `<Type as Trait>::method`, `tests::name`. A method that bears
    the name of a field is `Type::name()`.

    Raises ValueError for a text whose outline is not understood (brackets that do not pair, say),
    and for one in which two items have one name.
    """
    items = list(_Outline(text).items(0, len(text), ""))
    fields = {item.name for item in items if item.kind == "field"}
    names: set[str] = set()
    for place, item in enumerate(items):
        if item.kind == "fn" and item.name in fields:
            items[place] = item = replace(item, name=f"{item.name}()")
        if item.name in names:
            raise ValueError(f"line {item.line}: a second item is named {item.name}")
        names.add(item.name)
    return tuple(items)


class _Outline:
    """A text beside its outline: the same text with comments and literals blanked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.bare = _OPAQUE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)

    def items(self, start: int, end: int, prefix: str) -> Iterator[RustItem]:
        """Walk the items of a block, from `start` to `end`."""
        after = start
        while (at := self._past_attributes(after, end)) < end:
            match = _ITEM.match(self.bare, at, end)
            if match is None:
                raise ValueError(f"line {self._line(at)}: no Rust item begins here")
            word, name = match["word"], match["name"] or ""
            stop, body = self._extent(match.end(), end, word)
            if word == "impl":
                yield from self._impl(after, at, match.end("word"), body, stop, prefix)
            elif word == "mod":
                if body:
                    yield from self.items(body + 1, stop - 1, f"{prefix}{name}::")
            elif word.endswith("!") and word != "macro_rules!":
                if body:
                    yield from self._words(body + 1, stop - 1, prefix)
            elif word != "use":
                kind = _KINDS.get(word, word)
                if kind == "fn" and re.search(r"#\[\s*test\s*\]", self.bare[after:at]):
                    kind = "test"
                yield self._item(prefix + name, kind, after, at, stop)
                if body and kind in {"struct", "enum"}:
                    yield from self._members(body + 1, stop - 1, f"{prefix}{name}::", kind)
                elif body and kind == "trait":
                    yield from self.items(body + 1, stop - 1, f"{prefix}{name}::")
            after = stop

    def _impl(
        self, after: int, at: int, head: int, body: int, stop: int, prefix: str
    ) -> Iterator[RustItem]:
        header = self.bare[head:body].strip()
        if header.startswith("<"):
            header = header[_matching(header, 0) :]
        header = re.sub(r"'\w+\s*,?\s*", "", header.split(" where ")[0].split("\nwhere")[0])
        header = re.sub(r"\s+", " ", header).replace("<>", "").strip()
        trait, _, target = header.rpartition(" for ")
        target = re.sub(r"<.*>$", "", target)
        if trait:
            target = f"<{target} as {trait}>"
            yield self._item(prefix + target, "impl", after, at, stop)
        yield from self.items(body + 1, stop - 1, f"{prefix}{target}::")

    def _words(self, start: int, end: int, prefix: str) -> Iterator[RustItem]:
        """Walk the words that a macro's call lists; a call of any other form has no items."""
        at = self._past_attributes(start, end)
        match = _WORDS.fullmatch(self.bare, at, end)
        if match:
            name = prefix + match["name"]
            yield self._item(name, "enum", start, at, end)
            body = match.start("body")
            close = _matching(self.bare, body) - 1
            yield from self._members(body + 1, close, f"{name}::", "enum")

    def _members(self, start: int, end: int, prefix: str, kind: str) -> Iterator[RustItem]:
        """Walk the fields of a struct or the variants of an enum."""
        pattern = _FIELD if kind == "struct" else _VARIANT
        after = start
        while (at := self._past_attributes(after, end)) < end:
            match = pattern.match(self.bare, at, end)
            if match is None:
                raise ValueError(f"line {self._line(at)}: no member of a {kind} begins here")
            stop = self._comma(at, end)
            name = prefix + match["name"]
            yield self._item(name, "field" if kind == "struct" else "variant", after, at, stop)
            if kind == "enum" and match["body"]:
                body = match.start("body")
                yield from self._members(
                    body + 1, _matching(self.bare, body) - 1, f"{name}::", "struct"
                )
            after = stop + 1

    def _item(self, name: str, kind: str, after: int, at: int, stop: int) -> RustItem:
        """Make an item whose comments and attributes lie somewhere between `after` and `at`."""
        above = self.text[after:at]
        if "\n" in above:
            first_line, rest = above.split("\n", 1)
            if self._is_blank_outline(after, after + len(first_line)):
                above = rest
        above = re.split(r"\n[ \t]*\n", above)[-1]
        text = (above + self.text[at:stop]).strip()
        digest = hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]
        return RustItem(name, kind, self._line(at), digest)

    def _is_blank_outline(self, start: int, end: int) -> bool:
        return not self.bare[start:end].strip()

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def _past_attributes(self, at: int, end: int) -> int:
        """Give the place of the next thing that is neither white space nor an attribute."""
        while at < end:
            if self.bare[at].isspace() or self.bare[at] in ",;":
                at += 1
            elif self.bare[at] == "#":
                at = _matching(self.bare, self.bare.index("[", at))
            else:
                break
        return at

    def _extent(self, at: int, end: int, word: str) -> tuple[int, int]:
        """Give the end of an item and the place of its body's brace (0 when it has none)."""
        while at < end:
            char = self.bare[at]
            if char == ";":
                return at + 1, 0
            if char == "{" and word not in _ENDS_AT_SEMICOLON:
                return _matching(self.bare, at), at
            at = _matching(self.bare, at) if char in "([{" else at + 1
        raise ValueError(f"line {self._line(at)}: the text ends within a Rust item")

    def _comma(self, at: int, end: int) -> int:
        """Give the place of the comma that ends a member, or the end of the block."""
        while at < end and self.bare[at] != ",":
            at = _matching(self.bare, at) if self.bare[at] in _OPENING else at + 1
        return min(at, end)


def _matching(bare: str, at: int) -> int:
    """Give the place just past the bracket that closes the one at `at`."""
    kinds = "<>" if bare[at] == "<" else "()[]{}"
    depth = 0
    for place in range(at, len(bare)):
        if bare[place] in kinds:
            depth += 1 if bare[place] in _OPENING else -1
            if depth == 0:
                return place + 1
    raise ValueError(f"a bracket {bare[at]!r} is not closed")
