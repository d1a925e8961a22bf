"""The reference as a candidate: `toolwire reference` answers the candidate protocol."""

import json
from typing import IO, Any

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Profile,
    Reading,
    Refused,
    RefusedAnswer,
    Streamed,
    Written,
    answers,
    decode,
    dumps,
    fold,
)
from toolwire.strategies.wiretext import to_wire

from .candidates import Request

PROTOCOL = 1


def serve(source: IO[bytes], sink: IO[bytes], version: str) -> None:
    """Answer each line of `source` by one of `sink`, until it ends (candidate protocol).

    Raises OSError when an answer cannot be written.
    """
    for line in source:
        if line.strip():
            sink.write(_compact(_answer(line, version)).encode() + b"\n")
            sink.flush()


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _answer(line: bytes, version: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
        number = message["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {"id": None, "ok": False, "error": "not a request: one JSON object with an id"}
    if message.get("op") == "hello":
        return {"id": number, **_hello(version)}
    try:
        request = Request.from_message(message)
        profile = PROFILES[request.profile]
    except (ValueError, KeyError):
        return {"id": number, "unsupported": True}
    if request.type not in profile.operations[request.op]:
        return {"id": number, "unsupported": True}
    if request.op == "fold" and not request.texts:
        return {"id": number, "ok": False, "error": "a fold needs at least one text"}
    return {"id": number, **_reply(profile, request)}


def _hello(version: str) -> dict[str, Any]:
    profiles = {name: profile.all_types for name, profile in PROFILES.items()}
    return {
        "ok": True,
        "protocol": PROTOCOL,
        "name": "toolwire-reference",
        "version": version,
        "profiles": profiles,
    }


def _reply(profile: Profile, request: Request) -> dict[str, Any]:
    """Answer as the original where that is known; say the class where the text is unsettled.

    What holds no oddity has one answer: it is not looked for in every reading.
    """
    reply = None
    if request.op in ("decode", "fold"):
        reply, is_odd = _plain_reply(profile, request)
        if not is_odd:
            return reply
    acceptable = answers(profile, request.op, request.type, request.texts, request.limit)
    if reply is None:
        reply = _of_answer(acceptable.expected)
    if not acceptable.settled:
        reply["unsettled"] = ", ".join(sorted(acceptable.oddities))
    return reply


def _plain_reply(profile: Profile, request: Request) -> tuple[dict[str, Any], bool]:
    """Decode or fold as the original does; tell whether an oddity was met."""
    reading = Reading({})
    try:
        if request.op == "decode":
            value = decode(profile, request.type, request.texts[0], reading)
        else:
            value = fold(profile, request.type, request.texts, reading)
        return _understood(dumps(value)), bool(reading.met)
    except Refused as refused:
        return _refused(refused), bool(reading.met)


def _of_answer(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Streamed):
        items = [_item(line.expected) for line in answer.lines]
        return {"ok": True, "items": [item for item in items if item is not None]}
    return _item(answer) or {"ok": False, "error": ""}


def _item(answer: Answer) -> dict[str, Any] | None:
    match answer:
        case Accepted():
            return _understood(dumps(answer.value))
        case Written():
            return _understood(answer.text)
        case RefusedAnswer():
            return _refused(Refused(answer.reason, answer.pointer))
        case _:
            return None


def _understood(text: str) -> dict[str, Any]:
    return {"ok": True, "text": to_wire(text)}


def _refused(refused: Refused) -> dict[str, Any]:
    return {"ok": False, "error": str(refused)}
