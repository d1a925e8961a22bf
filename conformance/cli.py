"""The command `toolwire`."""

import json
import os
import sys
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolwire.corpus.cases import cases_of
from toolwire.corpus.sources import resolve as resolve_source
from toolwire.reference import PROFILES
from toolwire.reference.lookup import find_profile, find_type
from toolwire.reference.schema import Strength, json_schema

from .candidates import CandidateError
from .checking import check as check_candidate
from .checks import CHECKS
from .command_options import (
    Mistake,
    Whole,
    candidate_options,
    in_process_option,
    profile_option,
    read_options,
)
from .corpus_commands import corpus
from .display import printable, printable_lines, show_input
from .drawing import drawn_trials
from .importing import INTERRUPTED
from .mutants_command import mutants
from .reduce_command import reduce
from .replaying import Status, replay_all
from .requirements import Requirement, find, requirements, trials_of
from .serving import serve

COMMANDS = "toolwire.commands"
"""The entry-point group in which other packages of Toolwire add commands."""


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
                return _load(entry)
        return None

    @staticmethod
    def _further() -> list[EntryPoint]:
        return list(entry_points(group=COMMANDS))


def _load(entry: EntryPoint) -> click.Command:
    """Load a command; one that cannot be loaded says so when it is called, and spoils no other."""
    try:
        command = entry.load()
        if not isinstance(command, click.Command):
            raise TypeError(f"it is no command but {type(command).__name__}")
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else entry.value
        said = f"the command {entry.name!r} of {package} cannot be loaded: {error}"
        return _Broken(entry.name, said)
    return command


class _Broken(click.Command):
    """Stands for a command that cannot be loaded."""

    def __init__(self, name: str, said: str) -> None:
        super().__init__(name, short_help="(cannot be loaded)", add_help_option=False)
        self.context_settings = {"ignore_unknown_options": True, "allow_extra_args": True}
        self._said = printable_lines(said)

    def invoke(self, ctx: click.Context) -> None:
        raise Mistake(self._said)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toolwire")
def main() -> None:
    """Find which rules of the tool-call protocols a library breaks.

    The suite itself runs under pytest: pytest --impl=TARGET
    """


main.add_command(corpus)
main.add_command(mutants)
main.add_command(reduce)


@main.command("list")
@profile_option
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
    type=Whole(0),
    help="How many of its inputs to show.",
)
def explain(requirement: str, inputs: int) -> None:
    """Say all about one REQUIREMENT, such as acp-v2/null-clears."""
    try:
        found = find(requirement)
    except LookupError as error:
        raise Mistake(str(error.args[0])) from None
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
        f"  inputs  {_how_many(requirement, len(trials))}; the smallest of the enumerated:",
    ]
    for trial in trials[:shown]:
        lines.append(f"    {trial.site} ({trial.input.op} {trial.input.type})")
        lines += [f"      {text}" for text in show_input(trial.input)]
    return "\n".join(lines)


def _how_many(requirement: Requirement, enumerated: int) -> str:
    """Count the inputs by their sources, as `tried` in `report.json` does."""
    stored = len(cases_of(requirement.profile, requirement.rule))
    drawn = "none drawn" if drawn_trials(requirement) is None else "more drawn in a run"
    return f"{enumerated} enumerated, {stored} from the corpus, {drawn}"


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@candidate_options
@in_process_option
def replay(
    files: tuple[Path, ...],
    impl: str,
    timeout: str | None,
    memory: str | None,
    python: str | None,
    in_process: bool,
) -> None:
    """Ask the stored failures FILES again; exit 0 only if every one is fixed."""
    options = read_options(timeout, memory, python)
    try:
        replays = replay_all(files, impl, Path.cwd(), options=options, in_process=in_process)
    except ValueError as error:
        raise Mistake(str(error)) from None
    for each in replays:
        click.echo(f"{each.status.value:<8} {each.requirement.id}  {printable(str(each.file))}")
        for line in each.lines:
            click.echo(f"         {line}")
    if any(each.status is not Status.FIXED for each in replays):
        sys.exit(1)


@main.command()
@candidate_options
def check(impl: str, timeout: str | None, memory: str | None, python: str | None) -> None:
    """Check that an adapter speaks the candidate protocol, before any rule is judged.

    Exits with 0 if all is right, 1 if something is wrong, 2 if the adapter cannot be started.
    """
    options = read_options(timeout, memory, python)
    made = wrong = 0
    try:
        for each in check_candidate(impl, Path.cwd(), options):
            made += 1
            wrong += each.wrong is not None
            for line in each.lines:
                click.echo(line)
    except CandidateError as error:
        raise Mistake(f"--impl: {printable_lines(str(error))}") from None
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
    try:
        found = find_profile(profile)
        if type_ is not None:
            if type_ in found.all_types and type_ not in found.types:
                raise Mistake(f"{type_} of {profile} is no message, and has no schema")
            find_type(found, type_)
    except LookupError as error:
        raise Mistake(str(error)) from None
    made = json_schema(found, type_, Strength(strength))
    click.echo(json.dumps(made, indent=2, ensure_ascii=False))


@main.command()
@click.argument("path", metavar="DIR|FILE", type=click.Path(path_type=Path))
@click.option(
    "--docs",
    metavar="URL",
    help="Where the documentation of Toolwire stands, for links from report.html to it.",
    show_default="no links",
)
def report(path: Path, docs: str | None) -> None:
    """Make report.html, report.md and badge.json again, beside a report.json."""
    from .reports import is_link, read_report, write_pages  # with jinja2, which others need not

    if docs is not None and not is_link(docs):
        raise Mistake(f"--docs: an http(s) address or a relative path, not {printable(docs)!r}")
    try:
        made = write_pages(path if path.is_dir() else path.parent, read_report(path), docs)
    except ValueError as error:
        raise Mistake(printable_lines(str(error))) from None
    except OSError as error:
        raise Mistake(f"the pages could not be written: {error.strerror}") from None
    for each in made:
        click.echo(printable(str(each)))


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
        sys.exit(INTERRUPTED)
