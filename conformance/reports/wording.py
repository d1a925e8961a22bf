"""What a report's failures hold, in lines that are safe to show: printable, and cut."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import SourceText
from toolwire.strategies.trials import Input
from toolwire.strategies.wiretext import from_wire

from ..display import printable, show_input, show_text
from ..remarks import reasons
from ..rendering import evidence_lines, kind_in_words, rerun_command

COMMAND_WIDTH = 2_000
"""A command is of no use when it is cut, so it may be long."""
_ITEMS = 12
_BEFORE = 3


@dataclass(frozen=True)
class Part:
    """A labelled part of a failure, such as its input."""

    label: str
    lines: tuple[str, ...]


def headline(failure: Mapping[str, Any], requirement: str) -> str:
    """Say in a few words where a failure of `requirement` is and what went wrong."""
    return f"{printable(failure['site'], 160)}: {kind_in_words(failure['kind'], requirement)}"


def parts(
    failure: Mapping[str, Any], requirement: str, candidate: Mapping[str, Any], width: int
) -> list[Part]:
    """Give all that is shown of a failure of `requirement`; no text is much longer than `width`."""
    got, at = failure["got"], failure["pointer"]
    found = [
        ("known", [] if failure["known"] is None else [reasons({"failures": [failure]})]),
        ("asked", [printable(f"{failure['op']} {failure['type']}", width)]),
        ("input", input_lines(failure, width)),
        ("wanted", list(_wanted(failure["expected"], width, at))),
        ("got", answer_lines(got, width, at)),
        ("at", [printable(at, width)] if at else []),
        ("traceback", evidence_lines(got.get("traceback", ""))),
        ("stderr", evidence_lines(got.get("stderr", ""))),
        ("replay", replay_lines(failure, requirement, candidate)),
    ]
    return [Part(label, tuple(lines)) for label, lines in found if lines]


def size(failure: Mapping[str, Any]) -> int:
    """Give the length of a failure's input."""
    return sum(
        each["length"] if isinstance(each, dict) and "length" in each else len(_text(each))
        for each in failure["texts"]
    )


def input_lines(failure: Mapping[str, Any], width: int) -> list[str]:
    """Show what was asked, a line for each text."""
    texts = failure["texts"]
    if failure["op"] != "stream":
        limit = failure["limit"]
        shown = [_shown(text, width) for text in texts]
        return shown if limit is None else [*shown, f"(the limit is {limit} bytes)"]
    pieces = tuple(
        _text(text.get("cut", text) if isinstance(text, dict) else text) for text in texts
    )
    lines = show_input(Input("stream", failure["type"], pieces), width)
    if any(isinstance(text, dict) and "cut" in text for text in texts):
        lines.append(f"(cut: the whole has {size(failure):,} bytes)")
    return lines


def replay_lines(
    failure: Mapping[str, Any], requirement: str, candidate: Mapping[str, Any]
) -> list[str]:
    """Give the command that asks a failure again, if its input was stored or need not be."""
    target, options = candidate["target"], candidate["options"]
    if candidate["again"] == "pytest":
        command = rerun_command(target, f"toolwire::{requirement}[{candidate['name']}]", options)
    elif failure["stored"] is None:
        return []
    else:
        command = shlex.join(
            ("toolwire", "replay", failure["stored"], f"--impl={target}", *options)
        )
    return [printable(command, COMMAND_WIDTH)]


def _wanted(expected: Sequence[Mapping[str, Any]], width: int, at: str) -> Iterator[str]:
    for index, answer in enumerate(expected):
        first, *others = acceptable_lines(answer, width, at)
        yield f"or {first}" if index else first
        yield from others


def acceptable_lines(answer: Mapping[str, Any], width: int, at: str = "") -> list[str]:
    """Show one acceptable answer, a line for each item of a stream."""
    if "items" in answer:
        items = [
            " or ".join(line for each in alternatives for line in acceptable_lines(each, width))
            for alternatives in answer["items"]
        ]
        return list(_numbered(items, at))
    if "anything" in answer:
        return ["any answer"]
    if "nothing" in answer:
        return ["nothing"]
    return answer_lines(answer, width)


def answer_lines(answer: Mapping[str, Any], width: int, at: str = "") -> list[str]:
    """Show what a candidate answered, a line for each item of a stream."""
    if "items" in answer:
        items = [line for each in answer["items"] for line in answer_lines(each, width)]
        return list(_numbered(items, at))
    if "fault" in answer:
        return [printable(f"no answer: {answer['fault']}: {answer['detail']}", width)]
    if "ok" not in answer:
        return ["not supported"]
    if answer["ok"]:
        return [_shown(answer["text"], width)]
    stage = " (when writing it)" if answer.get("stage") == "encode" else ""
    return [printable(f"refused{stage}: {' '.join(answer['error'].split())}", width)]


def _numbered(items: Sequence[str], at: str) -> Iterator[str]:
    """Number the items of a stream; of many those about the place `at`, a JSON Pointer."""
    if not items:
        yield "no item"
    index = at[1:].partition("/")[0]
    place = int(index) if index.isascii() and index.isdigit() and len(index) < 9 else 0
    start = max(0, min(place, len(items)) - _BEFORE) if place >= _ITEMS else 0
    if start:
        yield f"({start} before these)"
    for number, item in enumerate(items[start : start + _ITEMS], start):
        yield f"[{number}] {item}"
    if len(items) > start + _ITEMS:
        yield f"(and {len(items) - start - _ITEMS} more)"


def _shown(value: Any, width: int) -> str:
    """Show a text of a report; of one that the report cuts, the beginning and how much is not."""
    if not (isinstance(value, dict) and "cut" in value):
        return show_text(_text(value), width)
    head = _text(value["cut"])[:width]
    return f"{show_text(head, width)} …{value['length'] - len(head):,} more…"


def _text(wire: Any) -> SourceText:
    """Read a text; what is none, in a report that Toolwire did not write, is shown as JSON."""
    try:
        return from_wire(wire)
    except ValueError:
        return json.dumps(wire)
