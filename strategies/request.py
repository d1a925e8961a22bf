"""One question to a candidate, as the candidate protocol writes it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from .wiretext import Text, from_wire, normal, to_wire

_MEMBER = {
    "decode": "text",
    "encode": "text",
    "cut": "text",
    "fold": "texts",
    "stream": "chunks",
}
"""The operations, each with the member that carries its texts."""


def _as_bytes(text: Text) -> Text:
    return text.encode() if isinstance(text, str) else text


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Request:
    """One request of the candidate protocol, without its id; equal ones may share an answer.

    `decode`, `encode` and `cut` have one text; `fold` has any number; the texts of `stream`
    are its chunks, and are always `bytes`. Only `cut` has a `limit`. Any other text is `bytes`
    exactly when it is not valid UTF-8, whichever way it was given.

    Raises `ValueError` for what the protocol cannot say.
    """

    op: str
    profile: str
    type: str
    texts: tuple[Text, ...]
    limit: int | None = None

    def __post_init__(self) -> None:
        member = _MEMBER.get(self.op)
        if member is None:
            raise ValueError(f"no such operation: {self.op!r}")
        if member == "text" and len(self.texts) != 1:
            raise ValueError(f"{self.op} takes one text, not {len(self.texts)}")
        if (self.op == "cut") is (self.limit is None):
            raise ValueError("a limit belongs to cut, and to nothing else")
        spelled = _as_bytes if self.op == "stream" else normal
        object.__setattr__(self, "texts", tuple(map(spelled, self.texts)))

    def to_message(self, id: int | None = None) -> dict[str, Any]:
        """Return the request as the JSON object that is sent; without `id`, one to be kept."""
        message: dict[str, Any] = {} if id is None else {"id": id}
        message.update(op=self.op, profile=self.profile, type=self.type)
        member = _MEMBER[self.op]
        if member == "text":
            message[member] = to_wire(self.texts[0])
        else:
            message[member] = list(map(to_wire, self.texts))
        if self.limit is not None:
            message["limit"] = self.limit
        return message

    def to_line(self, id: int) -> bytes:
        """Return the line that is sent, its end included."""
        return _compact(self.to_message(id)).encode() + b"\n"

    def to_json(self) -> str:
        """Return the request as JSON, without an id, to be kept in a file."""
        return _compact(self.to_message())

    @classmethod
    def from_message(cls, message: Mapping[str, Any]) -> Self:
        """Return the request that a message holds; its id and unknown members are ignored.

        Raises `ValueError` when it holds none.
        """
        op, profile, type_ = (message.get(name) for name in ("op", "profile", "type"))
        if not (isinstance(op, str) and isinstance(profile, str) and isinstance(type_, str)):
            raise ValueError("a request needs op, profile and type, each a string")
        if op not in _MEMBER:
            raise ValueError(f"no such operation: {op!r}")
        member = _MEMBER[op]
        carried = message.get(member)
        values = [carried] if member == "text" else carried
        if not isinstance(values, list):
            raise ValueError(f"{op} needs the member {member!r}")
        limit = message.get("limit") if op == "cut" else None
        if limit is not None and type(limit) is not int:
            raise ValueError("a limit must be an integer")
        return cls(op, profile, type_, tuple(map(from_wire, values)), limit)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the request that `to_json` wrote. Raises `ValueError` when it is none."""
        try:
            message = json.loads(text)
        except ValueError as error:
            raise ValueError(f"a request must be JSON: {error}") from None
        except RecursionError:
            raise ValueError("a request must be JSON that is not nested too deeply") from None
        if not isinstance(message, dict):
            raise ValueError("a request must be a JSON object")
        return cls.from_message(message)
