"""`toolwire mutants`."""

import sys
from pathlib import Path

import click

from .command_options import Folder, Mistake, Whole, profile_option
from .display import printable
from .requirements import find


@click.command()
@profile_option
@click.option(
    "--requirement",
    "wanted",
    multiple=True,
    metavar="ID",
    help="Only mutants that break this requirement; may be given several times.",
)
@click.option(
    "--examples",
    default=0,
    show_default=True,
    type=Whole(0),
    help="How many trials of each requirement to draw, beside the enumerated ones.",
)
@click.option("--workers", type=Whole(1), help="How many processes.  [default: one a core]")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the matrix to this file, as JSON.",
)
@click.option(
    "--write",
    "docs",
    type=Folder(),
    help="Write mutants.json and the page mutants.md into this folder.",
)
def mutants(
    profiles: tuple[str, ...],
    wanted: tuple[str, ...],
    examples: int,
    workers: int | None,
    output: Path | None,
    docs: Path | None,
) -> None:
    """Run the suite over mutants of the reference: each has one rule broken at one site.

    Exits with 0 if a requirement of the broken rule kills every mutant, with 1 if not.
    """
    from .mutants.command import run_mutants  # it is large, and nothing else needs it

    try:
        found = [find(each) for each in wanted]
    except LookupError as error:
        raise Mistake(str(error.args[0])) from None
    for each in found:
        if profiles and each.profile not in profiles:
            raise Mistake(f"--requirement: {each.id} is none of {', '.join(profiles)}")
    if docs is not None and (found or profiles):
        raise Mistake("--write needs all mutants of all profiles")
    try:
        status = run_mutants(profiles, found, examples, workers, output, docs)
    except OSError as error:
        place = printable(str(error.filename or output or docs))
        raise Mistake(f"{place} could not be written: {error.strerror}") from None
    sys.exit(status)
