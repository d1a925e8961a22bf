"""The v2 draft as `agent-client-protocol-schema` 1.20.0 has it: what changed since 1.12.0.

Read beside `v2/tool_call.rs`, `v2/content.rs` and `v2/client.rs` of that crate.
"""

from . import acp_v2
from .acp_v2 import META, TEXT
from .revisions import bounded, revised, with_fields, with_variants, with_words
from .shapes import U32, U64, Object, optional, patch, required

TOOL_CALL_CANCEL_CAPABILITIES = Object("ToolCallCancelCapabilities", (META,))
TOOL_CALL_CAPABILITIES = Object(
    "ToolCallCapabilities", (optional("cancel", TOOL_CALL_CANCEL_CAPABILITIES), META)
)
SESSION_REFERENCE = Object("SessionReference", (required("sessionId", TEXT), META))

PROFILE = revised(
    acp_v2.PROFILE,
    "acp-v2-1.20",
    {
        "ToolCallUpdate": with_fields(patch("capabilities", TOOL_CALL_CAPABILITIES)),
        "ToolCallStatus": with_words("paused"),
        "ToolCallContent": with_variants({"session": SESSION_REFERENCE}),
        "ToolCallLocation": bounded("line", 1, U32),
        "DiffPatch": with_fields(META),
        "Icon": with_fields(META),
        "ResourceLink": bounded("size", 0, U64),
        "SessionUpdate": with_variants(
            dict.fromkeys(
                (
                    "replay_complete",
                    "plan_removed",
                    "subagent_update",
                    "session_message",
                    "session_message_chunk",
                )
            )
        ),
    },
)
