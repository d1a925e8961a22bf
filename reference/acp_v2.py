"""Agent Client Protocol v2 (draft), as `agent-client-protocol-schema` 1.12.0 has it.

Read beside `v2/tool_call.rs` of that crate: one line a field, in the document's order. Blocks
are in `v2/content.rs`, session updates in `v2/client.rs`, a terminal in `v2/terminal.rs`.
"""

from .profile import Fold, Profile, SessionFold, Stream
from .shapes import (
    I64,
    Array,
    Integer,
    Number,
    Object,
    Opaque,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    optional,
    patch,
    required,
)

TEXT = Text()
URI = Text("uri")
ANY = Opaque()
META = optional("_meta", Opaque(is_object=True))

# v2/content.rs

ROLE = Word("Role", ("assistant", "user"), Unknown.KEPT)
ANNOTATIONS = Object(
    "Annotations",
    (
        optional("audience", Array(ROLE, skips=True)),
        optional("lastModified", Text("instant")),
        optional("priority", Number(0.0, 1.0)),
        META,
    ),
)
ICON_THEME = Word("IconTheme", ("light", "dark"), Unknown.KEPT)
ICON = Object(
    "Icon",
    (
        required("src", URI),
        optional("mimeType", TEXT),
        optional("sizes", Array(TEXT, skips=True)),
        optional("theme", ICON_THEME),
    ),
)
TEXT_CONTENT = Object(
    "TextContent",
    (required("text", TEXT), optional("annotations", ANNOTATIONS), META),
)
IMAGE_CONTENT = Object(
    "ImageContent",
    (
        required("data", TEXT),
        required("mimeType", TEXT),
        optional("uri", URI),
        optional("annotations", ANNOTATIONS),
        META,
    ),
)
AUDIO_CONTENT = Object(
    "AudioContent",
    (
        required("data", TEXT),
        required("mimeType", TEXT),
        optional("annotations", ANNOTATIONS),
        META,
    ),
)
RESOURCE_LINK = Object(
    "ResourceLink",
    (
        required("name", TEXT),
        required("uri", URI),
        optional("title", TEXT),
        optional("description", TEXT),
        optional("icons", Array(ICON, skips=True)),
        optional("mimeType", TEXT),
        optional("size", Integer(-I64 - 1, I64)),
        optional("annotations", ANNOTATIONS),
        META,
    ),
)
RESOURCE_CONTENTS = Untagged(
    "EmbeddedResourceResource",
    (
        Object(
            "TextResourceContents",
            (required("text", TEXT), required("uri", URI), optional("mimeType", TEXT), META),
        ),
        Object(
            "BlobResourceContents",
            (required("blob", TEXT), required("uri", URI), optional("mimeType", TEXT), META),
        ),
    ),
)
EMBEDDED_RESOURCE = Object(
    "EmbeddedResource",
    (required("resource", RESOURCE_CONTENTS), optional("annotations", ANNOTATIONS), META),
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
    raw=Object("OtherContentBlock", ()),
)

# v2/tool_call.rs

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
    Unknown.KEPT,
    default="other",
)
TOOL_CALL_STATUS = Word(
    "ToolCallStatus",
    ("pending", "in_progress", "completed", "failed", "cancelled"),
    Unknown.KEPT,
    default="pending",
)
CONTENT = Object("Content", (required("content", CONTENT_BLOCK), META))
DIFF_PATCH_FORMAT = Word("DiffPatchFormat", ("git_patch",), Unknown.KEPT)
DIFF_PATCH = Object(
    "DiffPatch",
    (required("format", DIFF_PATCH_FORMAT), required("text", TEXT)),
)
DIFF_FILE_TYPE = Word("DiffFileType", ("text", "binary", "directory", "symlink"), Unknown.KEPT)
_CHANGE = (optional("fileType", DIFF_FILE_TYPE), optional("mimeType", TEXT), META)
DIFF_PATH_CHANGE = Object("DiffPathChange", (required("path", TEXT), *_CHANGE), positional=False)
DIFF_PATH_PAIR_CHANGE = Object(
    "DiffPathPairChange",
    (required("oldPath", TEXT), required("path", TEXT), *_CHANGE),
    positional=False,
)
DIFF_CHANGE = Tagged(
    "DiffChange",
    "operation",
    {
        "add": DIFF_PATH_CHANGE,
        "delete": DIFF_PATH_CHANGE,
        "modify": DIFF_PATH_CHANGE,
        "move": DIFF_PATH_PAIR_CHANGE,
        "copy": DIFF_PATH_PAIR_CHANGE,
    },
    raw=Object("OtherDiffChange", _CHANGE),
    positional=False,
)
DIFF = Object(
    "Diff",
    (
        required("changes", Array(DIFF_CHANGE, skips=True)),
        optional("patch", DIFF_PATCH),
        META,
    ),
)
TERMINAL = Object("Terminal", (required("terminalId", TEXT), META))
TOOL_CALL_CONTENT = Tagged(
    "ToolCallContent",
    "type",
    {"content": CONTENT, "diff": DIFF, "terminal": TERMINAL},
    raw=Object("OtherToolCallContent", ()),
)
TOOL_CALL_LOCATION = Object(
    "ToolCallLocation",
    (required("path", TEXT), optional("line", Integer()), META),
)
TOOL_CALL_UPDATE = Object(
    "ToolCallUpdate",
    (
        required("toolCallId", TEXT),
        patch("name", TEXT),
        patch("title", TEXT),
        patch("kind", TOOL_KIND),
        patch("status", TOOL_CALL_STATUS),
        patch("content", Array(TOOL_CALL_CONTENT, skips=True)),
        patch("locations", Array(TOOL_CALL_LOCATION, skips=True)),
        patch("rawInput", ANY),
        patch("rawOutput", ANY),
        patch("_meta", Opaque(is_object=True), merges=True),
    ),
)
TOOL_CALL_CONTENT_CHUNK = Object(
    "ToolCallContentChunk",
    (required("toolCallId", TEXT), required("content", TOOL_CALL_CONTENT), META),
)

# v2/client.rs

SESSION_UPDATE = Tagged(
    "SessionUpdate",
    "sessionUpdate",
    {
        "user_message_chunk": None,
        "user_message": None,
        "agent_message_chunk": None,
        "agent_message": None,
        "agent_thought_chunk": None,
        "agent_thought": None,
        "state_update": None,
        "tool_call_content_chunk": TOOL_CALL_CONTENT_CHUNK,
        "tool_call_update": TOOL_CALL_UPDATE,
        "terminal_update": None,
        "terminal_output_chunk": None,
        "plan_update": None,
        "available_commands_update": None,
        "config_option_update": None,
        "session_info_update": None,
        "usage_update": None,
        "notice": None,
        "compaction_update": None,
        "compaction_summary_chunk": None,
    },
    raw=Object("OtherSessionUpdate", ()),
)
SESSION_NOTIFICATION = Object(
    "SessionNotification",
    (required("sessionId", TEXT), required("update", SESSION_UPDATE), META),
)

PROFILE = Profile(
    "acp-v2",
    {
        "SessionNotification": SESSION_NOTIFICATION,
        "SessionUpdate": SESSION_UPDATE,
        "ToolCallUpdate": TOOL_CALL_UPDATE,
        "ToolCallContentChunk": TOOL_CALL_CONTENT_CHUNK,
        "ToolCallContent": TOOL_CALL_CONTENT,
        "ToolCallLocation": TOOL_CALL_LOCATION,
        "Diff": DIFF,
        "DiffChange": DIFF_CHANGE,
        "DiffPatch": DIFF_PATCH,
        "ToolKind": TOOL_KIND,
        "ToolCallStatus": TOOL_CALL_STATUS,
        "ContentBlock": CONTENT_BLOCK,
    },
    {
        "ToolCallUpdate": Fold(first="ToolCallUpdate", rest="ToolCallUpdate"),
        "Session": SessionFold(
            updates="SessionUpdate",
            state="ToolCallUpdate",
            call_id="toolCallId",
            patches="tool_call_update",
            appends="tool_call_content_chunk",
        ),
    },
    streams={"JsonRpc": Stream("SessionNotification", method="session/update")},
    methods={"session/update": "SessionNotification"},
)
