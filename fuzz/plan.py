"""What a run of fuzzing was asked for, and what was made of it."""

from dataclasses import dataclass
from pathlib import Path

from toolwire.conformance.candidates import Options
from toolwire.conformance.rules import Level

AUTO = "auto"
"""Stands for the engine that suits the candidate."""


@dataclass(frozen=True)
class Wishes:
    """The options of `toolwire fuzz` as they were given, each checked by itself.

    `profiles` and `instrument` may be empty, and stand for the candidate's own then.
    """

    impl: str
    options: Options
    profiles: tuple[str, ...]
    level: Level
    baselines: tuple[str, ...]
    engine: str
    state: Path | None
    seed: int
    jobs: int
    runs: int | None
    seconds: float | None
    instrument: tuple[str, ...]
    is_update: bool = False


@dataclass(frozen=True)
class Plan:
    """What a run does.

    `engine` is the one that was chosen, and `why` says for what reason. `folder` is the working
    folder, and `state` the state's folder as the user calls it. Without `runs` and `seconds` the
    run goes on until it is stopped. With `is_update` what fails it is added to the baseline.
    """

    impl: str
    folder: Path
    state: Path
    engine: str
    why: str
    options: Options
    level: Level
    seed: int = 0
    jobs: int = 1
    runs: int | None = None
    seconds: float | None = None
    instrument: tuple[str, ...] = ()
    is_update: bool = False
