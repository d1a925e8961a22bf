"""Changes of spelling: the characters of strings, white space, what is no JSON and no UTF-8."""

from toolwire.reference import dumps

from ..edits import Edit, writing
from ..outlines import CUT, PART, Kind, units
from ..spelling import BAD_VALUES
from ..values import LONG_TEXTS, TEXTS
from .names import escaped_somewhere, quoted_near
from .operators import ANY_VALUE, EVERYTHING, Operator
from .scene import Scene
from .standing import Spot


def _string(scene: Scene, spot: Spot) -> Edit | None:
    """Write another string: one that libraries have got wrong, a near one, seldom a long one."""
    how = scene.random.getrandbits(6)
    if how == 0:
        return scene.replace(spot.node, dumps(scene.one_of(LONG_TEXTS)[:5_000]))
    if how < 24:
        return scene.replace(spot.node, quoted_near(scene.random, scene.map.value_of(spot.node)))
    return scene.replace(spot.node, dumps(scene.one_of(TEXTS)))


def _character(scene: Scene, spot: Spot) -> Edit | None:
    """Leave out, double or put in a character of a string or a digit of a number."""
    spans = list(units(scene.map.text, spot.node))
    new = scene.one_of(_DIGITS if spot.node.kind is Kind.NUMBER else _CHARACTERS)
    if not spans:
        at = spot.node.end - 1
        return writing((at, at), new) if spot.node.kind is Kind.STRING else None
    start, end = scene.one_of(spans)
    how = scene.random.getrandbits(2)
    if how == 0:
        return writing((start, end), "")
    if how == 1:
        return writing((start, end), new)
    return writing((end, end), scene.map.text[start:end] if how == 2 else new)


_DIGITS = ("0", "1", "9", "5", ".", "e", "-", "e1", ".0")
_CHARACTERS = (
    *("a", "Z", "0", ".", "/", " ", "-", ":", "~", "%", "\\n", "\\u0000", "\\\\", '\\"', "\\/"),
    *("é", "e\u0301", "漢", "😀", "\\ud83d\\ude00", "\u2028", "\ufeff", "\u0085", "\x7f", "\u202e"),
)


def _escape(scene: Scene, spot: Spot) -> Edit | None:
    """Spell a character of a string with an escape, or all of them."""
    text = scene.map.value_of(spot.node)
    if scene.random.getrandbits(2) or "\\" in text or len(text) > 200 or not text.isascii():
        spelled = escaped_somewhere(scene.random, text)
    else:
        spelled = '"' + "".join(f"\\u{ord(each):04x}" for each in text[1:-1]) + '"'
    return scene.replace(spot.node, spelled) if spelled != text else None


def _surrogate(scene: Scene, spot: Spot) -> Edit | None:
    """Put half of a pair of surrogates into a string, as an escape."""
    return _within(scene, spot, scene.one_of(_SURROGATES))


_SURROGATES = ("\\ud800", "\\udfff", "\\uD83D", "\\udc00\\ud800", "\\ud83d\\u0041", "\\uDE00")


def _octets(scene: Scene, spot: Spot) -> Edit | None:
    """Put bytes in that are no UTF-8."""
    bad = scene.one_of(_OCTETS).decode("utf-8", "surrogateescape")
    if spot.node.kind is Kind.STRING:
        return _within(scene, spot, bad)
    return writing((spot.node.start, spot.node.start), bad)


_OCTETS = (b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xe6\xbc", b"\x80", b"\xf5\x80\x80\x80")


def _within(scene: Scene, spot: Spot, text: str) -> Edit:
    spans = list(units(scene.map.text, spot.node))
    at = scene.one_of(spans)[0] if spans else spot.node.end - 1
    return writing((at, at), text)


def _space(scene: Scene, spot: Spot) -> Edit | None:
    """Put white space in before or after a value or its name; seldom what only looks like it."""
    choices = _SPACES if scene.random.getrandbits(3) else _NO_SPACES
    places = [spot.node.start, spot.node.end]
    if spot.owner is not None and spot.owner.kind is not Kind.PARTS:
        places += spot.owner.parts[spot.number]
    at = scene.one_of(places)
    return writing((at, at), scene.one_of(choices))


_SPACES = (" ", "\t", "\r", " \t\r", "  ", " " * 40, "\n", "\r\n")
_NO_SPACES = ("\x0b", "\x0c", "\u00a0", "\u2028", "\ufeff", "/**/", "\u0085", "\x00")


def _mark(scene: Scene, spot: Spot) -> Edit | None:
    """Put a byte order mark before a text or line."""
    top = scene.map.top_of(spot)
    return writing((top.start, top.start), "\ufeff")


def _truncate(scene: Scene, spot: Spot) -> Edit | None:
    """End a text or line early."""
    top = scene.map.top_of(spot)
    if top.end - top.start < 2:
        return None
    at = top.start + 1 + scene.below(top.end - top.start - 1)
    return writing((at, top.end), "")


def _append(scene: Scene, spot: Spot) -> Edit | None:
    """Put something after a text or line that does not belong there."""
    top = scene.map.top_of(spot)
    return writing((top.end, top.end), scene.one_of(_AFTER))


_AFTER = ("x", ",", "{}", "]", "}", "\x00", " null", "//c", "\x1a", "1")


def _bad_value(scene: Scene, spot: Spot) -> Edit | None:
    """Write what is no JSON in the place of a value, or a comma where none may be."""
    how = scene.random.getrandbits(3)
    if how == 0 and spot.node.kind in (Kind.OBJECT, Kind.ARRAY):
        at = spot.node.end - 1
        return writing((at, at), ",")
    if how == 1 and spot.name and spot.owner is not None:
        start, _ = spot.owner.parts[spot.number]
        quoted = scene.one_of((spot.name[1:-1] or "x", f"'{spot.name[1:-1]}'"))
        return writing((start, start + len(spot.name)), quoted)
    return scene.replace(spot.node, scene.one_of(BAD_VALUES))


def _scramble(scene: Scene, spot: Spot) -> Edit | None:
    """Leave out, write otherwise or put in any one character, wherever it stands."""
    top = scene.map.top_of(spot)
    at = top.start + scene.below(max(1, top.end - top.start))
    if scene.map.text[at : at + 1] in (CUT, PART):
        return None
    end = min(at + scene.random.getrandbits(1), top.end)
    return writing((at, end), scene.one_of(("", *_CHARACTERS, *'{}[]:,"')))


LEXICAL = (
    Operator("string", (Kind.STRING,), _string),
    Operator("character", (Kind.STRING, Kind.NUMBER), _character),
    Operator("escape", (Kind.STRING,), _escape),
    Operator("space", ANY_VALUE, _space),
)
"""What mostly leaves JSON to be read."""
BREAKING = (
    Operator("surrogate", (Kind.STRING,), _surrogate),
    Operator("octets", EVERYTHING, _octets),
    Operator("byte-order-mark", EVERYTHING, _mark),
    Operator("truncate", EVERYTHING, _truncate),
    Operator("append", EVERYTHING, _append),
    Operator("bad-value", ANY_VALUE, _bad_value),
    Operator("scramble", EVERYTHING, _scramble),
)
"""What a reader may refuse whatever the table says; made more seldom than the rest."""
