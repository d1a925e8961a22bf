"""The client's side of early ACP, as `agent-client-protocol` 0.0.26 has it.

Read beside `client.rs` of that crate; what it uses is in `tool_call.rs`, `content.rs` and
`plan.rs` there. Nothing is tolerant: what is malformed anywhere refuses the message.
"""

from .profile import Fold, Profile
from .shapes import (
    I64,
    Array,
    Boolean,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    defaulted,
    required,
    strict,
)

TEXT = Text()
ANY = Opaque()

# content.rs

ROLE = Word("Role", ("assistant", "user"), Unknown.MALFORMED)
ANNOTATIONS = Object(
    "Annotations",
    (
        strict("audience", Array(ROLE)),
        strict("lastModified", Text("instant")),
        strict("priority", Number(0.0, 1.0)),
    ),
)
_ANNOTATED = strict("annotations", ANNOTATIONS)
TEXT_CONTENT = Object("TextContent", (_ANNOTATED, required("text", TEXT)))
IMAGE_CONTENT = Object(
    "ImageContent",
    (
        _ANNOTATED,
        required("data", TEXT),
        required("mimeType", TEXT),
        strict("uri", Text("uri")),
    ),
)
AUDIO_CONTENT = Object(
    "AudioContent", (_ANNOTATED, required("data", TEXT), required("mimeType", TEXT))
)
EMBEDDED_RESOURCE = Object(
    "EmbeddedResource",
    (
        _ANNOTATED,
        required(
            "resource",
            Untagged(
                "EmbeddedResourceResource",
                (
                    Object(
                        "TextResourceContents",
                        (
                            strict("mimeType", TEXT),
                            required("text", TEXT),
                            required("uri", Text("uri")),
                        ),
                    ),
                    Object(
                        "BlobResourceContents",
                        (
                            required("blob", TEXT),
                            strict("mimeType", TEXT),
                            required("uri", Text("uri")),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
RESOURCE_LINK = Object(
    "ResourceLink",
    (
        _ANNOTATED,
        strict("description", TEXT),
        strict("mimeType", TEXT),
        required("name", TEXT),
        strict("size", Integer(-I64 - 1, I64)),
        strict("title", TEXT),
        required("uri", Text("uri")),
    ),
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

# plan.rs

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
    ),
)
PLAN = Object("Plan", (required("entries", Array(PLAN_ENTRY)),))

# tool_call.rs

TOOL_KIND = Word(
    "ToolKind",
    ("read", "edit", "delete", "move", "search", "execute", "think", "fetch", "other"),
    Unknown.MALFORMED,
    default="other",
)
TOOL_CALL_STATUS = Word(
    "ToolCallStatus",
    ("pending", "in_progress", "completed", "failed"),
    Unknown.MALFORMED,
    default="pending",
)
DIFF = Object(
    "Diff",
    (required("path", TEXT), strict("oldText", TEXT, always=True), required("newText", TEXT)),
    positional=False,
)
TOOL_CALL_CONTENT = Tagged(
    "ToolCallContent",
    "type",
    {"content": Object("Content", (required("content", CONTENT_BLOCK),)), "diff": DIFF},
)
TOOL_CALL_LOCATION = Object(
    "ToolCallLocation",
    (required("path", TEXT), strict("line", Integer())),
    constants={"type": "ToolCallLocation"},
)
_CONTENT_LIST = Array(TOOL_CALL_CONTENT)
_LOCATION_LIST = Array(TOOL_CALL_LOCATION)
TOOL_CALL = Object(
    "ToolCall",
    (
        required("toolCallId", TEXT),
        required("title", TEXT),
        defaulted("kind", TOOL_KIND, "other"),
        defaulted("status", TOOL_CALL_STATUS, "pending"),
        defaulted("content", _CONTENT_LIST, ()),
        defaulted("locations", _LOCATION_LIST, ()),
        strict("rawInput", ANY),
        strict("rawOutput", ANY),
    ),
)
TOOL_CALL_UPDATE = Object(
    "ToolCallUpdate",
    (
        required("toolCallId", TEXT),
        strict("kind", TOOL_KIND),
        strict("status", TOOL_CALL_STATUS),
        strict("title", TEXT),
        strict("content", _CONTENT_LIST),
        strict("locations", _LOCATION_LIST),
        strict("rawInput", ANY),
        strict("rawOutput", ANY),
    ),
    positional=False,
)

# client.rs, in its own order

_CHUNK = Object("ContentChunk", (required("content", CONTENT_BLOCK),))
SESSION_UPDATE = Tagged(
    "SessionUpdate",
    "sessionUpdate",
    {
        "user_message_chunk": _CHUNK,
        "agent_message_chunk": _CHUNK,
        "agent_thought_chunk": _CHUNK,
        "tool_call": TOOL_CALL,
        "tool_call_update": TOOL_CALL_UPDATE,
        "plan": PLAN,
    },
)
SESSION_NOTIFICATION = Object(
    "SessionNotification", (required("sessionId", TEXT), required("update", SESSION_UPDATE))
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
    ),
)
REQUEST_PERMISSION_REQUEST = Object(
    "RequestPermissionRequest",
    (
        required("sessionId", TEXT),
        required("toolCall", TOOL_CALL_UPDATE),
        required("options", Array(PERMISSION_OPTION)),
    ),
)
REQUEST_PERMISSION_OUTCOME = Tagged(
    "RequestPermissionOutcome",
    "outcome",
    {
        "canceled": Object("Canceled", ()),
        "selected": Object("Selected", (required("optionId", TEXT),)),
    },
    aliases={"cancelled": "canceled"},
)
REQUEST_PERMISSION_RESPONSE = Object(
    "RequestPermissionResponse", (required("outcome", REQUEST_PERMISSION_OUTCOME),)
)
WRITE_TEXT_FILE_REQUEST = Object(
    "WriteTextFileRequest",
    (required("sessionId", TEXT), required("path", TEXT), required("content", TEXT)),
)
READ_TEXT_FILE_REQUEST = Object(
    "ReadTextFileRequest",
    (
        required("sessionId", TEXT),
        required("path", TEXT),
        strict("line", Integer()),
        strict("limit", Integer()),
    ),
)
READ_TEXT_FILE_RESPONSE = Object("ReadTextFileResponse", (required("content", TEXT),))
FILE_SYSTEM_CAPABILITY = Object(
    "FileSystemCapability",
    (
        defaulted("readTextFile", Boolean(), default=False, always=True),
        defaulted("writeTextFile", Boolean(), default=False, always=True),
    ),
)
CLIENT_CAPABILITIES = Object(
    "ClientCapabilities",
    (
        defaulted(
            "fs",
            FILE_SYSTEM_CAPABILITY,
            default={"readTextFile": False, "writeTextFile": False},
            always=True,
        ),
    ),
)
METHODS = {
    "session/update": "SessionNotification",
    "session/request_permission": "RequestPermissionRequest",
    "fs/write_text_file": "WriteTextFileRequest",
    "fs/read_text_file": "ReadTextFileRequest",
}
AGENT_REQUEST = Untagged(
    "AgentRequest",
    (WRITE_TEXT_FILE_REQUEST, READ_TEXT_FILE_REQUEST, REQUEST_PERMISSION_REQUEST),
)
CLIENT_RESPONSE = Untagged(
    "ClientResponse", (Null(), READ_TEXT_FILE_RESPONSE, REQUEST_PERMISSION_RESPONSE)
)
AGENT_NOTIFICATION = Untagged("AgentNotification", (SESSION_NOTIFICATION,))

PROFILE = Profile(
    "acp-0.0.26",
    {
        "AgentNotification": AGENT_NOTIFICATION,
        "SessionNotification": SESSION_NOTIFICATION,
        "SessionUpdate": SESSION_UPDATE,
        "AgentRequest": AGENT_REQUEST,
        "RequestPermissionRequest": REQUEST_PERMISSION_REQUEST,
        "ToolCall": TOOL_CALL,
        "ToolCallUpdate": TOOL_CALL_UPDATE,
        "ClientResponse": CLIENT_RESPONSE,
        "RequestPermissionResponse": REQUEST_PERMISSION_RESPONSE,
        "WriteTextFileRequest": WRITE_TEXT_FILE_REQUEST,
        "ReadTextFileRequest": READ_TEXT_FILE_REQUEST,
        "ReadTextFileResponse": READ_TEXT_FILE_RESPONSE,
        "ClientCapabilities": CLIENT_CAPABILITIES,
    },
    {"ToolCall": Fold(first="ToolCall", rest="ToolCallUpdate")},
    methods=METHODS,
)
