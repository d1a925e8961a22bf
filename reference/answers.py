"""Every acceptable answer to a request: one if the text is settled, else one a reading."""

from collections.abc import Sequence
from dataclasses import dataclass

from .codec import Refused, SourceText, decode, fold
from .equality import same
from .jsonvalues import Json
from .oddities import ODDITIES
from .profile import Profile
from .reading import Reading
from .trace import Rule, Trace

MOST_READINGS = 1000
"""Past that many combinations of readings every answer is taken."""


@dataclass(frozen=True)
class Accepted:
    """The text is understood as `value`, in normal form."""

    value: Json


@dataclass(frozen=True)
class RefusedAnswer:
    """The text is refused; `reason` and `pointer` say to a person why and where."""

    reason: str
    pointer: str


@dataclass(frozen=True)
class Anything:
    """No document says what becomes of the text: an answer is all that is asked for."""


Answer = Accepted | RefusedAnswer | Anything


@dataclass(frozen=True)
class Answers:
    """The acceptable answers to one request; the only one of a settled text is the original's.

    `readings` names, for each, what it chose of the oddities; `oddities` are the classes met, and
    `trace` what the text touched in any reading.
    """

    acceptable: tuple[Answer, ...]
    readings: tuple[tuple[tuple[str, str], ...], ...]
    oddities: frozenset[str]
    trace: frozenset[tuple[Rule, str]]

    @property
    def settled(self) -> bool:
        """Tell whether there is one answer alone."""
        return len(self.acceptable) == 1 and not isinstance(self.acceptable[0], Anything)

    @property
    def expected(self) -> Answer:
        """Give the original's answer where it is settled, else one of the acceptable ones."""
        return self.acceptable[0]


def answers(profile: Profile, op: str, type_: str, texts: Sequence[SourceText]) -> Answers:
    """Work out the acceptable answers to `op` ("decode", of one text, or "fold") on `type_`."""
    acceptable: list[Answer] = []
    readings: list[tuple[tuple[str, str], ...]] = []
    met: set[str] = set()
    trace: Trace = set()
    parsed: dict[SourceText, tuple[Json, frozenset[str]]] = {}
    waiting: list[dict[str, str]] = [{}]
    for _ in range(MOST_READINGS):
        if not waiting:
            break
        choices = waiting.pop()
        reading = Reading(choices, trace, parsed)
        answer = _answer(profile, op, type_, texts, reading)
        met |= reading.met
        open_questions = sorted(reading.met - choices.keys())
        if open_questions:
            oddity = open_questions[0]
            waiting.extend(
                {**choices, oddity: choice} for choice in reversed(ODDITIES[oddity].readings)
            )
        elif not any(_equal(answer, other) for other in acceptable):
            acceptable.append(answer)
            readings.append(tuple(sorted(choices.items())))
    else:
        acceptable.append(Anything())
        readings.append(())
    if Anything() in acceptable:
        acceptable, readings = [Anything()], [()]
    return Answers(tuple(acceptable), tuple(readings), frozenset(met), frozenset(trace))


def _answer(
    profile: Profile, op: str, type_: str, texts: Sequence[SourceText], reading: Reading
) -> Answer:
    try:
        if op == "decode":
            [text] = texts
            value = decode(profile, type_, text, reading)
        else:
            value = fold(profile, type_, texts, reading)
    except Refused as refused:
        return Anything() if reading.open else RefusedAnswer(refused.reason, refused.pointer)
    return Anything() if reading.open else Accepted(value)


def _equal(left: Answer, right: Answer) -> bool:
    if isinstance(left, Accepted) and isinstance(right, Accepted):
        return same(left.value, right.value)
    return type(left) is type(right)
