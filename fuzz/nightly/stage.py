"""A stage of a night: a command that is run by itself, and what came of it."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

_PYTEST = """import sys
try:
    import pytest
    status = pytest.console_main()
except KeyboardInterrupt:
    status = 130
sys.exit(status)
"""
"""pytest, which shows a traceback if it is broken off before it has begun."""
_STARTS: Mapping[str, tuple[str, str]] = {
    "pytest": ("-c", _PYTEST),
    "toolwire": ("-m", "toolwire.conformance"),
}
"""The programs of stages, and how they are started in this interpreter."""


class Outcome(StrEnum):
    """What came of a stage. All but `PASSED` fail the night."""

    PASSED = "passed"
    FAILED = "failed"
    """It did what it should, and found something."""
    BROKEN = "broken"
    """It could not do what it should."""
    STOPPED = "stopped"
    """It was broken off."""
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Command:
    """A command as a person calls it, such as `toolwire fuzz`."""

    program: str
    arguments: Sequence[str]

    def __str__(self) -> str:
        return shlex.join([self.program, *self.arguments])

    @property
    def argv(self) -> list[str]:
        """Give the arguments of the process.

        It does not import from the working folder, as the programs do not, and says at once what
        it says.
        """
        return [sys.executable, "-u", "-P", *_STARTS[self.program], *self.arguments]


@dataclass(frozen=True)
class Result:
    """What came of a stage: `line` says it, and `complaints` what spoils it beside that.

    `page` is the file of the folder in which more stands, and `report` what was read of the
    stage's own report. `is_mistake` says that an option is wrong, or the candidate cannot be
    started.
    """

    name: str
    command: Command
    outcome: Outcome
    seconds: float
    line: str
    complaints: tuple[str, ...] = ()
    page: str | None = None
    log: str | None = None
    report: Mapping[str, Any] | None = None
    is_mistake: bool = False

    def to_json(self) -> dict[str, Any]:
        """Give the stage's entry of `nightly.json`."""
        return {
            "name": self.name,
            "command": str(self.command),
            "outcome": self.outcome.value,
            "seconds": round(self.seconds, 1),
            "line": self.line,
            "complaints": list(self.complaints),
            "page": self.page,
            "log": self.log,
        }
