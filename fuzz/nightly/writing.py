"""The report of a night: `nightly.json`, and the pages that are made of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from toolwire.conformance.storage import write_aside

from . import folder as places
from .pages import html_page, markdown_page
from .plan import Night
from .stage import Outcome, Result

FORMAT = 1
"""The version of the format of `nightly.json`; `nightly.schema.json` beside this describes it."""


def write_night(
    night: Night, results: Sequence[Result], began: datetime, seconds: float
) -> Mapping[str, Any]:
    """Write the report and its pages, copy the failing inputs, and give it. Raises OSError."""
    report = {
        "format": FORMAT,
        "toolwire": version("toolwire"),
        "target": night.impl,
        "began": began.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 1),
        "budget": night.seconds,
        "outcome": outcome_of(results).value,
        "stages": [each.to_json() for each in results],
    }
    places.collect(_stored(results), night.report / places.FAILURES)
    write_aside(night.report / places.JSON, json.dumps(report, indent=1) + "\n")
    write_aside(night.report / places.HTML, html_page(report))
    write_aside(night.report / places.MARKDOWN, markdown_page(report, results))
    return report


def outcome_of(results: Sequence[Result]) -> Outcome:
    """Give what came of the whole: it passed if all of it did."""
    found = {each.outcome for each in results}
    worst_first = (Outcome.STOPPED, Outcome.BROKEN, Outcome.FAILED, Outcome.SKIPPED)
    return next((each for each in worst_first if each in found), Outcome.PASSED)


def _stored(results: Sequence[Result]) -> Iterator[Path]:
    """Give the files of the failing inputs that the stages' reports tell of."""
    for result in results:
        report = result.report or {}
        entries = [each["failure"] for each in report.get("failures", ())]
        entries += [one for each in report.get("results", ()) for one in each["failures"]]
        for entry in entries:
            if entry["stored"] is not None:
                yield Path(entry["stored"])
