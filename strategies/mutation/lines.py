"""Changes of streams: other cuts, lines in between, other ends of lines, other methods."""

from itertools import pairwise

from ..edits import Edit, together, writing
from ..framing import (
    Framing,
    bad_lines,
    framings,
    in_message,
    lines_not_utf8,
    other_messages,
    telling_cuts,
)
from ..outlines import CUT
from .operators import InputOperator
from .scene import Scene

_MOST_CUTS = 8


def _framing(scene: Scene) -> Framing | None:
    name = scene.map.asked.type
    return next((each for each in framings(scene.profile) if each.name == name), None)


def _octets(scene: Scene) -> bytes:
    return scene.map.text.replace(CUT, "").encode("utf-8", "surrogateescape")


def _recut(scene: Scene) -> Edit | None:
    """Cut the stream elsewhere, anywhere between its bytes."""
    data = _octets(scene)
    if not data:
        return None
    count = 1 + scene.below(_MOST_CUTS)
    return _cut_at(scene, data, [scene.below(len(data) + 1) for _ in range(count)])


def _cut_inside(scene: Scene) -> Edit | None:
    """Cut through a character, an escape, or the end of a line."""
    data = _octets(scene)
    points = telling_cuts(data)
    if not points:
        return None
    return _cut_at(scene, data, [scene.one_of(points) for _ in range(1 + scene.below(3))])


def _cut_at(scene: Scene, data: bytes, points: list[int]) -> Edit:
    marks = [0, *sorted(points), len(data)]
    pieces = (data[start:end] for start, end in pairwise(marks))
    text = CUT.join(piece.decode("utf-8", "surrogateescape") for piece in pieces)
    return writing((0, len(scene.map.text)), text)


def _join(scene: Scene) -> Edit | None:
    """Join two pieces, or all."""
    marks = [at for at, each in enumerate(scene.map.text) if each == CUT]
    if not marks:
        return None
    chosen = marks if not scene.random.getrandbits(2) else [scene.one_of(marks)]
    return together(writing((at, at + 1), "") for at in chosen)


def _line(scene: Scene) -> Edit | None:
    """Put in a line that carries an item."""
    framing = _framing(scene)
    if framing is None:
        return None
    made = scene.generator.plain(scene.random, framing.stream.item)
    return _insert(scene, in_message(framing.stream.method, made))


def _strange_line(scene: Scene) -> Edit | None:
    """Put in a line that is bad, or a message that carries no item."""
    framing = _framing(scene)
    if framing is None:
        return None
    lines = (
        *bad_lines(framing).values(),
        *other_messages(framing).values(),
        *lines_not_utf8(framing).values(),
    )
    return _insert(scene, scene.one_of(lines).decode("utf-8", "surrogateescape"))


def _blank_line(scene: Scene) -> Edit | None:
    """Put in a line with nothing on it."""
    return _insert(scene, scene.one_of(("", " ", "\r", "\t \r", "\ufeff", "\x0c")))


def _insert(scene: Scene, line: str) -> Edit:
    root = scene.map.root
    return scene.insert(root, scene.below(len(root.parts) + 1), line)


def _ends(scene: Scene) -> list[int]:
    return [at for at, each in enumerate(scene.map.text) if each == "\n"]


def _line_end(scene: Scene) -> Edit | None:
    """End a line otherwise, or all lines: with CRLF, a lone CR, or what is no end."""
    ends = _ends(scene)
    if not ends:
        return None
    chosen = ends if not scene.random.getrandbits(2) else [scene.one_of(ends)]
    new = "\r\n" if scene.random.getrandbits(1) else scene.one_of(("\r", "\u2028", "\x0b", "\n\n"))
    return together(writing((at, at + 1), new) for at in chosen)


def _join_lines(scene: Scene) -> Edit | None:
    """Leave out the end of a line, perhaps of the last one."""
    ends = _ends(scene)
    if not ends:
        return None
    at = ends[-1] if not scene.random.getrandbits(1) else scene.one_of(ends)
    return writing((at, at + 1), "")


_OPS = ("stream",)
LINES = (
    InputOperator("recut", _OPS, _recut),
    InputOperator("cut-inside", _OPS, _cut_inside),
    InputOperator("join", _OPS, _join),
    InputOperator("line", _OPS, _line),
    InputOperator("strange-line", _OPS, _strange_line),
    InputOperator("blank-line", _OPS, _blank_line),
    InputOperator("line-end", _OPS, _line_end),
    InputOperator("join-lines", _OPS, _join_lines),
)
