"""What a person is told at the end of a run, in the words of the suite."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from toolwire.conformance.display import printable
from toolwire.conformance.rendering import group_by_cause, headline, page_of, replay_command
from toolwire.conformance.results import Failure
from toolwire.conformance.starting import Examined

from .durations import clock
from .findings import Became, Earlier, Findings, Kept, signature_of
from .fuzzing import Totals, line_of
from .jobs.config import COUNTED
from .known import unknown_to

_WIDTH = 80
_WAYS = 8
"""So many ways of failing are shown in full."""


def pages(findings: Findings, examined: Examined, report: Path) -> Iterator[str]:
    """Give a page of each requirement that failed for the first time, under its title.

    Of many ways some are shown, one of each requirement before a second of any. The page `report`
    has them all.
    """
    replay = replaying(findings, examined)
    new = [each.failure for each in findings.of(Became.FAILED) if each.is_new]
    ways = {
        requirement: group_by_cause(group)
        for requirement, group in groupby(new, lambda each: each.requirement)
    }
    ranked = sorted((rank, each.id) for each in ways for rank, _ in enumerate(ways[each]))
    shown = Counter(identifier for _, identifier in ranked[:_WAYS])
    everything = f"all in {printable(str(report))}"
    for requirement, all_ways in ways.items():
        if not (count := shown[requirement.id]):
            continue
        failures = [failure for way in all_ways[:count] for failure in way]
        but = "" if count == len(all_ways) else f" (and {len(all_ways) - count} more)"
        title = f" {requirement.id}[{examined.label}] ".center(_WIDTH, "_")
        how_many = "inputs of fuzzing"
        page = page_of(requirement, examined.library, replay, failures, how_many, but, everything)
        yield f"{title}\n{page}"
    if (more := len(ranked) - _WAYS) > 0:
        yield f"and {more:,} more {'way' if more == 1 else 'ways'} ({everything})"


def replaying(findings: Findings, examined: Examined) -> Callable[[Failure], str]:
    """Give what says by which command a failure is asked again."""

    def replay(failure: Failure) -> str:
        path = findings.kept[signature_of(failure)].path
        if path is None:
            return f"(the input could not be stored: {findings.problem})"
        return replay_command(path, examined.candidate.spec, examined.options)

    return replay


def summary(findings: Findings, examined: Examined, totals: Totals, engine: str) -> Iterator[str]:
    """Give the lines that sum the run up."""
    overall = totals.overall
    yield (
        f"{examined.label}: {totals.executions:,} inputs in {clock(totals.seconds)} "
        f"({totals.rate:,.0f}/s); corpus {overall.corpus:,}, {COUNTED[engine]} {overall.coverage:,}"
    )
    if overall.executions > totals.executions:
        yield f"with the runs before: {overall.executions:,} inputs in {clock(overall.seconds)}"
    for kept in findings.of(Became.WARNED):
        yield f"warned: {_told(kept, examined)}"
    for kept in findings.unsteady.values():
        yield f"unsteady: {_told(kept, examined)}: it was not shown again ({kept.path})"
    if findings.waiting:
        left = _count(findings.waiting, "finding")
        yield f"{left} not looked into yet, which fails the run: run it again, it begins there"


def advice(findings: Findings, examined: Examined) -> Iterator[str]:
    """Say how what failed becomes known, where there is a baseline to know it."""
    baseline = examined.baseline
    if baseline is not None and (found := unknown_to(baseline, findings)):
        what = _count(len(found), "failure")
        which = "it" if len(found) == 1 else "them"
        name = printable(baseline.last.name)
        yield f"{what} not in {name}: --baseline-update adds {which}, for you to say why"


def closing(findings: Findings, earlier: Mapping[Earlier, int], errors: int) -> str:
    """Count what came of the run."""
    failed = findings.of(Became.FAILED)
    new = sum(each.is_new for each in failed)
    parts = [f"{len(failed)} failed" + (f" ({new} new)" if new < len(failed) else "")]
    counts = {
        "known": len(findings.known),
        "warned": len(findings.of(Became.WARNED)),
        "observed": len(findings.of(Became.OBSERVED)),
        "unsteady": len(findings.unsteady),
        "fixed": earlier.get(Earlier.FIXED, 0),
        "lacking": earlier.get(Earlier.LACKING, 0),
        "not looked into": findings.waiting,
        "error" if errors == 1 else "errors": errors,
    }
    return ", ".join(parts + [f"{count} {name}" for name, count in counts.items() if count])


def short(findings: Findings) -> Iterator[str]:
    """Give a line for each failure that fails the run, those of earlier runs first."""
    failed = findings.of(Became.FAILED)
    earlier = [each for each in failed if not each.is_new]
    new = [each for each in failed if each.is_new]
    for title, group in (("of earlier runs:", earlier), ("of this run:", new)):
        if group and earlier:
            yield title
        yield from map(line_of, group)


def rule(title: str) -> str:
    """Give a title that fills a line."""
    return f" {title} ".center(_WIDTH, "=")


def _told(kept: Kept, examined: Examined) -> str:
    identifier = kept.failure.requirement.id
    return printable(f"{identifier}[{examined.label}]: {headline(kept.failure)}", 400)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{' is' if number == 1 else 's are'}"
