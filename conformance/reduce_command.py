"""`toolwire reduce`."""

import sys
from pathlib import Path

import click

from .command_options import Mistake, candidate_options, in_process_option, read_options
from .display import printable
from .reducing_files import Ending, reduce_all


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@candidate_options
@in_process_option
def reduce(
    files: tuple[Path, ...],
    impl: str,
    timeout: str | None,
    memory: str | None,
    python: str | None,
    in_process: bool,
) -> None:
    """Make the inputs of the stored failures FILES as small as they still fail alike.

    What is smaller is written beside each file, as NAME.reduced.json. Exits with 0 if each still
    fails as it did, and 1 if one does not.
    """
    options = read_options(timeout, memory, python)
    is_right = True
    try:
        for each in reduce_all(files, impl, Path.cwd(), options=options, in_process=in_process):
            is_right &= each.ending in (Ending.REDUCED, Ending.SMALLEST)
            names = " -> ".join(printable(str(name)) for name in (each.file, each.written) if name)
            click.echo(f"{each.ending.value:<8} {each.failure.requirement.id}  {names}")
            for line in each.lines:
                click.echo(f"         {line}")
    except ValueError as error:
        raise Mistake(str(error)) from None
    if not is_right:
        sys.exit(1)
