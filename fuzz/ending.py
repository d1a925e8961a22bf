"""What a person is told at the end of a run, in the words of the suite."""

from collections.abc import Callable, Iterator
from itertools import groupby

from toolwire.conformance.display import printable
from toolwire.conformance.rendering import headline, page_of, replay_command
from toolwire.conformance.results import Failure
from toolwire.conformance.starting import Examined

from .durations import clock
from .findings import Became, Findings, Kept, signature_of
from .fuzzing import Totals
from .known import unknown_to

_WIDTH = 80
_NAMED = 8


def pages(findings: Findings, examined: Examined) -> Iterator[str]:
    """Give the page of each requirement that failed, under its title."""
    replay = replaying(findings, examined)
    for identifier, group in groupby(findings.of(Became.FAILED), _requirement):
        failures = [each.failure for each in group]
        requirement = failures[0].requirement
        title = f" {identifier}[{examined.label}] ".center(_WIDTH, "_")
        page = page_of(requirement, examined.library, replay, failures, "inputs of fuzzing")
        yield f"{title}\n{page}"


def replaying(findings: Findings, examined: Examined) -> Callable[[Failure], str]:
    """Give what says by which command a failure is asked again."""

    def replay(failure: Failure) -> str:
        path = findings.kept[signature_of(failure)].path
        if path is None:
            return f"(the input could not be stored: {findings.problem})"
        return replay_command(path, examined.candidate.spec, examined.options)

    return replay


def summary(findings: Findings, examined: Examined, totals: Totals) -> Iterator[str]:
    """Give the lines that sum the run up."""
    overall = totals.overall
    yield (
        f"{examined.label}: {totals.executions:,} inputs in {clock(totals.seconds)} "
        f"({totals.rate:,.0f}/s); corpus {overall.corpus:,}, coverage {overall.coverage:,}"
    )
    if overall.executions > totals.executions:
        yield f"with the runs before: {overall.executions:,} inputs in {clock(overall.seconds)}"
    for kept in findings.of(Became.WARNED):
        yield f"warned: {_told(kept, examined)}"
    for kept in findings.unsteady.values():
        yield f"unsteady: {_told(kept, examined)}: it was not shown again ({kept.path})"
    if findings.waiting:
        left = _count(findings.waiting, "finding")
        yield f"{left} not looked into yet: the next run begins there"


def advice(findings: Findings, examined: Examined) -> Iterator[str]:
    """Say how what failed becomes known, where there is a baseline to know it."""
    baseline = examined.baseline
    if baseline is not None and (found := unknown_to(baseline, findings)):
        what = _count(len(found), "failure")
        which = "it" if len(found) == 1 else "them"
        name = printable(baseline.last.name)
        yield f"{what} not in {name}: --baseline-update adds {which}, for you to say why"


def closing(findings: Findings, fixed: int, errors: int) -> str:
    """Count what came of the run."""
    failed = findings.of(Became.FAILED)
    new = sum(each.is_new for each in failed)
    parts = [f"{len(failed)} failed" + (f" ({new} new)" if new < len(failed) else "")]
    counts = {
        "known": len(findings.known),
        "warned": len(findings.of(Became.WARNED)),
        "observed": len(findings.of(Became.OBSERVED)),
        "unsteady": len(findings.unsteady),
        "fixed": fixed,
        "error" if errors == 1 else "errors": errors,
    }
    return ", ".join(parts + [f"{count} {name}" for name, count in counts.items() if count])


def short(findings: Findings, examined: Examined) -> Iterator[str]:
    """Give a line for each requirement that failed."""
    for identifier, group in groupby(findings.of(Became.FAILED), _requirement):
        sentence = next(group).failure.requirement.sentence
        line = f"FAILED {identifier}[{examined.label}] - {sentence}"
        yield line if len(line) <= _WIDTH else f"{line[: _WIDTH - 3]}..."


def rule(title: str) -> str:
    """Give a title that fills a line."""
    return f" {title} ".center(_WIDTH, "=")


def _requirement(kept: Kept) -> str:
    return kept.failure.requirement.id


def _told(kept: Kept, examined: Examined) -> str:
    identifier = kept.failure.requirement.id
    return printable(f"{identifier}[{examined.label}]: {headline(kept.failure)}", 400)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{' is' if number == 1 else 's are'}"
