"""A failed requirement, as a person reads it."""

import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from toolwire.corpus.sources import resolve as resolve_source
from toolwire.reference import Rule

from .candidates import Faulted
from .display import printable, show_acceptable, show_answer, show_input, show_value
from .requirements import Requirement
from .results import Failure, Result, Source

ALIKE_SHOWN = 8
ALIKE_WIDTH = 160
SITE_WIDTH = 48
STDERR_LINES = 20
STDERR_HEAD = 6


def render(
    result: Result,
    library: str,
    replay: Callable[[Failure], str],
    loud: Sequence[Failure] | None = None,
) -> str:
    """Give the text that shows `result`, a failed one.

    `library` is how the candidate calls itself; `replay` gives the command that asks a failure
    again. Failures of one cause are shown once, by the smallest input, and the others named.
    Where a baseline allows some, `loud` are those that it does not, and they alone are shown.
    """
    shown = result.failures if loud is None else loud
    how_many = f"{result.failed} of {result.exercised} inputs"
    but = " that the baseline does not allow" if len(shown) < len(result.failures) else ""
    return page_of(result.requirement, library, replay, shown, how_many, but)


def page_of(
    requirement: Requirement,
    library: str,
    replay: Callable[[Failure], str],
    failures: Sequence[Failure],
    how_many: str,
    but: str = "",
    everything: str = "all with --impl-report=DIR",
) -> str:
    """Give the text that shows `failures` of `requirement`, those of one cause once.

    `how_many` says of which inputs the candidate gets some wrong, `but` what is not shown, and
    `everything` where all places of a cause are.
    """
    causes = group_by_cause(failures)
    ways = "one way" if len(causes) == 1 else f"{len(causes)} ways"
    lines = [
        requirement.sentence,
        f"{requirement.level.upper()}, from {resolve_source(requirement.source).citation}",
        f"{printable(library)} gets {how_many} wrong, in {ways}{but}:",
    ]
    for number, cause in enumerate(causes, 1):
        lines += ["", *_cause(number, cause, replay, everything)]
    return "\n".join(lines)


def group_by_cause(failures: Iterable[Failure]) -> list[list[Failure]]:
    """Put together the failures that went wrong alike; the smallest input comes first.

    A stored case tells of no site. It goes with those that went wrong alike at a site of the
    name of its place, so that what is known already is not shown twice.
    """
    ordered = sorted(failures, key=lambda failure: failure.asked.size)
    groups: dict[tuple[str, str], list[Failure]] = {}
    stored = [each for each in ordered if each.source is Source.CORPUS]
    for failure in ordered:
        if failure.source is not Source.CORPUS:
            groups.setdefault(_cause_of(failure), []).append(failure)
    at_sites = {
        (failure.objection.kind, _name(failure.site, ".")): group
        for group in groups.values()
        for failure in group
    }
    for failure in stored:
        place = failure.objection.kind, _name(failure.objection.pointer, "/")
        group = at_sites.get(place) or groups.setdefault(_cause_of(failure), [])
        group.append(failure)
    return sorted(groups.values(), key=lambda group: group[0].asked.size)


def _cause_of(failure: Failure) -> tuple[str, str]:
    name = _name(failure.objection.pointer, "/")
    is_site = _name(failure.site, ".") == name
    return failure.objection.kind, "" if is_site or name.isdigit() else name


def _name(path: str, separator: str) -> str:
    return path.rpartition(separator)[2]


def _cause(
    number: int, alike: Sequence[Failure], replay: Callable[[Failure], str], everything: str
) -> Iterator[str]:
    first, *others = alike
    yield f"  {number}. {headline(first)} ({first.asked.op} {first.asked.type})"
    if first.source is Source.CORPUS:
        yield from _labelled("stored", [first.site])
    yield from _labelled("input", show_input(first.asked))
    yield from _labelled("expected", _expected(first))
    yield from _labelled("got", [show_answer(first.got)])
    if first.objection.detail:
        yield from _labelled("which is", [printable(first.objection.detail)])
    if first.objection.pointer:
        yield from _labelled("at", [_place(first)])
    if isinstance(first.got, Faulted):
        yield from _evidence(first.got)
    yield from _labelled("replay", [replay(first)])
    stored = [other for other in others if other.source is Source.CORPUS]
    at_sites = [other for other in others if other not in stored]
    shown = _each(at_sites[:ALIKE_SHOWN])
    if len(at_sites) > ALIKE_SHOWN:
        more = len(at_sites) - ALIKE_SHOWN
        shown.append(f"and {more} more places ({everything})")
    yield from _labelled("alike", shown)
    yield from _labelled("stored", _each(stored))


def _each(failures: Sequence[Failure]) -> list[str]:
    """Give each failure a line, with its site and its input."""
    width = min(max((len(failure.site) for failure in failures), default=0), SITE_WIDTH)
    return [
        f"{failure.site:<{width}}  {'  then  '.join(show_input(failure.asked, ALIKE_WIDTH))}"
        for failure in failures
    ]


def headline(failure: Failure) -> str:
    """Say in a few words what went wrong and where; a stored case tells of its type alone."""
    site = failure.asked.type if failure.source is Source.CORPUS else failure.site
    return f"{site}: {kind_in_words(failure.objection.kind, failure.requirement.id)}"


def kind_in_words(kind: str, requirement: str) -> str:
    """Say what an objection's kind means, in a failure of the requirement of that id."""
    meaning = _IN_AN_UPDATE.get(kind)
    if meaning is not None and requirement.partition("/")[2] in _OF_UPDATES:
        return f"{kind}: {meaning}"
    return _WORDING.get(kind) or printable(kind)


_OF_UPDATES = frozenset({Rule.PATCH_ABSENT, Rule.PATCH_NULL, Rule.PATCH_MALFORMED})
_IN_AN_UPDATE = {
    "null became absent": "a clear turned into no change",
    "absent became null": "no change turned into a clear",
}
"""What null and absence mean in a member of an update; elsewhere they are values like others."""


_WORDING = {
    "refused": "the message was refused, and should be read",
    "accepted": "the message was accepted, and should be refused",
    "could not write it again": "it was read, and could not be written again",
    "lost": "a value was lost",
    "came from nowhere": "a value was read that should not be",
    "became null": "a value became null",
    "null became absent": "a null was lost",
    "absent became null": "a null was read where nothing should be",
    "null became a value": "null became a value",
    "changed": "a value changed",
    "changed its type": "a value changed its type",
    "has too few items": "a list has too few items",
    "has extra items": "a list has items that should not be there",
}


def _expected(failure: Failure) -> list[str]:
    """Give each acceptable answer a line."""
    answers = failure.acceptable
    if len(answers.acceptable) == 1:
        return [show_acceptable(answers.acceptable[0])]
    return [
        ("or " if index else "") + show_acceptable(answer)
        for index, answer in enumerate(answers.acceptable)
    ]


def _place(failure: Failure) -> str:
    difference = failure.objection.difference
    place = printable(failure.objection.pointer)
    if difference is None:
        return place
    wanted, got = show_value(difference.expected, 80), show_value(difference.got, 80)
    return f"{place}: expected {wanted}, got {got}"


def _evidence(answer: Faulted) -> Iterator[str]:
    for label, text in (("traceback", answer.fault.traceback), ("stderr", answer.fault.stderr)):
        yield from _labelled(label, evidence_lines(text))


def evidence_lines(text: str) -> list[str]:
    """Give the lines of a traceback or of what went to stderr, of many the first and the last."""
    lines = text.strip().splitlines()
    if len(lines) > STDERR_LINES:  # what happened may stand first, as with Node, or last
        lines = [*lines[:STDERR_HEAD], "[...]", *lines[STDERR_HEAD - STDERR_LINES :]]
    return [printable(line) for line in lines]


def _labelled(label: str, lines: Sequence[str]) -> Iterator[str]:
    for index, line in enumerate(lines):
        yield f"     {label if index == 0 else '':<9} {line}"


def replay_command(path: Path, spec: str, options: Sequence[str]) -> str:
    """Give the command that replays the failure stored at `path` against `spec`."""
    return shlex.join([_program(), "replay", str(path), f"--impl={spec}", *options])


def rerun_command(spec: str, nodeid: str, options: Sequence[str]) -> str:
    """Give the command that examines a candidate again that only pytest finds."""
    return shlex.join(["pytest", f"--impl={spec}", *options, nodeid])


def _program() -> str:
    """Give the command `toolwire` so that a shell finds this one, also outside of its venv."""
    found, own = shutil.which("toolwire"), Path(sys.executable).with_name("toolwire")
    is_found = found is not None and Path(found).parent.resolve() == own.parent.resolve()
    return "toolwire" if is_found or not own.is_file() else str(own)
