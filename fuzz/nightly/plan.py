"""What a night was asked for, and the commands that are made of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ..command import fuzz
from .folder import SUITE
from .stage import Command

_OF_PYTEST: Mapping[str, str] = {
    "impl": "--impl",
    "profiles": "--impl-profile",
    "level": "--impl-level",
    "timeout": "--impl-timeout",
    "memory": "--impl-memory",
    "python": "--impl-python",
    "seed": "--impl-seed",
    "examples": "--impl-examples",
    "baselines": "--impl-baseline",
}


@dataclass(frozen=True)
class Night:
    """What a night does.

    `given` are the options that the user gave, by the names of `toolwire fuzz`; what was left out
    there is left to each stage. `seconds` is how long all of it may take, and `runs` how many
    inputs are fuzzed with; one of them is None. The suite has so many `workers`.
    """

    impl: str
    given: Mapping[str, Any]
    report: Path
    state: Path
    corpus: tuple[Path, ...]
    seconds: float | None
    runs: int | None
    workers: int

    @property
    def suite(self) -> Command:
        """Give the command of the suite."""
        arguments = list(_arguments(_OF_PYTEST, self.given))
        arguments += [f"--impl-corpus={file}" for file in self.corpus]
        arguments += [f"-n{self.workers}"] if self.workers > 1 else []
        return Command("pytest", [*arguments, f"--impl-report={self.report / SUITE}"])

    def fuzz(self, seconds: float | None) -> Command:
        """Give the command that fuzzes for so many seconds, or for the night's `runs`."""
        names = {each.name: max(each.opts, key=len) for each in fuzz.params if each.name}
        bound = {"runs": self.runs} if seconds is None else {"minutes": f"{seconds / 60:.3f}"}
        given = {**self.given, "state": self.state, **bound}
        return Command("toolwire", ["fuzz", *_arguments(names, given)])

    @property
    def corpus_check(self) -> Command:
        """Give the command that holds stored cases against the reference."""
        files = ["--shipped", "--", *map(str, self.corpus)] if self.corpus else []
        return Command("toolwire", ["corpus", "check", *files])


def _arguments(names: Mapping[str, str], given: Mapping[str, Any]) -> Iterator[str]:
    """Write options as they are given on a command line."""
    for name, value in given.items():
        if name in names:
            several = isinstance(value, Sequence) and not isinstance(value, str)
            yield from (f"{names[name]}={each}" for each in (value if several else [value]))


def given_options(context: click.Context) -> dict[str, Any]:
    """Give the options that were given, without how long a night may take."""
    default = click.core.ParameterSource.DEFAULT
    return {
        name: value
        for name, value in context.params.items()
        if context.get_parameter_source(name) is not default and name not in ("minutes", "runs")
    }
