"""Every requirement says where it comes from, and every stored case is one of a requirement."""

import pytest

from toolwire.conformance.citations import SOURCES
from toolwire.conformance.examiner import trial_of
from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import find, requirements
from toolwire.conformance.rules import RULES
from toolwire.corpus.cases import StoredCase, cases_of, stored_cases
from toolwire.corpus.sources import resolve
from toolwire.reference import PROFILES, Rule
from toolwire.reference.registry import REVISIONS


@pytest.mark.parametrize("rule", Rule)
def test_every_source_can_be_found(rule: Rule) -> None:
    assert SOURCES[rule]
    for profile, pointer in SOURCES[rule].items():
        assert profile in PROFILES
        assert resolve(pointer).pointer == pointer


@pytest.mark.parametrize(("older", "newer"), REVISIONS)
def test_a_revision_is_cited_as_what_it_revises_in_its_own_documents(
    older: str, newer: str
) -> None:
    for pointers in SOURCES.values():
        assert (older in pointers) is (newer in pointers)
        if older in pointers:
            assert pointers[newer].removeprefix(newer) == pointers[older].removeprefix(older)


def test_a_source_that_is_not_there_is_not_found() -> None:
    with pytest.raises(LookupError):
        resolve("acp-v2/tool_call.rs#ToolCallUpdate::nothing")


def test_every_rule_is_told_and_cited() -> None:
    assert set(Rule) == set(RULES) == set(SOURCES)


def test_levels_name_profiles_that_cite_the_rule() -> None:
    for rule, text in RULES.items():
        assert set(text.levels) <= set(SOURCES[rule])
        assert text.level not in text.levels.values()


@pytest.mark.parametrize("profile", PROFILES)
def test_ids_are_found_again(profile: str) -> None:
    for requirement in requirements(profile):
        assert find(requirement.id) == requirement
        assert requirement.id.startswith(f"{profile}/")
        assert requirement.sentence.endswith(".")


def test_an_unknown_id_names_what_comes_near() -> None:
    with pytest.raises(LookupError, match="acp-v2/null-clears"):
        find("acp-v2/null-clear")


def test_there_are_stored_cases_for_the_profiles_that_programs_speak_today() -> None:
    without = {"acp-v2-1.20", "acp-0.0.26"}
    assert {case.profile for case in stored_cases()} == PROFILES.keys() - without


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
