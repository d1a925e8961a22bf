"""Documents with a fault: the fault is there, it is the only one, and its kind can be chosen."""

import json
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from toolwire.reference import PROFILES, Accepted, NotJson, Profile, RefusedAnswer, answers, parse
from toolwire.reference.schema import json_schema
from toolwire.strategies import with_fault
from toolwire.strategies.faults import OPERATORS
from toolwire.strategies.faulty import FAULTS
from toolwire.strategies.places import all_places

PROFILE = pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda each: each.name)
OPEN = ("unknown-word-is-kept", "unknown-variant-is-kept", "unknown-type-is-skipped")
"""What a newer sender may write."""


@PROFILE
def test_there_is_one_fault(profile: Profile, drawn_values: Any) -> None:
    """The document beside it is settled, and the text touches the rule of the fault's name."""
    for type_ in profile.types:
        schema = Draft202012Validator(json_schema(profile, type_))
        for faulty in drawn_values(with_fault(profile.name, type_), 40):
            assert schema.is_valid(parse(faulty.document)), faulty
            without = answers(profile, "decode", type_, [faulty.document])
            assert without.settled, faulty
            assert isinstance(without.expected, Accepted), faulty
            assert faulty.text != faulty.document
            assert faulty.fault in {rule for rule, _ in faulty.answers.trace}, faulty
            if faulty.fault == "not-json-is-refused":
                with pytest.raises(NotJson):
                    parse(faulty.text)
            elif faulty.fault != "names-are-exact":  # what is renamed may be left out
                is_sent = schema.is_valid(json.loads(faulty.text))
                assert is_sent is (faulty.fault in OPEN), faulty


@PROFILE
def test_every_fault_of_the_profile_can_be_asked_for(profile: Profile, drawn_values: Any) -> None:
    possible = {
        each.rule.value
        for each in OPERATORS
        if each.rule in FAULTS and each.drawn and each.places(all_places(profile))
    }
    asked = set[str]()
    for type_ in profile.types:
        for fault in possible - asked:
            try:
                strategy = with_fault(profile, type_, fault)
            except LookupError:
                continue
            assert {faulty.fault for faulty in drawn_values(strategy, 5)} == {fault}
            asked.add(fault)
    assert asked == possible


def test_every_fault_is_drawn(drawn_values: Any) -> None:
    drawn = {each.fault for each in drawn_values(with_fault("acp-v2", "ToolCallContent"), 300)}
    assert drawn == {
        "bad-item-is-skipped",
        "malformed-known-variant-is-refused",
        "malformed-optional-is-absent",
        "names-are-exact",
        "not-json-is-refused",
        "nothing-is-coerced",
        "fraction-is-malformed",
        "number-outside-its-width",
        "other-json-is-refused",
        "required-member-malformed-is-refused",
        "required-member-missing-is-refused",
        "tag-is-a-required-word",
        "unknown-variant-is-kept",
        "unknown-word-is-kept",
    }


def test_a_kind_of_fault(drawn_values: Any) -> None:
    found = drawn_values(with_fault("acp-v2", "ToolCallUpdate", "bad-item-is-skipped"), 50)
    assert {faulty.fault for faulty in found} == {"bad-item-is-skipped"}
    # Down into what the update holds.
    assert {faulty.site for faulty in found} >= {"ToolCallUpdate.content", "Annotations.audience"}
    for faulty in found:
        assert isinstance(faulty.answers.expected, Accepted)


def test_what_is_no_json_is_refused(drawn_values: Any) -> None:
    found = drawn_values(with_fault("subc", "ToolCallRequest", "not-json-is-refused"), 150)
    assert all(isinstance(faulty.answers.expected, RefusedAnswer) for faulty in found)
    assert any(isinstance(faulty.text, bytes) for faulty in found)


def test_every_fault_has_operators() -> None:
    assert set(FAULTS) <= {operator.rule for operator in OPERATORS if operator.drawn}
    assert len(set(FAULTS)) == len(FAULTS)


def test_a_failing_test_prints_a_fault_that_can_be_read(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from hypothesis import given, settings
        from toolwire.strategies import with_fault

        @settings(derandomize=True, database=None)
        @given(with_fault("acp-v2", "ToolCallUpdate", "bad-item-is-skipped"))
        def test_it(faulty):
            assert not faulty.fault
        """
    )
    done = pytester.runpytest("-p", "no:cacheprovider")
    done.stdout.fnmatch_lines(["*Faulty(profile='acp-v2',", "*type='ToolCallUpdate',"])
    assert len(done.outlines) < 60
