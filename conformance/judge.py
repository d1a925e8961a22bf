"""The judge: whether a candidate's answer is one of the acceptable ones, and if not, what it is."""

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
    parse,
    pointer,
)
from toolwire.reference.oddities import survey
from toolwire.strategies.trials import Input

from .candidates import Answer, Faulted, Refused, Understood, Unsupported
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


def judge(
    profile: str, asked: Input, acceptable: Answers, answer: Answer, *, digits: bool = False
) -> Objection | None:
    """Give the objection to `answer`, or None if it is acceptable.

    With `digits`, numbers in opaque JSON must agree in every digit. An `Unsupported` answer is
    not the judge's: it is neither right nor wrong.
    """
    if isinstance(answer, Unsupported):
        raise TypeError("an operation that is not supported cannot be judged")
    if isinstance(answer, Faulted):
        return Objection(f"no answer: {answer.fault.kind}")
    if isinstance(answer, Refused):
        return _judge_refusal(acceptable, answer)
    if not isinstance(answer, Understood):
        return Objection("answered with a stream's items")
    try:
        value = parse(answer.text)
    except NotJson as error:
        return Objection("what it wrote is not JSON", detail=str(error))
    if "member-twice" in survey(value) and "member-twice" not in acceptable.oddities:
        return Objection("what it wrote has a member twice")
    return _judge_value(profile, asked, acceptable, value, digits)


def _judge_refusal(acceptable: Answers, answer: Refused) -> Objection | None:
    if any(isinstance(each, RefusedAnswer | Anything) for each in acceptable.acceptable):
        return None
    return Objection("could not write it again" if answer.stage == "encode" else "refused")


def _judge_value(
    profile: str, asked: Input, acceptable: Answers, value: Json, digits: bool
) -> Objection | None:
    comparison = _comparison(profile, asked.op == "fold", digits)
    shape = PROFILES[profile].types[asked.type]
    first: Difference | None = None
    for each in acceptable.acceptable:
        if isinstance(each, Anything):
            return None
        if isinstance(each, Accepted):
            unequal = comparison.compare(shape, each.value, value)
            if unequal is None:
                return None
            first = first or unequal
    if first is None:
        return Objection("accepted")
    return Objection(first.kind, pointer(first.path), first)


@cache
def _comparison(profile: str, state: bool, digits: bool) -> Comparison:
    return Comparison(PROFILES[profile], state=state, digits=digits)
