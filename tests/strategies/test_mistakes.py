"""What one asks for that there is not: an error when the strategy is made, with what comes near."""

from collections.abc import Callable
from typing import Any

import pytest

from toolwire.reference import NotJson
from toolwire.strategies import (
    deeply_nested,
    documents,
    json_texts,
    sessions,
    tool_call_updates,
    unknown_variants,
    update_sequences,
    with_fault,
)


@pytest.mark.parametrize(
    "ask", [documents, unknown_variants, with_fault, deeply_nested], ids=lambda ask: ask.__name__
)
def test_a_profile_or_type_that_there_is_not(ask: Callable[..., Any]) -> None:
    with pytest.raises(LookupError, match=r"there is no profile 'acp-v3'; near it: acp-v2, acp-v1"):
        ask("acp-v3", "ToolCallUpdate")
    with pytest.raises(LookupError, match=r"acp-v2 has no type 'ToolUpdate'; near it: ToolCallUpd"):
        ask("acp-v2", "ToolUpdate")
    with pytest.raises(LookupError, match=r"subc has no type 'Q'; known: ToolCallRequest$"):
        ask("subc", "Q")


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (
            tool_call_updates,
            "updates of tool calls; these have: acp-v1, acp-v2, acp-v2-1.20, ",
        ),
        (update_sequences, "updates of tool calls; these have: acp-v1, "),
        (sessions, "sessions; these have: acp-v1, acp-v2, acp-v2-1.20$"),
    ],
)
def test_a_profile_without_updates(ask: Callable[..., Any], what: str) -> None:
    with pytest.raises(LookupError, match=f"megacode has no {what}"):
        ask("megacode")
    with pytest.raises(LookupError, match=r"there is no profile 'acp_v2'; near it: acp-v2"):
        ask("acp_v2")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: unknown_variants("acp-v2", "ToolKind"),
            "ToolKind of acp-v2 holds no object with a tag; these do: SessionNotification, ",
        ),
        (
            lambda: unknown_variants("subc", "ToolCallRequest"),
            "ToolCallRequest of subc holds no object with a tag; these do: none",
        ),
        (
            lambda: deeply_nested("acp-v2", "ToolKind"),
            "ToolKind of acp-v2 holds no nested JSON; these do: SessionNotification, ",
        ),
        (
            lambda: with_fault("acp-v2", "ToolCallUpdate", "null-clears"),
            "ToolCallUpdate of acp-v2 has no fault 'null-clears'; ",
        ),
        (
            lambda: with_fault("acp-v2", "ToolCallUpdate", "bad-item-skip"),
            "ToolCallUpdate of acp-v2 has no fault 'bad-item-skip'; near it: bad-item-is-skipped",
        ),
    ],
)
def test_a_type_or_fault_that_does_not_go_together(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(LookupError) as raised:
        ask()
    assert str(raised.value).startswith(message)


def test_a_depth_that_no_document_has() -> None:
    with pytest.raises(ValueError, match="ToolCallUpdate of acp-v2 is at least 2 deep, not 1"):
        deeply_nested("acp-v2", "ToolCallUpdate", 1)


def test_a_text_that_is_no_json() -> None:
    with pytest.raises(NotJson):
        json_texts('{"a":01}')
