"""`fuzz.html`: what came of fuzzing a candidate, in one file that asks nothing of the network."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from toolwire.conformance.display import printable
from toolwire.conformance.reports.assets import asset, policy_hash, template
from toolwire.conformance.reports.grouping import SYMBOLS
from toolwire.conformance.reports.wording import Part, headline, parts
from toolwire.conformance.requirements import find

from .durations import clock
from .jobs.config import COUNTED
from .plot import HEIGHT, WIDTH, plot

_WIDTHS = (2_000, 600, 240, 120)
_MOST = 2_900_000
"""The most bytes of a page while that can be had by showing less of each text."""
_TITLES = {
    "failed": "Failures",
    "warned": "Warnings",
    "observed": "Observed",
    "unsteady": "Unsteady",
    "known": "Known",
}
_SAID = {
    "failed": "What fails a run.",
    "warned": "Below the level that fails a run.",
    "observed": "Differs where nothing is asked for.",
    "unsteady": "Told by a job, and not shown again when it was asked anew.",
    "known": "The baseline allows it.",
}


@dataclass(frozen=True)
class ShownFailure:
    """A failure as the page shows it."""

    requirement: str
    level: str
    sentence: str
    headline: str
    is_new: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Section:
    """The failures of one outcome."""

    outcome: str
    symbol: str
    title: str
    said: str
    failures: tuple[ShownFailure, ...]


def html_page(report: Mapping[str, Any]) -> str:
    """Give the page of a `fuzz.json`."""
    for width in _WIDTHS:
        page = _page(report, width)
        if len(page.encode()) <= _MOST:
            break
    return page


def _page(report: Mapping[str, Any], width: int) -> str:
    style = asset("report.css") + asset("fuzz.css", __package__)
    failed = sum(each["outcome"] == "failed" for each in report["failures"])
    return template("fuzz.html", __package__).render(
        style=Markup(style),
        style_hash=policy_hash(style),
        title=_title(report, failed),
        is_good=not failed and not report["complaints"],
        facts=list(_facts(report)),
        complaints=[printable(each, 500) for each in report["complaints"]],
        plot=plot(report["points"], report["engine"]),
        width=WIDTH,
        height=HEIGHT,
        sections=list(_sections(report, width)),
    )


def _title(report: Mapping[str, Any], failed: int) -> str:
    name = printable(report["candidate"]["name"], 60)
    ways = "1 failure" if failed == 1 else f"{failed or 'no'} failures"
    return f"{name}: {ways}"


def _facts(report: Mapping[str, Any]) -> Iterator[str]:
    candidate, run = report["candidate"], report["run"]
    library = f"{candidate['library']} {candidate['version']}".strip()
    yield (
        f"Toolwire {report['toolwire']} · {printable(library, 80)} · "
        f"{', '.join(candidate['profiles'])}"
    )
    yield from (printable(each, 500) for each in report["damage"])
    yield f"engine {report['engine']}: {printable(report['why'], 200)} · seed {report['seed']}"
    line = f"this run: {run['executions']:,} inputs in {clock(run['seconds'])}"
    if report["points"]:
        last = report["points"][-1]
        line += f" · all runs: {last['executions']:,} inputs in {clock(last['seconds'])}"
        line += f" · corpus {last['corpus']:,} · {COUNTED[report['engine']]} {last['coverage']:,}"
    yield line
    if report["waiting"]:
        yield f"{report['waiting']:,} findings not looked into yet"


def _sections(report: Mapping[str, Any], width: int) -> Iterator[Section]:
    for outcome, title in _TITLES.items():
        found = [
            _shown(each, report["candidate"], width)
            for each in report["failures"]
            if each["outcome"] == outcome
        ]
        if found:
            symbol = SYMBOLS.get(outcome, "?")
            yield Section(outcome, symbol, title, _SAID[outcome], tuple(found))


def _shown(each: Mapping[str, Any], candidate: Mapping[str, Any], width: int) -> ShownFailure:
    failure, identifier = each["failure"], each["requirement"]
    return ShownFailure(
        printable(identifier, 160),
        each["level"].upper(),
        find(identifier).sentence,
        headline(failure, identifier),
        each["new"],
        tuple(parts(failure, identifier, candidate, width)),
    )
