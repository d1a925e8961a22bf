"""The reference as a candidate: `toolwire reference` answers the candidate protocol."""

import json
from typing import IO, Any

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Anything,
    Profile,
    Refused,
    RefusedAnswer,
    Streamed,
    Written,
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
    """Answer as the original where that is known; say the class where the text is unsettled."""
    acceptable = answers(profile, request.op, request.type, request.texts, request.limit)
    original = acceptable.expected
    if isinstance(original, Streamed):
        items = [_item(line.expected) for line in original.lines]
        reply: dict[str, Any] = {"ok": True, "items": [item for item in items if item is not None]}
    else:
        reply = _item(_original(profile, request, original)) or {"ok": False, "error": ""}
    if not acceptable.settled:
        reply["unsettled"] = ", ".join(sorted(acceptable.oddities))
    return reply


def _original(profile: Profile, request: Request, answer: Answer) -> Answer:
    """Give the original's answer where `answer` leaves open what it is."""
    if not isinstance(answer, Anything) or request.op not in ("decode", "fold"):
        return answer
    try:
        if request.op == "decode":
            return Accepted(decode(profile, request.type, request.texts[0]))
        return Accepted(fold(profile, request.type, request.texts))
    except Refused as refused:
        return RefusedAnswer(refused.reason, refused.pointer)


def _item(answer: Answer) -> dict[str, Any] | None:
    match answer:
        case Accepted():
            return {"ok": True, "text": to_wire(dumps(answer.value))}
        case Written():
            return {"ok": True, "text": to_wire(answer.text)}
        case RefusedAnswer():
            return {"ok": False, "error": str(Refused(answer.reason, answer.pointer))}
        case _:
            return None
