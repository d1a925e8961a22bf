"""The command `toolwire`."""

import json
import os
import sys
from collections.abc import Callable, Collection
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolwire.corpus.sources import resolve as resolve_source
from toolwire.reference import PROFILES
from toolwire.reference.schema import Strength, json_schema

from .candidates import CandidateError, Options
from .checking import check as check_candidate
from .checks import CHECKS
from .display import printable, printable_lines, show_input
from .replaying import Status, replay_all
from .requirements import Requirement, find, requirements, trials_of
from .serving import serve
from .settings import DEFAULT_TIMEOUT, mebibytes, seconds

_T = TypeVar("_T")
_Command = TypeVar("_Command", bound=Callable[..., object])

COMMANDS = "toolwire.commands"
"""The entry-point group in which other packages of Toolwire add commands."""


class _Mistake(click.ClickException):
    """The user's mistake, in one line: not the way the command is used, so without its usage."""

    exit_code = 2


class _Commands(click.Group):
    """A group whose further commands come from entry points."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *(each.name for each in self._further())})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        for entry in self._further():
            if entry.name == cmd_name:
                command: click.Command = entry.load()
                return command
        return None

    @staticmethod
    def _further() -> list[EntryPoint]:
        return list(entry_points(group=COMMANDS))


_PROFILE = click.option(
    "--profile",
    "profiles",
    multiple=True,
    type=click.Choice(list(PROFILES)),
    help="Only this profile; may be given several times.",
)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toolwire")
def main() -> None:
    """Find which rules of the tool-call protocols a library breaks.

    The suite itself runs under pytest: pytest --impl=TARGET
    """


@main.command("list")
@_PROFILE
def list_requirements(profiles: tuple[str, ...]) -> None:
    """List the requirements: id, level and what each asks for.

    Written to a file or a pipe, each has one line, with tabs between.
    """
    found = [each for profile in profiles or PROFILES for each in requirements(profile)]
    rows = [(each.id, each.level.value, each.sentence) for each in found]
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(row))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("requirement", no_wrap=True)
    table.add_column("level")
    table.add_column("what it asks for")
    for row in rows:
        table.add_row(*map(Text, row))  # as text: a sentence may have brackets
    Console(highlight=False).print(table)


@main.command()
@click.argument("requirement")
@click.option(
    "--inputs",
    default=5,
    show_default=True,
    type=click.IntRange(0),
    help="How many of its inputs to show.",
)
def explain(requirement: str, inputs: int) -> None:
    """Say all about one REQUIREMENT, such as acp-v2/null-clears."""
    try:
        found = find(requirement)
    except LookupError as error:
        raise _Mistake(str(error.args[0])) from None
    click.echo(_explanation(found, inputs))


def _explanation(requirement: Requirement, shown: int) -> str:
    trials = sorted(
        trials_of(requirement.profile).get(requirement.rule, ()), key=lambda each: each.input.size
    )
    lines = [
        requirement.id,
        f"  {requirement.sentence}",
        f"  level   {requirement.level.value}",
        f"  topic   {requirement.text.topic.value}",
        f"  source  {resolve_source(requirement.source).citation}",
        f"  inputs  {len(trials)} enumerated, the smallest of them:",
    ]
    for trial in trials[:shown]:
        lines.append(f"    {trial.site} ({trial.input.op} {trial.input.type})")
        lines += [f"      {text}" for text in show_input(trial.input)]
    return "\n".join(lines)


def _candidate(command: _Command) -> _Command:
    """Add the options that name a candidate and say how it is run."""
    for option in (
        click.option(
            "--impl-python",
            "python",
            metavar="PATH",
            help="The interpreter or virtual environment that runs a Python candidate.",
            show_default="this one",
        ),
        click.option(
            "--impl-memory",
            "memory",
            metavar="MIB",
            help="How much address space its process may have.",
            show_default="no limit",
        ),
        click.option(
            "--impl-timeout",
            "timeout",
            metavar="SECONDS",
            help="How long the candidate has for an answer.",
            show_default=f"{DEFAULT_TIMEOUT:g}",
        ),
        click.option(
            "--impl", required=True, metavar="TARGET", help="The candidate, as for pytest."
        ),
    ):
        command = option(command)
    return command


def _options(timeout: str | None, memory: str | None, python: str | None) -> Options:
    return Options(
        python,
        _read("--impl-timeout", seconds, timeout),
        _read("--impl-memory", mebibytes, memory),
    )


def _read(option: str, read: Callable[[str], _T], given: str | None) -> _T | None:
    """Read an option's value, if there is one."""
    try:
        return None if given is None else read(given)
    except ValueError as error:
        raise _Mistake(f"{option}: {error}, not {given!r}") from None


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_candidate
@click.option(
    "--impl-in-process", "in_process", is_flag=True, help="Import a Python candidate here."
)
def replay(
    files: tuple[Path, ...],
    impl: str,
    timeout: str | None,
    memory: str | None,
    python: str | None,
    in_process: bool,
) -> None:
    """Ask the stored failures FILES again; exit 0 only if every one is fixed."""
    options = _options(timeout, memory, python)
    try:
        replays = replay_all(files, impl, Path.cwd(), options=options, in_process=in_process)
    except ValueError as error:
        raise _Mistake(str(error)) from None
    for each in replays:
        click.echo(f"{each.status.value:<8} {each.requirement.id}  {printable(str(each.file))}")
        for line in each.lines:
            click.echo(f"         {line}")
    if any(each.status is not Status.FIXED for each in replays):
        sys.exit(1)


@main.command()
@_candidate
def check(impl: str, timeout: str | None, memory: str | None, python: str | None) -> None:
    """Check that an adapter speaks the candidate protocol, before any rule is judged.

    Exits with 0 if all is right, 1 if something is wrong, 2 if the adapter cannot be started.
    """
    options = _options(timeout, memory, python)
    made = wrong = 0
    try:
        for each in check_candidate(impl, Path.cwd(), options):
            made += 1
            wrong += each.wrong is not None
            for line in each.lines:
                click.echo(line)
    except CandidateError as error:
        raise _Mistake(f"--impl: {printable_lines(str(error))}") from None
    total = 1 + len(CHECKS)
    checks = f"{total} checks" if made >= total else f"{made} of {total} checks made"
    click.echo(f"{checks}, {wrong or 'none'} wrong")
    if wrong:
        sys.exit(1)


@main.command()
@click.argument("profile")
@click.argument("type_", metavar="[TYPE]", required=False)
@click.option(
    "--for",
    "strength",
    default=Strength.SENDER.value,
    show_default=True,
    type=click.Choice([each.value for each in Strength]),
    help="What a sender may write, or what a receiver must take.",
)
def schema(profile: str, type_: str | None, strength: str) -> None:
    """Print a JSON Schema (draft 2020-12) of a TYPE of PROFILE, or of all its types."""
    _one_of(PROFILES, profile, "there is no profile")
    if type_ is not None:
        _one_of(PROFILES[profile].types, type_, f"{profile} has no type")
    made = json_schema(PROFILES[profile], type_, Strength(strength))
    click.echo(json.dumps(made, indent=2, ensure_ascii=False))


def _one_of(known: Collection[str], given: str, mistake: str) -> None:
    """Raise a mistake that names what comes near, if `given` is none of `known`."""
    from difflib import get_close_matches

    if given not in known:
        near = get_close_matches(given, known, n=3, cutoff=0.4)
        hint = f"; near it: {', '.join(near)}" if near else f"; known: {', '.join(known)}"
        raise _Mistake(f"{mistake} {given!r}{hint}")


@main.command()
@_PROFILE
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
    type=click.IntRange(0),
    help="How many trials of each requirement to draw, beside the enumerated ones.",
)
@click.option(
    "--workers", type=click.IntRange(1), help="How many processes.  [default: one a core]"
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the matrix to this file, as JSON.",
)
@click.option(
    "--write",
    "docs",
    type=click.Path(file_okay=False, path_type=Path),
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
        raise _Mistake(str(error.args[0])) from None
    for each in found:
        if profiles and each.profile not in profiles:
            raise _Mistake(f"--requirement: {each.id} is none of {', '.join(profiles)}")
    if docs is not None and (found or profiles):
        raise _Mistake("--write needs all mutants of all profiles")
    sys.exit(run_mutants(profiles, found, examples, workers, output, docs))


@main.command()
def reference() -> None:
    """Serve the reference as a candidate on standard input and output."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, version("toolwire"))
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then the harness has gone: none to tell
            click.echo(f"Error: an answer could not be written: {error.strerror}", err=True)
        os._exit(1)  # what is left to write cannot be, and must not be tried again
    except KeyboardInterrupt:
        sys.exit(130)
