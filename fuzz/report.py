"""`fuzz.json`, a state as data, and `fuzz.html`, the page that is made of it and nothing else."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from toolwire.conformance.reporting import candidate_as_json, failure_as_json
from toolwire.conformance.starting import Examined
from toolwire.conformance.storage import write_aside

from .findings import Findings, Kept
from .fuzzing import Totals
from .html_page import html_page
from .journal import Point
from .plan import Plan
from .state import PAGE

FORMAT = 1
"""The version of the format of `fuzz.json`, which `fuzz.schema.json` beside this file describes."""
MOST_POINTS = 400
"""So many points are left of a long state's, evenly spaced: a plot shows no more."""


def write_report(
    plan: Plan,
    examined: Examined,
    findings: Findings,
    totals: Totals,
    points: Sequence[Point],
    complaints: Sequence[str],
    damage: Sequence[str],
) -> Path:
    """Write both files into the state's folder and give the page. Raises OSError."""
    report = {
        "format": FORMAT,
        "toolwire": version("toolwire"),
        "candidate": candidate_as_json(examined, {}),
        "engine": plan.engine,
        "why": plan.why,
        "seed": plan.seed,
        "jobs": plan.jobs,
        "level": plan.level.value,
        "run": {"executions": totals.executions, "seconds": round(totals.seconds, 1)},
        "points": [_point(each) for each in thinned(points, MOST_POINTS)],
        "failures": list(_failures(findings)),
        "waiting": findings.waiting,
        "complaints": list(complaints),
        "damage": list(damage),
    }
    write_aside(plan.state / "fuzz.json", json.dumps(report, indent=1) + "\n")
    path = plan.state / PAGE
    write_aside(path, html_page(report))
    return path


def thinned(points: Sequence[Point], most: int) -> list[Point]:
    """Give at most so many of the points, the first and the last among them."""
    if len(points) <= most:
        return list(points)
    return [points[index * (len(points) - 1) // (most - 1)] for index in range(most)]


def _point(point: Point) -> dict[str, Any]:
    return {**vars(point), "seconds": round(point.seconds, 1)}


def _failures(findings: Findings) -> Iterator[Mapping[str, Any]]:
    found = [*findings.kept.values(), *findings.known.values(), *findings.unsteady.values()]
    for kept in sorted(found, key=_order):
        requirement = kept.failure.requirement
        yield {
            "requirement": requirement.id,
            "level": requirement.level.value,
            "outcome": kept.became.value,
            "new": kept.is_new,
            "failure": failure_as_json(kept.failure, kept.path, kept.reason or None),
        }


def _order(kept: Kept) -> tuple[str, str, int]:
    return kept.became.value, kept.failure.requirement.id, kept.failure.asked.size
