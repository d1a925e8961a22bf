"""What differs from the reference and is right fails nothing that must be."""

from collections.abc import Mapping

import pytest
from proof.candidates import Made
from proof.exams import QUICK, examine, failed
from proof.right import READINGS, RIGHT, Right, reading_otherwise, readings

from toolwire.conformance.candidates import Request
from toolwire.conformance.requirements import trials_of
from toolwire.conformance.results import Result
from toolwire.conformance.rules import Level
from toolwire.reference import ODDITIES, PROFILES, Rule
from toolwire.strategies.trials import Input

FAILED_BELOW_MUST = {"every number is a float": {Rule.DIGITS}}
"""What fails of SHOULD, as it is meant to."""

each_profile = pytest.mark.parametrize("profile", PROFILES)


def musts(results: Mapping[Rule, Result]) -> set[Rule]:
    return {r for r in failed(results) if results[r].requirement.level is Level.MUST}


@each_profile
@pytest.mark.parametrize("right", RIGHT, ids=lambda right: right.name)
def test_it_fails_nothing(right: Right, profile: str) -> None:
    results = examine(right.make(profile), profile, rules=QUICK)
    assert failed(results) == FAILED_BELOW_MUST.get(right.name, set())
    assert not musts(results)
    for rule, result in results.items():
        is_fold = rule.startswith(("fold-", "meta-"))
        lacks_it = right.name == "no fold" and is_fold
        assert bool(result.exercised) is not lacks_it, rule
        assert not result.blocked


@each_profile
@pytest.mark.parametrize("index", range(READINGS))
def test_no_reading_of_an_oddity_fails(index: int, profile: str) -> None:
    results = examine(reading_otherwise(profile, index), profile, examples=0)
    assert failed(results) == set()
    assert all(result.exercised for result in results.values())


def test_every_reading_is_somebodys() -> None:
    taken = [readings(index) for index in range(READINGS)]
    for name, oddity in ODDITIES.items():
        assert {each[name] for each in taken} == set(oddity.readings)


SAME = {("acp-v1", "cleared fields are left out"), ("acp-v2", "defaults are written")}
"""What makes no difference in a protocol that clears nothing, or has no defaults."""


@each_profile
@pytest.mark.parametrize("right", RIGHT, ids=lambda right: right.name)
def test_it_does_differ(right: Right, profile: str) -> None:
    """It gives some input another answer than the reference does."""
    inputs = [trial.input for trials in trials_of(profile).values() for trial in trials[:40]]
    texts = ('{"toolCallId":"x","title":"x","title":"y"}',)
    inputs.append(Input("decode", "ToolCallUpdate", texts))
    requests = [Request(each.op, profile, each.type, each.texts) for each in inputs]
    made, plain = right.make(profile), Made("plain")
    made.start()
    assert (made.ask(requests) == plain.ask(requests)) is ((profile, right.name) in SAME)
