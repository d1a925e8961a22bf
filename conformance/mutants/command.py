"""What `toolwire mutants` does: runs the suite over mutants, and tells what came of it."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from toolwire.reference import PROFILES

from ..requirements import Requirement
from ..storage import write_aside
from .matrix import Matrix, as_json, summary
from .mutant import Mutant
from .population import breaking, population
from .running import Progress as Told
from .running import Verdict, run


def run_mutants(
    profiles: Sequence[str],
    wanted: Sequence[Requirement],
    examples: int,
    workers: int | None,
    output: Path | None,
    docs: Path | None,
) -> int:
    """Run the mutants of `profiles`, or those that break `wanted`; give the exit status.

    Prints a table of the profiles and every survivor with what was tried, and writes the matrix to
    `output` and what the page needs into the folder `docs`. Raises OSError for those.
    """
    chosen = list(profiles or dict.fromkeys(each.profile for each in wanted) or PROFILES)
    matrices = [Matrix(profile, _run(profile, wanted, examples, workers)) for profile in chosen]
    for matrix in matrices:
        for line in lines(matrix):
            click.echo(line)
    if output is not None:
        write_aside(output, json.dumps(as_json(matrices), indent=1) + "\n")
    if docs is not None:
        from .page import write

        write(docs, {each.profile: summary(each) for each in matrices})
    return 1 if any(each.survivors or each.refuted for each in matrices) else 0


def _run(
    profile: str, wanted: Sequence[Requirement], examples: int, workers: int | None
) -> list[Verdict]:
    mutants: Sequence[Mutant] = population(profile)
    if wanted:
        mutants = breaking(mutants, (each.rule for each in wanted if each.profile == profile))
    with _bar(profile, len(mutants)) as told:
        return run(profile, mutants, examples=examples, workers=workers, progress=told)


@contextmanager
def _bar(profile: str, total: int) -> Iterator[Told]:
    """Show how far the run is, on a terminal's standard error."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # Without a thread of its own: the processes of the run are forked.
    bar = Progress(*columns, TimeRemainingColumn(), console=console, auto_refresh=False)
    with bar:
        task = bar.add_task(profile, total=total)

        def told(done: int) -> None:
            bar.update(task, advance=done, refresh=True)

        yield told


def lines(matrix: Matrix) -> Iterator[str]:
    """Give what is printed of a profile."""
    found = matrix.to_json()["counts"]
    equivalent = found["equivalent"]
    yield (
        f"{matrix.profile}: {found['mutants'] - equivalent} mutants, and {equivalent} equivalent; "
        f"{found['killed by their own']} killed by a requirement of the rule that they break, "
        f"{found['killed by others alone']} by others alone, {found['survived']} survived"
    )
    for each in matrix.survivors:
        state = "survived" if each.survived else "killed by others alone"
        killing = ", ".join(rule.value for rule in (*each.kills.rules, *each.drawn))
        yield (
            f"  {state}: {each.mutant.id} (breaks {', '.join(each.mutant.rules) or 'no one rule'}; "
            f"{each.kills.asked} inputs asked, {each.kills.changed} answered otherwise"
            f"{f'; killed by {killing}' if killing else ''})"
        )
    for each in matrix.refuted:
        killing = ", ".join(rule.value for rule in (*each.kills.rules, *each.drawn))
        yield f"  no equivalent: {each.mutant.id} is killed by {killing}"
