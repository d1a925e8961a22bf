"""The rules of ACP v1, one example each; those that it shares with v2 are in `test_acp_v2`."""

from collections.abc import Callable

import pytest

from toolwire.reference import Rule

CALL, UPDATE = "ToolCall", "ToolCallUpdate"

# What an example shows: type, text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, str, Rule, str]] = {
    "null in an update is absent": (
        UPDATE,
        '{"toolCallId":"a","title":null,"content":null}',
        '{"toolCallId":"a"}',
        Rule.OPTIONAL_NULL,
        "ToolCallUpdate.content",
    ),
    "a malformed member of an update is absent": (
        UPDATE,
        '{"toolCallId":"a","locations":{}}',
        '{"toolCallId":"a"}',
        Rule.OPTIONAL_MALFORMED,
        "ToolCallUpdate.locations",
    ),
    "an empty list stays in an update": (
        UPDATE,
        '{"toolCallId":"a","content":[]}',
        '{"toolCallId":"a","content":[]}',
        Rule.EMPTY_LIST,
        "ToolCallUpdate.content",
    ),
    "an empty list is left out of a call": (
        CALL,
        '{"toolCallId":"a","title":"t","content":[],"locations":[7]}',
        '{"toolCallId":"a","title":"t"}',
        Rule.EMPTY_LIST,
        "ToolCall.content",
    ),
    "a default is left out of a call": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":"other","status":"pending"}',
        '{"toolCallId":"a","title":"t"}',
        Rule.WORD,
        "ToolKind:other",
    ),
    "a default stays in an update": (
        UPDATE,
        '{"toolCallId":"a","kind":"other","status":"pending"}',
        '{"toolCallId":"a","kind":"other","status":"pending"}',
        Rule.WORD,
        "ToolCallStatus:pending",
    ),
    "a call needs its title": (
        CALL,
        '{"toolCallId":"a"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCall.title",
    ),
    "an unknown kind of a call is other, which is left out": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":"_mine"}',
        '{"toolCallId":"a","title":"t"}',
        Rule.UNKNOWN_WORD_REPLACED,
        "ToolCall.kind",
    ),
    "an unknown kind of an update is other": (
        UPDATE,
        '{"toolCallId":"a","kind":"_mine"}',
        '{"toolCallId":"a","kind":"other"}',
        Rule.UNKNOWN_WORD_IN_UPDATE,
        "ToolCallUpdate.kind",
    ),
    "a kind that is no string is absent": (
        UPDATE,
        '{"toolCallId":"a","kind":5}',
        '{"toolCallId":"a"}',
        Rule.OPTIONAL_MALFORMED,
        "ToolCallUpdate.kind",
    ),
    "an unknown status is absent": (
        UPDATE,
        '{"toolCallId":"a","status":"cancelled"}',
        '{"toolCallId":"a"}',
        Rule.UNKNOWN_WORD_MALFORMED,
        "ToolCallStatus",
    ),
    "the newer name is read": (
        CALL,
        '{"toolCallId":"a","title":"t","name":"n"}',
        '{"toolCallId":"a","title":"t","name":"n"}',
        Rule.NEWER_MEMBER,
        "ToolCall.name",
    ),
    "the newer content is read": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"session","sessionId":"s"}]}',
        '{"toolCallId":"a","content":[{"type":"session","sessionId":"s"}]}',
        Rule.NEWER_MEMBER,
        "ToolCallContent:session",
    ),
    "an unknown content is skipped": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"_x"},{"type":"terminal","terminalId":"t"}]}',
        '{"toolCallId":"a","content":[{"type":"terminal","terminalId":"t"}]}',
        Rule.UNKNOWN_VARIANT_REFUSED,
        "ToolCallContent",
    ),
    "a content whose block is unknown is skipped": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"content","content":{"type":"_x"}}]}',
        '{"toolCallId":"a","content":[]}',
        Rule.BAD_ITEM,
        "ToolCallUpdate.content",
    ),
    "an unknown role is skipped": (
        "SessionUpdate",
        '{"sessionUpdate":"user_message_chunk","content":'
        '{"type":"text","text":"t","annotations":{"audience":["_me","user"]}}}',
        '{"sessionUpdate":"user_message_chunk","content":'
        '{"type":"text","annotations":{"audience":["user"]},"text":"t"}}',
        Rule.UNKNOWN_WORD_MALFORMED,
        "Role",
    ),
    "an unknown session update is refused": (
        "SessionUpdate",
        '{"sessionUpdate":"_mine"}',
        "refused",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "SessionUpdate",
    ),
    "a call of a notification is malformed with the pointer of its fault": (
        "SessionNotification",
        '{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"a","title":{}}}',
        "refused at /update/title",
        Rule.REQUIRED_MALFORMED,
        "ToolCall.title",
    ),
    "entries must be present": (
        "SessionUpdate",
        '{"sessionUpdate":"plan"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "Plan.entries",
    ),
    "malformed entries are none": (
        "SessionUpdate",
        '{"sessionUpdate":"plan","entries":"x"}',
        '{"sessionUpdate":"plan","entries":[]}',
        Rule.REQUIRED_DEFAULT,
        "Plan.entries",
    ),
    "null entries are none": (
        "SessionUpdate",
        '{"sessionUpdate":"plan","entries":null}',
        '{"sessionUpdate":"plan","entries":[]}',
        Rule.REQUIRED_DEFAULT,
        "Plan.entries",
    ),
    "a bad entry is skipped": (
        "SessionUpdate",
        '{"sessionUpdate":"plan","entries":['
        '{"content":"c","priority":"_x","status":"pending"},'
        '{"content":"d","priority":"low","status":"completed"}]}',
        '{"sessionUpdate":"plan","entries":[{"content":"d","priority":"low","status":"completed"}]}',
        Rule.BAD_ITEM,
        "Plan.entries",
    ),
    "a bad option refuses the request": (
        "RequestPermissionRequest",
        '{"sessionId":"s","toolCall":{"toolCallId":"a"},"options":['
        '{"optionId":"o","name":"n","kind":"allow_once"},{"optionId":"p","name":"n","kind":"_x"}]}',
        "refused at /options/1/kind",
        Rule.BAD_ITEM_REFUSED,
        "RequestPermissionRequest.options",
    ),
    "a request may have no options in its list": (
        "RequestPermissionRequest",
        '{"sessionId":"s","toolCall":{"toolCallId":"a"},"options":[]}',
        '{"sessionId":"s","toolCall":{"toolCallId":"a"},"options":[]}',
        Rule.EMPTY_LIST,
        "RequestPermissionRequest.options",
    ),
    "an outcome is cancelled": (
        "RequestPermissionResponse",
        '{"outcome":{"outcome":"cancelled","optionId":"o"}}',
        '{"outcome":{"outcome":"cancelled"}}',
        Rule.VALUE,
        "RequestPermissionOutcome:cancelled",
    ),
    "an outcome is not canceled": (
        "RequestPermissionResponse",
        '{"outcome":{"outcome":"canceled"}}',
        "refused at /outcome",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "RequestPermissionOutcome",
    ),
    "a selected outcome needs its option": (
        "RequestPermissionResponse",
        '{"outcome":{"outcome":"selected"}}',
        "refused at /outcome",
        Rule.REQUIRED_ABSENT,
        "SelectedPermissionOutcome.optionId",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("acp-v1", *EXAMPLES[shown])
