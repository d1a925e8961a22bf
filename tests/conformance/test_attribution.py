"""A failing input is attributed to the requirement and the site that the suite would name."""

import pytest

from toolwire.conformance.attribution import attributions
from toolwire.conformance.candidates import Refused, Understood
from toolwire.conformance.judge import ALONE, judge
from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.reference import PROFILES
from toolwire.strategies.trials import Input, decoding


def first(profile, asked, answer):
    objection = judge(profile, asked, oracle(profile).answers(asked), answer)
    assert objection is not None
    found = attributions(profile, asked, objection)[0]
    return found.requirement.id, found.site


@pytest.mark.parametrize(
    ("type_", "text", "answer", "expected"),
    [
        (
            "ToolCallUpdate",
            '{"toolCallId":"","title":null}',
            Understood('{"toolCallId":""}'),
            ("acp-v2/null-clears", "ToolCallUpdate.title"),
        ),
        (
            "ToolCallUpdate",
            '{"toolCallId":"","locations":[{"path":"","line":"3"}]}',
            Understood('{"toolCallId":"","locations":[{"path":"","line":3}]}'),
            ("acp-v2/nothing-is-coerced", "ToolCallLocation.line"),
        ),
        (
            "ToolCallUpdate",
            '{"toolCallId":"","kind":"hm"}',
            Refused("no"),
            ("acp-v2/unknown-word-is-kept", "ToolCallUpdate.kind"),
        ),
        (
            "ToolCallUpdate",
            '{"toolCallId":"","title":"e","Title":"x"}',
            Understood('{"toolCallId":"","title":"x"}'),
            ("acp-v2/names-are-exact", "ToolCallUpdate.title"),
        ),
        (
            "ToolCallUpdate",
            '{"toolCallId":"","title":"e"}',
            Understood('{"toolCallId":""}'),
            ("acp-v2/text-is-exact", "ToolCallUpdate.title"),
        ),
        (
            "ToolCallUpdate",
            '{"toolCallId":"","rawInput":1e400}',
            Understood('{"toolCallId":"","rawInput":Infinity}'),
            ("acp-v2/any-text-is-answered", "ToolCallUpdate.rawInput"),
        ),
    ],
)
def test_what_it_is_about(type_, text, answer, expected):
    assert first("acp-v2", decoding(type_, text), answer) == expected


def test_nobody_fails_a_must_by_what_a_should_asks():
    texts = (
        '{"sessionUpdate":"tool_call","toolCallId":"x","title":"",'
        '"content":[{"type":"session","sessionId":""}]}',
    )
    asked = Input("fold", "Session", texts)
    assert first("acp-v1", asked, Understood('{"x":{"toolCallId":"x","title":""}}')) == (
        "acp-v1/newer-members-are-read",
        "ToolCallContent:session",
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_each_trial_can_be_attributed(profile):
    known = {each.rule for each in requirements(profile)}
    for rule, trials in trials_of(profile).items():
        for trial in trials[:3]:
            if rule not in known:
                continue
            refusal = Refused("no")
            acceptable = oracle(profile).answers(trial.input)
            objection = judge(profile, trial.input, acceptable, refusal)
            if objection is None:
                continue
            found = attributions(profile, trial.input, objection)
            assert all(each.requirement.rule not in ALONE for each in found)
            assert len(set(found)) == len(found)
            rules = {each.requirement.rule for each in found}
            assert rule in rules | ALONE, (rule, trial.input)
