"""The command `toolwire`."""

import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolwire.corpus.sources import resolve as resolve_source
from toolwire.reference import PROFILES

from .display import printable, show_input
from .replaying import Status, replay_all
from .requirements import Requirement, find, requirements, trials_of
from .serving import serve
from .settings import DEFAULT_TIMEOUT

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
    """List the requirements: id, level and what each asks for."""
    table = Table(box=None, pad_edge=False)
    for column in ("requirement", "level", "what it asks for"):
        table.add_column(column, overflow="fold")
    for profile in profiles or PROFILES:
        for requirement in requirements(profile):
            table.add_row(
                Text(requirement.id, no_wrap=True), requirement.level.value, requirement.sentence
            )
    _console().print(table)


@main.command()
@click.argument("requirement")
@click.option("--inputs", default=5, show_default=True, help="How many of its inputs to show.")
def explain(requirement: str, inputs: int) -> None:
    """Say all about one REQUIREMENT, such as acp-v2/null-clears."""
    try:
        found = find(requirement)
    except LookupError as error:
        raise click.ClickException(str(error.args[0])) from None
    click.echo(_explanation(found, max(inputs, 0)))


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


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--impl", required=True, metavar="TARGET", help="The candidate, as for pytest.")
@click.option("--impl-timeout", default=DEFAULT_TIMEOUT, show_default=True, metavar="SECONDS")
@click.option("--impl-in-process", is_flag=True, help="Import a Python candidate here.")
def replay(files: tuple[Path, ...], impl: str, impl_timeout: float, impl_in_process: bool) -> None:
    """Ask the stored failures FILES again; exit 0 only if every one is fixed."""
    try:
        replays = replay_all(files, impl, Path.cwd(), impl_timeout, impl_in_process)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for each in replays:
        click.echo(f"{each.status.value:<8} {each.requirement.id}  {printable(str(each.file))}")
        for line in each.lines:
            click.echo(f"         {line}")
    if any(each.status is not Status.FIXED for each in replays):
        sys.exit(1)


@main.command()
def reference() -> None:
    """Serve the reference as a candidate on standard input and output."""
    from importlib.metadata import version

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, version("toolwire"))
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # the harness has gone: there is nobody to tell
        sys.exit(1)


def _console() -> Console:
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())
