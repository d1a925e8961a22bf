"""A run of the suite: its candidates, from their start to the report."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from .bookkeeping import Books
from .remarks import beside, known, warning, why_known, why_nothing
from .rendering import render, replay_command, rerun_command
from .reporting import report_as_json, result_as_json, write_report
from .requirements import Requirement
from .results import GIVEN_UP, Failure, Outcome
from .settings import Settings
from .starting import Examined, start_all
from .storage import FOLDER, store
from .summary import summary_lines

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
        self._books = Books(baselines, is_update=self._settings.is_update)

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
        reasons = {id(failure): known.reason for failure, known in match.known}
        entry = result_as_json(result, outcome, lambda failure: reasons.get(id(failure)))
        if outcome is Outcome.KNOWN:
            page = why_known(match)
        elif result.failures:
            page = render(
                result,
                examined.library,
                lambda failure: self._replay(failure, examined, nodeid),
                match.loud,
            )
            page = "\n".join([page, *beside(match)])
        else:
            page = why_nothing(result, outcome)
        return Verdict(outcome, page, entry, result.silent)

    def _replay(self, failure: Failure, examined: Examined, nodeid: str) -> str:
        """Store a failure, and give the command that asks it again."""
        try:
            path = store(failure, self._folder / FOLDER)
        except OSError as error:
            return f"(the input could not be stored in {FOLDER}: {error.strerror})"
        if examined.is_given:
            settings = self._settings
            return rerun_command(examined.candidate.spec, nodeid, settings.seed, settings.examples)
        return replay_command(
            path.relative_to(self._folder), examined.candidate.spec, examined.options
        )

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
        self._complaints += self._find_complaints()
        if not collected_only:
            self._complaints += self._books.close(is_whole=status in _FINISHED)
        if self._settings.report is not None and not collected_only:
            try:
                write_report(self._settings.report, self._report())
            except OSError as error:
                self._complaints.append(f"the report could not be written: {error.strerror}")
        if self._complaints and status == pytest.ExitCode.OK:
            return int(pytest.ExitCode.TESTS_FAILED)
        return status

    def _find_complaints(self) -> Iterator[str]:
        """Tell what makes the run worthless for a candidate, whatever came of its items."""
        for label in [each.label for each in self.candidates]:
            entries = [entry for entry in self._entries if entry["candidate"] == label]
            if entries and not any(entry["tried"] for entry in entries):
                yield f"{label}: nothing was exercised, for no input of the suite said anything"
            if given_up := sum(GIVEN_UP in entry["blocked"] for entry in entries):
                what = "a requirement is" if given_up == 1 else f"{given_up} requirements are"
                yield f"{label}: it was given up, and {what} not fully judged"

    def _report(self) -> dict[str, Any]:
        settings = self._settings
        facts = {
            "seed": settings.seed,
            "examples": settings.examples,
            "level": settings.level.value,
        }
        return report_as_json(facts, map(self._as_json, self.candidates), self._entries)

    def _as_json(self, examined: Examined) -> dict[str, Any]:
        return {
            "name": examined.label,
            "target": examined.candidate.spec,
            "library": examined.hello.name,
            "version": examined.hello.version,
            "profiles": list(examined.profiles),
            "unblamed": {
                kind: count
                for (label, kind), count in sorted(self._unblamed.items())
                if label == examined.label
            },
        }

    def summarize(self, terminal: "pytest.TerminalReporter") -> None:
        """Write the outcomes by level, and what spoils the run."""
        if not self._entries and not self._complaints:
            return
        terminal.section("toolwire")
        for line in summary_lines(self._entries, [each.label for each in self.candidates]):
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
            terminal.write_line(f"report: {self._settings.report / 'report.json'}")
