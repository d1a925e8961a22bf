"""Showing what strangers wrote: escaped, and cut to what a person reads."""

import unicodedata
from collections.abc import Iterator, Sequence

from toolwire.reference import (
    Accepted,
    Answers,
    Anything,
    Json,
    Nothing,
    SourceText,
    Streamed,
    Written,
    dumps,
)
from toolwire.reference import (
    Answer as AcceptableAnswer,
)
from toolwire.strategies.trials import Input

from .candidates import Answer, Faulted, Refused, StreamItems, Understood, Unsupported
from .comparison import ABSENT

WIDTH = 240
_SLACK = 40


def printable(text: str, width: int = WIDTH) -> str:
    """Give `text` in one line without anything that a terminal would act on, cut to `width`.

    Control and format characters, lone surrogates and unassigned ones become escapes. What is cut
    out of the middle is counted.
    """
    if len(text) > width + _SLACK:
        head, tail = text[: width * 2 // 3], text[-width // 3 :]
        cut = len(text) - len(head) - len(tail)
        return f"{_escaped(head)} …{cut:,} more characters… {_escaped(tail)}"
    return _escaped(text)


def printable_lines(text: str, width: int = 1_000) -> str:
    """Give `text` with each of its lines made `printable`."""
    return "\n".join(printable(line, width) for line in text.splitlines())


def _escaped(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        each if unicodedata.category(each)[0] not in "CZ" or each == " " else _escape(each)
        for each in text
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def show_text(text: SourceText, width: int = WIDTH) -> str:
    """Show a text under test; bytes that are no UTF-8 as Python writes them."""
    if not text:
        return "(empty)"
    return printable(text if isinstance(text, str) else repr(text), width)


def show_input(asked: Input, width: int = WIDTH) -> list[str]:
    """Show the texts of an input, a line each; of a stream the whole and where it is cut."""
    if asked.op == "stream":
        return [*_show_stream(asked.texts, width)]
    shown = [show_text(text, width) for text in asked.texts]
    return shown if asked.limit is None else [*shown, f"(the limit is {_bytes(asked.limit)})"]


def _show_stream(chunks: Sequence[SourceText], width: int) -> Iterator[str]:
    octets = [chunk if isinstance(chunk, bytes) else chunk.encode() for chunk in chunks]
    whole = b"".join(octets)
    try:
        yield show_text(whole.decode("utf-8"), width)
    except UnicodeDecodeError:
        yield show_text(whole, width)
    if len(octets) > 1:
        sizes = [f"{len(each):,}" for each in octets[:_PIECES]]
        more = [f"{len(octets) - _PIECES:,} more"] if len(octets) > _PIECES else []
        yield f"(in {len(octets):,} pieces of {' + '.join((*sizes, *more))} bytes)"


def _bytes(count: int) -> str:
    return f"{count:,} byte{'' if count == 1 else 's'}"


_PIECES = 12


def show_value(value: Json, width: int = WIDTH) -> str:
    """Show a JSON value, or that there is none."""
    return "(absent)" if value is ABSENT else printable(dumps(value), width)


def show_acceptable(answer: AcceptableAnswer, width: int = WIDTH) -> str:
    """Show one acceptable answer."""
    if isinstance(answer, Accepted):
        return show_value(answer.value, width)
    if isinstance(answer, Anything):
        return "any answer"
    if isinstance(answer, Nothing):
        return "nothing"
    if isinstance(answer, Written):
        return show_text(answer.text, width)
    if isinstance(answer, Streamed):
        return _show_items([_show_line(line, width) for line in answer.lines])
    return printable(f"refused: {answer.reason}", width)


def show_answer(answer: Answer, width: int = WIDTH) -> str:
    """Show what a candidate answered."""
    match answer:
        case Understood():
            return show_text(answer.text, width)
        case Refused():
            stage = " (when writing it)" if answer.stage == "encode" else ""
            return printable(f"refused{stage}: {' '.join(answer.error.split())}", width)
        case Unsupported():
            return "not supported"
        case Faulted():
            return printable(f"no answer: {answer.fault.kind}: {answer.fault.detail}", width)
        case StreamItems():
            return _show_items([show_answer(item, width) for item in answer.items])


def _show_line(line: Answers, width: int) -> str:
    """Show what may come of one line of a stream."""
    return " or ".join(show_acceptable(each, width) for each in line.acceptable)


def _show_items(items: Sequence[str]) -> str:
    """Show the items of a stream, numbered as a JSON Pointer counts them."""
    if not items:
        return "no item"
    shown = [f"[{index}] {item}" for index, item in enumerate(items[:_ITEMS])]
    return "; ".join(shown) + (f"; and {len(items) - _ITEMS} more" if len(items) > _ITEMS else "")


_ITEMS = 6
