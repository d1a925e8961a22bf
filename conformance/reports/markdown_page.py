"""`report.md`: what came of a run, short enough for a comment or the summary of a job."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..display import printable
from ..markdown import code, fenced, plain
from ..remarks import loud, reasons
from ..results import Outcome
from ..summary import count_outcomes
from .grouping import SYMBOLS, Row, sections, tally
from .verdict import facts, labels, verdict
from .wording import headline, parts, size

MOST = 60_000
"""The most characters of a page: a comment on GitHub holds 65,536."""
_FOR_WARNINGS = 10_000
_WIDTH = 240
_NAME = 60
_FEW = 20
_MOST_COMPLAINTS = 10
_SHOWN = ("input", "wanted", "got", "replay")


def markdown_page(report: Mapping[str, Any]) -> str:
    """Give the page; what a candidate said stands in code, where nothing in it is markup."""
    judged = verdict(report)
    sign = SYMBOLS[Outcome.PASSED if judged.is_good else Outcome.FAILED]
    head = [f"## {sign} Toolwire {judged.word}: {judged.line}", "", facts(report)]
    for complaint in judged.complaints[:_MOST_COMPLAINTS]:
        head += ["", f"**{plain(complaint)}**"]
    if len(judged.complaints) > _MOST_COMPLAINTS:
        left = len(judged.complaints) - _MOST_COMPLAINTS
        head += ["", f"**And {left:,} more of these, which stand in `report.html`.**"]
    page = "\n".join([*head, "", *_table(report)]) + "\n"
    rows = [row for section in sections(report) for row in section.rows]
    candidates = {each["name"]: each for each in report["candidates"]}
    for outcome, title, most, entry in (
        (Outcome.FAILED, "Failed", MOST - _FOR_WARNINGS, _failed),
        (Outcome.WARNED, "Warned", MOST - 1_000, _warned),
        (Outcome.KNOWN, "Known", MOST - 500, _known),
    ):
        found = [
            entry(row, row.results[name], candidates[name])
            for row in rows
            for name in candidates
            if name in row.results and row.results[name]["outcome"] == outcome
        ]
        if outcome is Outcome.KNOWN:
            page += _count(title, found, most - len(page))
        else:
            page += _list(title, found, most - len(page))
    return page


def _table(report: Mapping[str, Any]) -> Iterator[str]:
    """Write the outcomes by candidate and level."""
    counted = count_outcomes(report["results"], labels(report))
    libraries = {each["name"]: each for each in report["candidates"]}
    outcomes = [f"{SYMBOLS[each]} {each.value.replace('-', ' ')}" for each in counted.columns]
    yield "| candidate | library | level | " + " | ".join(outcomes) + " |"
    yield "| --- | --- | --- |" + " ---: |" * len(outcomes)
    for row in counted.rows[:_MOST_ROWS]:
        candidate = libraries[row.label]
        library = f"{candidate['library']} {candidate['version']}".strip() or row.label
        names = f"{_code(row.label)} | {_code(library)} | {row.level.upper()}"
        yield f"| {names} | " + " | ".join(str(each or "·") for each in row.counts) + " |"
    if len(counted.rows) > _MOST_ROWS:
        yield ""
        yield f"And {len(counted.rows) - _MOST_ROWS} more lines of this table in `report.html`."


_MOST_ROWS = 60


def _code(text: str) -> str:
    return code(printable(text, _NAME) or " ")


def _failed(row: Row, result: Mapping[str, Any], candidate: Mapping[str, Any]) -> str:
    """Write a failed requirement with its smallest input."""
    failure = min(loud(result), key=size)
    lines = [headline(failure, row.id)]
    for part in parts(failure, row.id, candidate, _WIDTH):
        if part.label in _SHOWN:
            lines += [
                f"{part.label if not index else '':<7} {line}"
                for index, line in enumerate(part.lines)
            ]
    title = f"**{_code(row.id)}**, {_code(candidate['name'])}, {row.level.upper()}"
    return "\n".join([f"{title}: {tally(result)}", "", row.sentence, "", *fenced(lines)])


def _warned(row: Row, result: Mapping[str, Any], candidate: Mapping[str, Any]) -> str:
    first, *others = loud(result)
    more = f", and {len(others)} more" if others else ""
    return f"- {_code(row.id)}, {_code(candidate['name'])}: {plain(headline(first, row.id))}{more}"


def _known(row: Row, result: Mapping[str, Any], candidate: Mapping[str, Any]) -> str:
    return f"- {_code(row.id)}, {_code(candidate['name'])}: {plain(reasons(result))}"


def _count(title: str, entries: list[str], room: int) -> str:
    """Write how many there are, and which if they are few."""
    if not entries:
        return ""
    what = "1 result fails" if len(entries) == 1 else f"{len(entries):,} results fail"
    head = f"\n### {title}\n\n{what} as the baseline says"
    listed = "\n".join(entries)
    if len(entries) <= _FEW and len(listed) < room:
        return f"{head}:\n\n{listed}\n"
    return f"{head}; `report.html` has the reasons.\n"


def _list(title: str, entries: list[str], room: int) -> str:
    """Write what there is room for, and how much there is beside it."""
    if not entries:
        return ""
    between = "\n" if entries[0].startswith("- ") else "\n\n"
    kept: list[str] = []
    for entry in entries:
        room -= len(entry) + len(between)
        if room < 0:
            break
        kept.append(entry)
    left = len(entries) - len(kept)
    more = [f"\nAnd {left:,} more, which stand in `report.html`."] if left else []
    return "\n".join([f"\n### {title}\n", between.join(kept), *more]) + "\n"
