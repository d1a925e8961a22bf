"""One conversation's JSON lines of megacode: what its SDK reads, and the commands it writes.

Read beside `wire.rs` of `megacode_agent_sdk`, in the document's order. A line that was read is
given in the normal form: its type under `line`, then its members as they are called on the wire.
"""

from .profile import Profile, Stream, TextRules
from .shapes import (
    U64,
    Array,
    Boolean,
    Field,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    defaulted,
    optional,
    required,
    strict,
)

TEXT = Text()
ANY = Opaque()
FLAG = Boolean()
COUNT = Integer(0, U64)
LINE_LIMIT = 8 * 1024 * 1024
"""The most bytes of one command's line, its newline counted."""


def _word(name: str, *known: str) -> Word:
    return Word(name, known, Unknown.KEPT, plain=True)


USER_KIND = _word("UserKind", "message", "steer")
TOOL_STATUS = _word("ToolStatus", "ok", "failed")
APPROVAL_DECISION = _word(
    "ApprovalDecision",
    "allowed_once",
    "allowed_for_turn",
    "allowed_for_session",
    "denied",
    "denied_and_stopped",
    "timed_out",
    "refused",
)
APPROVAL_KIND = _word(
    "ApprovalKind",
    "gate",
    "protected",
    "removal",
    "decode_and_run",
    "credential",
    "escape",
    "mcp",
    "judge_flag",
    "judge_unavailable",
    "client_tool",
)
CHOICE = _word("Choice", "allow_once", "allow_for_turn", "deny", "deny_and_stop")
OUTCOME = _word(
    "Outcome",
    "completed",
    "tool_failed",
    "model_failed",
    "max_iterations",
    "interrupted",
    "truncated",
    "prompt_blocked",
)
DISPOSITION = _word(
    "Disposition",
    "started",
    "queued",
    "accepted",
    "dequeued",
    "idle",
    "stale",
    "interrupting",
    "answered",
    "done",
    "set",
    "quitting",
)

INFO = Object(
    "Info",
    (
        required("v", COUNT),  # `parse` asks for it before the rest
        required("session_id", TEXT),
        strict("model", TEXT),
        strict("mode", TEXT),
        strict("cwd", TEXT),
        required("harness_version", TEXT),
        defaulted("commands", Array(TEXT), (), always=True),
        defaulted("resumed", FLAG, default=False, always=True),
        defaulted("client_tools", Array(TEXT), (), always=True),
    ),
)
USER_MESSAGE = Object("UserMessage", (required("text", TEXT), required("kind", USER_KIND)))
TEXT_LINE = Object("Text", (required("text", TEXT),))
TOOL_USE = Object("ToolUse", (required("id", TEXT), required("tool", TEXT), required("input", ANY)))
TOOL_RESULT = Object(
    "ToolResult",
    (
        required("id", TEXT),
        required("tool", TEXT),
        required("status", TOOL_STATUS),
        strict("output", ANY),
        strict("error", TEXT),
    ),
)
APPROVAL = Object(
    "Approval",
    (
        required("id", TEXT),
        required("tool", TEXT),
        required("decision", APPROVAL_DECISION),
        strict("reason", TEXT),
        strict("session", TEXT),
        strict("agent", TEXT),
    ),
)
ESCAPE = Object("Escape", (required("kind", TEXT), required("reason", TEXT)))
APPROVAL_REQUEST = Object(
    "ApprovalRequest",
    (
        required("id", TEXT),
        required("tool_use_id", TEXT),
        required("tool", TEXT),
        required("kind", APPROVAL_KIND),
        strict("reason", TEXT),
        strict("escape", ESCAPE),
        required("summary", TEXT),
        required("input", ANY),
        required("choices", Array(CHOICE)),
        required("turn_grant_skips_kind", FLAG),
        strict("session", TEXT),
        strict("agent", TEXT),
    ),
)
COMPACTED = Object("Compacted", (strict("trigger", TEXT), strict("pre_tokens", COUNT)))
USAGE = Object(
    "Usage",
    (
        required("input_tokens", COUNT),
        required("output_tokens", COUNT),
        strict("cached_input_tokens", COUNT),
        required("reasoning_tokens", COUNT),
    ),
)
DENIED = Object("Denied", (required("tool", TEXT), required("summary", TEXT)))
COST = Object(
    "Cost",
    (
        strict("usd", Number()),
        required("priced", COUNT),
        required("unpriced", COUNT),
        required("free", COUNT),
        strict("bound", TEXT),
        strict("basis", TEXT),
    ),
)
TURN_RESULT = Object(
    "TurnResult",
    (
        required("session_id", TEXT),
        strict("outcome", OUTCOME),
        required("is_error", FLAG),
        strict("result", TEXT),
        strict("error", TEXT),
        strict("model", TEXT),
        required("duration_ms", COUNT),
        required("model_calls", COUNT),
        required("usage", USAGE),
        required("denied", Array(DENIED)),
        strict("turn_id", TEXT),
        strict("prompt_id", TEXT),
        strict("cost", COST),
    ),
)
TURN_STATE = Untagged(
    "TurnState",
    (
        Word("TurnWord", ("idle",), Unknown.MALFORMED, plain=True),
        Object("Running", (strict("id", TEXT), strict("prompt_id", TEXT))),
    ),
)
CONTEXT_STATE = Object(
    "ContextState",
    (
        strict("last_prompt_tokens", COUNT),
        strict("window", COUNT),
        strict("percent", COUNT),
        strict("auto_compact_at_percent", COUNT),
    ),
)
STATE = Object(
    "State",
    (
        required("session_id", TEXT),
        strict("model", TEXT),
        strict("thinking", TEXT),
        strict("mode", TEXT),
        required("away", FLAG),
        required("turn", TURN_STATE),
        required("open_requests", Array(TEXT)),
        required("queued", COUNT),
        required("context", CONTEXT_STATE),
    ),
)

RESPONSE = Object(
    "Response",
    (
        optional("id", TEXT),
        required("command", TEXT),
        required("ok", FLAG),
        strict("disposition", DISPOSITION),
        strict("data", ANY),
        strict("error", Object("ErrorBody", (required("code", TEXT), required("message", TEXT)))),
    ),
)
CLIENT_TOOL_CALL = Object(
    "ToolCall",
    (
        required("id", TEXT),
        required("name", TEXT),
        required("input", ANY),
        Field("too_deep", FLAG, Presence.TOLD, default=False),
    ),
)
LINE = Tagged(
    "Line",
    "type",
    {
        "init": INFO,
        "user": USER_MESSAGE,
        "reasoning": TEXT_LINE,
        "assistant": TEXT_LINE,
        "tool_use": TOOL_USE,
        "tool_result": TOOL_RESULT,
        "approval": APPROVAL,
        "approval_request": APPROVAL_REQUEST,
        "compacted": COMPACTED,
        "result": TURN_RESULT,
        "client_tool_call": CLIENT_TOOL_CALL,
        "client_tool_cancel": Object("Cancel", (required("id", TEXT),)),
        "response": RESPONSE,
    },
    skipped="other",
    written="line",
    positional=False,
    indexed=False,
)

PROFILE = Profile(
    "megacode",
    {"Line": LINE, "State": STATE},
    texts={
        "Line": TextRules(last_counts=True, shallow=True, forgiven="input"),
        "State": TextRules(last_counts=True, shallow=True),
    },
    streams={"Line": Stream("Line")},
    commands={"Command": LINE_LIMIT},
    cuts=("Reason",),
)
