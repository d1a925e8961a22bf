"""The adapter `acp_v2`: the Python SDK for the draft of v2, in an environment without Toolwire."""

from collections.abc import Callable

import pytest

from toolwire.conformance.candidates import (
    Answer,
    CandidateError,
    Faulted,
    FaultKind,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
)

Ask = Callable[..., Answer]


def line(id: str, members: str = "") -> bytes:
    update = f'{{"toolCallId":"{id}","sessionUpdate":"tool_call_update"{members}}}'
    params = f'{{"sessionId":"s","update":{update}}}'
    return f'{{"jsonrpc":"2.0","method":"session/update","params":{params}}}\n'.encode()


def items(*ids: str) -> StreamItems:
    written = (
        '{{"sessionId":"s","update":{{"toolCallId":"{}","sessionUpdate":"tool_call_update"}}}}'
    )
    return StreamItems(tuple(Understood(written.format(id)) for id in ids))


@pytest.fixture(scope="module")
def ask(python_of_acp_v2: str, start: Callable[..., Ask]) -> Ask:
    return start("acp_v2", "acp-v2", python=python_of_acp_v2)


def test_a_text_is_written_as_the_sdk_sends_it(ask: Ask) -> None:
    text = '{"title": "\u00e9", "toolCallId": "a", "unknown": 1, "name": null}'
    assert ask("decode", "ToolCallUpdate", text) == Understood(
        '{"toolCallId":"a","name":null,"title":"\\u00e9"}'
    )


def test_a_notification_goes_by_the_name_of_the_protocol(ask: Ask) -> None:
    text = '{"sessionId":"s","update":{"toolCallId":"a","sessionUpdate":"tool_call_update"}}'
    assert ask("decode", "SessionNotification", text) == Understood(text)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"title":"no id"}', b"\xff"])
def test_what_the_sdk_refuses_is_refused(ask: Ask, text: str | bytes) -> None:
    assert isinstance(ask("decode", "ToolCallUpdate", text), Refused)


def test_an_error_of_the_sdk_is_no_refusal(ask: Ask) -> None:
    answer = ask("decode", "ToolCallUpdate", '{"toolCallId":"a","content":[{"type":[]}]}')
    assert isinstance(answer, Faulted)
    assert answer.fault.kind is FaultKind.CRASHED
    assert "TypeError" in answer.fault.detail


@pytest.mark.parametrize(
    ("profile", "type_"),
    [("acp-v2", "SessionUpdate"), ("acp-v2", "BaseModel"), ("acp-v1", "ToolCallUpdate"), ("x", "")],
)
def test_a_type_that_it_lacks_is_not_supported(ask: Ask, profile: str, type_: str) -> None:
    assert ask("decode", type_, "{}", profile=profile) == Unsupported()


@pytest.mark.parametrize("op", ["encode", "fold", "stream"])
def test_an_operation_that_it_lacks_is_not_supported(ask: Ask, op: str) -> None:
    assert ask(op, "ToolCallUpdate", '{"toolCallId":"a"}') == Unsupported()


def test_a_last_line_needs_no_newline(ask: Ask) -> None:
    assert ask("stream", "JsonRpc", line("a") + line("b").rstrip()) == items("a", "b")


@pytest.mark.parametrize("other", [b'"ready"', b"42", b"[]", b"true", b"null", b"{}"])
def test_json_that_is_no_message_is_passed_over(ask: Ask, other: bytes) -> None:
    assert ask("stream", "JsonRpc", line("a") + other + b"\n" + line("b")) == items("a", "b")


def test_an_error_of_the_sdk_costs_one_notification(ask: Ask) -> None:
    data = line("a") + line("b", ',"content":[{"type":[]}]') + line("c")
    assert ask("stream", "JsonRpc", data) == items("a", "c")


def test_a_second_answer_to_initialize_is_nothing(ask: Ask) -> None:
    answer = b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n'
    assert ask("stream", "JsonRpc", answer, line("a")) == items("a")


def test_beside_the_sdk_for_v1_it_says_what_it_needs(acp: None, start: Callable[..., Ask]) -> None:
    with pytest.raises(CandidateError, match="acp_v2"):
        start("acp_v2", "acp-v2")
