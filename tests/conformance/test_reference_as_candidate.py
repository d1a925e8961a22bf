"""The reference passes everything, and by one type all that a carrier can take to it."""

from collections.abc import Mapping

import pytest
from proof.candidates import Made
from proof.exams import EXAMPLES, OUTER, QUICK, examine

from toolwire.conformance.carriers import routes
from toolwire.conformance.examiner import profiles_of
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.conformance.results import Outcome, Result, Source
from toolwire.reference import PROFILES, Rule

NOT_CARRIED = {
    "acp-v1": 387,
    "acp-v2": 117,
    "acp-v2-1.20": 117,
    "acp-0.0.26": 689,
    "megacode": 444,
    "subc": 0,
}
"""How many texts, enumerated and stored, do not reach a candidate that has the outer type alone.

Beside these no text that is broken can be carried, and nothing that is not one text to be read.
"""
LONG_NOT_CARRIED = {
    "acp-v1": 41,
    "acp-v2": 7,
    "acp-v2-1.20": 8,
    "acp-0.0.26": 14,
    "megacode": 20,
    "subc": 0,
}
"""How many texts that are any text do not."""
OUT_OF_REACH = {
    "acp-v1": {Rule.BAD_ITEM_REFUSED},
    "acp-0.0.26": {Rule.ALIAS, Rule.CONSTANT},
    "megacode": {Rule.UNKNOWN_WORD_MALFORMED},
}
"""The rules of reading that no text in the outer type is about.

A permission request stands in no notification, nor its outcome, and a state in no line.
"""

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
    outer = OUTER[profile]
    made = Made("outer", types=(outer,), says_types=says_types)
    results = examine(made, profile, examples=EXAMPLES if says_types else 0, rules=QUICK)
    counts = {rule: results[rule].unsupported for rule in results if _is_read(profile, rule)}
    broken = [trial.input.type for trial in trials_of(profile)[Rule.NOT_JSON]]
    assert counts.pop(Rule.NOT_JSON) == sum(type_ != outer for type_ in broken)
    assert sum(counts.values()) == NOT_CARRIED[profile]
    lacking = {rule for rule, result in results.items() if not result.exercised}
    unasked = {rule for rule in results if not _is_read(profile, rule)}
    if outer in PROFILES[profile].streams:
        unasked = {rule for rule in unasked if not rule.startswith("stream-")}
    assert lacking == unasked | OUT_OF_REACH.get(profile, set())
    for rule, result in results.items():
        wanted = Outcome.NOT_SUPPORTED if rule in lacking else Outcome.PASSED
        assert result.outcome(0) is wanted, rule
        assert not result.blocked


@each_profile
def test_any_text_that_can_be_carried_is_answered(profile: str) -> None:
    made = Made("outer", types=(OUTER[profile],), says_types=True)
    [result] = examine(made, profile, rules=[Rule.ODD_TEXT]).values()
    assert result.outcome(0) is Outcome.PASSED
    assert result.unsupported == LONG_NOT_CARRIED[profile]


def _is_read(profile: str, rule: Rule) -> bool:
    """Tell whether a rule is one of reading one text: nothing carries folds, streams, commands."""
    return any(trial.input.op == "decode" for trial in trials_of(profile)[rule])


NO_CARRIER = {
    "acp-v1": {"RequestPermissionRequest", "RequestPermissionResponse"},
    "acp-0.0.26": {
        "AgentRequest",
        "RequestPermissionRequest",
        "WriteTextFileRequest",
        "ReadTextFileRequest",
        "ClientResponse",
        "RequestPermissionResponse",
        "ReadTextFileResponse",
        "ClientCapabilities",
    },
    "megacode": {"State"},
}


@each_profile
def test_every_type_but_these_is_carried_in_the_outer_one(profile: str) -> None:
    outer, types = OUTER[profile], PROFILES[profile].types
    carried = {type_ for type_ in types if any(r.type == outer for r in routes(profile, type_))}
    assert types.keys() - carried == NO_CARRIER.get(profile, set())


def test_the_profiles_run_are_the_candidates_own() -> None:
    said = Made("v1", {"acp-v1": PROFILES["acp-v1"]}, says_types=True)
    assert profiles_of(said.start()) == ["acp-v1"]
    assert profiles_of(Made("silent").start()) == list(PROFILES)


def test_a_candidate_without_anything_passes_nothing() -> None:
    results: Mapping[Rule, Result] = examine(Made("empty", types=(), says_types=True), "acp-v2")
    assert {result.outcome(0) for result in results.values()} == {Outcome.NOT_SUPPORTED}
