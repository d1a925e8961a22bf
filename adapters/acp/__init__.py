"""The Agent Client Protocol's Python SDK: `agent-client-protocol` on PyPI, protocol v1.

What is judged is what the library does: texts are read by its models, written by the function that
it sends with, and folded by its own accumulator, whose view is renamed to the wire's names.
"""

import json
from importlib.metadata import version

from acp import schema
from acp.contrib.session_state import SessionAccumulator
from acp.utils import serialize_params
from pydantic import BaseModel

NAME = "agent-client-protocol"
VERSION = version(NAME)
PROFILES = {
    "acp-v1": [
        "SessionNotification",
        "RequestPermissionRequest",
        "RequestPermissionResponse",
        "ToolCall",
        "ToolCallUpdate",
    ]
}

_Model = type[BaseModel]
_LACKING_IN_VIEW = {"_meta", "name"}
_WIRE_NAMES = {
    "tool_call_id": "toolCallId",
    "raw_input": "rawInput",
    "raw_output": "rawOutput",
}


def decode(profile: str, type: str, text: str | bytes) -> str:
    """Read `text` by the SDK's model of that name and write it as the SDK does."""
    if type not in PROFILES.get(profile, ()):
        raise NotImplementedError(f"the SDK has no model of {type} in {profile}")
    model: _Model = getattr(schema, type)
    return _write(serialize_params(model.model_validate(_json(text))))


def fold(profile: str, type: str, texts: list[str | bytes]) -> str:
    """Feed a tool call and its updates to the SDK's accumulator and write the view it gives."""
    if (profile, type) != ("acp-v1", "ToolCall"):
        raise NotImplementedError(f"the SDK folds no {type} in {profile}")
    accumulator = SessionAccumulator()
    for index, text in enumerate(texts):
        update = _json(text)
        if not isinstance(update, dict):
            raise ValueError("not an object")
        if _LACKING_IN_VIEW & update.keys():
            raise NotImplementedError("the accumulator's view has no such member")
        tag = "tool_call_update" if index else "tool_call"
        accumulator.apply(
            schema.SessionNotification.model_validate(
                {"sessionId": "session", "update": {**update, "sessionUpdate": tag}}
            )
        )
    [view] = accumulator.snapshot().tool_calls.values()
    members = serialize_params(view)
    return _write({_WIRE_NAMES.get(name, name): value for name, value in members.items()})


def _json(text: str | bytes) -> object:
    return json.loads(text if isinstance(text, str) else text.decode("utf-8"))


def _write(value: object) -> str:
    # As the SDK's own sender spells it (acp.task.sender).
    return json.dumps(value, separators=(",", ":"))
