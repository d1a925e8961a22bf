"""A run as data: what `report.json` holds, and what xdist's workers send home."""

import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from toolwire.reference import (
    Accepted,
    Anything,
    Nothing,
    SourceText,
    Streamed,
    Written,
    dumps,
)
from toolwire.reference import Answer as AcceptableAnswer
from toolwire.strategies.wiretext import to_wire

from .candidates import Answer, Faulted, Refused, StreamItems, Understood, Unsupported
from .results import Failure, Outcome, Result
from .starting import Examined
from .storage import write_aside

REPORT = "report.json"
FORMAT = 1
"""The version of the report's format, which `report.schema.json` beside this file describes."""
MOST_TEXT = 4_000
"""Longer texts are cut in a report; the stored failure has them whole."""


def candidate_as_json(examined: Examined, unblamed: Mapping[str, int]) -> dict[str, Any]:
    """Give one entry of a report's `candidates`; `unblamed` counts faults by their kind."""
    return {
        "name": examined.label,
        "target": examined.candidate.spec,
        "library": examined.hello.name,
        "version": examined.hello.version,
        "profiles": list(examined.profiles),
        "again": "pytest" if examined.is_given else "toolwire replay",
        "options": list(examined.options),
        "unblamed": dict(unblamed),
    }


def result_as_json(
    result: Result,
    outcome: Outcome,
    stored: Mapping[tuple[str, str], Path],
    known: Mapping[tuple[str, str], str],
) -> dict[str, Any]:
    """Give one entry of a report's `results`.

    By the failures' signatures, `stored` has the files, and `known` the baseline's reasons for
    those that it has.
    """
    requirement = result.requirement
    return {
        "requirement": requirement.id,
        "profile": requirement.profile,
        "level": requirement.level.value,
        "candidate": result.candidate,
        "outcome": outcome.value,
        "tried": {source.value: count for source, count in sorted(result.tried.items())},
        "failed": result.failed,
        "blocked": dict(sorted(result.blocked.items())),
        "unsupported": result.unsupported,
        "failures": [
            failure_as_json(each, stored.get(each.signature), known.get(each.signature))
            for each in result.failures
        ],
    }


def failure_as_json(failure: Failure, stored: Path | None, known: str | None) -> dict[str, Any]:
    """Give one entry of a result's `failures`, with its file and the baseline's reason for it."""
    return {
        "site": failure.site,
        "kind": failure.objection.kind,
        "pointer": failure.objection.pointer,
        "known": known,
        "source": failure.source.value,
        "op": failure.asked.op,
        "type": failure.asked.type,
        "texts": [_text(text) for text in failure.asked.texts],
        "limit": failure.asked.limit,
        "expected": [_acceptable(answer) for answer in failure.acceptable.acceptable],
        "got": _answer(failure.got),
        "fault": failure.got.fault.kind.value if isinstance(failure.got, Faulted) else None,
        "stored": None if stored is None else stored.as_posix(),
    }


def _text(text: SourceText) -> Any:
    if len(text) > MOST_TEXT:
        return {"cut": to_wire(text[:MOST_TEXT]), "length": len(text)}
    return to_wire(text)


def _acceptable(answer: AcceptableAnswer) -> dict[str, Any]:
    if isinstance(answer, Accepted):
        return {"ok": True, "text": _text(dumps(answer.value))}
    if isinstance(answer, Anything):
        return {"anything": True}
    if isinstance(answer, Nothing):
        return {"nothing": True}
    if isinstance(answer, Written):
        return {"ok": True, "text": _text(answer.text)}
    if isinstance(answer, Streamed):
        return {"items": [[_acceptable(each) for each in line.acceptable] for line in answer.lines]}
    return {"ok": False, "error": answer.reason[:MOST_TEXT], "pointer": answer.pointer}


def _answer(answer: Answer) -> dict[str, Any]:
    match answer:
        case Understood():
            return {"ok": True, "text": _text(answer.text)}
        case Refused():
            return {"ok": False, "error": answer.error[:MOST_TEXT], "stage": answer.stage}
        case Faulted():
            fault = answer.fault
            return {
                "fault": fault.kind.value,
                "detail": fault.detail[:MOST_TEXT],
                "stderr": fault.stderr[-MOST_TEXT:],
                "traceback": fault.traceback[-MOST_TEXT:],
            }
        case Unsupported():
            return {"unsupported": True}
        case StreamItems():
            return {"items": [_answer(item) for item in answer.items]}


def report_as_json(
    settings: Mapping[str, Any],
    candidates: Iterable[Mapping[str, Any]],
    results: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """Give a whole report; `settings` are the run's: `seed`, `examples`, `level`, `baseline`."""
    ordered = sorted(results, key=lambda each: (each["candidate"], each["requirement"]))
    return {
        "format": FORMAT,
        "toolwire": version("toolwire"),
        **settings,
        "candidates": list(candidates),
        "results": ordered,
    }


def write_report(folder: Path, report: Mapping[str, Any]) -> Path:
    """Write `report` into `folder` as `report.json` and give the file. Raises OSError."""
    path = folder / REPORT
    write_aside(path, json.dumps(report, indent=1, ensure_ascii=True) + "\n")
    return path
