"""Agent Client Protocol v1, as `agent-client-protocol-schema` 1.20.0, module `v1`, has it.

Read beside `v1/tool_call.rs`, `v1/content.rs`, `v1/plan.rs` and `v1/client.rs` of that crate.
"""

from .profile import Fold, Profile, SessionFold, Stream
from .shapes import (
    I64,
    Array,
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
    optional,
    required,
)

TEXT = Text()
URI = Text("uri")
ANY = Opaque()
META = optional("_meta", Opaque(is_object=True))

# v1/content.rs

ROLE = Word("Role", ("assistant", "user"), Unknown.MALFORMED)
ANNOTATIONS = Object(
    "Annotations",
    (
        optional("audience", Array(ROLE, skips=True)),
        optional("lastModified", Text("instant")),
        optional("priority", Number(0.0, 1.0)),
        META,
    ),
)
_ANNOTATED = optional("annotations", ANNOTATIONS)
TEXT_CONTENT = Object("TextContent", (_ANNOTATED, required("text", TEXT), META))
IMAGE_CONTENT = Object(
    "ImageContent",
    (
        _ANNOTATED,
        required("data", TEXT),
        required("mimeType", TEXT),
        optional("uri", URI),
        META,
    ),
)
AUDIO_CONTENT = Object(
    "AudioContent",
    (_ANNOTATED, required("data", TEXT), required("mimeType", TEXT), META),
)
RESOURCE_LINK = Object(
    "ResourceLink",
    (
        _ANNOTATED,
        optional("description", TEXT),
        optional("mimeType", TEXT),
        required("name", TEXT),
        optional("size", Integer(-I64 - 1, I64)),
        optional("title", TEXT),
        required("uri", URI),
        META,
    ),
)
RESOURCE_CONTENTS = Untagged(
    "EmbeddedResourceResource",
    (
        Object(
            "TextResourceContents",
            (optional("mimeType", TEXT), required("text", TEXT), required("uri", URI), META),
        ),
        Object(
            "BlobResourceContents",
            (required("blob", TEXT), optional("mimeType", TEXT), required("uri", URI), META),
        ),
    ),
)
EMBEDDED_RESOURCE = Object(
    "EmbeddedResource", (_ANNOTATED, required("resource", RESOURCE_CONTENTS), META)
)
CONTENT_BLOCK = Tagged(
    "ContentBlock",
    "type",
    {
        "text": TEXT_CONTENT,
        "image": IMAGE_CONTENT,
        "audio": AUDIO_CONTENT,
        "resource_link": RESOURCE_LINK,
        "resource": EMBEDDED_RESOURCE,
    },
)

# v1/tool_call.rs

TOOL_KIND = Word(
    "ToolKind",
    (
        "read",
        "edit",
        "delete",
        "move",
        "search",
        "execute",
        "think",
        "fetch",
        "switch_mode",
        "other",
    ),
    unknown="other",
    default="other",
)
TOOL_CALL_STATUS = Word(
    "ToolCallStatus",
    ("pending", "in_progress", "completed", "failed"),
    Unknown.MALFORMED,
    default="pending",
)
TOOL_CALL_CONTENT = Tagged(
    "ToolCallContent",
    "type",
    {
        "content": Object("Content", (required("content", CONTENT_BLOCK), META)),
        "diff": Object(
            "Diff",
            (required("path", TEXT), optional("oldText", TEXT), required("newText", TEXT), META),
        ),
        "terminal": Object("Terminal", (required("terminalId", TEXT), META)),
        "session": Object("SessionReference", (required("sessionId", TEXT), META)),
    },
    contested=("session",),
)
TOOL_CALL_LOCATION = Object(
    "ToolCallLocation", (required("path", TEXT), optional("line", Integer()), META)
)
_CONTENT_LIST = Array(TOOL_CALL_CONTENT, skips=True)
_LOCATION_LIST = Array(TOOL_CALL_LOCATION, skips=True)
TOOL_CALL = Object(
    "ToolCall",
    (
        required("toolCallId", TEXT),
        required("title", TEXT),
        optional("name", TEXT, contested=True),
        optional("kind", TOOL_KIND, default="other"),
        optional("status", TOOL_CALL_STATUS, default="pending"),
        optional("content", _CONTENT_LIST, default=()),
        optional("locations", _LOCATION_LIST, default=()),
        optional("rawInput", ANY),
        optional("rawOutput", ANY),
        META,
    ),
)
TOOL_CALL_UPDATE = Object(
    "ToolCallUpdate",
    (
        required("toolCallId", TEXT),
        optional("kind", TOOL_KIND),
        optional("status", TOOL_CALL_STATUS),
        optional("title", TEXT),
        optional("name", TEXT, contested=True),
        optional("content", _CONTENT_LIST),
        optional("locations", _LOCATION_LIST),
        optional("rawInput", ANY),
        optional("rawOutput", ANY),
        META,
    ),
    positional=False,
)

# v1/plan.rs

PLAN_ENTRY = Object(
    "PlanEntry",
    (
        required("content", TEXT),
        required(
            "priority", Word("PlanEntryPriority", ("high", "medium", "low"), Unknown.MALFORMED)
        ),
        required(
            "status",
            Word("PlanEntryStatus", ("pending", "in_progress", "completed"), Unknown.MALFORMED),
        ),
        META,
    ),
)
PLAN = Object(
    "Plan",
    (
        Field(
            "entries",
            Array(PLAN_ENTRY, skips=True),
            Presence.REQUIRED,
            tolerant=True,
            default=(),
        ),
        META,
    ),
)

# v1/client.rs

CONTENT_CHUNK = Object(
    "ContentChunk", (required("content", CONTENT_BLOCK), optional("messageId", TEXT), META)
)
SESSION_UPDATE = Tagged(
    "SessionUpdate",
    "sessionUpdate",
    {
        "user_message_chunk": CONTENT_CHUNK,
        "agent_message_chunk": CONTENT_CHUNK,
        "agent_thought_chunk": CONTENT_CHUNK,
        "tool_call": TOOL_CALL,
        "tool_call_update": TOOL_CALL_UPDATE,
        "plan": PLAN,
        "plan_update": None,
        "plan_removed": None,
        "available_commands_update": None,
        "current_mode_update": None,
        "config_option_update": None,
        "session_info_update": None,
        "usage_update": None,
        "notice": None,
        "compaction_update": None,
        "compaction_summary_chunk": None,
        "subagent_update": None,
        "session_message": None,
        "session_message_chunk": None,
    },
    elsewhere={"prompt_suggestions_update": None, "cursor_update": None},
)
SESSION_NOTIFICATION = Object(
    "SessionNotification",
    (required("sessionId", TEXT), required("update", SESSION_UPDATE), META),
)
PERMISSION_OPTION = Object(
    "PermissionOption",
    (
        required("optionId", TEXT),
        required("name", TEXT),
        required(
            "kind",
            Word(
                "PermissionOptionKind",
                ("allow_once", "allow_always", "reject_once", "reject_always"),
                Unknown.MALFORMED,
            ),
        ),
        META,
    ),
)
REQUEST_PERMISSION_REQUEST = Object(
    "RequestPermissionRequest",
    (
        required("sessionId", TEXT),
        required("toolCall", TOOL_CALL_UPDATE),
        required("options", Array(PERMISSION_OPTION)),
        META,
    ),
)
REQUEST_PERMISSION_OUTCOME = Tagged(
    "RequestPermissionOutcome",
    "outcome",
    {
        "cancelled": Object("Cancelled", ()),
        "selected": Object("SelectedPermissionOutcome", (required("optionId", TEXT), META)),
    },
)
REQUEST_PERMISSION_RESPONSE = Object(
    "RequestPermissionResponse", (required("outcome", REQUEST_PERMISSION_OUTCOME), META)
)

PROFILE = Profile(
    "acp-v1",
    {
        "SessionNotification": SESSION_NOTIFICATION,
        "SessionUpdate": SESSION_UPDATE,
        "RequestPermissionRequest": REQUEST_PERMISSION_REQUEST,
        "RequestPermissionResponse": REQUEST_PERMISSION_RESPONSE,
        "ToolCall": TOOL_CALL,
        "ToolCallUpdate": TOOL_CALL_UPDATE,
    },
    {
        "ToolCall": Fold(first="ToolCall", rest="ToolCallUpdate"),
        "Session": SessionFold(
            updates="SessionUpdate",
            state="ToolCall",
            call_id="toolCallId",
            starts="tool_call",
            patches="tool_call_update",
        ),
    },
    streams={"JsonRpc": Stream("SessionNotification", method="session/update")},
    methods={
        "session/update": "SessionNotification",
        "session/request_permission": "RequestPermissionRequest",
    },
)
