"""The outcomes of a run, counted by candidate and level."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .results import Outcome
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


def summary_lines(entries: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> list[str]:
    """Give a table of how many requirements of each level had which outcome."""
    counts = Counter((each["candidate"], each["level"], each["outcome"]) for each in entries)
    used = [column for column in _COLUMNS if any(o == column for _, _, o in counts)]
    columns = [column for column in _COLUMNS if column in used or column not in _RARE]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("candidate")
    table.add_column("level")
    for column in columns:
        table.add_column(column.value.replace("-", " "), justify="right")
    for label in labels:
        for level in Level:
            row = [counts[label, level.value, column.value] for column in columns]
            if any(row):
                cells = [str(count) if count else "·" for count in row]
                table.add_row(Text(label), level.value, *cells)
    console = Console(file=StringIO(), width=100, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]
