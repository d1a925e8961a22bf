"""The reference as a candidate: `toolwire reference` answers the candidate protocol."""

import json
from typing import IO, Any

from toolwire.reference import (
    PROFILES,
    Profile,
    Reading,
    Refused,
    answers,
    decode,
    dumps,
    fold,
)

from .candidates import Request
from .candidates.text import to_wire

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
    known = profile.folds if request.op == "fold" else profile.types
    if request.op not in ("decode", "fold") or request.type not in known:
        return {"id": number, "unsupported": True}
    if not request.texts:
        return {"id": number, "ok": False, "error": "a fold needs at least one text"}
    return {"id": number, **_reply(profile, request)}


def _hello(version: str) -> dict[str, Any]:
    profiles = {name: list(profile.types) for name, profile in PROFILES.items()}
    return {
        "ok": True,
        "protocol": PROTOCOL,
        "name": "toolwire-reference",
        "version": version,
        "profiles": profiles,
    }


def _reply(profile: Profile, request: Request) -> dict[str, Any]:
    """Answer as the original; say the class where the text is unsettled."""
    reading = Reading({})
    try:
        if request.op == "decode":
            value = decode(profile, request.type, request.texts[0], reading)
        else:
            value = fold(profile, request.type, request.texts, reading)
        reply = {"ok": True, "text": to_wire(dumps(value))}
    except Refused as refused:
        reply = {"ok": False, "error": str(refused)}
    if reading.met:
        reply |= _unsettled(profile, request)
    return reply


def _unsettled(profile: Profile, request: Request) -> dict[str, Any]:
    acceptable = answers(profile, request.op, request.type, request.texts)
    if acceptable.settled:
        return {}
    return {"unsettled": ", ".join(sorted(acceptable.oddities))}
