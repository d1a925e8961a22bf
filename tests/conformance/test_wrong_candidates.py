"""Each wrong candidate fails the requirement that names its fault, and no other."""

import pytest
from proof.exams import QUICK, examine, failed, failed_unaided
from proof.wrong import BASICS, WRONG, Wrong

from toolwire.conformance.results import Outcome

FOLDING = ("fold-", "meta-")


def named(wrong: Wrong) -> str:
    return f"{wrong.profile}: {wrong.name}"


def reads(wrong: Wrong) -> bool:
    """Tell whether the fault shows without a fold."""
    return not any(rule.startswith(FOLDING) for rule in wrong.rules)


def test_there_are_ten_for_v2_and_seven_for_v1() -> None:
    names = [named(wrong) for wrong in WRONG]
    assert len(set(names)) == len(names)
    assert sum(wrong.profile == "acp-v2" for wrong in WRONG) >= 10
    assert sum(wrong.profile == "acp-v1" for wrong in WRONG) >= 7


@pytest.mark.parametrize("wrong", [*WRONG, *BASICS], ids=named)
def test_it_fails_what_names_its_fault_and_nothing_else(wrong: Wrong) -> None:
    results = examine(wrong.make(), wrong.profile, rules=QUICK)
    assert failed(results) == wrong.rules
    assert failed_unaided(results) == wrong.rules
    for rule, result in results.items():
        if rule in wrong.rules:
            continue
        outcome = result.outcome(0)
        assert outcome in (Outcome.PASSED, Outcome.NOT_EXERCISED), rule
        assert outcome is Outcome.PASSED or result.blocked, rule


@pytest.mark.parametrize("wrong", [each for each in WRONG if reads(each)], ids=named)
def test_so_it_does_by_its_one_public_type(wrong: Wrong) -> None:
    made = wrong.make(types=("SessionNotification",), says_types=True)
    assert failed(examine(made, wrong.profile, examples=0, rules=QUICK)) == wrong.rules


BLOCKING = {
    "annotations are lost",
    "unknown members are refused",
    "nothing is tolerated",
    "unknown variants are refused",
}


@pytest.mark.parametrize("wrong", [w for w in BASICS if w.name in BLOCKING], ids=named)
def test_what_a_basic_fault_blocks_is_laid_to_it(wrong: Wrong) -> None:
    """Or to what it blocks; by what is enumerated, for a drawn document may hold anything."""
    results = examine(wrong.make(), wrong.profile, examples=0, rules=QUICK)
    blockers = {
        results[rule].requirement.id: set(results[rule].blocked)
        for rule in results
        if rule not in wrong.rules and results[rule].blocked
    }
    broken = {f"{wrong.profile}/{rule}" for rule in wrong.rules}
    named = set().union(*blockers.values())
    assert named & broken
    assert named <= broken | blockers.keys()
