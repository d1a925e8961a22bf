"""`toolwire fuzz`."""

import sys
from pathlib import Path

import click

from toolwire.conformance.command_options import (
    Folder,
    Mistake,
    Number,
    Whole,
    candidate_options,
    profile_option,
    read_options,
)
from toolwire.conformance.importing import ending_at_once
from toolwire.conformance.rules import Level

from .jobs.config import ENGINES
from .plan import AUTO, Wishes

_MOST_JOBS = 256
_MOST = 1 << 53


@click.command()
@candidate_options
@profile_option
@click.option(
    "--minutes",
    type=Number(0, 1_000_000, min_open=True),
    help="How long to fuzz.",
    show_default="until it is stopped",
)
@click.option("--runs", type=Whole(1, _MOST), help="How many inputs to ask, the seeds included.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=Whole(-_MOST, _MOST),
    help="The number from which all inputs follow.",
)
@click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=Whole(1, _MOST_JOBS),
    help="How many processes fuzz beside each other.",
)
@click.option(
    "--state",
    metavar="DIR",
    type=Folder(),
    help="Where the corpus and the failures are kept, for the next run to go on from.",
    show_default=".toolwire/fuzz/NAME",
)
@click.option(
    "--engine",
    default=AUTO,
    show_default=True,
    type=click.Choice([AUTO, *ENGINES]),
    help="What leads the fuzzing: the lines that a Python candidate runs, or new answers.",
)
@click.option(
    "--instrument",
    multiple=True,
    metavar="PKG",
    help="A package whose lines the engine atheris watches; may be given several times.",
    show_default="the candidate's own",
)
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="FILE",
    help="A file of known failures, which are counted and not reported.",
)
@click.option(
    "--baseline-update",
    "is_update",
    is_flag=True,
    help="Add the failures to the baseline (the last, of several); nothing is taken out.",
)
@click.option(
    "--level",
    default=Level.MUST.value,
    show_default=True,
    type=click.Choice([Level.MUST.value, Level.SHOULD.value]),
    help="The lowest level whose failures fail the run.",
)
def fuzz(
    impl: str,
    timeout: str | None,
    memory: str | None,
    python: str | None,
    profiles: tuple[str, ...],
    minutes: float | None,
    runs: int | None,
    seed: int,
    jobs: int,
    state: Path | None,
    engine: str,
    instrument: tuple[str, ...],
    baselines: tuple[str, ...],
    is_update: bool,
    level: str,
) -> None:
    """Look for inputs that a candidate gets wrong, for as long as you like.

    Failures are made small, stored in the state's folder, and shown at the end; the next run goes
    on from there. Ctrl-C ends a run with everything kept. Exits with 0 if nothing failed but what
    the baseline knows, 1 if something did or nothing was asked, 2 if an option is wrong.
    """
    if minutes is not None and runs is not None:
        raise Mistake("--minutes and --runs: one of them")
    with ending_at_once():
        from .launching import launch  # with all that fuzzing needs, which --help does not

    options = read_options(timeout, memory, python)
    seconds = None if minutes is None else 60 * minutes
    sys.exit(
        launch(
            Wishes(
                impl,
                options,
                profiles,
                Level(level),
                baselines,
                engine,
                state,
                seed,
                jobs,
                runs,
                seconds,
                instrument,
                is_update,
            )
        )
    )
