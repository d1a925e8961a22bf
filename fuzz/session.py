"""A run of `toolwire fuzz` from its first line to its exit code."""

import time
from collections import Counter
from importlib.metadata import version

import click

from toolwire.conformance.candidates import CandidateError
from toolwire.conformance.display import printable, printable_lines
from toolwire.conformance.replaying import Status
from toolwire.conformance.starting import Examined

from . import ending
from .findings import Became, Findings
from .fuzzing import Fuzzing
from .investigating import Investigator
from .journal import read_journal
from .known import make_known
from .plan import Plan
from .screen import Screen
from .state import PAGE, State
from .stopping import Interrupted, Stopping


def fuzz_candidate(plan: Plan, examined: Examined, state: State, stopping: Stopping) -> int:
    """Fuzz as planned, show what was found, and give the exit code."""
    begun = time.monotonic()
    how = f"fuzzed, engine {plan.engine}, seed {plan.seed}"
    found = {"toolwire": version("toolwire"), "library": examined.library, "how": how}
    findings = Findings(state, Investigator(examined), plan.level, found)
    for line in _header(plan, examined, state):
        click.echo(line)
    complaints: list[str] = []
    fixed = 0
    fuzzing = Fuzzing(plan, examined, state, findings, stopping)
    stopping.again = fuzzing.abandon
    try:
        state.journal.begin({"engine": plan.engine, "seed": plan.seed, "jobs": plan.jobs})
        with stopping.breaking():
            fixed = _ask_earlier(findings)
        with Screen(fuzzing.now) as screen:
            fuzzing.run(screen)
    except Interrupted:
        pass
    except CandidateError as error:
        complaints.append(printable_lines(str(error)))
    except OSError as error:
        complaints.append(f"{state.folder}: {error.strerror}")
    complaints += fuzzing.lost
    if findings.problem is not None:
        complaints.append(f"a failure could not be stored: {findings.problem}")
    if fuzzing.has_asked_nothing:
        complaints.append("no input was asked")
    return _finish(plan, examined, state, findings, fuzzing, fixed, complaints, begun)


def _header(plan: Plan, examined: Examined, state: State) -> list[str]:
    history, last = state.history, state.history.last
    lines = [
        f"toolwire {version('toolwire')}: {examined.label} is {examined.library}; "
        f"profiles {', '.join(examined.profiles)}; seed {plan.seed}",
        f"engine {plan.engine}: {plan.why}",
    ]
    where = f"state {printable(str(state.folder))}"
    if history.runs:
        runs = "1 run" if history.runs == 1 else f"{history.runs:,} runs"
        lines.append(f"{where}: {last.executions:,} inputs in {runs} before")
    else:
        lines.append(f"{where}: new")
    if history.damaged:
        what = "line is" if history.damaged == 1 else "lines are"
        lines.append(f"{history.damaged} {what} damaged in its journal, and left out")
    if examined.baseline is not None:
        names = ", ".join(printable(each.name) for each in examined.baseline.files)
        lines.append(f"baseline {names}")
    return lines


def _ask_earlier(findings: Findings) -> int:
    """Ask the failures of earlier runs again, and tell what changed; give how many are fixed."""
    counts: Counter[Status | None] = Counter()
    for status, what, path in findings.ask_earlier():
        counts[status] += 1
        if status is None:
            click.echo(f"it holds no failure, and is left as it is: {printable(what, 500)}")
        elif status is not Status.FAILED:
            click.echo(f"{status.value:<8} {what}  {printable(str(path))}")
    if still := counts[Status.FAILED]:
        what = "1 failure" if still == 1 else f"{still:,} failures"
        known = f", {len(findings.known):,} of them known" if findings.known else ""
        click.echo(f"of earlier runs: {what} as before{known}")
    return counts[Status.FIXED]


def _finish(
    plan: Plan,
    examined: Examined,
    state: State,
    findings: Findings,
    fuzzing: Fuzzing,
    fixed: int,
    complaints: list[str],
    begun: float,
) -> int:
    """Show what was found, write the report, and give the exit code."""
    from .report import write_report  # with jinja2, which nothing before needs

    notes: list[str] = []
    if plan.is_update and examined.baseline is not None:
        try:
            notes += make_known(examined.baseline, findings)
        except OSError as error:
            name = printable(examined.baseline.last.name)
            complaints.append(f"{name} could not be written: {error.strerror}")
    for page in ending.pages(findings, examined, plan.state / PAGE):
        click.echo(f"{page}\n")
    click.echo(ending.rule("toolwire fuzz"))
    for line in ending.summary(findings, examined, fuzzing.totals, plan.engine):
        click.echo(line)
    for line in notes or ending.advice(findings, examined):
        click.echo(line)
    try:
        points = read_journal(state.path).points
        written = write_report(plan, examined, findings, fuzzing.totals, points, complaints)
    except OSError as error:
        complaints.append(f"the report could not be written: {error.strerror}")
    else:
        click.echo(f"report: {printable(str(written))}")
    for complaint in complaints:
        click.echo(f"Error: {complaint}", err=True)
    for line in ending.short(findings):
        click.echo(line)
    seconds = f"{time.monotonic() - begun:.2f}s"
    counts = ending.closing(findings, fixed, len(complaints))
    click.echo(ending.rule(f"{counts} in {seconds}"))
    is_good = not (complaints or findings.waiting or findings.of(Became.FAILED))
    return 0 if is_good else 1
