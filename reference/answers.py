"""Every acceptable answer to a request: one if the text is settled, else one a reading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .codec import NO_CHOICES, decode, decode_line, fold
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
    return _explore(_way(profile, op, type_, texts, limit))


def original_answer(
    profile: Profile,
    op: str,
    type_: str,
    texts: Sequence[SourceText],
    limit: int | None = None,
    *,
    traced: bool = False,
) -> Answers | None:
    """Work out the original's answer alone, which is many times as fast.

    It is among those of `answers`, and where no `oddities` were met it is all of them. Gives None
    where it does not tell what is acceptable. Its trace is there only if it is `traced`, and of a
    stream that of the lines alone. Raises `KeyError` as `answers` does.
    """
    if op == "stream":
        return _original_stream(profile, type_, [_octets(text) for text in texts], traced)
    return _once(_way(profile, op, type_, texts, limit), traced)


def _way(
    profile: Profile, op: str, type_: str, texts: Sequence[SourceText], limit: int | None
) -> Callable[[Reading], Answer]:
    """Give what answers a request, but that of a stream, in one reading."""
    if op == "fold":
        return lambda reading: Accepted(fold(profile, type_, texts, reading))
    [text] = texts
    if op == "encode":
        most = profile.commands[type_]
        return lambda reading: Written(*command_line(text, most, reading))
    if op == "cut":
        if type_ not in profile.cuts or limit is None:
            raise KeyError(type_)
        return lambda reading: Written(cut(text, limit, reading))
    return lambda reading: Accepted(decode(profile, type_, text, reading))


def _original_stream(
    profile: Profile, name: str, chunks: Sequence[bytes], traced: bool
) -> Answers | None:
    told: list[Answers] = []
    oddities: set[str] = set()
    trace: Trace = set()
    for text in _texts(profile, name, chunks)[1]:
        found = _once(_line_way(profile, name, text), traced)
        if found is None:
            return None
        oddities |= found.oddities
        trace |= found.trace
        if found.acceptable != (Nothing(),):
            told.append(found)
        elif found.oddities:
            return None  # whether the line is told of depends on the reading
    return Answers((Streamed(tuple(told)),), ((),), frozenset(oddities), frozenset(trace))


def _texts(
    profile: Profile, name: str, chunks: Sequence[bytes]
) -> tuple[list[bytes], list[SourceText]]:
    """Give the lines of a stream, and the texts of those that are not blank."""
    if name not in profile.streams:
        raise KeyError(name)
    lines = list(lines_of(chunks))
    return lines, [as_text(line) for line in lines if not is_blank(line)]


def _stream(profile: Profile, name: str, chunks: Sequence[bytes]) -> Answers:
    lines, texts = _texts(profile, name, chunks)
    found = [_explore(_line_way(profile, name, text)) for text in texts]
    trace: Trace = {touch for each in found for touch in each.trace}
    trace |= {(_RULE_OF_LINE[type(each.expected)], name) for each in found}
    if any(isinstance(text, bytes) for text in texts):
        trace.add((Rule.STREAM_UTF8, name))
    note_stream(chunks, lines, name, trace)
    oddities = frozenset(oddity for each in found for oddity in each.oddities)
    told = tuple(each for each in found if each.acceptable != (Nothing(),))
    return Answers((Streamed(told),), ((),), oddities, frozenset(trace))


def _line_way(profile: Profile, name: str, text: SourceText) -> Callable[[Reading], Answer]:
    def read(reading: Reading) -> Answer:
        try:
            return Accepted(decode_line(profile, name, text, reading))
        except NoItem:
            return Nothing()

    return read


_RULE_OF_LINE: dict[type, Rule] = {
    Accepted: Rule.STREAM_ITEMS,
    Nothing: Rule.STREAM_OTHER,
    RefusedAnswer: Rule.STREAM_BAD,
    Anything: Rule.STREAM_ITEMS,
}


def _octets(text: SourceText) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _once(read: Callable[[Reading], Answer], traced: bool) -> Answers | None:
    """Give what `read` answers as the original does, unless that leaves the answer open."""
    trace: Trace = set()
    reading = Reading(NO_CHOICES, trace if traced else None)
    answer = _answer(read, reading)
    if reading.open:
        return None
    return Answers((answer,), ((),), frozenset(reading.met), frozenset(trace))


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
