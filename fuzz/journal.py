"""The journal of a state: JSON lines, each written whole and at once, and read after anything.

A process that is killed in the middle of a line leaves half of one; the next one begins on a line
of its own, and half a line is passed over when it is read.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from toolwire.conformance.regular_files import is_at, open_regular, read_regular
from toolwire.strategies.request import Request
from toolwire.strategies.seeds import Seed

from .jobs.config import ENGINES


@dataclass(frozen=True)
class Point:
    """How far the fuzzing of a state was after so many `seconds`, over all its runs.

    The coverage is over those of the same `engine`, for each counts other things.
    """

    seconds: float
    executions: int
    corpus: int
    coverage: int
    failures: int
    engine: str | None = None


_COUNTS = ("seconds", "executions", "corpus", "coverage", "failures")
"""What the line of a point holds; its engine is that of the run."""


@dataclass(frozen=True)
class Heard:
    """A finding as a job told it: what was asked, and what happened."""

    seed: Seed
    kind: str

    @property
    def name(self) -> str:
        """Give what stands for the finding in the journal."""
        return f"{self.kind} {self.seed.request.to_json()}"


@dataclass
class History:
    """What a journal tells: the points, and the findings that nobody has looked into yet.

    `engine`, `impl` and `library` are those of the last run: what led it, how the candidate was
    given, and the name that it gave itself. `damaged` counts the lines that cannot be read.
    """

    points: list[Point] = field(default_factory=list)
    waiting: dict[str, Heard] = field(default_factory=dict)
    runs: int = 0
    engine: str | None = None
    impl: str | None = None
    library: str | None = None
    damaged: int = 0

    @property
    def last(self) -> Point:
        """Give how far it is."""
        return self.points[-1] if self.points else Point(0.0, 0, 0, 0, 0)

    def coverage(self, engine: str) -> int:
        """Give how much an engine has seen."""
        return max((each.coverage for each in self.points if each.engine == engine), default=0)


class Journal:
    """Writes what happens. Raises OSError when the file cannot be opened or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._file = open_regular(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != b"\n":
            os.write(self._file, b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    @property
    def is_in_place(self) -> bool:
        """Tell whether what is written can be found again."""
        return is_at(self.path, self._file)

    def begin(self, facts: Mapping[str, Any]) -> None:
        """Note that a run begins."""
        self._write("run", facts)

    def hear(self, heard: Heard) -> None:
        """Note a finding, before anyone looks into it."""
        message = heard.seed.request.to_message()
        self._write("finding", {"seed": message, "kind": heard.kind})

    def settle(self, heard: Heard, outcome: str) -> None:
        """Note what came of a finding."""
        message = heard.seed.request.to_message()
        self._write("settled", {"outcome": outcome, "seed": message, "kind": heard.kind})

    def mark(self, point: Point) -> None:
        """Note how far the fuzzing is."""
        counts = {name: getattr(point, name) for name in _COUNTS}
        self._write("point", {**counts, "seconds": round(point.seconds, 1)})

    def _write(self, what: str, members: Mapping[str, Any]) -> None:
        line = json.dumps({"what": what, **members}).encode() + b"\n"
        with self._lock:
            view = memoryview(line)
            while view:
                view = view[os.write(self._file, view) :]


def read_journal(path: Path) -> History:
    """Read a journal, none if there is no file. Raises OSError for one that cannot be read."""
    history = History()
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return history
    for line in data.split(b"\n"):
        if line:
            try:
                _take(history, json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError):
                history.damaged += 1
    return history


def _take(history: History, record: Any) -> None:
    match record["what"]:
        case "run":
            history.runs += 1
            engine = record.get("engine")
            history.engine = engine if engine in ENGINES else None
            history.impl = _text(record.get("impl"))
            history.library = _text(record.get("library"))
        case "finding":
            heard = _heard(record)
            history.waiting[heard.name] = heard
        case "settled":
            history.waiting.pop(_heard(record).name, None)
        case "point":
            values = {name: record[name] for name in _COUNTS}
            history.points.append(Point(**dict(_numbers(values)), engine=history.engine))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _heard(record: Mapping[str, Any]) -> Heard:
    kind = record["kind"]
    if not isinstance(kind, str):
        raise ValueError("the kind is no string")
    return Heard(Seed.of(Request.from_message(record["seed"])), kind)


def _numbers(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if type(value) not in (int, float) or value < 0:
            raise ValueError(f"{name} is no count")
        yield name, float(value) if name == "seconds" else int(value)
