"""The Agent Client Protocol's Python SDK: `agent-client-protocol` 1.0 on PyPI, draft protocol v2.

Its models read a text, and what they understood is written as the SDK dumps what it sends. It has
nothing that folds updates. It cannot share an environment with the SDK that the adapter `acp`
tests: install it in one of its own, and name that with `--impl-python`.
"""

import builtins
import json
from importlib.metadata import version

from acp.experimental.v2 import schema  # type: ignore[import-not-found,unused-ignore]
from pydantic import BaseModel

NAME = "agent-client-protocol"
VERSION = version(NAME)
PROFILES = {
    "acp-v2": [
        "SessionNotification",
        "ToolCallUpdate",
        "ToolCallContentChunk",
        "ToolCallLocation",
        "Diff",
        "DiffPatch",
    ]
}

_NAMED_OTHERWISE = {"SessionNotification": "UpdateSessionNotification"}


def decode(profile: str, type: str, text: str | bytes) -> str:
    """Read `text` by the SDK's model of that type and write it as the SDK does."""
    if type not in PROFILES.get(profile, ()):
        raise NotImplementedError(f"the SDK has no model of {type} in {profile}")
    model: builtins.type[BaseModel] = getattr(schema, _NAMED_OTHERWISE.get(type, type))
    understood = model.model_validate(_json(text))
    # As the SDK dumps what it sends (acp.experimental.v2.agent).
    return _write(understood.model_dump(mode="json", by_alias=True, exclude_unset=True))


def _json(text: str | bytes) -> object:
    return json.loads(text if isinstance(text, str) else text.decode("utf-8"))


def _write(value: object) -> str:
    # As the SDK's own sender spells it (acp.task.sender).
    return json.dumps(value, separators=(",", ":"))
