"""Examining a candidate of the tests, requirement by requirement."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar
from unittest.mock import patch

from hypothesis import strategies as st

import toolwire.conformance.examiner as examining
from toolwire.conformance.candidates import Candidate
from toolwire.conformance.examiner import Examiner
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.conformance.results import Result, Source
from toolwire.reference import Rule
from toolwire.strategies.engine import smallest_failing

from .candidates import Made

T = TypeVar("T")
SEED = 1
EXAMPLES = 10
QUICK = frozenset(Rule) - {Rule.ODD_TEXT}
"""All rules but the one whose texts are long; it asks for an answer, whatever that is."""


OUTER = {
    "acp-v1": "SessionNotification",
    "acp-v2": "SessionNotification",
    "acp-v2-1.20": "SessionNotification",
    "acp-0.0.26": "AgentNotification",
    "megacode": "Line",
    "subc": "ToolCallRequest",
}
"""For each profile the type that holds most of the others."""


def examine(
    made: Candidate, profile: str, examples: int = EXAMPLES, rules: Iterable[Rule] = Rule
) -> Mapping[Rule, Result]:
    """Put the requirements of `profile` to the test; what is drawn is drawn once for all."""
    examiner = Examiner(made, made.start(), made.spec, seed=SEED, examples=examples)
    wanted = set(rules)
    with patch.object(examining, "smallest_failing", _first_failing):
        return {
            each.rule: examiner.examine(each)
            for each in requirements(profile)
            if each.rule in wanted
        }


def touched(made: Made, profile: str) -> set[Rule]:
    """Give the quick rules of which a trial is of an operation that `made` does otherwise.

    What it does as the reference does cannot fail where the reference does not. Long lines are for
    those that read lines otherwise, and not for those that only read what is on them so.
    """
    touched = made.operations
    return {
        rule
        for rule, trials in trials_of(profile).items()
        if rule in QUICK and any(trial.input.op in touched for trial in trials)
        if rule is not Rule.STREAM_LONG or touched == {"stream"}
    }


def _first_failing(
    strategy: st.SearchStrategy[T], fails: Callable[[T], bool], seed: int, examples: int
) -> T | None:
    """Do as `smallest_failing` does, but draw once for all candidates, and never shrink."""
    if examples not in _drawn[seed]:
        values: list[T] = []
        smallest_failing(strategy, lambda value: values.append(value) or False, seed, examples)
        _drawn[seed][examples] = values
    return next((value for value in _drawn[seed][examples] if fails(value)), None)


_drawn: dict[int, dict[int, list[Any]]] = defaultdict(dict)


def failed_unaided(results: Mapping[Rule, Result]) -> set[Rule]:
    """Give the rules whose requirements failed by what is enumerated and stored alone."""
    return {
        rule
        for rule, result in results.items()
        if any(failure.source is not Source.DRAWN for failure in result.failures)
    }


def failed(results: Mapping[Rule, Result]) -> set[Rule]:
    """Give the rules whose requirements failed, at whatever level."""
    return {rule for rule, result in results.items() if result.failed}
