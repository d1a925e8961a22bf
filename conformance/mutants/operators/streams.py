"""Operators that break how a stream's bytes become lines, and its lines items."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from toolwire.reference import (
    PROFILES,
    Json,
    Profile,
    Reading,
    Rule,
    SourceText,
    codec,
    dumps,
    parse,
)
from toolwire.reference import Refused as Refusal
from toolwire.reference.streams import NoItem, is_blank, lines_of

from ...candidates import Refused, Understood
from ..hooks import Hooks, Item
from ..mutant import Operator
from ..sites import Site

Lines = Callable[[Sequence[bytes]], Iterable[bytes]]
Items = Callable[[Sequence[Item]], Iterable[Item]]


def streams(profile: str) -> Iterator[Site]:
    """Give every stream."""
    for name, stream in PROFILES[profile].streams.items():
        yield Site(profile, name, stream)


def _touches(site: Site) -> Iterator[str]:
    yield f"stream {site.name}"


def _by_lines(lines: Lines) -> Callable[[Site], Hooks]:
    return lambda _: Hooks(lines=lines)


def _by_items(items: Items) -> Callable[[Site], Hooks]:
    return lambda _: Hooks(items=items)


def _split(pattern: bytes) -> Lines:
    def lines(pieces: Sequence[bytes]) -> Iterable[bytes]:
        return re.split(pattern, b"".join(pieces))

    return lines


def _split_text(pieces: Sequence[bytes]) -> Iterable[bytes]:
    text = b"".join(pieces).decode("utf-8", "surrogateescape")
    return (line.encode("utf-8", "surrogateescape") for line in text.splitlines())


def _returns_refused(pieces: Sequence[bytes]) -> Iterable[bytes]:
    for line in lines_of(pieces):
        yield b"\xff" if line.endswith(b"\r") and not is_blank(line) else line


def _blank_is(instead: bytes) -> Lines:
    return lambda pieces: (instead if is_blank(line) else line for line in lines_of(pieces))


def _blank_ends(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return takewhile(lambda line: not is_blank(line), lines_of(pieces))


def _last_lost(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return b"".join(pieces).split(b"\n")[:-1]


def _decoded(errors: str) -> Lines:
    """Decode a line otherwise where it is not UTF-8."""
    return lambda pieces: (line.decode("utf-8", errors).encode() for line in lines_of(pieces))


def _not_utf8_ends(pieces: Sequence[bytes]) -> Iterable[bytes]:
    for line in lines_of(pieces):
        if line.decode("utf-8", "ignore").encode() != line:
            return
        yield line


def _limited(most: int) -> Lines:
    return lambda pieces: (line if len(line) < most else b"x" for line in lines_of(pieces))


def _cut_at(most: int) -> Lines:
    def lines(pieces: Sequence[bytes]) -> Iterable[bytes]:
        for line in lines_of(pieces):
            yield from (line[at : at + most] for at in range(0, len(line), most))

    return lines


def _each_piece(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return lines_of([piece.decode("utf-8", "replace").encode() for piece in pieces])


def _no_buffer(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return (line for piece in pieces for line in lines_of([piece]))


def _empty_piece_ends(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return lines_of(list(takewhile(bool, pieces)))


def _one_a_piece(pieces: Sequence[bytes]) -> Iterable[bytes]:
    """Take one line from what has come with each piece, and the rest at the end."""
    waiting = b""
    for piece in pieces:
        waiting += piece
        if b"\n" in waiting:
            line, waiting = waiting.split(b"\n", 1)
            yield line
    yield from waiting.split(b"\n")[:1] if len(pieces) > 1 else waiting.split(b"\n")


def _is_error(item: Item) -> bool:
    return isinstance(item, Refused)


def _ends_at_error(items: Sequence[Item]) -> Iterable[Item]:
    for item in items:
        yield item
        if _is_error(item):
            return


def _next_lost(items: Sequence[Item]) -> Iterable[Item]:
    """Lose the item behind an error."""
    before = None
    for item in items:
        if _is_error(item) or before is None or not _is_error(before):
            yield item
        before = item


def _handed_on(items: Sequence[Item]) -> Iterable[Item]:
    return (Understood("{}") if _is_error(item) else item for item in items)


def _untold(items: Sequence[Item]) -> Iterable[Item]:
    return (item for item in items if not _is_error(item))


def _told_once(items: Sequence[Item]) -> Iterable[Item]:
    told = False
    for item in items:
        if not (_is_error(item) and told):
            yield item
        told = told or _is_error(item)


def _without_repeats(items: Sequence[Item]) -> Iterable[Item]:
    return (item for at, item in enumerate(items) if at == 0 or item != items[at - 1])


def _twice(items: Sequence[Item]) -> Iterable[Item]:
    return [*items, *(item for item in items[-1:] if not _is_error(item))]


def _by_line(
    instead: Callable[[Profile, str, SourceText, Reading], Json],
) -> Callable[[Site], Hooks]:
    """Do otherwise with a line that gives no item."""

    def read(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
        try:
            return codec.decode_line(profile, name, text, reading)
        except NoItem:
            return instead(profile, name, text, reading)

    return lambda _: Hooks(line=read)


def _others_handed_on(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
    message = parse(text)
    if not isinstance(message, dict) or "method" not in message:
        raise NoItem
    return message.get("params")


def _responses_handed_on(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
    message = parse(text)
    if not isinstance(message, dict) or "result" not in message:
        raise NoItem
    return message["result"]


def _error(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
    raise Refusal("another method")


def _near_methods(site: Site) -> Hooks:
    """Match the method in any case."""
    method = site.shape.method

    def read(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
        try:
            return codec.decode_line(profile, name, text, reading)
        except NoItem:
            message = parse(text)
            called = message.get("method") if isinstance(message, dict) else None
            if not isinstance(called, str) or called.lower() != method:
                raise
            again = dumps({**message, "method": method})
            return codec.decode_line(profile, name, again, reading)

    return Hooks(line=read)


def _has_method(site: Site) -> bool:
    return site.shape.method is not None


def _operator(
    name: str,
    rule: Rule,
    build: Callable[[Site], Hooks],
    fits: Callable[[Site], bool] = lambda _: True,
) -> Operator:
    return Operator(name, (rule,), streams, build, fits, touches=_touches)


STREAM_OPERATORS: tuple[Operator, ...] = (
    _operator("items come in another order", Rule.STREAM_ITEMS, _by_items(lambda i: i[::-1])),
    _operator("an item that repeats is lost", Rule.STREAM_ITEMS, _by_items(_without_repeats)),
    _operator("the last item comes twice", Rule.STREAM_ITEMS, _by_items(_twice)),
    _operator("items are lost past a hundred", Rule.STREAM_ITEMS, _by_items(lambda i: i[:100])),
    _operator("lines end as text lines do", Rule.STREAM_NEWLINE, _by_lines(_split_text)),
    *(
        _operator(f"{name} ends a line", Rule.STREAM_NEWLINE, _by_lines(_split(b"\n|" + end)))
        for name, end in (
            ("a carriage return", b"\r(?!\n)"),
            ("U+2028", "\u2028".encode()),
            ("U+0085", "\u0085".encode()),
            ("a form feed", b"\x0c"),
            ("a vertical tab", b"\x0b"),
        )
    ),
    _operator("a carriage return is kept", Rule.STREAM_CRLF, _by_lines(_returns_refused)),
    _operator("a blank line is an error", Rule.STREAM_BLANK, _by_lines(_blank_is(b"x"))),
    _operator("a blank line is the end", Rule.STREAM_BLANK, _by_lines(_blank_ends)),
    _operator("the last line is lost", Rule.STREAM_LAST, _by_lines(_last_lost)),
    _operator("a bad line ends the stream", Rule.STREAM_BAD, _by_items(_ends_at_error)),
    _operator("a bad line costs the next", Rule.STREAM_BAD, _by_items(_next_lost)),
    _operator("a bad line is handed on", Rule.STREAM_BAD, _by_items(_handed_on)),
    _operator(
        "octets of a line that are no UTF-8 are replaced",
        Rule.STREAM_UTF8,
        _by_lines(_decoded("replace")),
    ),
    _operator(
        "octets of a line that are no UTF-8 are dropped",
        Rule.STREAM_UTF8,
        _by_lines(_decoded("ignore")),
    ),
    _operator("a line that is not UTF-8 is the end", Rule.STREAM_UTF8, _by_lines(_not_utf8_ends)),
    _operator("an error is not told", Rule.STREAM_BAD_TOLD, _by_items(_untold)),
    _operator("errors are told once", Rule.STREAM_BAD_TOLD, _by_items(_told_once)),
    _operator(
        "other methods are handed on",
        Rule.STREAM_OTHER,
        _by_line(_others_handed_on),
        _has_method,
    ),
    _operator(
        "responses are handed on", Rule.STREAM_OTHER, _by_line(_responses_handed_on), _has_method
    ),
    _operator("other methods are errors", Rule.STREAM_OTHER, _by_line(_error), _has_method),
    _operator("a method is matched in any case", Rule.STREAM_OTHER, _near_methods, _has_method),
    _operator("a line past 64 KiB is bad", Rule.STREAM_LONG, _by_lines(_limited(1 << 16))),
    _operator("a line past 1 MiB is bad", Rule.STREAM_LONG, _by_lines(_limited(1 << 20))),
    _operator("a line is cut at 64 KiB", Rule.STREAM_LONG, _by_lines(_cut_at(1 << 16))),
    _operator("each piece is decoded alone", Rule.STREAM_CUT, _by_lines(_each_piece)),
    _operator("each piece is read alone", Rule.STREAM_CUT, _by_lines(_no_buffer)),
    _operator("an empty piece is the end", Rule.STREAM_CUT, _by_lines(_empty_piece_ends)),
    _operator("a piece has one line", Rule.STREAM_CUT, _by_lines(_one_a_piece)),
)
