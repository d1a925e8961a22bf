"""The Agent Client Protocol's Python SDK: `agent-client-protocol` 1.0 on PyPI, draft protocol v2.

Its models read a text, and what they understood is written as the SDK dumps what it sends. Streams
are read by its client's connection, once that has been initialized, and an item is what it hands to
the client's handler. It has nothing that folds updates. It cannot share an environment with the SDK
that the adapter `acp` tests: install it in one of its own, and name that with `--impl-python`.
"""

import asyncio
import builtins
import json
from importlib.metadata import version
from typing import Any

from acp.experimental.v2 import (  # type: ignore[import-not-found,unused-ignore]
    PROTOCOL_VERSION,
    connect_to_agent,
    schema,
)
from pydantic import BaseModel

NAME = "agent-client-protocol"
VERSION = version(NAME)
_MODELS = (
    "SessionNotification",
    "ToolCallUpdate",
    "ToolCallContentChunk",
    "ToolCallLocation",
    "Diff",
    "DiffPatch",
)
PROFILES = {"acp-v2": [*_MODELS, "JsonRpc"]}

_NAMED_OTHERWISE = {"SessionNotification": "UpdateSessionNotification"}


def decode(profile: str, type: str, text: str | bytes) -> str:
    """Read `text` by the SDK's model of that type and write it as the SDK does."""
    if profile != "acp-v2" or type not in _MODELS:
        raise NotImplementedError(f"the SDK has no model of {type} in {profile}")
    model: builtins.type[BaseModel] = getattr(schema, _NAMED_OTHERWISE.get(type, type))
    return _write(model.model_validate(_json(text)))


def stream(profile: str, type: str, chunks: list[bytes]) -> list[str | ValueError]:
    """Let the SDK's client read `chunks` as they arrive, and write what its handler was given."""
    if (profile, type) != ("acp-v2", "JsonRpc"):
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
        self.told: list[BaseModel] = []

    async def session_update(self, session_id: str, update: Any, **meta: Any) -> None:
        # The SDK hands a notification on in parts. They are put together without being read again.
        parts = {"session_id": session_id, "update": update}
        if meta:
            parts["field_meta"] = meta
        self.told.append(schema.UpdateSessionNotification.model_construct(**parts))


class _Agent(asyncio.WriteTransport):
    """The agent's end of the client's output. It answers to `initialize`, and then is deaf."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        super().__init__()
        self._reader = reader
        self._answered = False
        self._closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._answered:
            return
        self._answered = True
        info = {"name": "agent", "version": "1"}
        answer = {"id": json.loads(bytes(data))["id"], "jsonrpc": "2.0"}
        answer["result"] = {"protocolVersion": PROTOCOL_VERSION, "info": info}
        self._reader.feed_data(json.dumps(answer).encode() + b"\n")

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        self._closed = True


async def _read(chunks: list[bytes]) -> tuple[list[BaseModel], BaseException | None]:
    """Give what the client was told, and the exception that ended the reading, if one did."""
    client = _Client()
    # With asyncio's own limit of 64 KiB, which the output of a process has that a user starts
    # (acp.experimental.v2.connect_to_agent) or the SDK (acp.stdio.spawn_stdio_connection).
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    writer = asyncio.StreamWriter(_Agent(reader), protocol, None, asyncio.get_running_loop())
    connection = connect_to_agent(client, writer, reader)
    [receiving] = _tasks("acp.Connection.receive")
    await connection.initialize(
        protocol_version=PROTOCOL_VERSION, info=schema.Implementation(name="client", version="1")
    )
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


def _item(notification: BaseModel) -> str | ValueError:
    try:
        return _write(notification)
    except ValueError as error:
        error.stage = "encode"  # type: ignore[attr-defined]
        return error


def _json(text: str | bytes) -> object:
    return json.loads(text if isinstance(text, str) else text.decode("utf-8"))


def _write(value: BaseModel) -> str:
    # As the SDK dumps what it sends (acp.experimental.v2.agent), and its sender spells it
    # (acp.task.sender).
    members = value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return json.dumps(members, separators=(",", ":"))
