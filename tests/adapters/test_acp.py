"""The adapter `acp`: the Python SDK for protocol v1, read and folded as it reads and folds."""

import json
from collections.abc import Callable

import pytest

from toolwire.conformance.candidates import Answer, Refused, StreamItems, Understood, Unsupported

Ask = Callable[..., Answer]


def params(id: str, members: str = "") -> str:
    update = f'{{"sessionUpdate":"tool_call_update","toolCallId":"{id}"}}'
    return f'{{"sessionId":"s","update":{update}{members}}}'


def line(id: str, members: str = "") -> bytes:
    message = f'{{"jsonrpc":"2.0","method":"session/update","params":{params(id, members)}}}'
    return message.encode() + b"\n"


def items(*ids: str) -> list[Understood]:
    written = (
        '{{"sessionId":"s","update":{{"toolCallId":"{}","sessionUpdate":"tool_call_update"}}}}'
    )
    return [Understood(written.format(id)) for id in ids]


@pytest.fixture(scope="module")
def ask(acp: None, start: Callable[..., Ask]) -> Ask:
    return start("acp", "acp-v1")


def test_a_text_is_written_as_the_sdk_sends_it(ask: Ask) -> None:
    text = '{"title": "\u00e9", "toolCallId": "a", "unknown": 1, "rawInput": {"b": [1.0]}}'
    assert ask("decode", "ToolCall", text) == Understood(
        '{"toolCallId":"a","title":"\\u00e9","rawInput":{"b":[1.0]}}'
    )


@pytest.mark.parametrize("text", ["", "{", "[]", '{"title":"no id"}', b"\xff", b'"\xed\xa0\x80"'])
def test_what_the_sdk_refuses_is_refused(ask: Ask, text: str | bytes) -> None:
    assert isinstance(ask("decode", "ToolCallUpdate", text), Refused)


@pytest.mark.parametrize(
    ("profile", "type_"),
    [("acp-v1", "SessionUpdate"), ("acp-v1", "BaseModel"), ("acp-v2", "ToolCallUpdate"), ("x", "")],
)
def test_a_type_that_it_lacks_is_not_supported(ask: Ask, profile: str, type_: str) -> None:
    assert ask("decode", type_, "{}", profile=profile) == Unsupported()
    assert ask("fold", type_, "{}", profile=profile) == Unsupported()


@pytest.mark.parametrize("op", ["encode", "stream"])
def test_an_operation_that_it_lacks_is_not_supported(ask: Ask, op: str) -> None:
    assert ask(op, "ToolCall", "{}") == Unsupported()


def test_updates_are_folded_by_the_sdk(ask: Ask) -> None:
    call = '{"toolCallId":"a","title":"t","rawInput":1,"locations":[{"path":"/a"}]}'
    update = '{"toolCallId":"a","status":"completed","locations":[]}'
    assert ask("fold", "ToolCall", call, update) == Understood(
        '{"toolCallId":"a","title":"t","status":"completed","rawInput":1}'
    )


def test_a_session_is_folded_by_the_sdk(ask: Ask) -> None:
    start = '{"sessionUpdate":"tool_call","toolCallId":"%s","title":"%s"}'
    later = '{"sessionUpdate":"tool_call_update","toolCallId":"a","title":"c"}'
    other = '{"sessionUpdate":"plan","entries":[]}'
    answer = ask("fold", "Session", start % ("a", "a"), start % ("b", "b"), other, later)
    assert isinstance(answer, Understood)
    calls = json.loads(answer.text)
    assert {name: call["title"] for name, call in calls.items()} == {"a": "c", "b": "b"}
    assert {call["toolCallId"] for call in calls.values()} == {"a", "b"}


@pytest.mark.parametrize("member", ['"_meta":{"a":1}', '"name":"n"'])
def test_what_the_view_of_the_sdk_lacks_is_not_supported(ask: Ask, member: str) -> None:
    call = '{"toolCallId":"a","title":"t"}'
    assert ask("fold", "ToolCall", call, f'{{"toolCallId":"a",{member}}}') == Unsupported()


@pytest.mark.parametrize("text", ["[]", "{", '{"title":"no id"}', b"\xff"])
def test_a_fold_of_what_the_sdk_refuses_is_refused(ask: Ask, text: str | bytes) -> None:
    assert isinstance(ask("fold", "ToolCall", '{"toolCallId":"a","title":"t"}', text), Refused)


def test_a_last_line_needs_no_newline(ask: Ask) -> None:
    answer = ask("stream", "JsonRpc", line("a") + line("b").rstrip())
    assert answer == StreamItems((*items("a", "b"),))


@pytest.mark.parametrize(
    ("deadly", "type_"), [(b'"ready"', "str"), (b"42", "int"), (b"[]", "list"), (b"true", "bool")]
)
@pytest.mark.parametrize("size", [1, 1000])
def test_what_was_read_before_the_reader_died_is_given(
    ask: Ask, deadly: bytes, type_: str, size: int
) -> None:
    data = line("a") + line("b") + deadly + b"\n" + line("c")
    chunks = [data[start : start + size] for start in range(0, len(data), size)]
    error = f"AttributeError: '{type_}' object has no attribute 'get'"
    death = Refused(f"ValueError: the connection died: {error}")
    assert ask("stream", "JsonRpc", *chunks) == StreamItems((*items("a", "b"), death))
    assert ask("stream", "JsonRpc", line("d")) == StreamItems((*items("d"),))


def test_null_is_the_end_to_the_sdk(ask: Ask) -> None:
    answer = ask("stream", "JsonRpc", line("a"), b"null\n", line("b"))
    assert answer == StreamItems((*items("a"),))


def test_the_handler_is_given_what_the_sdk_makes_of_meta(ask: Ask) -> None:
    # The SDK passes its members beside the arguments that it has, which they may be called like.
    data = line("a", ',"_meta":{"session_id":"other"}') + line("b", ',"_meta":{"self":1}')
    [item] = items("a")
    assert isinstance(item.text, str)
    other = Understood(item.text.replace('"s"', '"other"', 1))
    assert ask("stream", "JsonRpc", data) == StreamItems((other,))


def test_what_was_read_and_cannot_be_written_is_an_item(ask: Ask) -> None:
    deep = f',"_meta":{{"a":{"[" * 500}{"]" * 500}}}'
    answer = ask("stream", "JsonRpc", line("a", deep) + line("b"))
    assert isinstance(answer, StreamItems)
    refused, read = answer.items
    assert isinstance(refused, Refused)
    assert refused.stage == "encode"
    assert [read] == items("b")
