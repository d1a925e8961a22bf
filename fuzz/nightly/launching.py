"""From the options of `toolwire nightly` to a night, and from that to an exit code."""

import importlib.util
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from toolwire.conformance.case_making import OWN_CORPUS, placed
from toolwire.conformance.command_options import Mistake, read_options
from toolwire.conformance.display import printable
from toolwire.conformance.importing import INTERRUPTED
from toolwire.conformance.rules import Level

from ..durations import clock
from ..ending import rule
from ..launching import make_ready
from ..plan import Wishes
from ..state import default_folder
from ..stopping import Interrupted, Stopping
from . import folder as places
from .night import stages
from .plan import Night, given_options
from .running import Runner
from .stage import Outcome, Result
from .writing import write_night

_ALL_WELL, _NOT_WELL, _MISTAKE = 0, 1, 2


def launch(
    context: click.Context,
    impl: str,
    seconds: float | None,
    runs: int | None,
    report: Path,
    corpus: tuple[Path, ...],
    workers: int | None,
) -> int:
    """Live through a night and give the exit code. Raises `Mistake`."""
    given = context.params
    _check_cases(corpus)
    with _of_report():
        places.check(report)
    night = Night(
        impl,
        given_options(context),
        report,
        given["state"] or default_folder(impl),
        corpus or ((OWN_CORPUS,) if OWN_CORPUS.is_file() else ()),
        seconds,
        runs,
        _workers(workers, given["jobs"]),
    )
    stopping = Stopping()
    try:
        _rehearse(_wishes(given, night), stopping)
    except Interrupted:
        return INTERRUPTED
    with _of_report():
        places.prepare(report)
    return _live_through(night, stopping)


def _wishes(given: Mapping[str, Any], night: Night) -> Wishes:
    """Give what is asked of fuzzing. Raises `Mistake`."""
    return Wishes(
        night.impl,
        read_options(given["timeout"], given["memory"], given["python"]),
        given["profiles"],
        Level(given["level"]),
        given["baselines"],
        given["engine"],
        night.state,
        given["seed"],
        given["jobs"],
        night.runs,
        night.seconds,
        given["instrument"],
    )


def _rehearse(wishes: Wishes, stopping: Stopping) -> None:
    """Begin fuzzing as its stage will, and let go of all: what is wrong raises `Mistake`."""
    make_ready(wishes, stopping).close()


def _check_cases(corpus: Sequence[Path]) -> None:
    """Raise `Mistake` for a file that holds no cases."""
    for file in corpus:
        try:
            placed(file)
        except ValueError as error:
            raise Mistake(f"--corpus: {printable(str(error), 500)}") from None


@contextmanager
def _of_report() -> Iterator[None]:
    """Turn what is wrong with the report's folder into a `Mistake`."""
    try:
        yield
    except places.ReportError as error:
        raise Mistake(f"--report: {printable(str(error), 500)}") from None


def _workers(asked: int | None, jobs: int) -> int:
    """Give how many processes run the suite. Raises `Mistake`."""
    has_xdist = importlib.util.find_spec("xdist") is not None
    if asked is not None and asked > 1 and not has_xdist:
        raise Mistake("-n: it needs pytest-xdist (pip install pytest-xdist)")
    return asked or (jobs if has_xdist else 1)


def _live_through(night: Night, stopping: Stopping) -> int:
    began, begun = datetime.now(UTC), time.monotonic()
    runner = Runner(stopping)

    def say(command: str) -> None:
        click.echo(rule("toolwire nightly") + f"\n$ {printable(command, 2_000)}")

    try:
        results = list(stages(night, runner, say))
        report = write_night(night, results, began, time.monotonic() - begun)
    except OSError as error:
        click.echo(f"Error: the report could not be written: {error.strerror}", err=True)
        return _NOT_WELL
    click.echo(rule("toolwire nightly"))
    for each in results:
        click.echo(f"{each.outcome:<8} {each.name:<12} {clock(each.seconds)}  {each.line}")
        for complaint in each.complaints:
            click.echo(f"{'':<8} {printable(complaint, 400)}")
    click.echo(f"report: {printable(str(night.report / places.HTML))}")
    click.echo(rule(f"{report['outcome']} in {clock(report['seconds'])}"))
    return _exit_code(results)


def _exit_code(results: Sequence[Result]) -> int:
    if all(each.outcome is Outcome.PASSED for each in results):
        return _ALL_WELL
    return _MISTAKE if any(each.is_mistake for each in results) else _NOT_WELL
