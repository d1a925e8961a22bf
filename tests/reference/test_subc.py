"""The rules of a tool-call request of subc, one example each."""

from collections.abc import Callable

import pytest

from toolwire.reference import PROFILES, Answer, Rule, answers

# What an example shows: text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, Rule, str]] = {
    "two members are a request": (
        '{"name":"grep","arguments":{"q":"x"}}',
        '{"name":"grep","arguments":{"q":"x"}}',
        Rule.OPTIONAL_ABSENT,
        "ToolCallRequest.tool_call_id",
    ),
    "all four are a request": (
        '{"name":"n","arguments":[],"tool_call_id":"wal-1","progress_token":7}',
        '{"name":"n","arguments":[],"tool_call_id":"wal-1","progress_token":7}',
        Rule.VALUE,
        "ToolCallRequest.progress_token",
    ),
    "arguments may be null": (
        '{"name":"n","arguments":null}',
        '{"name":"n","arguments":null}',
        Rule.OPAQUE,
        "ToolCallRequest.arguments",
    ),
    "null within arguments is kept": (
        '{"name":"n","arguments":{"a":null,"b":[null]}}',
        '{"name":"n","arguments":{"a":null,"b":[null]}}',
        Rule.OPAQUE,
        "ToolCallRequest.arguments",
    ),
    "arguments need not be an object": (
        '{"name":"n","arguments":"{}"}',
        '{"name":"n","arguments":"{}"}',
        Rule.OPAQUE,
        "ToolCallRequest.arguments",
    ),
    "digits in arguments are kept": (
        '{"name":"n","arguments":9007199254740993}',
        '{"name":"n","arguments":9007199254740993}',
        Rule.DIGITS,
        "text",
    ),
    "arguments are required": (
        '{"name":"n"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCallRequest.arguments",
    ),
    "a name is required": (
        '{"arguments":{}}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCallRequest.name",
    ),
    "a name is not null": (
        '{"name":null,"arguments":{}}',
        "refused at /name",
        Rule.REQUIRED_MALFORMED,
        "ToolCallRequest.name",
    ),
    "a name is a string": (
        '{"name":5,"arguments":{}}',
        "refused at /name",
        Rule.NO_COERCION,
        "ToolCallRequest.name",
    ),
    "a name may be empty": (
        '{"name":"","arguments":{}}',
        '{"name":"","arguments":{}}',
        Rule.TEXT,
        "ToolCallRequest.name",
    ),
    "a null id is absent": (
        '{"name":"n","arguments":{},"tool_call_id":null}',
        '{"name":"n","arguments":{}}',
        Rule.OPTIONAL_NULL,
        "ToolCallRequest.tool_call_id",
    ),
    "an empty id is an id": (
        '{"name":"n","arguments":{},"tool_call_id":""}',
        '{"name":"n","arguments":{},"tool_call_id":""}',
        Rule.TEXT,
        "ToolCallRequest.tool_call_id",
    ),
    "an id that is a number is refused": (
        '{"name":"n","arguments":{},"tool_call_id":42}',
        "refused at /tool_call_id",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        "ToolCallRequest.tool_call_id",
    ),
    "an id that is an object is refused": (
        '{"name":"n","arguments":{},"tool_call_id":{}}',
        "refused at /tool_call_id",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        "ToolCallRequest.tool_call_id",
    ),
    "a null token is absent": (
        '{"name":"n","arguments":{},"progress_token":null}',
        '{"name":"n","arguments":{}}',
        Rule.OPTIONAL_NULL,
        "ToolCallRequest.progress_token",
    ),
    "an unknown member is ignored": (
        '{"name":"n","arguments":{},"some_future_key":{"nested":true}}',
        '{"name":"n","arguments":{}}',
        Rule.UNKNOWN_MEMBER,
        "ToolCallRequest",
    ),
    "a name of a member is matched exactly": (
        '{"name":"n","arguments":{},"toolCallId":5,"Progress_token":1}',
        '{"name":"n","arguments":{}}',
        Rule.EXACT_NAME,
        "ToolCallRequest.progress_token",
    ),
    "the members stand in any order": (
        '{"tool_call_id":"i","arguments":{},"name":"n"}',
        '{"name":"n","arguments":{},"tool_call_id":"i"}',
        Rule.MEMBER_ORDER,
        "ToolCallRequest",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("subc", "ToolCallRequest", *EXAMPLES[shown])


@pytest.mark.parametrize("token", ["0", "false", '""', "[]", "{}", "[null]", "-1.5", '"t"'])
def test_a_token_that_says_little_is_a_token(check: Callable[..., None], token: str) -> None:
    text = '{"name":"n","arguments":{},"progress_token":' + token + "}"
    check("subc", "ToolCallRequest", text, text, Rule.OPAQUE, "ToolCallRequest.progress_token")


@pytest.mark.parametrize("text", ["null", "true", "3", '"a"', "[]", '["n"]', '["n",{},"i",1,2]'])
def test_a_request_is_an_object(outcome: Callable[[Answer], str], text: str) -> None:
    found = answers(PROFILES["subc"], "decode", "ToolCallRequest", [text])
    assert found.settled
    assert outcome(found.expected) == "refused"


def test_a_request_has_nothing_but_decode() -> None:
    assert PROFILES["subc"].operations == {
        "decode": {"ToolCallRequest": PROFILES["subc"].types["ToolCallRequest"]},
        "fold": {},
        "encode": {},
        "cut": (),
        "stream": {},
    }
