"""A run of the suite: its candidates, from their start to the report."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from .bookkeeping import Books
from .remarks import beside, known, warning, why_known, why_nothing
from .rendering import render, replay_command, rerun_command
from .reporting import candidate_as_json, report_as_json, result_as_json, write_report
from .requirements import Requirement
from .results import Failure, Outcome, Source
from .settings import Settings
from .starting import Examined, start_all
from .storage import FOLDER, store
from .summary import complaints, summary_lines

RUN: "pytest.StashKey[Run]" = pytest.StashKey()


_FINISHED = (
    pytest.ExitCode.OK,
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.NO_TESTS_COLLECTED,
)
"""How a session ends that nobody and nothing broke off."""


@dataclass(frozen=True)
class Verdict:
    """What came of one item: the outcome, the page to show, the entry for the report.

    `silent` are the sites of which the outcome says nothing; see `Result`.
    """

    outcome: Outcome
    page: str
    entry: dict[str, Any]
    silent: Collection[str] = ()


class Run:
    """A run with its settings; `folder` is where pytest was called."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self.candidates: list[Examined] = []
        self._entries: list[dict[str, Any]] = []
        self._books = Books((), is_update=False)
        self._complaints: list[str] = []
        self._disagreements: list[str] = []
        self._unblamed: Counter[tuple[str, str]] = Counter()

    @property
    def seed(self) -> int:
        """Give the seed, which xdist's workers share."""
        return self._settings.seed

    def start(self, given: Mapping[str, Any]) -> None:
        """Start every candidate, some of which may be `given`.

        Raises `pytest.UsageError` for one that cannot be asked.
        """
        self.candidates = start_all(self._settings, self._folder, given)
        baselines = [each.baseline for each in self.candidates if each.baseline is not None]
        self._books = Books(
            baselines, is_update=self._settings.is_update, cases=self._settings.cases
        )

    def close(self) -> None:
        """End every candidate."""
        for examined in self.candidates:
            examined.candidate.close()

    def header(self) -> list[str]:
        """Give the lines at the head of a run."""
        settings = self._settings
        return [
            f"toolwire {version('toolwire')}: {examined.label} is {examined.library}; "
            f"profiles {', '.join(examined.profiles)}; seed {settings.seed}, "
            f"{settings.examples} examples"
            for examined in self.candidates
        ] + self._books.header()

    def examine(self, requirement: Requirement, examined: Examined, nodeid: str) -> Verdict:
        """Put a requirement to a candidate; `nodeid` is the name by which pytest does it again."""
        result = examined.examiner.examine(requirement)
        outcome = result.outcome(self._settings.level.weight)
        match = self._books.match(examined.baseline, result.failures, outcome)
        if result.failures and not match.loud:
            outcome = Outcome.KNOWN
        reasons = {failure.signature: entry.reason for failure, entry in match.known}
        stored, problem = self._store(match.loud, examined)

        def replay(failure: Failure) -> str:
            if examined.is_given:
                return rerun_command(examined.candidate.spec, nodeid, examined.options)
            if failure.signature not in stored:
                return f"(the input could not be stored in {FOLDER}: {problem})"
            path = stored[failure.signature]
            return replay_command(path, examined.candidate.spec, examined.options)

        if outcome is Outcome.KNOWN:
            page = why_known(match)
        elif result.failures:
            page = render(result, examined.library, replay, match.loud)
            page = "\n".join([page, *beside(match)])
        else:
            page = why_nothing(result, outcome)
        entry = result_as_json(result, outcome, stored, reasons)
        return Verdict(outcome, page, entry, result.silent)

    def _store(
        self, failures: Iterable[Failure], examined: Examined
    ) -> tuple[Mapping[tuple[str, str], Path], str | None]:
        """Store failures and give their files, by signature, and why one could not be stored."""
        stored, problem = {}, None
        for failure in failures:
            try:
                path = store(failure, self._folder / FOLDER, self._provenance(failure, examined))
            except OSError as error:
                problem = error.strerror
            else:
                stored[failure.signature] = path.relative_to(self._folder)
        return stored, problem

    def _provenance(self, failure: Failure, examined: Examined) -> dict[str, str]:
        """Say how a failure was found, for whom it becomes a case of the corpus."""
        how = failure.source.value
        if failure.source is Source.DRAWN:
            how += f", seed {self._settings.seed}, {self._settings.examples} examples"
        return {"toolwire": version("toolwire"), "library": examined.library, "how": how}

    def note(self, entry: dict[str, Any], silent: Collection[str]) -> None:
        """Take in what came of an item, here or in a worker of xdist."""
        self._entries.append(entry)
        self._books.note(entry, silent)

    def unblamed(self) -> list[tuple[str, str]]:
        """Give the faults of the candidates of this process that no input brought about alone."""
        return [
            (examined.label, fault.kind.value)
            for examined in self.candidates
            for fault in examined.candidate.unblamed
        ]

    def note_unblamed(self, faults: Iterable[Iterable[str]]) -> None:
        """Take in what `unblamed` gave, here or in a worker of xdist."""
        self._unblamed.update((label, kind) for label, kind in faults)

    def finish(self, status: int, *, collected_only: bool) -> int:
        """Write the report and give the exit code of a session that ends with `status`."""
        self.note_unblamed(self.unblamed())
        self._complaints += complaints(self._entries, self._labels)
        if not collected_only:
            self._disagreements = self._books.close(is_whole=status in _FINISHED)
            self._complaints += self._disagreements
        if self._settings.report is not None and not collected_only:
            from .reports import write_pages  # with jinja2, which no other run needs

            try:
                report = self._report()
                write_report(self._settings.report, report)
                write_pages(self._settings.report, report)
            except OSError as error:
                self._complaints.append(f"the report could not be written: {error.strerror}")
        if self._complaints and status == pytest.ExitCode.OK:
            return int(pytest.ExitCode.TESTS_FAILED)
        return status

    @property
    def _labels(self) -> list[str]:
        return [each.label for each in self.candidates]

    def _report(self) -> dict[str, Any]:
        settings = self._settings
        facts = {
            "seed": settings.seed,
            "examples": settings.examples,
            "level": settings.level.value,
            "baseline": self._disagreements,
        }
        return report_as_json(facts, map(self._as_json, self.candidates), self._entries)

    def _as_json(self, examined: Examined) -> dict[str, Any]:
        unblamed = {
            kind: count
            for (label, kind), count in sorted(self._unblamed.items())
            if label == examined.label
        }
        return candidate_as_json(examined, unblamed)

    def summarize(self, terminal: "pytest.TerminalReporter") -> None:
        """Write the outcomes by level, and what spoils the run."""
        if not self._entries and not self._complaints:
            return
        terminal.section("toolwire")
        for line in summary_lines(self._entries, self._labels):
            terminal.write_line(line)
        for entry in self._entries:
            if entry["outcome"] == Outcome.WARNED:
                terminal.write_line(warning(entry), yellow=True)
            elif entry["outcome"] == Outcome.KNOWN and terminal.hasopt("x"):
                terminal.write_line(known(entry), yellow=True)
        if any(entry["outcome"] == Outcome.WARNED for entry in self._entries):
            terminal.write_line("--impl-level=should shows the page of each warning")
        for (label, kind), count in sorted(self._unblamed.items()):
            often = "once" if count == 1 else f"{count} times"
            terminal.write_line(
                f"{label}: {kind} {often}, by no input of the suite when it was asked alone",
                yellow=True,
            )
        for examined in self.candidates:
            for note in examined.unknown_types():
                terminal.write_line(note, yellow=True)
        for note in self._books.notes:
            terminal.write_line(note, yellow=True)
        for complaint in self._complaints:
            terminal.write_line(complaint, red=True)
        if self._settings.seed_is_random:
            terminal.write_line(f"the same inputs again: --impl-seed={self._settings.seed}")
        if self._settings.report is not None:
            terminal.write_line(f"report: {self._settings.report / 'report.html'}")
