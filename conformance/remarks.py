"""What is said in a line or two of a requirement that has no page: skipped, warned of, known."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .baselines import Match
from .candidates import Faulted
from .display import printable, show_answer, show_input
from .rendering import kind_in_words
from .results import GIVEN_UP, Outcome, Result

_SITES = 3


def why_nothing(result: Result, outcome: Outcome) -> str:
    """Say why a requirement was not exercised, or is not supported."""
    if outcome is Outcome.NOT_SUPPORTED:
        return f"not supported: none of {result.unsupported} inputs can be put to the candidate"
    if GIVEN_UP in result.blocked:
        page = f"not exercised: {GIVEN_UP} before {result.blocked[GIVEN_UP]} of the inputs"
        answer = result.blocking[1] if result.blocking is not None else None
        return f"{page}: {show_answer(answer)}" if isinstance(answer, Faulted) else page
    blockers = ", ".join(
        f"{name} ({count})" for name, count in Counter(result.blocked).most_common(3)
    )
    page = f"not exercised: blocked by {blockers}"
    if result.blocking is not None:
        asked, answer = result.blocking
        shown = " then ".join(show_input(asked, 100))
        page += f"; for {asked.op} {asked.type} {shown} the answer is {show_answer(answer, 100)}"
    return page


def warning(entry: Mapping[str, Any]) -> str:
    """Give the line that stands for a warning; of an entry of `report.json`."""
    first, *others = loud(entry)
    more = f", and {len(others)} more" if others else ""
    what = f"{first['site']}: {kind_in_words(first['kind'], entry['requirement'])}{more}"
    return f"warned: {entry['requirement']}[{entry['candidate']}]: {what}"


def loud(entry: Mapping[str, Any]) -> list[Any]:
    """Give the failures of an entry that no baseline allows, or all if it allows each."""
    failures = entry["failures"]
    return [each for each in failures if each["known"] is None] or list(failures)


def known(entry: Mapping[str, Any]) -> str:
    """Give the line that stands for what is known; of an entry of `report.json`."""
    return f"known: {entry['requirement']}[{entry['candidate']}]: {reasons(entry)}"


def reasons(entry: Mapping[str, Any]) -> str:
    """Give the reasons for what is known of an entry, each once; nothing if nothing is."""
    found = [each["known"] for each in entry["failures"] if each["known"] is not None]
    return _reasons(found) if found else ""


def why_known(match: Match) -> str:
    """Say why a requirement may fail, in the words of the baseline."""
    return _reasons([entry.reason for _, entry in match.known])


def _reasons(given: list[str]) -> str:
    counted = Counter(" ".join(reason.split()) or "no reason is given" for reason in given)
    return printable("; ".join(reason for reason, _ in counted.most_common()), 200)


def beside(match: Match) -> Iterator[str]:
    """Give the lines below the page of a requirement of which some failures are in the baseline."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for what, pairs in (("expired on", match.expired), ("known", match.known)):
        for failure, entry in pairs:
            when = f" {entry.expires}" if what != "known" else ""
            key = f"{what}{when}", failure.objection.kind, entry.reason
            alike.setdefault(key, []).append(failure.site)
    if alike:
        yield ""
    for (what, kind, reason), sites in alike.items():
        more = f" and {len(sites) - _SITES} more" if len(sites) > _SITES else ""
        yield f"  {what}: {kind!r} at {', '.join(sites[:_SITES])}{more}: {_reasons([reason])}"
