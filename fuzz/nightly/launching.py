"""From the options of `toolwire nightly` to a night, and from that to an exit code."""

import importlib.util
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from toolwire.conformance.baselines import BaselineError, load
from toolwire.conformance.candidates import CandidateError, resolve
from toolwire.conformance.case_making import OWN_CORPUS, placed
from toolwire.conformance.command_options import Mistake, read_options
from toolwire.conformance.display import printable, printable_lines

from ..durations import clock
from ..ending import rule
from ..engines import EngineError, choose
from ..state import default_folder
from ..stopping import Stopping
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
    options = context.params
    _check_candidate(impl, context)
    _check_files(options["baselines"], corpus)
    night = Night(
        impl,
        given_options(context),
        report,
        options["state"] or default_folder(impl),
        corpus or ((OWN_CORPUS,) if OWN_CORPUS.is_file() else ()),
        seconds,
        runs,
        _workers(workers, options["jobs"]),
    )
    try:
        places.prepare(report)
    except places.ReportError as error:
        raise Mistake(f"--report: {printable(str(error), 500)}") from None
    return _live_through(night)


def _check_candidate(impl: str, context: click.Context) -> None:
    """Raise `Mistake` for what is wrong with the candidate before it is started."""
    given = context.params
    options = read_options(given["timeout"], given["memory"], given["python"])
    try:
        candidate = resolve(
            impl,
            cwd=Path.cwd(),
            timeout=options.timeout,
            memory=options.memory,
            python=options.python,
        )
        choose(given["engine"], candidate)
    except CandidateError as error:
        raise Mistake(f"--impl: {printable_lines(str(error))}") from None
    except EngineError as error:
        raise Mistake(f"--engine: {error}") from None


def _check_files(baselines: Sequence[str], corpus: Sequence[Path]) -> None:
    """Raise `Mistake` for a file that cannot be read as what it is given for."""
    for name in baselines:
        try:
            load(Path(name), name)
        except BaselineError as error:
            raise Mistake(f"--baseline: {printable(str(error), 500)}") from None
    for file in corpus:
        try:
            placed(file)
        except ValueError as error:
            raise Mistake(f"--corpus: {printable(str(error), 500)}") from None


def _workers(asked: int | None, jobs: int) -> int:
    """Give how many processes run the suite. Raises `Mistake`."""
    has_xdist = importlib.util.find_spec("xdist") is not None
    if asked is not None and asked > 1 and not has_xdist:
        raise Mistake("-n: it needs pytest-xdist (pip install pytest-xdist)")
    return asked or (jobs if has_xdist else 1)


def _live_through(night: Night) -> int:
    began, begun = datetime.now(UTC), time.monotonic()
    runner = Runner(Stopping())

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
