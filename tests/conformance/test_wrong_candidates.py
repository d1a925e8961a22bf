"""Each wrong candidate fails the requirement that names its fault, and no other."""

import pytest
from proof.exams import OUTER, examine, failed, failed_unaided, touched
from proof.wrong import BASICS, WRONG, Wrong

from toolwire.conformance.requirements import trials_of
from toolwire.conformance.results import Outcome
from toolwire.reference import PROFILES, Rule


def named(wrong: Wrong) -> str:
    return f"{wrong.profile}: {wrong.name}"


def test_there_are_many_for_every_profile() -> None:
    names = [named(wrong) for wrong in (*WRONG, *BASICS)]
    assert len(set(names)) == len(names)
    count = {profile: sum(wrong.profile == profile for wrong in WRONG) for profile in PROFILES}
    assert count.pop("subc") >= 4
    assert min(count.values()) >= 9


@pytest.mark.parametrize("wrong", [*WRONG, *BASICS], ids=named)
def test_it_fails_what_names_its_fault_and_nothing_else(wrong: Wrong) -> None:
    made = wrong.make()
    results = examine(made, wrong.profile, rules=touched(made, wrong.profile))
    assert failed(results) == wrong.rules
    assert failed_unaided(results) == wrong.rules
    for rule, result in results.items():
        if rule in wrong.rules:
            continue
        outcome = result.outcome(0)
        assert outcome in (Outcome.PASSED, Outcome.NOT_EXERCISED), rule
        assert outcome is Outcome.PASSED or result.blocked, rule


NOT_IN_THE_OUTER_TYPE = {
    "an outcome is written cancelled",
    "an outcome cancelled is refused",
    "a location is written without its type",
    "the last AgentRequest is first",
    "the last ClientResponse is first",
}
"""What no text in a notification shows; see also `OUT_OF_REACH` of the reference's tests."""


def reads(wrong: Wrong) -> bool:
    """Tell whether the fault shows in what is read of one text."""
    trials = [trial for rule in wrong.rules for trial in trials_of(wrong.profile)[rule]]
    return any(trial.input.op == "decode" for trial in trials)


NEWEST = [each for each in WRONG if each.profile != "acp-v2"]
"""Those of its newer revision are the same."""


@pytest.mark.parametrize("wrong", [each for each in NEWEST if reads(each)], ids=named)
def test_so_it_does_by_its_one_public_type(wrong: Wrong) -> None:
    made = wrong.make(types=(OUTER[wrong.profile],), says_types=True)
    results = examine(made, wrong.profile, examples=0, rules=touched(made, wrong.profile))
    asked = {rule for rule in wrong.rules if results[rule].exercised or results[rule].blocked}
    assert failed(results) == (set() if wrong.name in NOT_IN_THE_OUTER_TYPE else asked)
    assert asked or wrong.name in NOT_IN_THE_OUTER_TYPE


BLOCKING = {
    "annotations are lost",
    "unknown members are refused",
    "nothing is tolerated",
    "unknown variants are refused",
    "what is malformed is forgiven",
}


@pytest.mark.parametrize(
    "wrong", [each for each in (*WRONG, *BASICS) if each.name in BLOCKING], ids=named
)
def test_what_a_basic_fault_blocks_is_laid_to_it(wrong: Wrong) -> None:
    """Or to what it blocks; by what is enumerated, for a drawn document may hold anything."""
    made = wrong.make()
    results = examine(made, wrong.profile, examples=0, rules=touched(made, wrong.profile))
    blockers = {
        results[rule].requirement.id: set(results[rule].blocked)
        for rule in results
        if rule not in wrong.rules and results[rule].blocked
    }
    broken = {f"{wrong.profile}/{rule}" for rule in wrong.rules}
    named = set().union(*blockers.values())
    assert named & broken
    assert named <= broken | blockers.keys()


def test_the_rules_of_the_situations_are_all_broken_by_somebody() -> None:
    broken = {rule for wrong in WRONG for rule in wrong.rules}
    situations = ("session-", "stream-", "command-", "line-", "cut-", "deep-", "last-")
    whole = {rule for rule in Rule if rule.startswith(situations)}
    assert whole - broken == {Rule.SESSION_ODD, Rule.STREAM_BAD_TOLD}
