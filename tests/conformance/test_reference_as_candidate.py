"""The reference passes everything, and by one type all that a carrier can take to it."""

from collections.abc import Mapping

import pytest
from proof.candidates import Made
from proof.exams import EXAMPLES, QUICK, examine

from toolwire.conformance.carriers import routes
from toolwire.conformance.examiner import profiles_of
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.conformance.results import Outcome, Result, Source
from toolwire.reference import PROFILES, Rule

OUTER = "SessionNotification"
NOT_CARRIED = {"acp-v1": 513, "acp-v2": 291}
"""How many enumerated and stored trials do not reach a candidate that has the outer type alone.

Beside these no text that is broken can be carried.
"""
LONG_NOT_CARRIED = {"acp-v1": 37, "acp-v2": 7}
"""How many texts that are any text do not."""

each_profile = pytest.mark.parametrize("profile", PROFILES)


@each_profile
def test_it_passes_everything(profile: str) -> None:
    results = examine(Made("reference"), profile)
    assert len(results) == len(requirements(profile))
    for rule, result in results.items():
        assert result.outcome(0) is Outcome.PASSED, rule
        assert result.tried[Source.ENUMERATED]
        assert not result.blocked
        assert not result.unsupported


@each_profile
@pytest.mark.parametrize("says_types", [True, False])
def test_by_its_outer_type_it_passes_what_can_be_carried(profile: str, says_types: bool) -> None:
    """Whether it says in `hello` what it has, or is asked for everything and has it not."""
    made = Made("outer", types=(OUTER,), says_types=says_types)
    results = examine(made, profile, examples=EXAMPLES if says_types else 0, rules=QUICK)
    counts = {rule: result.unsupported for rule, result in results.items()}
    broken = [trial.input.type for trial in trials_of(profile)[Rule.NOT_JSON]]
    assert counts.pop(Rule.NOT_JSON) == sum(type_ != OUTER for type_ in broken) > 0
    assert sum(counts.values()) == NOT_CARRIED[profile]
    lacking = {rule for rule, result in results.items() if not result.exercised}
    assert lacking == {rule for rule in results if _is_out_of_reach(profile, rule)}
    for rule, result in results.items():
        wanted = Outcome.NOT_SUPPORTED if rule in lacking else Outcome.PASSED
        assert result.outcome(0) is wanted, rule
        assert not result.blocked


@each_profile
def test_any_text_that_can_be_carried_is_answered(profile: str) -> None:
    made = Made("outer", types=(OUTER,), says_types=True)
    [result] = examine(made, profile, rules=[Rule.ODD_TEXT]).values()
    assert result.outcome(0) is Outcome.PASSED
    assert result.unsupported == LONG_NOT_CARRIED[profile]


def _is_out_of_reach(profile: str, rule: Rule) -> bool:
    """Folds have no carrier, and a permission request stands in no notification."""
    return rule.startswith(("fold-", "meta-")) or rule is Rule.BAD_ITEM_REFUSED


@each_profile
def test_every_type_but_these_is_carried_in_the_outer_one(profile: str) -> None:
    carried = {
        t for t in PROFILES[profile].types if any(r.type == OUTER for r in routes(profile, t))
    }
    assert (
        PROFILES[profile].types.keys() - carried
        == {
            "acp-v1": {"RequestPermissionRequest", "RequestPermissionResponse"},
            "acp-v2": set(),
        }[profile]
    )


def test_the_profiles_run_are_the_candidates_own() -> None:
    said = Made("v1", {"acp-v1": PROFILES["acp-v1"]}, says_types=True)
    assert profiles_of(said.start()) == ["acp-v1"]
    assert profiles_of(Made("silent").start()) == list(PROFILES)


def test_a_candidate_without_anything_passes_nothing() -> None:
    results: Mapping[Rule, Result] = examine(Made("empty", types=(), says_types=True), "acp-v2")
    assert {result.outcome(0) for result in results.values()} == {Outcome.NOT_SUPPORTED}
