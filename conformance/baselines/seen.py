"""What a run showed of a requirement, as far as a baseline asks; and what it shows to be fixed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.corpus.cases import StoredCase, cases_of, is_title

from ..results import GIVEN_UP, Outcome, Source
from .entry import Entry
from .file import BaselineFile
from .layers import Baseline


@dataclass(frozen=True)
class Seen:
    """What came of a requirement for a candidate.

    `failing` tells of each signature whether it was found by drawing alone. `silent` are the sites
    at which some input said nothing: what is not seen there may fail all the same. So it is with
    a stored case that the run did not have; `titles` are those of the ones that it had.
    """

    outcome: Outcome
    failing: Mapping[tuple[str, str], bool]
    is_exercised: bool
    silent: Collection[str]
    titles: Collection[str]

    @classmethod
    def in_entry(
        cls, entry: Mapping[str, Any], silent: Collection[str], own: Sequence[StoredCase]
    ) -> "Seen":
        """Read it from an entry of `report.json`; `own` are the user's cases."""
        failing = {
            (each["kind"], each["site"]): each["source"] == Source.DRAWN
            for each in entry["failures"]
        }
        is_exercised = bool(entry["tried"]) and GIVEN_UP not in entry["blocked"]
        profile, _, rule = entry["requirement"].partition("/")
        titles = frozenset(case.title for case in cases_of(profile, rule, own))
        return cls(Outcome(entry["outcome"]), failing, is_exercised, silent, titles)

    def lacks(self, kind: str, site: str) -> bool:
        """Tell whether the failure would have been seen, and was not."""
        if not self.is_exercised or (is_title(site) and site not in self.titles):
            return False
        return (kind, site) not in self.failing and site not in self.silent


AllSeen = Mapping[tuple[str, str], Seen]
"""What a run showed, by candidate and requirement."""


def find_fixed(
    file: BaselineFile, baselines: Sequence[Baseline], seen: AllSeen
) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Give the entries of `file` that do not fail any more, with the sites where they do not.

    `baselines` are those of the run's candidates. Nothing is fixed that was not exercised, and
    what holds for several candidates only when each of them has it right.
    """
    for entry in file.entries:
        fixed = tuple(site for site in entry.sites if _is_fixed(file, entry, site, baselines, seen))
        if fixed:
            yield entry, fixed


def _is_fixed(
    file: BaselineFile, entry: Entry, site: str, baselines: Sequence[Baseline], seen: AllSeen
) -> bool:
    is_shown = False
    for each in baselines:
        if file not in each.files or not entry.holds_for(each.label):
            continue
        if entry.profile not in each.profiles:
            continue
        there = seen.get((each.label, entry.requirement))
        if there is None:
            return False
        if there.outcome is Outcome.NOT_SUPPORTED:
            continue
        valid = each.find(entry.requirement, entry.kind, site)
        if (valid is not None and valid.flaky) or not there.lacks(entry.kind, site):
            return False
        is_shown = True
    return is_shown
