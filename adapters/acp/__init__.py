"""The Agent Client Protocol's Python SDK: `agent-client-protocol` on PyPI, protocol v1.

What is judged is what the library does: texts are read by its models, written by the function that
it sends with, and folded by its own accumulator, whose view is renamed to the wire's names. Streams
are read by its client's connection, and an item is what that hands to the client's handler.
"""

import asyncio
import builtins
import json
from importlib.metadata import version
from typing import Any, cast

from acp import Client, connect_to_agent, schema
from acp.contrib.session_state import SessionAccumulator
from acp.utils import serialize_params
from pydantic import BaseModel

NAME = "agent-client-protocol"
VERSION = version(NAME)
_MODELS = (
    "SessionNotification",
    "RequestPermissionRequest",
    "RequestPermissionResponse",
    "ToolCall",
    "ToolCallUpdate",
)
PROFILES = {"acp-v1": [*_MODELS, "Session", "JsonRpc"]}

_LACKING_IN_VIEW = {"_meta", "name"}
_WIRE_NAMES = {
    "tool_call_id": "toolCallId",
    "raw_input": "rawInput",
    "raw_output": "rawOutput",
}


def decode(profile: str, type: str, text: str | bytes) -> str:
    """Read `text` by the SDK's model of that name and write it as the SDK does."""
    if profile != "acp-v1" or type not in _MODELS:
        raise NotImplementedError(f"the SDK has no model of {type} in {profile}")
    model: builtins.type[BaseModel] = getattr(schema, type)
    return _write(serialize_params(model.model_validate(_json(text))))


def fold(profile: str, type: str, texts: list[str | bytes]) -> str:
    """Feed updates to the SDK's accumulator, and write its view of the call, or of all calls.

    A `ToolCall` is folded from a tool call and its updates, a `Session` from session updates.
    """
    if (profile, type) not in {("acp-v1", "ToolCall"), ("acp-v1", "Session")}:
        raise NotImplementedError(f"the SDK folds no {type} in {profile}")
    accumulator = SessionAccumulator()
    for index, text in enumerate(texts):
        update = _json(text)
        if not isinstance(update, dict):
            raise ValueError("not an object")
        if _LACKING_IN_VIEW & update.keys():
            raise NotImplementedError("the accumulator's view has no such member")
        if type == "ToolCall":
            update = {**update, "sessionUpdate": "tool_call_update" if index else "tool_call"}
        accumulator.apply(
            schema.SessionNotification.model_validate({"sessionId": "session", "update": update})
        )
    calls = {name: _view(call) for name, call in accumulator.snapshot().tool_calls.items()}
    if type == "Session":
        return _write(calls)
    [call] = calls.values()
    return _write(call)


def _view(call: BaseModel) -> dict[str, Any]:
    members = serialize_params(call)
    return {_WIRE_NAMES.get(name, name): value for name, value in members.items()}


def stream(profile: str, type: str, chunks: list[bytes]) -> list[str | ValueError]:
    """Let the SDK's client read `chunks` as they arrive, and write what its handler was given."""
    if (profile, type) != ("acp-v1", "JsonRpc"):
        raise NotImplementedError(f"the SDK reads no stream of {type} in {profile}")
    # A loop of its own for each stream, so that no task of one outlives it.
    told, death = asyncio.run(_read(chunks))
    items = [_item(notification) for notification in told]
    if death is not None:
        items.append(ValueError(f"the connection died: {builtins.type(death).__name__}: {death}"))
    return items


class _Client:
    """The client of a connection: keeps what it is told of sessions, in order."""

    def __init__(self) -> None:
        self.told: list[schema.SessionNotification] = []

    async def session_update(self, session_id: str, update: Any, **meta: Any) -> None:
        # The SDK hands a notification on in parts. They are put together without being read again.
        self.told.append(
            schema.SessionNotification.model_construct(
                session_id=session_id, update=update, field_meta=meta or None
            )
        )


class _Agent(asyncio.WriteTransport):
    """The agent's end of the client's output; it is deaf."""

    def __init__(self) -> None:
        super().__init__()
        self._closed = False

    def write(self, data: object) -> None:
        pass

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        self._closed = True


async def _read(
    chunks: list[bytes],
) -> tuple[list[schema.SessionNotification], BaseException | None]:
    """Give what the client was told, and the exception that ended the reading, if one did."""
    client = _Client()
    # With asyncio's own limit of 64 KiB: the output of a process has it that the SDK starts
    # (acp.spawn_agent_process) or that a user starts for it (acp.connect_to_agent).
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    writer = asyncio.StreamWriter(_Agent(), protocol, None, asyncio.get_running_loop())
    connection = connect_to_agent(cast(Client, client), writer, reader)
    [receiving] = _tasks("acp.Connection.receive")
    for chunk in chunks:
        # The connection runs until it waits for more: tasks take their turns in order, and it comes
        # before this one, as the last chunk has woken it.
        await asyncio.sleep(0)
        reader.feed_data(chunk)
    await asyncio.sleep(0)
    reader.feed_eof()
    await asyncio.wait([receiving])
    # Each message has a task of its own. They start in the order of the lines, and come to the
    # client's handler without waiting for anything, so what it is told is in that order too.
    while handling := _tasks("acp.Connection."):
        await asyncio.wait(handling)
    await connection.close()
    writer.close()
    return client.told, receiving.exception()


def _tasks(name: str) -> list[asyncio.Task[Any]]:
    """Return the tasks that now run of those that the SDK called so."""
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(name)]


def _item(notification: schema.SessionNotification) -> str | ValueError:
    try:
        return _write(serialize_params(notification))
    except ValueError as error:
        error.stage = "encode"  # type: ignore[attr-defined]
        return error


def _json(text: str | bytes) -> object:
    return json.loads(text if isinstance(text, str) else text.decode("utf-8"))


def _write(value: object) -> str:
    # As the SDK's own sender spells it (acp.task.sender).
    return json.dumps(value, separators=(",", ":"))
