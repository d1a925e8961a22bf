"""Breaks: how a rule of sessions, of streams or of what is written is broken."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from toolwire.conformance.candidates import Refused, Understood
from toolwire.reference import Json, Reading, SourceText
from toolwire.reference import Refused as Refusal
from toolwire.reference.commands import command_line
from toolwire.reference.commands import cut as cut_rightly
from toolwire.reference.session import LiveSession as Session
from toolwire.reference.streams import check_message, is_blank, lines_of

from .candidates import Item

Update = dict[str, Json]

# Sessions


class ChunksReplace(Session):
    """A chunk replaces the content that there is."""

    def _append(self, chunk: Update) -> None:
        call = self.calls.get(chunk[self._kinds.call_id], {})
        if call.get("content"):
            call["content"] = []
        super()._append(chunk)


class ChunksOntoNothing(Session):
    """A chunk for content that was cleared is lost."""

    def _append(self, chunk: Update) -> None:
        call = self.calls.get(chunk[self._kinds.call_id], {})
        if call.get("content", ()) is not None:
            super()._append(chunk)


class ChunksStay(Session):
    """Content in an update replaces what came by updates, and leaves the chunks after it."""

    def _append(self, chunk: Update) -> None:
        super()._append(chunk)
        self._chunks_of(chunk).append(chunk["content"])

    def _patch(self, update: Update) -> None:
        chunks = self._chunks_of(update)
        if "content" in update and chunks:
            update = {**update, "content": [*(update["content"] or ()), *chunks]}
        super()._patch(update)

    def _chunks_of(self, update: Update) -> list[Json]:
        all_chunks: dict[str, list[Json]] = self.__dict__.setdefault("chunks", {})
        return all_chunks.setdefault(update[self._kinds.call_id], [])


class IdsInAnyCase(Session):
    """An id is the same in upper and lower case."""

    def take(self, update: Update) -> None:
        name = update.get(self._kinds.call_id)
        if isinstance(name, str):
            known = (each for each in self.calls if each.lower() == name.lower())
            update = {**update, self._kinds.call_id: next(known, name)}
        super().take(update)


class OneCallAlone(Session):
    """Whatever call an update names, it is for the one that was heard of last."""

    def take(self, update: Update) -> None:
        name = update.get(self._kinds.call_id)
        if name in self.calls:
            update = {**update, self._kinds.call_id: list(self.calls)[-1]}
        super().take(update)


class UpdatesMakeNoCall(Session):
    """An update of a call that is not known is dropped."""

    def _patch(self, update: Update) -> None:
        if update[self._kinds.call_id] in self.calls:
            super()._patch(update)


class NothingAfterTheEnd(Session):
    """An update of a call that is completed is dropped."""

    def _patch(self, update: Update) -> None:
        call = self.calls.get(update[self._kinds.call_id], {})
        if call.get("status") not in ("completed", "failed"):
            super()._patch(update)


class OthersClear(Session):
    """An update that is about no call forgets all calls."""

    def take(self, update: Update) -> None:
        kinds = (self._kinds.starts, self._kinds.patches, self._kinds.appends)
        if update[self._tag] not in kinds:
            self.calls.clear()
        super().take(update)


class NothingWithoutId(Session):
    """An update that names no call is about none, as a reader has it that lets one pass."""

    def take(self, update: Update) -> None:
        if self._kinds.call_id in update:
            super().take(update)


# Lines of a stream

Lines = Callable[[Sequence[bytes]], Iterable[bytes]]


def _of_all(lines: Callable[[bytes], Iterable[bytes]]) -> Lines:
    return lambda pieces: lines(b"".join(pieces))


@_of_all
def split_as_python_does(data: bytes) -> Iterable[bytes]:
    text = data.decode("utf-8", "surrogateescape")
    return [line.encode("utf-8", "surrogateescape") for line in text.splitlines()]


@_of_all
def split_at_line_separators(data: bytes) -> Iterable[bytes]:
    return re.split("\n|\u2028|\u2029".encode(), data)


def carriage_returns_stay(pieces: Sequence[bytes]) -> Iterable[bytes]:
    """Keep the carriage return at a line's end, for a parser that does not know it."""
    return (re.sub(b"\r$", rb"\\r", line) for line in lines_of(pieces))


def blank_lines_end_it(pieces: Sequence[bytes]) -> Iterator[bytes]:
    """Take a blank line for a bad one, and read no further."""
    for line in lines_of(pieces):
        if is_blank(line):
            yield _BAD
            return
        yield line


def blank_lines_are_bad(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return (_BAD if is_blank(line) else line for line in lines_of(pieces))


_BAD = b"{"


@_of_all
def the_last_newline_is_needed(data: bytes) -> Iterable[bytes]:
    return data.split(b"\n")[:-1]


@_of_all
def what_is_no_utf8_is_replaced(data: bytes) -> Iterable[bytes]:
    return lines_of([data.decode("utf-8", "replace").encode()])


def lines_have_a_limit(pieces: Sequence[bytes]) -> Iterator[bytes]:
    """Read lines through a buffer of 64 KiB."""
    for line in lines_of(pieces):
        yield from (line[start : start + _BUFFER] for start in range(0, len(line), _BUFFER))


_BUFFER = 1 << 16


def each_piece_is_decoded_alone(pieces: Sequence[bytes]) -> Iterable[bytes]:
    """Leave out what is no UTF-8 in a piece of several, though it may be half a character."""
    if len(pieces) == 1:
        return lines_of(pieces)
    return half_characters_are_lost(pieces)


def half_characters_are_lost(pieces: Sequence[bytes]) -> Iterable[bytes]:
    """Leave out what is no UTF-8 in each piece, be it half a character or none at all."""
    return lines_of([piece.decode("utf-8", "ignore").encode() for piece in pieces])


def each_piece_is_lines(pieces: Sequence[bytes]) -> Iterable[bytes]:
    return (line for piece in pieces for line in lines_of([piece]))


# Items of a stream


def order_is_turned(items: Sequence[Item]) -> Iterable[Item]:
    return reversed(items)


def bad_lines_kill(items: Sequence[Item]) -> Iterable[Item]:
    if any(isinstance(item, Refused) for item in items):
        raise Refusal("a line that is no message")
    return items


def bad_lines_end_it(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Refused):
            return


def unknown_lines_end_it(items: Sequence[Item]) -> Iterator[Item]:
    for item in items:
        if item == Understood('{"line":"other"}'):
            return
        yield item


def every_method_is_read(value: Json, method: str, reading: Reading) -> None:
    """Take the parameters of any method for those of the one that carries items."""
    if isinstance(value, dict) and isinstance(value.get("method"), str):
        value = {**value, "method": method}
    check_message(value, method, reading)


def other_methods_are_bad(value: Json, method: str, reading: Reading) -> None:
    if isinstance(value, dict) and value.get("method") != method:
        raise Refusal("no such method")
    check_message(value, method, reading)


# What is written

Line = tuple[str, Json]


def two_newlines(text: SourceText, limit: int, reading: Reading) -> Line:
    line, value = command_line(text, limit, reading)
    return f"{line}\n", value


def no_newline(text: SourceText, limit: int, reading: Reading) -> Line:
    line, value = command_line(text, limit, reading)
    return line[:-1], value


def newlines_inside(text: SourceText, limit: int, reading: Reading) -> Line:
    """Write a newline in a string as it is."""
    line, value = command_line(text, limit, reading)
    return line.replace(r"\n", "\n"), value


def newline_is_not_counted(text: SourceText, limit: int, reading: Reading) -> Line:
    return command_line(text, limit + 1, reading)


def limit_is_left_out(text: SourceText, limit: int, reading: Reading) -> Line:
    """Refuse the line that just fits."""
    return command_line(text, limit - 1, reading)


def cut_a_byte_late(text: SourceText, limit: int, reading: Reading) -> str:
    """Cut between bytes, and replace what is left of a character."""
    assert isinstance(text, str)
    return text.encode()[:limit].decode("utf-8", "replace")


def cut_a_character_early(text: SourceText, limit: int, reading: Reading) -> str:
    whole = cut_rightly(text, limit, reading)
    return whole[:-1] if whole != text else whole


def cut_by_characters(text: SourceText, limit: int, reading: Reading) -> str:
    assert isinstance(text, str)
    return text[:limit]
