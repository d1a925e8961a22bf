"""For each class of oddity an example, and in words what its readings mean."""

from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.strategies.trials import Input, decoding

READINGS: Mapping[str, str] = {
    "in-order": "the list's items are the fields, in the order of the table",
    "malformed": "the value is malformed where it stands, and treated as any malformed value there",
    "index": "the variant of that number",
    "refused-if-kept": "the whole text is refused, where the value would be kept",
    "word": "the word that is the member's name",
    "word-if-null": "that word if its value is null, and malformed if it is an object",
    "created-whole": "the update makes the call, and its metadata is the call's",
    "refused": "it is refused whole: the text, the sequence of texts or the line",
    "first": "the first of them counts",
    "last": "the last of them counts",
    "read": "it is read like any other",
    "kept": "it is kept as it came",
    "replaced": "U+FFFD stands in its place",
    "replaced-by-octet": "U+FFFD three times stands in its place",
    "nearest": "the nearest double, or a neighbour of it",
    "exact": "the number with all its digits",
    "null": "null",
    "spoils-around": "as malformed, and so is the outermost list or member around it that would "
    "forgive it",
    "integer": "the integer that it equals",
    "ignored": "it is ignored",
    "anything": "any answer will do",
    "here": "as this revision reads it",
    "there": "as the other revision reads it",
    "created": "the call is made, of nothing but what this says of it",
    "replaces": "the second stands in place of the first",
    "patches": "the second patches the first, as an update does",
    "renames": "the second patches the first, and the call has the second's name then",
    "removed": "the key is not there",
    "no-item": "the line gives no item",
}
"""What each reading of an oddity means, in words."""


@dataclass(frozen=True)
class Example:
    """An input that is unsettled because it holds one oddity."""

    profile: str
    input: Input


def _update(members: str) -> Example:
    return Example("acp-v2", decoding("ToolCallUpdate", f'{{"toolCallId":"x",{members}}}'))


def _session(profile: str, *updates: str) -> Example:
    texts = tuple(f'{{"sessionUpdate":{update}}}' for update in updates)
    return Example(profile, Input("fold", "Session", texts))


_NOTIFICATION = (
    '"method":"session/update","params":{"sessionId":"s","update":'
    '{"sessionUpdate":"tool_call_update","toolCallId":"x"}}'
)


def _line(text: str) -> Example:
    return Example("acp-v2", Input("stream", "JsonRpc", (text.encode(),)))


EXAMPLES: Mapping[str, Example] = {
    "array-for-object": Example("acp-v2", decoding("ToolCallLocation", '["/a",3]')),
    "number-for-tag": Example("acp-v2", decoding("ContentBlock", '{"type":0,"text":"x"}')),
    "object-for-word": _update('"kind":{"read":null}'),
    "member-twice": _update('"title":"a","title":"b"'),
    "deep-nesting": _update(f'"rawInput":{"[" * 130}{"]" * 130}'),
    "lone-surrogate": _update(r'"title":"\ud800"'),
    "number-beyond-double": _update('"rawInput":36893488147419103233'),
    "number-overflow": _update('"rawInput":1e400'),
    "integral-float": Example("acp-v2", decoding("ToolCallLocation", '{"path":"/a","line":3.0}')),
    "negative-zero": Example(
        "acp-v2",
        decoding("ContentBlock", '{"type":"resource_link","name":"x","uri":"file:///x","size":-0}'),
    ),
    "outside-width": Example(
        "acp-v2", decoding("ToolCallLocation", '{"path":"/a","line":4294967296}')
    ),
    "unusual-uri": Example(
        "acp-v2", decoding("ContentBlock", '{"type":"resource_link","name":"x","uri":"no uri"}')
    ),
    "unusual-instant": Example(
        "acp-v2",
        decoding("ContentBlock", '{"type":"text","text":"x","annotations":{"lastModified":"now"}}'),
    ),
    "outside-range": Example(
        "acp-v2",
        decoding("ContentBlock", '{"type":"text","text":"x","annotations":{"priority":2}}'),
    ),
    "byte-order-mark": Example("acp-v2", decoding("ToolCallLocation", '\ufeff{"path":"/a"}')),
    "untold-update": Example(
        "acp-v2", decoding("SessionUpdate", '{"sessionUpdate":"usage_update"}')
    ),
    "update-for-another-call": Example(
        "acp-v2",
        Input("fold", "ToolCallUpdate", ('{"toolCallId":"x"}', '{"toolCallId":"y","title":"a"}')),
    ),
    "chunk-before-call": _session(
        "acp-v2",
        '"tool_call_content_chunk","toolCallId":"x","content":{"type":"terminal","terminalId":"t"}',
    ),
    "update-before-call": _session("acp-v1", '"tool_call_update","toolCallId":"x","kind":"read"'),
    "second-tool-call": _session(
        "acp-v1",
        '"tool_call","toolCallId":"x","title":"a","kind":"read"',
        '"tool_call","toolCallId":"x","title":"b","status":"completed"',
    ),
    "null-key-at-start": _session(
        "acp-v2", '"tool_call_update","toolCallId":"x","_meta":{"a":null,"b":1}'
    ),
    "untold-in-session": _session(
        "acp-v2", '"tool_call_update","toolCallId":"x"', '"usage_update"'
    ),
    "refused-in-session": _session(
        "acp-v2", '"tool_call_update","toolCallId":"x"', '"tool_call_update"'
    ),
    "message-without-version": _line(f"{{{_NOTIFICATION}}}"),
    "message-batch": _line(f'[{{"jsonrpc":"2.0",{_NOTIFICATION}}}]'),
    "request-for-notification": _line(f'{{"jsonrpc":"2.0","id":1,{_NOTIFICATION}}}'),
    "another-revision": Example(
        "acp-v2", decoding("ToolCallContent", '{"type":"session","sessionId":"s","x":1}')
    ),
}
"""For each class of oddity, a small input that is unsettled because of it alone."""
