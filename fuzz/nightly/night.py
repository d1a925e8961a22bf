"""A night: the stages one after the other, whatever comes of each."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.display import printable
from toolwire.conformance.reports import NotAReport, read_report
from toolwire.conformance.reports.verdict import verdict

from . import folder as places
from .plan import Night
from .running import INTERRUPT, TERMINATE, Ended, Manner, Runner
from .stage import Command, Outcome, Result

_LEAST = 1.0
"""For less than so many seconds nothing is fuzzed."""
_OVER = 30.0
"""So long fuzzing may start, and look into what it has found, beyond the time that it is given."""
_MISTAKE = 2
"""The exit code of `toolwire` for a wrong option, or a candidate that cannot be started."""
_TAIL = 64_000


def stages(night: Night, runner: Runner, say: Callable[[str], None]) -> Iterator[Result]:
    """Run the stages, and give what came of each."""
    deadline = None if night.seconds is None else time.monotonic() + night.seconds
    for stage in (_suite, _fuzz, _corpus_check):
        yield stage(night, runner, deadline, say)


def _suite(
    night: Night, runner: Runner, deadline: float | None, say: Callable[[str], None]
) -> Result:
    """Run the suite, which is broken off when the night's time is over."""
    name, command = "suite", night.suite
    if runner.stopping.told:
        return _skipped(name, command)
    log = places.LOGS[0]
    ended = _run(night, runner, command, log, INTERRUPT, deadline, say)
    report = None
    with suppress(NotAReport):
        report = read_report(night.report / places.SUITE)
    outcome = _outcome(ended, runner)
    complaints: tuple[str, ...] = ()
    if report is not None:
        judged = verdict(report)
        line, complaints = judged.line, judged.complaints
    else:
        outcome, line = _without_report(ended, outcome, night.report / log)
    if ended.was_late:
        complaints = (*complaints, "it was broken off, for the time of the night was over")
    return Result(
        name,
        command,
        outcome,
        ended.seconds,
        line,
        complaints,
        f"{places.SUITE}/report.html" if report is not None else None,
        log,
        report,
        is_mistake=ended.status == pytest.ExitCode.USAGE_ERROR,
    )


def _fuzz(
    night: Night, runner: Runner, deadline: float | None, say: Callable[[str], None]
) -> Result:
    """Fuzz for the time that the suite has left."""
    name, seconds = "fuzz", None
    if deadline is not None:
        seconds = max(0.0, deadline - time.monotonic())
    command = night.fuzz(seconds)
    if runner.stopping.told:
        return _skipped(name, command)
    if seconds is not None and seconds < _LEAST:
        return _skipped(name, command, "the suite took all the time there was: more --minutes")
    log, source = places.LOGS[1], night.state / "fuzz.json"
    before = _age(source)
    late = None if seconds is None else time.monotonic() + seconds + _OVER
    ended = _run(night, runner, command, log, TERMINATE, late, say)
    outcome = _outcome(ended, runner)
    complaints: tuple[str, ...] = ()
    report = _fuzz_report(source) if _age(source) != before else None
    if report is not None:
        line, complaints = _sum_up(report), tuple(report["complaints"])
        places.collect([source, source.with_suffix(".html")], night.report / places.FUZZ)
    else:
        outcome, line = _without_report(ended, outcome, night.report / log)
    return Result(
        name,
        command,
        outcome,
        ended.seconds,
        line,
        complaints,
        f"{places.FUZZ}/fuzz.html" if report is not None else None,
        log,
        report,
        is_mistake=ended.status == _MISTAKE,
    )


def _corpus_check(
    night: Night, runner: Runner, _deadline: float | None, say: Callable[[str], None]
) -> Result:
    """Hold the stored cases against the reference."""
    name, command = "corpus check", night.corpus_check
    if runner.stopping.told:
        return _skipped(name, command)
    log = places.LOGS[2]
    ended = _run(night, runner, command, log, TERMINATE, None, say)
    outcome = _outcome(ended, runner)
    line = _line(ended, outcome, night.report / log)
    return Result(name, command, outcome, ended.seconds, line, log=log)


def _run(
    night: Night,
    runner: Runner,
    command: Command,
    log: str,
    manner: Manner,
    deadline: float | None,
    say: Callable[[str], None],
) -> Ended:
    say(str(command))
    return runner.run(command.argv, night.report / log, manner, deadline)


def _outcome(ended: Ended, runner: Runner) -> Outcome:
    """Tell what an exit status means, of pytest's as of our own."""
    if runner.stopping.told or (ended.was_late and ended.status not in (0, 1)):
        return Outcome.STOPPED
    return {0: Outcome.PASSED, 1: Outcome.FAILED}.get(ended.status, Outcome.BROKEN)


def _skipped(name: str, command: Command, why: str = "the night was told to stop") -> Result:
    return Result(name, command, Outcome.SKIPPED, 0.0, why)


def _without_report(ended: Ended, outcome: Outcome, log: Path) -> tuple[Outcome, str]:
    """Give what came of a stage that should have written a report and has not."""
    if outcome in (Outcome.PASSED, Outcome.FAILED):
        outcome = Outcome.STOPPED if ended.was_late else Outcome.BROKEN
    return outcome, _line(ended, outcome, log)


def _line(ended: Ended, outcome: Outcome, log: Path) -> str:
    """Say what came of a stage, as far as its log tells."""
    if outcome is Outcome.STOPPED:
        return "its time was over" if ended.was_late else "it was broken off"
    return _last_words(log)


def _last_words(log: Path) -> str:
    """Give the error that a log tells of, else its last line."""
    with log.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _TAIL))
        lines = file.read().decode("utf-8", "replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    errors = [line for line in said if line.lower().startswith("error: ")]
    return printable((errors or said or ["it said nothing"])[-1], 400)


def _age(file: Path) -> int | None:
    """Give what changes when a file is written anew."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


def _fuzz_report(file: Path) -> dict[str, Any] | None:
    """Read what `toolwire fuzz` wrote a moment ago."""
    try:
        report: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return report


def _sum_up(report: Mapping[str, Any]) -> str:
    """Say what came of fuzzing, in a line."""
    executions, found = report["run"]["executions"], report["failures"]
    failed = [each for each in found if each["outcome"] == "failed"]
    new = sum(each["new"] for each in failed)
    failures = "1 failure" if len(failed) == 1 else f"{len(failed) or 'no'} failures"
    parts = [f"{failures} ({new} new)" if failed else failures]
    for outcome in ("warned", "unsteady", "known"):
        if count := sum(each["outcome"] == outcome for each in found):
            parts.append(f"{count:,} {outcome}")
    if report["waiting"]:
        parts.append(f"{report['waiting']:,} findings not looked into yet")
    return f"{executions:,} inputs: {', '.join(parts)}"
