"""What a job tells while it fuzzes: JSON lines on a pipe, each written whole and at once."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from toolwire.strategies.request import Request
from toolwire.strategies.seeds import Seed

_T = TypeVar("_T")


class Reason(StrEnum):
    """Why a job stopped."""

    RUNS = "runs"
    TIME = "time"
    SIGNAL = "signal"
    LOST = "lost"
    """It cannot go on; the event's `detail` says why."""


@dataclass(frozen=True)
class Started:
    """The job is about to fuzz: by which `engine` and `mutator`, and from how many `seeds`.

    `instrumented` are the packages whose lines it watches.
    """

    event: ClassVar[str] = "started"
    engine: str
    mutator: str
    seeds: int
    instrumented: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far the job is, about once a second; `coverage` counts what it has seen so far."""

    event: ClassVar[str] = "progress"
    executions: int
    corpus: int
    coverage: int


@dataclass(frozen=True)
class Finding:
    """An input that the candidate seems to get wrong, once for each rough signature.

    `kind` says in a few words what happened, and `detail` more of it, for a person.
    """

    event: ClassVar[str] = "finding"
    seed: Seed
    kind: str
    detail: str = ""


@dataclass(frozen=True)
class Stopped:
    """The job has ended; nothing comes after."""

    event: ClassVar[str] = "stopped"
    reason: Reason
    detail: str = ""


Event = Started | Progress | Finding | Stopped


def dump_event(event: Event) -> bytes:
    """Give the line of an event, its end included."""
    if isinstance(event, Finding):
        members: dict[str, Any] = {
            "seed": event.seed.request.to_message(),
            "kind": event.kind,
            "detail": event.detail,
        }
    else:
        members = asdict(event)
    # ASCII, so that whatever a candidate said can be written.
    return json.dumps({"event": event.event, **members}).encode() + b"\n"


def load_event(line: bytes) -> Event:
    """Read the line of an event. Raises ValueError for what is none."""
    try:
        message = json.loads(line)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(message, dict):
        raise ValueError("not a JSON object")
    match message.get("event"):
        case Started.event:
            return Started(
                _member(message, "engine", str),
                _member(message, "mutator", str),
                _member(message, "seeds", int),
                tuple(map(str, _member(message, "instrumented", list))),
            )
        case Progress.event:
            return Progress(
                _member(message, "executions", int),
                _member(message, "corpus", int),
                _member(message, "coverage", int),
            )
        case Finding.event:
            return Finding(
                Seed.of(Request.from_message(_member(message, "seed", dict))),
                _member(message, "kind", str),
                _member(message, "detail", str),
            )
        case Stopped.event:
            return Stopped(Reason(_member(message, "reason", str)), _member(message, "detail", str))
    raise ValueError("there is no such event")


def _member(message: Mapping[str, Any], name: str, kind: type[_T]) -> _T:
    value = message.get(name)
    if type(value) is not kind:
        raise ValueError(f"the member {name!r} is missing, or of another type")
    return value


class EventWriter:
    """Writes events to a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, event: Event) -> None:
        """Write one event. Raises OSError when nobody reads any more."""
        view = memoryview(dump_event(event))
        while view:
            view = view[os.write(self._descriptor, view) :]
