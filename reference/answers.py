"""Every acceptable answer to a request: one if the text is settled, else one a reading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .codec import decode, decode_line, fold
from .commands import command_line, cut
from .equality import same
from .jsonvalues import Json
from .oddities import ODDITIES
from .profile import Profile
from .reading import Reading, Refused, SourceText
from .streams import NoItem, as_text, is_blank, lines_of, note_stream
from .trace import Rule, Trace

MOST_READINGS = 1000
"""Past that many combinations of readings every answer is taken."""


@dataclass(frozen=True)
class Accepted:
    """The text is understood as `value`, in normal form."""

    value: Json


@dataclass(frozen=True)
class Written:
    """What is written is `text`; of a command's line, any line of the same `value` does."""

    text: str
    value: Json = None


@dataclass(frozen=True)
class Streamed:
    """The lines of a stream that are not blank, each with its acceptable answers."""

    lines: "tuple[Answers, ...]"


@dataclass(frozen=True)
class RefusedAnswer:
    """The text is refused; `reason` and `pointer` say to a person why and where."""

    reason: str
    pointer: str


@dataclass(frozen=True)
class Nothing:
    """A line of a stream gives no item, and is no error."""


@dataclass(frozen=True)
class Anything:
    """No document says what becomes of the text: an answer is all that is asked for."""


Answer = Accepted | Written | Streamed | RefusedAnswer | Nothing | Anything


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
        if len(self.acceptable) != 1 or isinstance(self.acceptable[0], Anything):
            return False
        [only] = self.acceptable
        return not isinstance(only, Streamed) or all(line.settled for line in only.lines)

    @property
    def expected(self) -> Answer:
        """Give the original's answer where it is settled, else one of the acceptable ones."""
        return self.acceptable[0]


def answers(
    profile: Profile,
    op: str,
    type_: str,
    texts: Sequence[SourceText],
    limit: int | None = None,
) -> Answers:
    """Work out the acceptable answers to one request of the candidate protocol.

    `op` is "decode", "encode" or "cut" of one text, "fold" of several, or "stream" of the pieces
    of one; `limit` is that of "cut". Raises `KeyError` for a type that has no such operation.
    """
    if op == "stream":
        return _stream(profile, type_, [_octets(text) for text in texts])
    if op == "fold":
        return _explore(lambda reading: Accepted(fold(profile, type_, texts, reading)))
    [text] = texts
    if op == "encode":
        most = profile.commands[type_]
        return _explore(lambda reading: Written(*command_line(text, most, reading)))
    if op == "cut":
        if type_ not in profile.cuts or limit is None:
            raise KeyError(type_)
        return _explore(lambda reading: Written(cut(text, limit, reading)))
    return _explore(lambda reading: Accepted(decode(profile, type_, text, reading)))


def _stream(profile: Profile, name: str, chunks: Sequence[bytes]) -> Answers:
    if name not in profile.streams:
        raise KeyError(name)
    lines = list(lines_of(chunks))
    texts = [as_text(line) for line in lines if not is_blank(line)]
    found = [_line(profile, name, text) for text in texts]
    trace: Trace = {touch for each in found for touch in each.trace}
    trace |= {(_RULE_OF_LINE[type(each.expected)], name) for each in found}
    if any(isinstance(text, bytes) for text in texts):
        trace.add((Rule.STREAM_UTF8, name))
    note_stream(chunks, lines, name, trace)
    oddities = frozenset(oddity for each in found for oddity in each.oddities)
    told = tuple(each for each in found if each.acceptable != (Nothing(),))
    return Answers((Streamed(told),), ((),), oddities, frozenset(trace))


def _line(profile: Profile, name: str, text: SourceText) -> Answers:
    def read(reading: Reading) -> Answer:
        try:
            return Accepted(decode_line(profile, name, text, reading))
        except NoItem:
            return Nothing()

    return _explore(read)


_RULE_OF_LINE: dict[type, Rule] = {
    Accepted: Rule.STREAM_ITEMS,
    Nothing: Rule.STREAM_OTHER,
    RefusedAnswer: Rule.STREAM_BAD,
    Anything: Rule.STREAM_ITEMS,
}


def _octets(text: SourceText) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _explore(read: Callable[[Reading], Answer]) -> Answers:
    """Collect what `read` answers in every combination of readings of the oddities it meets."""
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
        answer = _answer(read, reading)
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


def _answer(read: Callable[[Reading], Answer], reading: Reading) -> Answer:
    try:
        answer = read(reading)
    except Refused as refused:
        answer = RefusedAnswer(refused.reason, refused.pointer)
    return Anything() if reading.open else answer


def _equal(left: Answer, right: Answer) -> bool:
    if isinstance(left, Accepted) and isinstance(right, Accepted):
        return same(left.value, right.value)
    if isinstance(left, Written) and isinstance(right, Written):
        return left.text == right.text
    return type(left) is type(right)
