"""A candidate's baseline: one file or several, the later over the earlier."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ..results import Failure
from .entry import Entry
from .file import BaselineFile


@dataclass(frozen=True)
class Match:
    """The failures of one requirement: those that are `known`, were so until they `expired`, `new`.

    The first two are with their entries.
    """

    known: tuple[tuple[Failure, Entry], ...]
    expired: tuple[tuple[Failure, Entry], ...]
    new: tuple[Failure, ...]

    @property
    def loud(self) -> tuple[Failure, ...]:
        """Give the failures that no entry allows, in the order in which they were found."""
        return tuple(sorted((*self.new, *(each for each, _ in self.expired)), key=_size))


def _size(failure: Failure) -> int:
    return failure.asked.size


@dataclass(frozen=True)
class Baseline:
    """What is known of the candidate `label`, which has `profiles`, as of `today`."""

    files: tuple[BaselineFile, ...]
    label: str
    profiles: tuple[str, ...]
    today: date

    @property
    def last(self) -> BaselineFile:
        """Give the file that is updated."""
        return self.files[-1]

    def find(self, requirement: str, kind: str, site: str) -> Entry | None:
        """Give the entry about a failure of the candidate, if there is one."""
        return self._entries.get((requirement, kind, site))

    def find_at_any_site(self, requirement: str, kind: str) -> Entry | None:
        """Give an entry about failures of that kind, wherever they are, if there is one."""
        found = (each for key, each in self._entries.items() if key[:2] == (requirement, kind))
        return next(found, None)

    def match(self, failures: Sequence[Failure]) -> Match:
        """Tell which failures are known."""
        known, expired, new = [], [], []
        for failure in failures:
            entry = self.find(failure.requirement.id, *failure.signature)
            if entry is None:
                new.append(failure)
            elif entry.has_expired(self.today):
                expired.append((failure, entry))
            else:
                known.append((failure, entry))
        return Match(tuple(known), tuple(expired), tuple(new))

    @cached_property
    def _entries(self) -> dict[tuple[str, str, str], Entry]:
        """The entry of each failure: in a file, one that names the candidate goes before."""
        found = {}
        for file in self.files:
            mine = [entry for entry in file.entries if entry.holds_for(self.label)]
            for entry in sorted(mine, key=lambda each: each.candidate is not None):
                for site in entry.sites:
                    found[entry.requirement, entry.kind, site] = entry
        return found
