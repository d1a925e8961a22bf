"""The pages of a night: `nightly.md` for the summary of a job, `nightly.html` to click through."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from toolwire.conformance.display import printable
from toolwire.conformance.markdown import code, fenced, plain
from toolwire.conformance.reports.assets import asset, policy_hash, template
from toolwire.conformance.reports.markdown_page import markdown_page as suite_page
from toolwire.conformance.reports.wording import headline, parts

from ..durations import clock
from . import folder as places
from .stage import Outcome, Result

_SIGNS: Mapping[str, str] = {
    Outcome.PASSED: "✓",
    Outcome.FAILED: "✗",
    Outcome.BROKEN: "✗",
    Outcome.STOPPED: "✗",
    Outcome.SKIPPED: "–",
}
_TEMPLATES = "toolwire.fuzz"
_MOST = 60_000
"""The most characters that are said of what fuzzing found; the suite's page has as many."""
_WIDTH = 240
_SHOWN = ("input", "wanted", "got", "replay")


def html_page(report: Mapping[str, Any]) -> str:
    """Give the page that leads to the pages of the stages."""
    style = asset("report.css", "toolwire.conformance.reports")
    return template("nightly.html", _TEMPLATES).render(
        style=Markup(style),
        style_hash=policy_hash(style),
        report=report,
        title=_title(report),
        facts=_facts(report),
        signs=_SIGNS,
        is_good=report["outcome"] == Outcome.PASSED,
        clock=clock,
        failures=places.FAILURES,
    )


def markdown_page(report: Mapping[str, Any], results: Sequence[Result]) -> str:
    """Give the page that shows the night, what fuzzing found, and the suite's own page."""
    lines = [f"## {_SIGNS[report['outcome']]} {plain(_title(report))}", "", _facts(report), ""]
    lines += _table(report)
    for stage in report["stages"]:
        for complaint in stage["complaints"]:
            lines += ["", f"**{stage['name']}: {plain(printable(complaint, 400))}**"]
    lines += ["", "Each stage again, by itself:", ""]
    lines += fenced([printable(each["command"], 2_000) for each in report["stages"]], "sh")
    pages = ["\n".join(lines) + "\n"]
    by_name = {each.name: each.report for each in results if each.report is not None}
    if "fuzz" in by_name:
        pages += _found(by_name["fuzz"])
    if "suite" in by_name:
        pages.append(suite_page(by_name["suite"]))
    return "\n".join(pages)


def _title(report: Mapping[str, Any]) -> str:
    return f"Toolwire nightly {report['outcome']}: {printable(report['target'], 60)}"


def _facts(report: Mapping[str, Any]) -> str:
    budget = report["budget"]
    of = "" if budget is None else f" of {clock(budget)}"
    took = f"took {clock(report['seconds'])}{of}"
    return f"Toolwire {report['toolwire']}, begun {report['began']}, {took}."


def _table(report: Mapping[str, Any]) -> Iterator[str]:
    yield "| | stage | took | what came of it |"
    yield "| --- | --- | ---: | --- |"
    for stage in report["stages"]:
        sign = f"{_SIGNS[stage['outcome']]} {stage['outcome']}"
        line = plain(printable(stage["line"], 400))
        yield f"| {sign} | {stage['name']} | {clock(stage['seconds'])} | {line} |"


def _found(report: Mapping[str, Any]) -> Iterator[str]:
    """Show what fuzzing found, the new first, as much as there is room for."""
    failed = [each for each in report["failures"] if each["outcome"] == "failed"]
    room, left = _MOST, 0
    if failed:
        yield "### Found by fuzzing\n"
    for each in sorted(failed, key=lambda one: not one["new"]):
        entry = _entry(each, report["candidate"])
        room -= len(entry)
        if room < 0:
            left += 1
        else:
            yield entry
    if left:
        yield f"And {left:,} more, which stand in `{places.FUZZ}/fuzz.html`.\n"


def _entry(each: Mapping[str, Any], candidate: Mapping[str, Any]) -> str:
    failure, identifier = each["failure"], each["requirement"]
    lines = [headline(failure, identifier)]
    for part in parts(failure, identifier, candidate, _WIDTH):
        if part.label in _SHOWN:
            labels = [part.label, *[""] * (len(part.lines) - 1)]
            lines += [f"{label:<7} {line}" for label, line in zip(labels, part.lines, strict=True)]
    title = f"**{code(printable(identifier))}**, {each['level'].upper()}"
    new = ", new in this run" if each["new"] else ""
    return "\n".join([f"{title}{new}", "", *fenced(lines), ""])
