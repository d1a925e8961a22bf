"""The adapter `acp`: the Python SDK for protocol v1, read and folded as it reads and folds."""

from collections.abc import Callable

import pytest

from toolwire.conformance.candidates import Answer, Refused, Understood, Unsupported

Ask = Callable[..., Answer]


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


@pytest.mark.parametrize("member", ['"_meta":{"a":1}', '"name":"n"'])
def test_what_the_view_of_the_sdk_lacks_is_not_supported(ask: Ask, member: str) -> None:
    call = '{"toolCallId":"a","title":"t"}'
    assert ask("fold", "ToolCall", call, f'{{"toolCallId":"a",{member}}}') == Unsupported()


@pytest.mark.parametrize("text", ["[]", "{", '{"title":"no id"}', b"\xff"])
def test_a_fold_of_what_the_sdk_refuses_is_refused(ask: Ask, text: str | bytes) -> None:
    assert isinstance(ask("fold", "ToolCall", '{"toolCallId":"a","title":"t"}', text), Refused)
