"""Operators that break what is written: a command's line, its limit, where a text is cut."""

import json
from collections.abc import Callable, Iterator

from toolwire.reference import PROFILES, Json, Reading, Refused, Rule, SourceText, dumps
from toolwire.reference import commands as right

from ..hooks import Hooks
from ..mutant import Operator
from ..sites import Site


def commands(profile: str) -> Iterator[Site]:
    """Give every command that is written."""
    for name in PROFILES[profile].commands:
        yield Site(profile, name)


def cuts(profile: str) -> Iterator[Site]:
    """Give every text that is cut."""
    for name in PROFILES[profile].cuts:
        yield Site(profile, name)


def _line(change: Callable[[str, Json], str]) -> Callable[[Site], Hooks]:
    """Write another line for a command."""

    def command(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
        line, value = right.command_line(text, limit, reading)
        return change(line, value), value

    return lambda _: Hooks(command=command)


def _indented(line: str, value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n" if value else line


def _latin(line: str, value: Json) -> str:
    """Write what lies past ASCII as question marks."""
    return line.encode("ascii", "replace").decode()


def _limit(more: int) -> Callable[[Site], Hooks]:
    """Draw the limit elsewhere."""

    def command(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
        return right.command_line(text, limit + more, reading)

    return lambda _: Hooks(command=command)


def _cutting(cut: Callable[[str, int], str]) -> Callable[[Site], Hooks]:
    def changed(text: SourceText, limit: int, reading: Reading) -> str:
        if isinstance(text, bytes) or limit < 0:
            raise Refused("not UTF-8")
        return cut(text, limit)

    return lambda _: Hooks(cut=changed)


def _octets(text: str, limit: int, errors: str = "ignore") -> str:
    return text.encode()[: max(limit, 0)].decode("utf-8", errors)


def _late(text: str, limit: int) -> str:
    """Go on to the end of the character in which the limit lies."""
    kept = _octets(text, limit)
    return kept if len(kept.encode()) == limit else text[: len(kept) + 1]


WRITING_OPERATORS: tuple[Operator, ...] = tuple(
    Operator(name, (rule,), sites, build)
    for name, rule, sites, build in (
        (
            "a line has no newline",
            Rule.COMMAND_LINE,
            commands,
            _line(lambda line, _: line.rstrip("\n")),
        ),
        (
            "a line has two newlines",
            Rule.COMMAND_LINE,
            commands,
            _line(lambda line, _: line + "\n"),
        ),
        (
            "newlines are not escaped",
            Rule.COMMAND_LINE,
            commands,
            _line(lambda line, _: line.replace("\\n", "\n")),
        ),
        ("a line is indented", Rule.COMMAND_LINE, commands, _line(_indented)),
        ("a line is ASCII", Rule.COMMAND_LINE, commands, _line(_latin)),
        (
            "a line says less",
            Rule.COMMAND_LINE,
            commands,
            _line(lambda _, value: dumps({k: v for k, v in value.items() if v}) + "\n"),
        ),
        ("the newline is not counted", Rule.LINE_LIMIT, commands, _limit(1)),
        ("the limit is one lower", Rule.LINE_LIMIT, commands, _limit(-1)),
        ("there is no limit", Rule.LINE_LIMIT, commands, _limit(1 << 30)),
        (
            "a cut parts a character",
            Rule.CUT,
            cuts,
            _cutting(lambda t, n: _octets(t, n, "replace")),
        ),
        ("a cut is one byte early", Rule.CUT, cuts, _cutting(lambda t, n: _octets(t, n - 1))),
        ("a cut is one byte late", Rule.CUT, cuts, _cutting(lambda t, n: _octets(t, n + 1))),
        ("a cut takes the character in full", Rule.CUT, cuts, _cutting(_late)),
        ("a cut counts characters", Rule.CUT, cuts, _cutting(lambda t, n: t[:n])),
    )
)
