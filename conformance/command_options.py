"""What the commands of `toolwire` share: the options that name a candidate, and mistakes."""

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from toolwire.reference import PROFILES

from .candidates import Options
from .settings import DEFAULT_TIMEOUT, mebibytes, seconds

_T = TypeVar("_T")
_Command = TypeVar("_Command", bound=Callable[..., object])


class Whole(click.IntRange):
    """An integer between two bounds."""

    name = "integer"


class Number(click.FloatRange):
    """A number between two bounds, which is one."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what no bound can: nan is neither above nor below."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


class Folder(click.Path):
    """A folder, whether it is there or not; an empty name is not taken for the working folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name."""
        if not os.fspath(value):
            self.fail("the name of a folder is missing.", param, ctx)
        return super().convert(value, param, ctx)


class Mistake(click.ClickException):
    """The user's mistake, in one line: not the way the command is used, so without its usage."""

    exit_code = 2


def candidate_options(command: _Command) -> _Command:
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


profile_option = click.option(
    "--profile",
    "profiles",
    multiple=True,
    type=click.Choice(list(PROFILES)),
    help="Only this profile; may be given several times.",
)

in_process_option = click.option(
    "--impl-in-process", "in_process", is_flag=True, help="Import a Python candidate here."
)


def read_options(timeout: str | None, memory: str | None, python: str | None) -> Options:
    """Read what the options say. Raises `Mistake`."""
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
        raise Mistake(f"{option}: {error}, not {given!r}") from None
