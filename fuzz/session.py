"""A run of `toolwire fuzz` from its first line to its exit code."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version

import click

from toolwire.conformance.candidates import CandidateError
from toolwire.conformance.display import printable, printable_lines
from toolwire.conformance.starting import Examined

from . import ending
from .findings import Became, Earlier, Findings
from .fuzzing import Fuzzing
from .investigating import Investigator
from .journal import read_journal
from .known import make_known
from .plan import Plan
from .screen import Screen
from .state import PAGE, State, StateError
from .stopping import Interrupted, Stopping


def fuzz_candidate(plan: Plan, examined: Examined, state: State, stopping: Stopping) -> int:
    """Fuzz as planned, show what was found, and give the exit code."""
    begun = time.monotonic()
    made = f"fuzzed, engine {plan.engine}, seed {plan.seed}"
    found = {"toolwire": version("toolwire"), "library": examined.library, "how": made}
    findings = Findings(state, Investigator(examined), plan.level, found)
    damage = list(state.damage())
    for line in _header(plan, examined, state, damage):
        click.echo(line)
    complaints: list[str] = []
    earlier: Mapping[Earlier, int] = {}
    fuzzing = Fuzzing(plan, examined, state, findings, stopping)
    stopping.again = fuzzing.abandon
    how = {"engine": plan.engine, "seed": plan.seed, "jobs": plan.jobs}
    whose = {"impl": plan.impl, "library": examined.hello.name}
    try:
        state.journal.begin({**how, **whose})
        with stopping.breaking():
            earlier = _ask_earlier(findings, damage)
        with Screen(fuzzing.now) as screen:
            fuzzing.run(screen)
    except Interrupted:
        pass
    except CandidateError as error:
        complaints.append(printable_lines(str(error)))
    except OSError as error:
        complaints.append(_said(error, state))
    complaints += fuzzing.lost
    if findings.problem is not None:
        complaints.append(f"a failure could not be stored: {findings.problem}")
    if fuzzing.has_asked_nothing:
        complaints.append("no input was asked")
    return _finish(plan, examined, state, findings, fuzzing, earlier, complaints, damage, begun)


def _said(error: OSError, state: State) -> str:
    """Say what went wrong with which file; one that is written aside has its place as second."""
    where = error.filename2 or error.filename or state.folder
    return f"{printable(str(where), 500)}: {error.strerror}"


def _header(plan: Plan, examined: Examined, state: State, damage: Sequence[str]) -> list[str]:
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
    elif history.damaged or any(state.stored()):
        lines.append(f"{where}: of earlier runs, of which its journal does not tell")
    else:
        lines.append(f"{where}: new")
    lines += damage
    if examined.baseline is not None:
        names = ", ".join(printable(each.name) for each in examined.baseline.files)
        lines.append(f"baseline {names}")
    return lines


def _ask_earlier(findings: Findings, damage: list[str]) -> Mapping[Earlier, int]:
    """Ask the failures of earlier runs again, and tell what changed; count what they became.

    What holds no failure is added to the damage.
    """
    counts: Counter[Earlier] = Counter()
    for became, what, path in findings.ask_earlier():
        counts[became] += 1
        if became is Earlier.DAMAGED:
            damage.append(f"it holds no failure, and is left as it is: {printable(what, 500)}")
            click.echo(damage[-1])
        elif became is not Earlier.FAILED:
            click.echo(f"{became:<8} {what}  {printable(str(path))}")
    if still := counts[Earlier.FAILED]:
        what = "1 failure" if still == 1 else f"{still:,} failures"
        known = f", {len(findings.known):,} of them known" if findings.known else ""
        click.echo(f"of earlier runs: {what} as before{known}")
    if counts[Earlier.LACKING]:
        click.echo("LACKING is what the candidate does not support any more: its file is kept")
    return counts


def _finish(
    plan: Plan,
    examined: Examined,
    state: State,
    findings: Findings,
    fuzzing: Fuzzing,
    earlier: Mapping[Earlier, int],
    complaints: list[str],
    damage: Sequence[str],
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
        state.check()
        points = read_journal(state.path).points
        totals = fuzzing.totals
        written = write_report(plan, examined, findings, totals, points, complaints, damage)
    except StateError as error:  # the folder may be another's by now
        complaints.append(printable(str(error), 500))
    except OSError as error:
        complaints.append(f"the report could not be written: {error.strerror}")
    else:
        click.echo(f"report: {printable(str(written))}")
    for complaint in complaints:
        click.echo(f"Error: {complaint}", err=True)
    for line in ending.short(findings):
        click.echo(line)
    seconds = f"{time.monotonic() - begun:.2f}s"
    counts = ending.closing(findings, earlier, len(complaints))
    click.echo(ending.rule(f"{counts} in {seconds}"))
    is_good = not (complaints or findings.waiting or findings.of(Became.FAILED))
    return 0 if is_good else 1
