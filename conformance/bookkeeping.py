"""The baselines of a run: read at its start, compared as it goes, audited or updated at its end."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from toolwire.corpus.cases import StoredCase

from .baselines import Baseline, Entry, Match, Seen, audit, count_in_words, update, write
from .display import printable
from .results import Failure, Outcome


class Books:
    """The baselines of a run's candidates; with `is_update` the last file of each is updated.

    `cases` are the user's own, beside those of the corpus.
    """

    def __init__(
        self,
        baselines: Sequence[Baseline],
        *,
        is_update: bool,
        cases: Sequence[StoredCase] = (),
    ) -> None:
        self._baselines = list(baselines)
        self._is_update = is_update
        self._cases = cases
        self._seen: dict[tuple[str, str], Seen] = {}
        self.notes: list[str] = []

    def header(self) -> list[str]:
        """Give a line for each file, for the head of a run."""
        files = dict.fromkeys(file for each in self._baselines for file in each.files)
        return [
            f"toolwire baseline: {printable(file.name)}: {count_in_words(file)}" for file in files
        ]

    def match(
        self, baseline: Baseline | None, failures: Sequence[Failure], outcome: Outcome
    ) -> Match:
        """Tell which failures are known; what is being added to a baseline is known already."""
        if baseline is None:
            return Match((), (), tuple(failures))
        match = baseline.match(failures)
        if not self._is_update or outcome is not Outcome.FAILED:
            return match
        added = [(each, Entry(each.requirement.id, *_place(each))) for each in match.new]
        return Match((*match.known, *added), match.expired, ())

    def note(self, entry: Mapping[str, Any], silent: Collection[str]) -> None:
        """Take in what came of an item: its entry of `report.json`, and where it says nothing."""
        key = entry["candidate"], entry["requirement"]
        self._seen[key] = Seen.in_entry(entry, frozenset(silent), self._cases)

    def close(self, *, is_whole: bool) -> list[str]:
        """Update the files if that was asked; give what fails the run, and leave `notes`.

        A run that is not `is_whole`, as it was broken off, changes nothing.
        """
        seen = dict(sorted(self._seen.items()))
        complaints = []
        if self._is_update and is_whole:
            complaints = list(self._update(seen))
        elif self._is_update:
            self.notes.append("the baseline was left as it is, for the run was broken off")
        found = audit(self._baselines, seen)
        self.notes += found.notes
        return [*complaints, *found.complaints]

    def _update(self, seen: Mapping[tuple[str, str], Seen]) -> Iterator[str]:
        """Write the files, and go on with what they say then; give what went wrong."""
        for file in dict.fromkeys(each.last for each in self._baselines):
            try:
                new, line = write(update(file, self._baselines, seen))
            except OSError as error:
                yield f"{file.name} could not be written: {error.strerror}"
                continue
            self.notes.append(line)
            self._baselines = [
                replace(each, files=tuple(new if f == file else f for f in each.files))
                for each in self._baselines
            ]


def _place(failure: Failure) -> tuple[str, tuple[str, ...]]:
    kind, site = failure.signature
    return kind, (site,)
