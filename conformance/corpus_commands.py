"""`toolwire corpus`: failures become cases, and cases are held against the reference."""

import re
import sys
from collections import Counter
from pathlib import Path

import click

from toolwire.corpus.confirming import Complaint, complaints

from .case_making import OWN_CORPUS, NotAdded, Placed, add_cases, doubles, placed, shipped
from .command_options import Mistake
from .display import printable


@click.group()
def corpus() -> None:
    """Keep inputs that broke a program, as cases of a corpus."""


@corpus.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--why", required=True, metavar="TEXT", help="What goes wrong, in one line.")
@click.option(
    "--family",
    metavar="WORD",
    help="The kind of fault, such as NULL or PATCH.",
    show_default="the requirement's topic",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    default=OWN_CORPUS,
    show_default=True,
    metavar="CORPUS",
    help="The file that the cases are added to.",
)
def add(files: tuple[Path, ...], why: str, family: str | None, to: Path) -> None:
    """Add the stored failures FILES to a corpus, each with the answer that is right.

    The reference gives the answer. What it does not settle, and an input that is there already,
    makes no case: each such file is named, and nothing is added until it is left out.
    """
    reason = " ".join(why.split())
    if not reason:
        raise Mistake("--why: a line that says what goes wrong")
    if family is not None and not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", family):
        raise Mistake(f"--family: a word of letters, digits and hyphens, not {family!r}")
    try:
        added = add_cases(files, to, reason, family and family.upper())
    except NotAdded as error:
        raise Mistake(_not_added(error)) from None
    except ValueError as error:
        raise Mistake(printable(str(error), 500)) from None
    for file, entry in added:
        case = entry.case
        name = f"{case.profile}/{case.rule}"
        click.echo(f"ADDED    {name}  {printable(str(file))} -> {printable(entry.place)}")
        for each in case.expected if isinstance(case.expected, tuple) else (case.expected,):
            click.echo(f"         expected {'refused' if each is None else printable(each)}")


@corpus.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--shipped", "with_shipped", is_flag=True, help="Those that come with Toolwire beside FILES."
)
def check(files: tuple[Path, ...], with_shipped: bool) -> None:
    """Hold the cases of FILES against the reference, and look for cases that are there twice.

    Without FILES these are the cases that come with Toolwire, and those of toolwire-corpus.jsonl
    if it is there. Exits with 0 if all is right, and 1 if something is wrong: so it also shows
    what a change of the reference would alter.
    """
    own = [OWN_CORPUS] if OWN_CORPUS.exists() else []
    try:
        cases = shipped() if with_shipped or not files else []
        cases += [each for file in files or own for each in placed(file)]
    except ValueError as error:
        raise Mistake(printable(str(error), 500)) from None
    wrong = [(each, complaint) for each in cases for complaint in complaints(each.case)]
    wrong += [
        (each, Complaint(f"it asks the same as {earlier.place}"))
        for each, earlier in doubles(cases)
    ]
    for each, complaint in wrong:
        for line in _lines(each, complaint):
            click.echo(line)
    counts = Counter(each.case.profile for each in cases)
    by_profile = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    number = len({(each.file, each.line) for each, _ in wrong})
    click.echo(f"{len(cases)} cases ({by_profile}), {number or 'none'} wrong")
    if wrong:
        sys.exit(1)


def _not_added(error: NotAdded) -> str:
    """Name each file that makes no case, and say what to do."""
    which = "this file" if len(error.reasons) == 1 else f"these {len(error.reasons)} files"
    said = [printable(each, 500) for each in error.reasons]
    return "\n".join([*said, f"Nothing was added: leave {which} out."])


def _lines(each: Placed, complaint: Complaint) -> list[str]:
    """Show what is wrong with a case."""
    case = each.case
    lines = [
        f"WRONG    {case.profile}/{case.rule}  {printable(each.place)}: {printable(case.title)}",
        f"         {printable(complaint.what)}",
    ]
    if complaint.stored is not None and complaint.reference is not None:
        lines += [
            f"         stored    {printable(complaint.stored)}",
            f"         reference {printable(complaint.reference)}",
        ]
    return lines
