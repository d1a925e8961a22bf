"""Where each rule comes from: by profile, a pointer into a document (`toolwire.corpus.sources`).

A rule is a requirement of every profile for which a pointer stands here. A revision is cited as
the profile that it revises, in its own documents.
"""

from collections.abc import Mapping
from itertools import chain

from toolwire.reference import PROFILES, Rule
from toolwire.reference.registry import REVISIONS

_REVISED = {newer: older for older, newer in REVISIONS}


def _cited(
    v1: str = "", v2: str = "", early: str = "", megacode: str = "", subc: str = ""
) -> Mapping[str, str]:
    """Give pointers into each profile's own documents, of those that are given."""
    own = {
        "acp-v1": v1,
        "acp-v2": v2,
        "acp-0.0.26": early,
        "megacode": megacode and f"wire.rs#{megacode}",
        "subc": subc and f"tool_call.rs#{subc}",
    }
    return {profile: f"{profile}/{pointer}" for profile, pointer in own.items() if pointer}


def _standard(pointer: str, *profiles: str) -> Mapping[str, str]:
    """Give the pointer into a standard for all profiles, or for those."""
    return dict.fromkeys(profiles or (name for name in PROFILES if name not in _REVISED), pointer)


_ACP = ("acp-v1", "acp-v2")
_STREAMS = (*_ACP, "megacode")

_MESSAGE = _cited(
    "tool_call.rs#ToolCallUpdate",
    "tool_call.rs#ToolCallUpdate",
    "client.rs#SessionUpdate",
    "parse",
    "ToolCallRequest",
)
_NUMBER = _cited(
    "tool_call.rs#ToolCallLocation::line",
    "tool_call.rs#ToolCallLocation::line",
    "tool_call.rs#ToolCallLocation::line",
    "Usage::input_tokens",
)
_FOLD = _cited(
    "tool_call.rs#ToolCall::update",
    "tool_call.rs#ToolCallUpdate::apply_update",
    "tool_call.rs#ToolCall::update",
)
_META = _cited(v2="ext.rs#apply_meta_update")
_PATCHED = _cited(v2="tool_call.rs#ToolCallUpdate")
_BAD_LINE = {**_standard("jsonrpc#section-5.1", *_ACP), **_cited(megacode="parse")}
_KIND = _cited("tool_call.rs#ToolKind::Other")

_OWN: Mapping[Rule, Mapping[str, str]] = {
    Rule.NOT_JSON: _standard("rfc8259#section-2"),
    Rule.ESCAPES: _standard("rfc8259#section-7"),
    Rule.WHITE_SPACE: _standard("rfc8259#section-2"),
    Rule.MEMBER_ORDER: _standard("rfc8259#section-4"),
    Rule.ODD_TEXT: _standard("rfc8259#section-9"),
    Rule.NESTING: _standard("rfc8259#section-9"),
    Rule.DEEP_FORGIVEN: _cited(megacode="WithoutInput"),
    Rule.DEEP_REFUSED: _cited(megacode="parse"),
    Rule.LAST_COUNTS: _cited(megacode="parse"),
    Rule.VALUE: _MESSAGE,
    Rule.TEXT: _standard("rfc8259#section-7"),
    Rule.OPAQUE: _cited(
        "tool_call.rs#ToolCall::raw_input",
        "tool_call.rs#ToolCallUpdate::raw_input",
        "tool_call.rs#ToolCall::raw_input",
        "ToolUse::input",
        "ToolCallRequest::arguments",
    ),
    Rule.DIGITS: {
        **_standard("rfc8259#section-6"),
        **_cited(subc="ToolCallRequest::arguments"),
    },
    Rule.SPECIAL_NAME: _standard("rfc8259#section-4"),
    Rule.WRONG_TYPE: _MESSAGE,
    Rule.REQUIRED_ABSENT: _cited(
        "tool_call.rs#ToolCall::title",
        "tool_call.rs#ToolCallUpdate::tool_call_id",
        "tool_call.rs#ToolCall::title",
        "ToolUse::input",
        "ToolCallRequest::arguments",
    ),
    Rule.REQUIRED_MALFORMED: _cited(
        "tool_call.rs#ToolCall::title",
        "tool_call.rs#ToolCallUpdate::tool_call_id",
        "tool_call.rs#ToolCall::title",
        "ToolUse::id",
        "ToolCallRequest::name",
    ),
    Rule.REQUIRED_DEFAULT: _cited("plan.rs#Plan::entries"),
    Rule.OPTIONAL_ABSENT: _cited(
        "tool_call.rs#ToolCall::kind",
        "tool_call.rs#ToolCallLocation::line",
        "tool_call.rs#ToolCall::kind",
        "Info::commands",
        "ToolCallRequest::tool_call_id",
    ),
    Rule.OPTIONAL_NULL: _cited(
        "tool_call.rs#ToolCall::kind",
        "tool_call.rs#Diff::patch",
        "tool_call.rs#ToolCallUpdateFields::title",
        "Info::model",
        "ToolCallRequest::tool_call_id",
    ),
    Rule.OPTIONAL_MALFORMED: _cited(
        "tool_call.rs#ToolCall::content",
        "tool_call.rs#ToolCallLocation::line",
        megacode="parse",
    ),
    Rule.OPTIONAL_MALFORMED_REFUSED: _cited(
        early="tool_call.rs#ToolCallUpdateFields::kind",
        megacode="Info::model",
        subc="ToolCallRequest::tool_call_id",
    ),
    Rule.DEFAULT_NULL: _cited(
        early="client.rs#FileSystemCapability::read_text_file", megacode="Info::commands"
    ),
    Rule.LEFT_OUT: _cited(subc="ToolCallRequest::tool_call_id"),
    Rule.PATCH_ABSENT: _PATCHED,
    Rule.PATCH_NULL: _PATCHED,
    Rule.PATCH_MALFORMED: _cited(v2="tool_call.rs#ToolCallUpdate::title"),
    Rule.BAD_ITEM: _cited("tool_call.rs#ToolCall::content", "tool_call.rs#ToolCallUpdate::content"),
    Rule.BAD_ITEM_REFUSED: _cited(
        "client.rs#RequestPermissionRequest::options",
        early="tool_call.rs#ToolCall::content",
        megacode="ApprovalRequest::choices",
    ),
    Rule.EMPTY_LIST: _cited(
        "tool_call.rs#ToolCallUpdateFields::content",
        "tool_call.rs#ToolCallUpdate::content",
        "tool_call.rs#ToolCallUpdateFields::content",
        "ApprovalRequest::choices",
    ),
    Rule.WORD: _cited(
        "tool_call.rs#ToolKind", "tool_call.rs#ToolKind", "tool_call.rs#ToolKind", "words"
    ),
    Rule.UNKNOWN_WORD_KEPT: _cited(v2="tool_call.rs#ToolKind::Unknown", megacode="words"),
    Rule.UNKNOWN_WORD_REPLACED: _KIND,
    Rule.UNKNOWN_WORD_IN_UPDATE: _KIND,
    Rule.UNKNOWN_WORD_MALFORMED: _cited(
        "tool_call.rs#ToolCallStatus", early="tool_call.rs#ToolKind", megacode="TurnState"
    ),
    Rule.UNKNOWN_VARIANT_KEPT: _cited(v2="tool_call.rs#OtherToolCallContent"),
    Rule.UNKNOWN_VARIANT_SKIPPED: _cited(megacode="Line::Other"),
    Rule.UNKNOWN_VARIANT_REFUSED: _cited(
        "tool_call.rs#ToolCallContent", early="tool_call.rs#ToolCallContent"
    ),
    Rule.KNOWN_VARIANT_MALFORMED: _cited(
        v2="tool_call.rs#<OtherToolCallContent as Deserialize>::deserialize", megacode="parse"
    ),
    Rule.TAG: _cited(
        "tool_call.rs#ToolCallContent",
        "tool_call.rs#ToolCallContent",
        "tool_call.rs#ToolCallContent",
        "parse",
    ),
    Rule.ALIAS: _cited(early="client.rs#RequestPermissionOutcome::Canceled"),
    Rule.CONSTANT: _cited(early="tool_call.rs#ToolCallLocation"),
    Rule.FIRST_VARIANT: _cited(
        "content.rs#EmbeddedResourceResource",
        "content.rs#EmbeddedResourceResource",
        "client.rs#AgentRequest",
    ),
    Rule.UNKNOWN_MEMBER: _MESSAGE,
    Rule.EXACT_NAME: _MESSAGE,
    Rule.NO_COERCION: {**_NUMBER, **_cited(subc="ToolCallRequest::tool_call_id")},
    Rule.BOUNDS: _NUMBER,
    Rule.BELOW_ZERO: _NUMBER,
    Rule.FRACTION: _NUMBER,
    Rule.WIDTH: _NUMBER,
    Rule.NEWER_MEMBER: _cited("tool_call.rs#ToolCall::name"),
    Rule.FOLD_OMITTED: _FOLD,
    Rule.FOLD_VALUE: _FOLD,
    Rule.FOLD_LIST: _FOLD,
    Rule.FOLD_NULL: _cited(v2="tool_call.rs#ToolCallUpdate::apply_update"),
    Rule.FOLD_NULL_KEEPS: _cited(
        "tool_call.rs#ToolCall::update", early="tool_call.rs#ToolCall::update"
    ),
    Rule.FOLD_MALFORMED: _cited(
        "tool_call.rs#ToolCall::update", "tool_call.rs#ToolCallUpdate::apply_update"
    ),
    Rule.FOLD_REFUSED: _cited(
        "tool_call.rs#ToolCallUpdate",
        "tool_call.rs#ToolCallUpdate",
        "tool_call.rs#ToolCallUpdate",
    ),
    Rule.META_MERGES: _META,
    Rule.META_REMOVES: _META,
    Rule.META_WHOLE: _META,
    Rule.META_CLEARS: _META,
    Rule.META_STARTS: _META,
    Rule.META_STAYS: _cited("tool_call.rs#ToolCall::update"),
    Rule.SESSION_CREATES: _cited(
        "client.rs#SessionUpdate::ToolCall", "tool_call.rs#ToolCallUpdate"
    ),
    Rule.SESSION_PATCHES: _cited(
        "tool_call.rs#ToolCall::update", "tool_call.rs#ToolCallUpdate::apply_update"
    ),
    Rule.SESSION_IDS: _cited(
        "tool_call.rs#ToolCall::tool_call_id", "tool_call.rs#ToolCallUpdate::tool_call_id"
    ),
    Rule.SESSION_OTHER: _cited("client.rs#SessionUpdate", "client.rs#SessionUpdate"),
    Rule.SESSION_ODD: _standard("candidate-protocol#fold", *_ACP),
    Rule.CHUNK_APPENDS: _cited(v2="tool_call.rs#ToolCallContentChunk"),
    Rule.CONTENT_REPLACES: _cited(v2="tool_call.rs#ToolCallUpdate::content"),
    Rule.STREAM_ITEMS: _standard("candidate-protocol#stream", *_STREAMS),
    Rule.STREAM_NEWLINE: _standard("acp-transports#stdio", *_STREAMS),
    Rule.STREAM_CRLF: _standard("rfc8259#section-2", *_STREAMS),
    Rule.STREAM_BLANK: _standard("rfc8259#section-2", *_STREAMS),
    Rule.STREAM_LAST: _standard("candidate-protocol#stream", *_STREAMS),
    Rule.STREAM_BAD: _BAD_LINE,
    Rule.STREAM_UTF8: _standard("rfc3629#section-3", *_STREAMS),
    Rule.STREAM_BAD_TOLD: _BAD_LINE,
    Rule.STREAM_OTHER: _standard("jsonrpc#section-4", *_ACP),
    Rule.STREAM_LONG: _standard("acp-transports#stdio", *_STREAMS),
    Rule.STREAM_CUT: _standard("rfc3629#section-3", *_STREAMS),
    Rule.COMMAND_LINE: _cited(megacode="encode"),
    Rule.LINE_LIMIT: _cited(megacode="LINE_LIMIT"),
    Rule.CUT: _cited(megacode="cut"),
}


def _with_revisions(pointers: Mapping[str, str]) -> Mapping[str, str]:
    revised = {
        profile: pointers[of].replace(f"{of}/", f"{profile}/", 1)
        for profile, of in _REVISED.items()
        if of in pointers
    }
    return dict(chain(pointers.items(), revised.items()))


SOURCES: Mapping[Rule, Mapping[str, str]] = {
    rule: _with_revisions(pointers) for rule, pointers in _OWN.items()
}
"""For each rule, by profile, the pointer into the document that it comes from."""
