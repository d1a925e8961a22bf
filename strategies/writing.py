"""Trials of what is written: commands within their limit, and texts cut between characters."""

from collections.abc import Callable, Iterator, Sequence

from hypothesis import strategies as st

from toolwire.reference import Profile, Rule, dumps
from toolwire.reference.jsonvalues import Json

from . import drawn
from .situations import SituationOperator
from .trials import Input, Trial

_COMMANDS: tuple[Json, ...] = (
    {"t": "x"},
    {"type": "interrupt", "id": "1"},
    {"t": "a\nb\r\nc\u2028\u0085"},
    {"t": {"a": [1, 2.5, None, True, "", {}, []]}},
    {"t": "é漢😀"},
    {"t": "", "n": 0, "f": False, "a": [], "o": {}, "z": None},
    {},
)


def _command(type_: str, value: Json) -> Input:
    return Input("encode", type_, (dumps(value),))


def _commanding(profile: Profile) -> Iterator[Trial]:
    for type_ in profile.commands:
        for value in _COMMANDS:
            controls = () if value == _COMMANDS[0] else (_command(type_, _COMMANDS[0]),)
            yield Trial(f"a command of {dumps(value)}", _command(type_, value), controls)


def _filling(profile: Profile) -> Iterator[Trial]:
    """Give commands whose lines end at the limit and on either side of it.

    One is a string, into which nobody writes spaces that would make its line longer.
    """
    for type_, limit in profile.commands.items():
        commands: tuple[tuple[str, Callable[[str], Json]], ...] = (
            ("an object", lambda text: {"t": text}),
            ("a string", lambda text: text),
        )
        for kind, command in commands:
            around = len(dumps(command(""))) + 1
            for over in (-1, 0, 1):
                size = f"{limit:,} bytes{f' and {over}' if over else ''}"
                yield Trial(
                    f"{kind} on a line of {size}, its newline counted",
                    _command(type_, command("a" * (limit - around + over))),
                    (_command(type_, command("a")),),
                )


_CHARACTERS = ("a", "é", "漢", "😀")


def _cutting(profile: Profile) -> Iterator[Trial]:
    for type_ in profile.cuts:
        plain = Input("cut", type_, ("abc",), 5)
        for character in _CHARACTERS:
            text = f"a{character}b"
            size = len(text.encode())
            for limit in range(size + 2):
                site = f"{limit} of {size} bytes, with a character of {len(character.encode())}"
                yield Trial(site, Input("cut", type_, (text,), limit), (plain,))
        yield Trial("nothing", Input("cut", type_, ("",), 0), (plain,))
        yield Trial("a combining mark", Input("cut", type_, ("e\u0301x",), 2), (plain,))
        yield Trial("characters alone", Input("cut", type_, ("😀" * 3,), 7), (plain,))


def _draw_cuts(profile: Profile) -> st.SearchStrategy[Trial] | None:
    if not profile.cuts:
        return None
    type_ = profile.cuts[0]
    plain = Input("cut", type_, ("abc",), 5)
    return st.tuples(drawn.texts(), st.integers(0, 20)).map(
        lambda drawn: Trial("any text", Input("cut", type_, (drawn[0],), drawn[1]), (plain,))
    )


WRITING_OPERATORS: Sequence[SituationOperator] = (
    SituationOperator(Rule.COMMAND_LINE, _commanding),
    SituationOperator(Rule.LINE_LIMIT, _filling),
    SituationOperator(Rule.CUT, _cutting, _draw_cuts),
)
