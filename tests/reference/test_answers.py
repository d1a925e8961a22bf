"""Every acceptable answer to a text is worked out, each once, the original's first."""

import sys

import pytest

from toolwire.reference import (
    PROFILES,
    Accepted,
    Anything,
    Refused,
    RefusedAnswer,
    Rule,
    answers,
    decode,
    pointer,
)
from toolwire.reference.answers import MOST_READINGS

V1, V2 = PROFILES["acp-v1"], PROFILES["acp-v2"]


def test_a_settled_text_has_one_answer_and_no_readings() -> None:
    found = answers(V2, "decode", "ToolKind", ['"read"'])
    assert found.settled
    assert found.acceptable == (Accepted("read"),)
    assert found.expected == Accepted("read")
    assert found.readings == ((),)
    assert found.oddities == frozenset()


def test_an_unsettled_text_has_the_originals_answer_first() -> None:
    found = answers(V2, "decode", "ToolCallLocation", ['{"path":"/a","line":3.0}'])
    assert not found.settled
    assert found.expected == Accepted({"path": "/a"})
    assert found.acceptable == (Accepted({"path": "/a"}), Accepted({"path": "/a", "line": 3}))
    assert found.readings == (
        (("integral-float", "malformed"),),
        (("integral-float", "integer"),),
    )


def test_readings_of_several_oddities_are_combined() -> None:
    found = answers(
        V2,
        "decode",
        "ToolCallUpdate",
        ['{"toolCallId":"a","locations":[{"path":"/a","line":3.0},["/b"]]}'],
    )
    plain, lined = {"path": "/a"}, {"path": "/a", "line": 3}
    lists = [[plain, {"path": "/b"}], [lined, {"path": "/b"}], [plain], [lined]]
    assert found.oddities == {"integral-float", "array-for-object"}
    values = [
        answer.value["locations"] for answer in found.acceptable if isinstance(answer, Accepted)
    ]
    assert len(values) == len(found.acceptable) == 4
    assert all(each in values for each in lists)


def test_one_reading_is_taken_throughout_a_text() -> None:
    found = answers(
        V2,
        "decode",
        "ToolCallUpdate",
        ['{"toolCallId":"a","locations":[{"path":"/a","line":3.0},{"path":"/b","line":4.0}]}'],
    )
    assert len(found.acceptable) == 2


def test_an_oddity_that_changes_nothing_leaves_a_text_settled() -> None:
    found = answers(V2, "decode", "ToolCallUpdate", ['{"toolCallId":"a","title":3.0}'])
    assert found.settled
    found = answers(V2, "decode", "ToolCallUpdate", ['{"toolCallId":5,"rawInput":{"a":1,"a":2}}'])
    assert found.settled
    assert found.oddities == {"member-twice"}
    assert isinstance(found.expected, RefusedAnswer)


def test_two_refusals_are_one_answer() -> None:
    found = answers(V2, "decode", "ToolCallLocation", ['{"path":1,"path":"/a","path":2}'])
    assert found.settled
    assert isinstance(found.expected, RefusedAnswer)


def test_anything_swallows_every_other_answer() -> None:
    found = answers(V2, "decode", "SessionUpdate", ['{"sessionUpdate":"notice","a":1,"a":2}'])
    assert found.acceptable == (Anything(),)
    assert not found.settled


def test_a_known_update_without_a_table_is_open_within_a_notification() -> None:
    for profile, word in ((V1, "current_mode_update"), (V2, "plan_update")):
        text = '{"sessionId":"s","update":{"sessionUpdate":"%s"}}' % word  # noqa: UP031
        found = answers(profile, "decode", "SessionNotification", [text])
        assert found.acceptable == (Anything(),)
        found = answers(profile, "decode", "SessionNotification", [text.replace('"s"', "5")])
        assert isinstance(found.expected, RefusedAnswer)


def test_too_many_readings_leave_every_answer_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_READINGS >= 500
    text = '{"path":"/a","line":3.0}'
    monkeypatch.setattr(sys.modules[answers.__module__], "MOST_READINGS", 1)
    assert answers(V2, "decode", "ToolCallLocation", [text]).acceptable == (Anything(),)


def test_the_trace_is_of_all_readings() -> None:
    found = answers(V2, "decode", "ToolCallLocation", ['["/a",3]'])
    assert (Rule.VALUE, "ToolCallLocation.line") in found.trace
    assert (Rule.WRONG_TYPE, "ToolCallLocation") in found.trace


@pytest.mark.parametrize("type_", ["ToolCal", "toolcall", ""])
@pytest.mark.parametrize("text", ["{}", "broken"])
def test_a_type_that_the_profile_has_not_is_a_mistake_of_the_caller(type_: str, text: str) -> None:
    with pytest.raises(KeyError):
        answers(V2, "decode", type_, [text])
    with pytest.raises(KeyError):
        decode(V2, type_, text)


@pytest.mark.parametrize("texts", [[], ["1", "2"]])
def test_a_decode_is_of_one_text(texts: list[str]) -> None:
    with pytest.raises(ValueError, match="values to unpack"):
        answers(V2, "decode", "ToolKind", texts)


def test_a_refusal_says_what_and_where() -> None:
    with pytest.raises(Refused) as refused:
        decode(
            V1, "SessionNotification", '{"sessionId":"s","update":{"sessionUpdate":"tool_call"}}'
        )
    assert str(refused.value) == "toolCallId is missing (at /update)"
    assert refused.value.reason == "toolCallId is missing"
    assert refused.value.pointer == "/update"


@pytest.mark.parametrize(
    ("path", "written"),
    [([], ""), (["a", 0, "b"], "/a/0/b"), ([""], "/"), (["a/b", "~1", "é"], "/a~1b/~01/é")],
)
def test_a_pointer_is_written_as_rfc_6901_says(path: list[str | int], written: str) -> None:
    assert pointer(path) == written
