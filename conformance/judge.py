"""The judge: whether a candidate's answer is one of the acceptable ones, and if not, what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answers,
    Anything,
    Json,
    NotJson,
    RefusedAnswer,
    Rule,
    Streamed,
    Written,
    parse,
    pointer,
    same,
)
from toolwire.reference.oddities import survey
from toolwire.strategies.trials import Input

from .alignment import all_told, first_fault, fits, has_false_errors
from .candidates import Answer, Faulted, Refused, StreamItems, Understood, Unsupported
from .comparison import Comparison, Difference


@dataclass(frozen=True)
class Objection:
    """Why an answer is not acceptable.

    `kind` says in a few words what happened, alike for all that happened so, and `detail` what
    differs; `pointer` is where, a JSON Pointer into what was understood. `difference` is there
    when the values differ.
    """

    kind: str
    pointer: str = ""
    difference: Difference | None = None
    detail: str = ""


_QUIET = frozenset({Rule.STREAM_BLANK, Rule.STREAM_OTHER})
ALONE = _QUIET | {Rule.DIGITS, Rule.LEFT_OUT, Rule.CONSTANT, Rule.ALIAS, Rule.STREAM_BAD_TOLD}
"""Rules that are looked at in their own trials alone."""


def judge(
    profile: str, asked: Input, acceptable: Answers, answer: Answer, *, rule: Rule | None = None
) -> Objection | None:
    """Give the objection to `answer`, or None if it is acceptable.

    `rule` is that of the requirement, where the input is its trial: what only that rule is about
    (digits, say) is not looked at for others. An `Unsupported` answer is not the judge's: it is
    neither right nor wrong.
    """
    if isinstance(answer, Unsupported):
        raise TypeError("an operation that is not supported cannot be judged")
    if isinstance(answer, Faulted):
        return Objection(f"no answer: {answer.fault.kind}")
    if asked.op == "stream":
        return _judge_stream(profile, asked, acceptable, answer, rule)
    if isinstance(answer, StreamItems):
        return Objection("answered with a stream's items")
    if isinstance(answer, Refused):
        return _judge_refusal(profile, asked, acceptable, answer)
    if asked.op in ("encode", "cut"):
        return _judge_written(profile, asked, acceptable, answer)
    try:
        value = parse(answer.text)
    except NotJson as error:
        return Objection("what it wrote is not JSON", detail=str(error))
    if "member-twice" in survey(value) and "member-twice" not in acceptable.oddities:
        return Objection("what it wrote has a member twice")
    return _judge_value(profile, asked, acceptable, value, rule)


def _judge_refusal(
    profile: str, asked: Input, acceptable: Answers, answer: Refused
) -> Objection | None:
    for each in acceptable.acceptable:
        if isinstance(each, RefusedAnswer | Anything):
            return None
        if isinstance(each, Written) and asked.op == "encode":
            room = PROFILES[profile].commands[asked.type] - len(each.text.encode())
            if room < _white_space(each.value):  # the line may be longer as another writes it
                return None
    return Objection("could not write it again" if answer.stage == "encode" else "refused")


def _white_space(value: Json) -> int:
    """Give how many spaces a usual writer could put into a value."""
    if isinstance(value, dict):
        return 2 + 2 * len(value) + sum(map(_white_space, value.values()))
    if isinstance(value, list):
        return 2 + len(value) + sum(map(_white_space, value))
    return 0


def _judge_written(
    profile: str, asked: Input, acceptable: Answers, answer: Understood
) -> Objection | None:
    """Judge a command's line, or a text that was cut."""
    for each in acceptable.acceptable:
        if isinstance(each, Anything):
            return None
        if isinstance(each, Written) and asked.op == "cut":
            is_right = answer.text == each.text
            return None if is_right else Objection("cut at another place")
        if isinstance(each, Written):
            return _judge_line(PROFILES[profile].commands[asked.type], each.value, answer)
    return Objection("accepted")


def _judge_line(limit: int, value: Json, answer: Understood) -> Objection | None:
    data = answer.text.encode() if isinstance(answer.text, str) else answer.text
    if not data.endswith(b"\n"):
        return Objection("the line does not end in a newline")
    if data.count(b"\n") > 1:
        return Objection("it is more than one line")
    if len(data) > limit:
        return Objection("the line is longer than the limit")
    try:
        written = parse(answer.text)
    except NotJson as error:
        return Objection("what it wrote is not JSON", detail=str(error))
    return None if same(written, value) else Objection("the line says something else")


def _judge_stream(
    profile: str, asked: Input, acceptable: Answers, answer: Answer, rule: Rule | None
) -> Objection | None:
    if not isinstance(answer, StreamItems):
        refused = isinstance(answer, Refused)
        return Objection("the stream was refused" if refused else "answered without items")
    [streamed] = acceptable.acceptable
    assert isinstance(streamed, Streamed)
    shape = PROFILES[profile].types[PROFILES[profile].streams[asked.type].item]
    roughly = "number-beyond-double" in acceptable.oddities
    comparison = _comparison(profile, state=False, rule=None, roughly=roughly)

    def compare(value: Json, item: Understood) -> Difference | None:
        try:
            return comparison.compare(shape, value, parse(item.text))
        except NotJson:
            return Difference((), value, None)

    if rule is Rule.STREAM_BAD_TOLD:  # what became of the items is for other rules
        told = all_told(streamed.lines, answer.items)
        return None if told else Objection("a bad line was not reported")
    if fits(streamed.lines, answer.items, compare):
        quiet = rule in _QUIET and has_false_errors(streamed.lines, answer.items)
        return Objection("what is no error was reported as one") if quiet else None
    kind, index, unequal = first_fault(streamed.lines, answer.items, compare)
    path: Sequence[str | int] = (index, *(unequal.path if unequal else ()))
    return Objection(kind, pointer(path), unequal)


def _judge_value(
    profile: str, asked: Input, acceptable: Answers, value: Json, rule: Rule | None
) -> Objection | None:
    roughly = "number-beyond-double" in acceptable.oddities
    comparison = _comparison(profile, state=asked.op == "fold", rule=rule, roughly=roughly)
    first: Difference | None = None
    for each in acceptable.acceptable:
        if isinstance(each, Anything):
            return None
        if isinstance(each, Accepted):
            if asked.op == "fold":
                unequal = comparison.compare_state(asked.type, each.value, value)
            else:
                unequal = comparison.compare(PROFILES[profile].types[asked.type], each.value, value)
            if unequal is None:
                return None
            first = first or unequal
    if first is None:
        return Objection("accepted")
    return Objection(first.kind, pointer(first.path), first)


@cache
def _comparison(profile: str, *, state: bool, rule: Rule | None, roughly: bool) -> Comparison:
    return Comparison(PROFILES[profile], state=state, rule=rule, roughly=roughly)
