"""`report.html`: a whole run in one file, which asks nothing of the network."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from markupsafe import Markup

from ..display import printable
from ..markdown import anchor
from ..remarks import reasons
from ..results import WITH_FAILURES
from ..summary import count_outcomes
from .assets import asset, policy_hash, template
from .grouping import SYMBOLS, Row, sections, tally
from .verdict import facts, labels, verdict
from .wording import Part, headline, parts

MOST = 2_900_000
"""The most bytes that a page has while that can be had by showing less of each failure."""


@dataclass(frozen=True)
class Detail:
    """How much is shown: the width of a text, and the failures of each requirement."""

    width: int
    failures: int | None = None


DETAILS = (
    Detail(2_000),
    Detail(600),
    Detail(240),
    Detail(120),
    Detail(120, 50),
    Detail(120, 10),
    Detail(80, 2),
    Detail(80, 0),
)
"""How much is shown, from the most on; the first that makes the page small enough is taken."""


@dataclass(frozen=True)
class ShownFailure:
    """One failing input."""

    headline: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Cell:
    """What came of a requirement for a candidate; `anchor` leads to the failures.

    `reasons` are those of a baseline, if it knows some of the failures.
    """

    candidate: str
    outcome: str
    symbol: str
    words: str
    tally: str
    reasons: str
    anchor: str
    failures: tuple[ShownFailure, ...]
    left_out: int


@dataclass(frozen=True)
class ShownRow:
    """A requirement with a cell for each candidate, None where it was not asked."""

    row: Row
    requirement_link: str
    protocol_link: str
    cells: tuple[Cell | None, ...]

    @property
    def outcomes(self) -> str:
        """Give the outcomes, with spaces between."""
        return " ".join(sorted({cell.outcome for cell in self.cells if cell is not None}))

    @property
    def failing(self) -> list[Cell]:
        """Give the cells that have failures."""
        return [each for each in self.cells if each is not None and each.outcome in WITH_FAILURES]


def is_link(address: str) -> bool:
    """Tell whether a link may lead to `address`: of the web, or a path from the page on."""
    return re.fullmatch(r"https?://[!-~]+|[\w.~/-]+", address) is not None


def html_page(report: Mapping[str, Any], docs: str | None = None) -> str:
    """Give the page; `docs` is where its links to the documentation lead, if it has any."""
    for detail in DETAILS:
        page = _page(report, docs, detail)
        if len(page.encode()) <= MOST:
            break
    return page


def _page(report: Mapping[str, Any], docs: str | None, detail: Detail) -> str:
    style, script = _style(len(report["candidates"])), asset("report.js")
    counted = count_outcomes(report["results"], labels(report))
    return template("report.html").render(
        style=Markup(style),
        style_hash=policy_hash(style),
        script=Markup(script),
        script_hash=policy_hash(script),
        verdict=verdict(report),
        facts=facts(report),
        candidates=[_named(each) for each in report["candidates"]],
        columns=[(each.value, SYMBOLS[each], _in_words(each)) for each in counted.columns],
        counts=[(printable(row.label, 60), row.level.upper(), row.counts) for row in counted.rows],
        sections=[
            (section, [_row(row, report, docs, detail) for row in section.rows])
            for section in sections(report)
        ],
    )


def _style(candidates: int) -> str:
    """Give the style, with room for a column of each candidate."""
    width = 34 + 8 * candidates
    return f"{asset('report.css')}@media screen {{ .requirements {{ min-width: {width}rem; }} }}\n"


def _named(candidate: Mapping[str, Any]) -> tuple[str, str]:
    """Give a candidate's name and that of its library."""
    library = f"{candidate['library']} {candidate['version']}".strip()
    return printable(candidate["name"], 60), printable(library, 80)


def _row(row: Row, report: Mapping[str, Any], docs: str | None, detail: Detail) -> ShownRow:
    cells = (
        _cell(row, index, candidate, detail) if candidate["name"] in row.results else None
        for index, candidate in enumerate(report["candidates"])
    )
    base = (docs or "").rstrip("/")
    return ShownRow(
        row,
        f"{base}/requirements.md#{anchor(row.id)}" if docs else "",
        f"{base}/protocols/{row.profile}.md" if docs else "",
        tuple(cells),
    )


def _cell(row: Row, index: int, candidate: Mapping[str, Any], detail: Detail) -> Cell:
    result = row.results[candidate["name"]]
    failures = tuple(islice(_failures(result, candidate, detail.width), detail.failures))
    outcome = result["outcome"]
    return Cell(
        printable(candidate["name"], 60),
        outcome,
        SYMBOLS[outcome],
        _in_words(outcome),
        tally(result),
        reasons(result),
        f"failures/{index + 1}/{row.id}",
        failures,
        len(result["failures"]) - len(failures),
    )


def _failures(
    result: Mapping[str, Any], candidate: Mapping[str, Any], width: int
) -> Iterator[ShownFailure]:
    for failure in result["failures"]:
        shown = parts(failure, result["requirement"], candidate, width)
        yield ShownFailure(headline(failure, result["requirement"]), tuple(shown))


def _in_words(outcome: str) -> str:
    return outcome.replace("-", " ")
