"""Of several acceptable answers, the one that the candidate's comes nearest to.

What is objected to in an unsettled input is told of its first reading. Where the candidate reads
the oddity otherwise, and gets something else wrong, that would hide what is wrong.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from toolwire.conformance.candidates import Answer, StreamItems, Understood
from toolwire.reference import (
    Accepted,
    Answers,
    Json,
    NotJson,
    RefusedAnswer,
    Streamed,
    dumps,
    parse,
)
from toolwire.reference import Answer as Acceptable
from toolwire.strategies.trials import Input, decoding

from .signatures import cause

_DEPTH = 40
_FAR = 1_000_000


def nearest(acceptable: Answers, got: Answer) -> Answers:
    """Give the acceptable answers without those that are further from `got` than another."""
    if isinstance(got, StreamItems):
        lines = tuple(
            replace(line, acceptable=(_nearest_of(line, got.items),))
            for each in acceptable.acceptable
            if isinstance(each, Streamed)
            for line in each.lines
        )
        return replace(acceptable, acceptable=(Streamed(lines),))
    return replace(acceptable, acceptable=(_nearest_of(acceptable, [got]),))


def said_plainly(asked: Input, acceptable: Answers) -> Iterator[Input]:
    """Give for each meaning that one odd text may have the text that says no more than that."""
    if asked.op == "decode":
        for each in acceptable.acceptable:
            if isinstance(each, Accepted):
                yield decoding(asked.type, dumps(each.value))


def are_alike(answer: Answer, other: Answer) -> bool:
    """Tell whether two answers say the same: a value, or that there is none and why."""
    if isinstance(answer, Understood) and isinstance(other, Understood):
        return _leaves_of(answer) == _leaves_of(other)
    return type(answer) is type(other) and cause(answer) == cause(other)


def _nearest_of(acceptable: Answers, got: Sequence[Answer]) -> Acceptable:
    """Give the one that comes nearest to one of several answers; of two as near, no refusal."""
    leaves = [_leaves_of(each) for each in got]

    def distance(answer: Acceptable) -> tuple[int, bool]:
        wanted = _leaves(answer.value) if isinstance(answer, Accepted) else None
        is_refusal = isinstance(answer, RefusedAnswer)
        least = min(
            (_apart(wanted, its) if its is not None else _FAR * (not is_refusal) for its in leaves),
            default=0,
        )
        return least, is_refusal

    return min(acceptable.acceptable, key=distance)


def _apart(wanted: "Counter[Hashable] | None", got: "Counter[Hashable]") -> int:
    if wanted is None:
        return _FAR
    return ((wanted - got) + (got - wanted)).total()


def _leaves_of(answer: Answer) -> "Counter[Hashable] | None":
    """Give the leaves of what was understood; None for what was not."""
    if not isinstance(answer, Understood):
        return None
    try:
        return _leaves(parse(answer.text))
    except NotJson:
        return None


def _leaves(value: Json) -> "Counter[Hashable]":
    """Count the leaves of a value, each with the way to it; what lies deep counts as one."""
    found: Counter[Hashable] = Counter()
    waiting: list[tuple[tuple[str, ...], Json]] = [((), value)]
    while waiting:
        path, each = waiting.pop()
        if isinstance(each, dict) and each and len(path) < _DEPTH:
            waiting += [((*path, name), member) for name, member in each.items()]
        elif isinstance(each, list) and each and len(path) < _DEPTH:
            waiting += [((*path, "[]"), item) for item in each]
        else:
            found[path, type(each).__name__, each if isinstance(each, str) else repr(each)] += 1
    return found
