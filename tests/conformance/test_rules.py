"""Every requirement says where it comes from, and every stored case is one of a requirement."""

import pytest

from toolwire.conformance.examiner import trial_of
from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import find, requirements
from toolwire.conformance.rules import RULES
from toolwire.corpus.cases import StoredCase, cases_of, stored_cases
from toolwire.corpus.sources import resolve
from toolwire.reference import PROFILES, Rule


def test_every_source_can_be_found() -> None:
    for rule, text in RULES.items():
        assert text.sources, rule
        for profile, pointer in text.sources.items():
            assert profile in PROFILES
            assert resolve(pointer).pointer == pointer


def test_a_source_that_is_not_there_is_not_found() -> None:
    with pytest.raises(LookupError):
        resolve("acp-v2/tool_call.rs#ToolCallUpdate::nothing")


def test_every_rule_is_a_requirement_of_some_profile_but_the_unused() -> None:
    assert set(Rule) == set(RULES)


@pytest.mark.parametrize("profile", PROFILES)
def test_ids_are_found_again(profile: str) -> None:
    for requirement in requirements(profile):
        assert find(requirement.id) == requirement
        assert requirement.id.startswith(f"{profile}/")
        assert requirement.sentence.endswith(".")


def test_an_unknown_id_names_what_comes_near() -> None:
    with pytest.raises(LookupError, match="acp-v2/null-clears"):
        find("acp-v2/null-clear")


def test_there_are_stored_cases_for_both_profiles() -> None:
    assert {case.profile for case in stored_cases()} == set(PROFILES)


@pytest.mark.parametrize("case", stored_cases(), ids=lambda case: f"{case.profile}: {case.why}")
def test_a_stored_case_is_settled_and_touches_its_rule(case: StoredCase) -> None:
    requirement = find(f"{case.profile}/{case.rule}")
    assert case in cases_of(requirement.profile, requirement.rule)
    trial = trial_of(case)
    asked = oracle(case.profile)
    found = asked.answers(trial.input)
    assert found.settled
    assert requirement.rule in {rule for rule, _ in found.trace}
    for beside in (*trial.controls, *trial.alike):
        assert beside != trial.input
        assert asked.answers(beside).settled
