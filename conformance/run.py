"""A run of the suite: its candidates, from their start to the report."""

from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from .candidates import Candidate, CandidateError, Hello, resolve
from .display import printable
from .examiner import Examiner, profiles_of
from .rendering import render, replay_command
from .reporting import report_as_json, result_as_json, write_report
from .requirements import Requirement
from .results import Failure, Outcome, Result
from .settings import DEFAULT_TIMEOUT, Settings
from .storage import FOLDER, store
from .summary import summary_lines

RUN: "pytest.StashKey[Run]" = pytest.StashKey()


@dataclass(frozen=True)
class Examined:
    """A candidate in a run: `label` names it in reports and test ids."""

    label: str
    hello: Hello
    profiles: tuple[str, ...]
    candidate: Candidate
    examiner: Examiner

    @property
    def library(self) -> str:
        """Give the name and version that it gave itself."""
        return printable(f"{self.hello.name} {self.hello.version}".strip(), 80)


@dataclass(frozen=True)
class Verdict:
    """What came of one item: the outcome, the page to show, the entry for the report."""

    outcome: Outcome
    page: str
    entry: dict[str, Any]


class Run:
    """A run with its settings; `folder` is where pytest was called."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self.candidates: list[Examined] = []
        self._entries: list[dict[str, Any]] = []
        self._complaints: list[str] = []

    def start(self) -> None:
        """Start every candidate. Raises `pytest.UsageError` for one that cannot be asked."""
        for spec in self._settings.impls:
            try:
                candidate = resolve(
                    spec,
                    cwd=self._folder,
                    timeout=self._settings.timeout,
                    in_process=self._settings.in_process,
                )
                try:
                    hello = candidate.start()
                except BaseException:
                    candidate.close()
                    raise
            except CandidateError as error:
                self.close()
                raise pytest.UsageError(f"--impl={spec}: {error}") from None
            label = self._label(spec, hello)
            examiner = Examiner(
                candidate,
                hello,
                label,
                seed=self._settings.seed,
                examples=self._settings.examples,
            )
            self.candidates.append(
                Examined(label, hello, self._profiles(spec, hello), candidate, examiner)
            )

    def _label(self, spec: str, hello: Hello) -> str:
        label = printable(hello.name, 40) if spec.startswith("cmd:") else spec
        taken = {examined.label for examined in self.candidates}
        number = 2
        unique = label
        while unique in taken:
            unique, number = f"{label}-{number}", number + 1
        return unique

    def _profiles(self, spec: str, hello: Hello) -> tuple[str, ...]:
        wanted = self._settings.profiles or tuple(profiles_of(hello))
        own = None if hello.profiles is None else set(hello.profiles)
        lacking = [] if own is None else [name for name in wanted if name not in own]
        if lacking or not wanted:
            self.close()
            names = ", ".join(sorted(own or ())) or "none that Toolwire knows"
            what = f"does not have the profile {lacking[0]}" if lacking else "names no known profile"
            raise pytest.UsageError(f"--impl={spec}: it {what}; it names {printable(names)}")
        return wanted

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
        ]

    def examine(self, requirement: Requirement, examined: Examined) -> Verdict:
        """Put a requirement to a candidate."""
        result = examined.examiner.examine(requirement)
        outcome = result.outcome(self._settings.level.weight)
        entry = result_as_json(result, outcome)
        if result.failures:
            page = render(result, examined.library, lambda failure: self._replay(failure, examined))
        else:
            page = _why_nothing(result, outcome)
        return Verdict(outcome, page, entry)

    def _replay(self, failure: Failure, examined: Examined) -> str:
        """Store a failure, and give the command that asks it again."""
        spec = examined.candidate.spec
        options = []
        if self._settings.timeout != DEFAULT_TIMEOUT:
            options.append(f"--impl-timeout={self._settings.timeout:g}")
        if self._settings.in_process:
            options.append("--impl-in-process")
        try:
            path = store(failure, self._folder / FOLDER)
        except OSError as error:
            return f"(the input could not be stored in {FOLDER}: {error.strerror})"
        return replay_command(str(path.relative_to(self._folder)), spec, options)

    def note(self, entry: dict[str, Any]) -> None:
        """Take in what came of an item, here or in a worker of xdist."""
        self._entries.append(entry)

    def finish(self, session: pytest.Session) -> int:
        """Write the report and give the exit code of the session."""
        settings = self._settings
        status = int(session.exitstatus)
        if self._entries and not any(entry["tried"] for entry in self._entries):
            self._complaints.append("nothing was exercised: no input of the suite said anything")
        for label, count in sorted(self._given_up().items()):
            self._complaints.append(f"{label} was given up: {count} requirements are not judged")
        if self._complaints and status == pytest.ExitCode.OK:
            status = int(pytest.ExitCode.TESTS_FAILED)
        if settings.report is not None:
            facts = {
                "seed": settings.seed,
                "examples": settings.examples,
                "level": settings.level.value,
            }
            report = report_as_json(facts, map(self._as_json, self.candidates), self._entries)
            try:
                write_report(settings.report, report)
            except OSError as error:
                self._complaints.append(f"the report could not be written: {error.strerror}")
                status = status or int(pytest.ExitCode.TESTS_FAILED)
        return status

    def _given_up(self) -> Counter[str]:
        return Counter(
            entry["candidate"]
            for entry in self._entries
            if any("given up" in reason for reason in entry["blocked"])
        )

    def _as_json(self, examined: Examined) -> dict[str, Any]:
        return {
            "name": examined.label,
            "target": examined.candidate.spec,
            "library": examined.hello.name,
            "version": examined.hello.version,
            "profiles": list(examined.profiles),
            "unblamed": [fault.kind.value for fault in examined.candidate.unblamed],
        }

    def summarize(self, terminal: pytest.TerminalReporter) -> None:
        """Write the outcomes by level, and what spoils the run."""
        if not self._entries and not self._complaints:
            return
        terminal.section("toolwire")
        for line in summary_lines(self._entries, [each.label for each in self.candidates]):
            terminal.write_line(line)
        for examined in self.candidates:
            faults = Counter(fault.kind.value for fault in examined.candidate.unblamed)
            for kind, count in sorted(faults.items()):
                terminal.write_line(
                    f"{examined.label}: {kind} {count} times, by no input of the suite when it "
                    "was asked alone",
                    yellow=True,
                )
        for complaint in self._complaints:
            terminal.write_line(complaint, red=True)
        if self._settings.report is not None:
            terminal.write_line(f"report: {self._settings.report / 'report.json'}")


def _why_nothing(result: Result, outcome: Outcome) -> str:
    if outcome is Outcome.NOT_SUPPORTED:
        return f"not supported: none of {result.unsupported} inputs can be put to the candidate"
    blockers = ", ".join(
        f"{name} ({count})" for name, count in Counter(result.blocked).most_common(3)
    )
    return f"not exercised: blocked by {blockers}"


