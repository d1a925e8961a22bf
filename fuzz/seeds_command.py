"""`toolwire fuzz-seeds`."""

import re
from contextlib import closing
from pathlib import Path

import click

from toolwire.conformance.candidates import CandidateError, resolve
from toolwire.conformance.command_options import Folder, Mistake, candidate_options, read_options
from toolwire.conformance.display import printable, printable_lines


@click.command()
@click.argument("folder", metavar="DIR", type=Folder())
@candidate_options
@click.option("--name", required=True, help="What the fuzz target is called.")
@click.option(
    "--state",
    metavar="DIR",
    type=Folder(),
    help="The state of `toolwire fuzz`, of which the corpus is taken too.",
)
def fuzz_seeds(
    folder: Path,
    impl: str,
    timeout: str | None,
    memory: str | None,
    python: str | None,
    name: str,
    state: Path | None,
) -> None:
    """Write into DIR what a fuzz target of the candidate starts from, for OSS-Fuzz.

    These are NAME_seed_corpus.zip, NAME.dict and NAME.options, of what the candidate supports.
    """
    if not re.fullmatch(r"\w[\w.-]*", name, re.ASCII):
        raise Mistake(f"--name: the name of a file, not {printable(name)!r}")
    if state is not None and not (state / "corpus").is_dir():
        raise Mistake(f"--state: there is no corpus in {printable(str(state))}")
    from .archiving import archive  # with all that fuzzing needs, which --help does not

    options = read_options(timeout, memory, python)
    try:
        candidate = resolve(
            impl,
            cwd=Path.cwd(),
            timeout=options.timeout,
            memory=options.memory,
            python=options.python,
        )
        with closing(candidate):
            hello = candidate.start()
    except CandidateError as error:
        raise Mistake(f"--impl: {printable_lines(str(error))}") from None
    try:
        made = archive(folder, name, candidate, hello, state)
    except OSError as error:
        raise Mistake(f"{printable(str(folder))}: {error.strerror}") from None
    for each in made:
        click.echo(printable(str(each)))
