"""What a run of fuzzing was asked for."""

from dataclasses import dataclass
from pathlib import Path

from toolwire.conformance.candidates import Options
from toolwire.conformance.rules import Level


@dataclass(frozen=True)
class Plan:
    """The options of `toolwire fuzz`, read and checked.

    `engine` is the one that was chosen, and `why` says for what reason. `folder` is the working
    folder, and `state` the state's folder as the user calls it. Without `runs` and `seconds` the
    run goes on until it is stopped.
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
