"""`toolwire nightly`."""

import sys
from pathlib import Path
from typing import Any

import click

from toolwire.conformance.case_making import OWN_CORPUS
from toolwire.conformance.command_options import Folder, Mistake, Number, Whole
from toolwire.conformance.importing import ending_at_once

from ..command import fuzz

_NOT_BY_NIGHT = ("minutes", "runs", "is_update")
"""Options of `toolwire fuzz` that a night has otherwise, or not at all."""
FOLDER = Path(".toolwire") / "nightly"
_MINUTES = 60.0


@click.command(params=[each for each in fuzz.params if each.name not in _NOT_BY_NIGHT])
@click.option(
    "--minutes",
    type=Number(0, 1_000_000, min_open=True),
    help="How long all of it may take: what the suite leaves is for fuzzing.",
    show_default=f"{_MINUTES:g}, without --runs",
)
@click.option(
    "--runs",
    type=Whole(1, 1 << 53),
    help="How many inputs to fuzz with, however long it takes.",
)
@click.option(
    "--examples",
    type=Whole(0),
    metavar="N",
    help="How many inputs the suite draws for each requirement.",
    show_default="the suite's",
)
@click.option(
    "--corpus",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file of your own cases, to examine by and to check; may be given several times.",
    show_default=f"{OWN_CORPUS}, if it is there",
)
@click.option(
    "-n",
    "--workers",
    type=Whole(1, 256),
    metavar="N",
    help="How many processes run the suite; more than one needs pytest-xdist.",
    show_default="as --jobs, where pytest-xdist is installed",
)
@click.option(
    "--report",
    default=FOLDER,
    show_default=True,
    metavar="DIR",
    type=Folder(),
    help="Where the report is written; what an earlier night wrote there is taken away.",
)
@click.pass_context
def nightly(
    context: click.Context,
    /,
    impl: str,
    minutes: float | None,
    runs: int | None,
    report: Path,
    corpus: tuple[Path, ...],
    workers: int | None,
    **_given: Any,
) -> None:
    """Run the suite, fuzz, check the stored cases, and write one report.

    A stage that fails stops no other. Ctrl-C ends the night with what there is. Exits with 0 if
    all stages passed, 1 if one did not, 2 if an option is wrong or the candidate cannot be started.
    """
    if minutes is not None and runs is not None:
        raise Mistake("--minutes and --runs: one of them")
    with ending_at_once():
        from .launching import launch  # with all that the stages need, which --help does not

    seconds = None if runs is not None else 60 * (minutes or _MINUTES)
    sys.exit(launch(context, impl, seconds, runs, report, corpus, workers))
