"""What a job is told: one JSON object in a file, which the parent writes."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

ATHERIS = "atheris"
"""The engine for a Python candidate in the job's own process, led by the lines that it runs."""
NOVELTY = "novelty"
"""The engine for any candidate in a process of its own, led by what is new in its answers."""
ENGINES = (ATHERIS, NOVELTY)
COUNTED = {ATHERIS: "edges", NOVELTY: "outcomes"}
"""What an engine's coverage counts: steps from line to line, or what is new about an answer."""


@dataclass(frozen=True)
class JobConfig:
    """What a job does.

    `impl` names the candidate as `--impl` does, in the working folder `folder`; `python`,
    `timeout` (in seconds) and `memory` (in MiB) say how it is run, as far as that was said.
    `profiles` are those from which inputs are made; None leaves it to the candidate's own.
    `runs` and `seconds` end the job, whichever comes first; without either it runs until it is
    told to stop. `corpus` is a folder with a file for each seed, named by the sha1 of its bytes.
    `instrument` are the packages whose lines the engine `atheris` watches. `scratch` is a folder
    for what is needed meanwhile, the same whenever the job is started again; without it, the job
    makes one. Events are written to the inherited descriptor `events`.
    """

    engine: str
    impl: str
    folder: Path
    corpus: Path
    events: int
    seed: int = 0
    profiles: tuple[str, ...] | None = None
    runs: int | None = None
    seconds: float | None = None
    instrument: tuple[str, ...] = ()
    python: str | None = None
    timeout: float | None = None
    memory: int | None = None
    scratch: Path | None = None

    def to_json(self) -> dict[str, Any]:
        """Give what is written to the job's file."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}


def load_config(path: Path) -> JobConfig:
    """Read a job's file. Raises ValueError, with one clear line, for what is none."""
    try:
        content = json.loads(path.read_text("utf-8"))
        if not isinstance(content, dict):
            raise ValueError("not a JSON object")
        return _read(content)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: it holds no job: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _read(content: Mapping[str, Any]) -> JobConfig:
    known = {each.name: each for each in fields(JobConfig)}
    for name in content:
        if name not in known:
            raise ValueError(f"there is no member {name!r}")
    values = {name: _READERS[name].read(name, value) for name, value in content.items()}
    for name in ("engine", "impl", "folder", "corpus", "events"):
        if name not in values:
            raise ValueError(f"the member {name!r} is missing")
    if values["engine"] not in ENGINES:
        raise ValueError(f"there is no engine {values['engine']!r}")
    return JobConfig(**values)


@dataclass(frozen=True)
class _Reader:
    """How a member is read: of which types it is, and what is made of it."""

    types: tuple[type, ...]
    make: Callable[[Any], Any] = field(default=lambda value: value)
    can_lack: bool = False

    def read(self, name: str, value: Any) -> Any:
        """Read the value of a member. Raises ValueError if it is of another type."""
        if value is None and self.can_lack:
            return None
        if type(value) not in self.types:
            raise ValueError(f"the member {name!r} is of another type")
        return self.make(value)


def _strings(value: list[Any]) -> tuple[str, ...]:
    if not all(isinstance(each, str) for each in value):
        raise ValueError("a list of strings holds something else")
    return tuple(value)


_READERS: Mapping[str, _Reader] = {
    "engine": _Reader((str,)),
    "impl": _Reader((str,)),
    "folder": _Reader((str,), Path),
    "corpus": _Reader((str,), Path),
    "events": _Reader((int,)),
    "seed": _Reader((int,)),
    "profiles": _Reader((list,), _strings, can_lack=True),
    "runs": _Reader((int,), can_lack=True),
    "seconds": _Reader((int, float), float, can_lack=True),
    "instrument": _Reader((list,), _strings),
    "python": _Reader((str,), can_lack=True),
    "timeout": _Reader((int, float), float, can_lack=True),
    "memory": _Reader((int,), can_lack=True),
    "scratch": _Reader((str,), Path, can_lack=True),
}
