"""The outcomes of a run, counted by candidate and level."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .results import GIVEN_UP, Outcome
from .rules import Level

_COLUMNS = (
    Outcome.PASSED,
    Outcome.FAILED,
    Outcome.KNOWN,
    Outcome.WARNED,
    Outcome.OBSERVED,
    Outcome.NOT_EXERCISED,
    Outcome.NOT_SUPPORTED,
)

_RARE = (Outcome.KNOWN, Outcome.OBSERVED)
"""Columns that are there only if something is in them."""


@dataclass(frozen=True)
class CountsOfLevel:
    """How many requirements of a level a candidate had in each column's outcome."""

    label: str
    level: Level
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Counts:
    """The outcomes of a run by candidate and level."""

    columns: tuple[Outcome, ...]
    rows: tuple[CountsOfLevel, ...]


def count_outcomes(entries: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> Counts:
    """Count the outcomes of a report's `results`, in columns as `_RARE` says."""
    found = Counter((each["candidate"], each["level"], each["outcome"]) for each in entries)
    used = {outcome for _, _, outcome in found}
    columns = tuple(each for each in _COLUMNS if each in used or each not in _RARE)
    rows = [
        CountsOfLevel(
            label, level, tuple(found[label, level.value, each.value] for each in columns)
        )
        for label in labels
        for level in Level
    ]
    return Counts(columns, tuple(row for row in rows if any(row.counts)))


def complaints(entries: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> Iterator[str]:
    """Tell what makes a run worthless for a candidate, whatever came of its requirements."""
    by_label: dict[str, list[Mapping[str, Any]]] = {label: [] for label in labels}
    for entry in entries:
        by_label[entry["candidate"]].append(entry)
    for label, mine in by_label.items():
        if mine and not any(entry["tried"] for entry in mine):
            yield f"{label}: nothing was exercised, for no input of the suite said anything"
        if given_up := sum(GIVEN_UP in entry["blocked"] for entry in mine):
            what = "a requirement is" if given_up == 1 else f"{given_up} requirements are"
            yield f"{label}: it was given up, and {what} not fully judged"


def summary_lines(entries: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> list[str]:
    """Give a table of how many requirements of each level had which outcome."""
    counted = count_outcomes(entries, labels)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("candidate")
    table.add_column("level")
    for column in counted.columns:
        table.add_column(column.value.replace("-", " "), justify="right")
    for row in counted.rows:
        cells = [str(count) if count else "·" for count in row.counts]
        table.add_row(Text(row.label), row.level.value, *cells)
    console = Console(file=StringIO(), width=100, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]
