"""The body of a tool-call request on a routed frame of subc.

Read beside `tool_call.rs` of `subc_protocol`.
"""

from .profile import Profile
from .shapes import Object, Opaque, Text, required, strict

TOOL_CALL_REQUEST = Object(
    "ToolCallRequest",
    (
        required("name", Text()),
        required("arguments", Opaque()),
        strict("tool_call_id", Text(), left_out=True),
        strict("progress_token", Opaque(), left_out=True),
    ),
)

PROFILE = Profile("subc", {"ToolCallRequest": TOOL_CALL_REQUEST})
