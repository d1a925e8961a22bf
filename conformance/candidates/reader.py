"""Reads the lines that a candidate writes. Each of them is hostile until it has passed here.

The rules are the candidate protocol's: strict JSON in strict UTF-8, one object a line. Members
that it does not name are ignored; those that it does name must be as it says.
"""

import json
from collections.abc import Mapping
from typing import Any, Never

from toolwire.strategies.wiretext import from_wire

from .answer import Answer, Faulted, Hello, Refused, StreamItems, Understood, Unsupported
from .fault import Fault, FaultKind

PROTOCOL = 1
"""The version of the candidate protocol that is spoken here."""

_SHOWN = 80
_ERROR_LENGTH = 10_000


class MalformedError(Exception):
    """What was written is not what the candidate protocol says; the message says why."""


def read_message(line: bytes) -> dict[str, Any]:
    """Return the JSON object of one line, whose `id` is an integer.

    Raises `MalformedError` for anything else.
    """
    try:
        message = _decode(line.decode())
    except UnicodeDecodeError:
        raise MalformedError(f"a line is not UTF-8: {_excerpt(line)}") from None
    except RecursionError:
        raise MalformedError(f"a line is nested too deeply: {_excerpt(line)}") from None
    except ValueError as error:
        raise MalformedError(f"a line is not strict JSON ({error}): {_excerpt(line)}") from None
    if not isinstance(message, dict):
        raise MalformedError(f"a line is not a JSON object: {_excerpt(line)}")
    if type(message.get("id")) is not int:
        raise MalformedError(f'an answer needs "id", an integer: {_excerpt(line)}')
    return message


def read_answer(message: Mapping[str, Any], op: str, *, trusted: bool = False) -> Answer:
    """Return the answer that a message with the right id holds.

    A message that holds none is a `malformed-answer`, and costs this request alone. With
    `trusted`, the message comes from `worker.py`, which reports what its adapter did wrong in
    the member `fault` instead of ending its process; to no other candidate is that open.
    """
    try:
        return _answer(message, op, trusted)
    except MalformedError as error:
        return Faulted(Fault(FaultKind.MALFORMED_ANSWER, str(error)))


def read_hello(message: Mapping[str, Any]) -> Hello:
    """Return how a candidate introduced itself, from an answer to `hello` that is `ok`.

    Raises `MalformedError`.
    """
    name, version, profiles = (message.get(key) for key in ("name", "version", "profiles"))
    if not isinstance(name, str) or not isinstance(version, str):
        raise MalformedError('"name" and "version" must be there, each a string')
    if profiles is None:
        return Hello(name, version)
    if not isinstance(profiles, dict) or not all(map(_is_names, profiles.values())):
        raise MalformedError('"profiles" must map each profile to a list of its types\' names')
    return Hello(name, version, {profile: tuple(types) for profile, types in profiles.items()})


def printable(text: str) -> str:
    """Return the text without lone surrogates, and not without bounds."""
    return text[:_ERROR_LENGTH].encode(errors="backslashreplace").decode()


def _answer(message: Mapping[str, Any], op: str, trusted: bool) -> Answer:
    if trusted and "fault" in message:
        return Faulted(_reported_fault(message))
    ok = message.get("ok")
    if message.get("unsupported") is True:
        if ok is True:
            raise MalformedError('an answer cannot be both "ok" and "unsupported"')
        return Unsupported()
    if ok is False:
        return _refused(message)
    if ok is not True:
        raise MalformedError('an answer needs "ok", true or false, or "unsupported": true')
    if op == "stream":
        items = message.get("items")
        if not isinstance(items, list):
            raise MalformedError('the answer to stream needs "items", an array')
        return StreamItems(tuple(map(_item, items)))
    return _understood(message)


def _item(item: object) -> Understood | Refused:
    if isinstance(item, dict):
        if item.get("ok") is True:
            return _understood(item)
        if item.get("ok") is False:
            return _refused(item)
    raise MalformedError('an item of a stream must be an object with "ok", true or false')


def _understood(message: Mapping[str, Any]) -> Understood:
    if "text" not in message:
        raise MalformedError('an answer with "ok": true needs "text"')
    try:
        return Understood(from_wire(message["text"]))
    except ValueError as error:
        raise MalformedError(str(error)) from None


def _refused(message: Mapping[str, Any]) -> Refused:
    error, stage = message.get("error"), message.get("stage")
    if not isinstance(error, str):
        raise MalformedError('an answer with "ok": false needs "error", a string')
    if stage is not None and not isinstance(stage, str):
        raise MalformedError('"stage" must be a string')
    return Refused(printable(error), None if stage is None else printable(stage))


def _reported_fault(message: Mapping[str, Any]) -> Fault:
    try:
        kind = FaultKind(message["fault"])
    except ValueError:
        raise MalformedError("the worker reports a fault of no known kind") from None
    detail, traceback = message.get("detail", ""), message.get("traceback", "")
    if not isinstance(detail, str) or not isinstance(traceback, str):
        raise MalformedError("the worker reports a fault without its detail")
    return Fault(kind, printable(detail), traceback=traceback)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _excerpt(line: bytes) -> str:
    shown = ascii(line[:_SHOWN].decode(errors="replace"))
    return shown if len(line) <= _SHOWN else f"{shown}… ({len(line)} bytes)"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice in one object")
    return members


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant).decode
