"""Showing what strangers wrote: escaped, and cut to what a person reads."""

import unicodedata

from toolwire.reference import (
    Accepted,
    Anything,
    Json,
    SourceText,
    dumps,
)
from toolwire.reference import (
    Answer as AcceptableAnswer,
)
from toolwire.strategies.trials import Input

from .candidates import Answer, Faulted, Refused, Understood, Unsupported
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
    """Show the texts of an input, a line each."""
    return [show_text(text, width) for text in asked.texts]


def show_value(value: Json, width: int = WIDTH) -> str:
    """Show a JSON value, or that there is none."""
    return "(absent)" if value is ABSENT else printable(dumps(value), width)


def show_acceptable(answer: AcceptableAnswer, width: int = WIDTH) -> str:
    """Show one acceptable answer."""
    if isinstance(answer, Accepted):
        return show_value(answer.value, width)
    if isinstance(answer, Anything):
        return "any answer"
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
        case _:
            return printable(repr(answer), width)
