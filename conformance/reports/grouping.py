"""A report's results in the order in which they are read: by what the requirements protect."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from toolwire.corpus.sources import resolve as resolve_source
from toolwire.reference import PROFILES

from ..display import printable
from ..requirements import Requirement, requirements
from ..results import Outcome
from ..rules import Topic

PROTECTS: Mapping[Topic, str] = {
    Topic.PATCH: "An update changes what it names: absent, null and a value stay three things.",
    Topic.UNKNOWN: "What a newer peer adds costs nothing but itself.",
    Topic.MALFORMED: "What is broken is refused or left out, no less and no more.",
    Topic.NUMBERS: "A number keeps its value, its kind and its bounds.",
    Topic.TEXT: "A text is read as JSON means it, character by character.",
    Topic.STRUCTURE: "What is well-formed comes back whole.",
    Topic.SESSION: "The calls of a session are kept apart, and follow their updates.",
    Topic.FRAMING: "A stream comes apart into its messages, wherever it is cut.",
    Topic.WRITING: "What is written can be read by the other side.",
}
"""What the requirements of each topic protect, in the order in which a report has the topics."""

SYMBOLS: Mapping[str, str] = {
    Outcome.PASSED: "✓",
    Outcome.FAILED: "✗",
    Outcome.KNOWN: "†",
    Outcome.WARNED: "!",
    Outcome.OBSERVED: "≠",
    Outcome.NOT_EXERCISED: "○",
    Outcome.NOT_SUPPORTED: "–",
}
"""A sign for each outcome, so that nobody needs the colour."""


@dataclass(frozen=True)
class Row:
    """A requirement with the results of the candidates that were asked, by their names.

    `sentence` and `citation` are empty for one that this version of Toolwire does not know.
    """

    id: str
    profile: str
    level: str
    sentence: str
    citation: str
    results: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Section:
    """The requirements that protect one thing."""

    title: str
    protects: str
    rows: tuple[Row, ...]


def sections(report: Mapping[str, Any]) -> list[Section]:
    """Give what was asked in a run, by topic."""
    by_id: dict[str, dict[str, Mapping[str, Any]]] = {}
    for result in report["results"]:
        by_id.setdefault(result["requirement"], {})[result["candidate"]] = result
    known = [each for profile in PROFILES for each in requirements(profile) if each.id in by_id]
    found = [
        Section(topic.value, protects, tuple(_rows(known, topic, by_id)))
        for topic, protects in PROTECTS.items()
    ]
    strangers = sorted(by_id.keys() - {each.id for each in known})
    others = Section(
        "other",
        "This version of Toolwire does not know these requirements.",
        tuple(_row(identifier, "", "", by_id[identifier]) for identifier in strangers),
    )
    return [section for section in (*found, others) if section.rows]


def _rows(
    known: Sequence[Requirement], topic: Topic, by_id: Mapping[str, Mapping[str, Any]]
) -> Iterator[Row]:
    for each in known:
        if each.text.topic is topic:
            yield _row(each.id, each.sentence, _citation(each.source), by_id[each.id])


def _row(identifier: str, sentence: str, citation: str, results: Mapping[str, Any]) -> Row:
    first = next(iter(results.values()))
    profile = printable(first["profile"], 60)
    return Row(printable(identifier, 160), profile, first["level"], sentence, citation, results)


@cache
def _citation(pointer: str) -> str:
    return resolve_source(pointer).citation


def tally(result: Mapping[str, Any]) -> str:
    """Say in a few words what stands behind an outcome."""
    tried = sum(result["tried"].values())
    if result["failed"]:
        return f"{result['failed']:,} of {tried:,} wrong"
    if result["blocked"]:
        blockers = sorted(result["blocked"].items(), key=lambda each: (-each[1], each[0]))
        more = f" and {len(blockers) - 1} more" if len(blockers) > 1 else ""
        blocked = f"blocked: {printable(blockers[0][0].rpartition('/')[2], 80)}{more}"
        return blocked if not tried else _inputs(tried)
    return _inputs(tried) if tried else ""


def _inputs(count: int) -> str:
    return "1 input" if count == 1 else f"{count:,} inputs"
