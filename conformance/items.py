"""The tests that pytest sees: one for each requirement and candidate."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .requirements import Requirement, requirements
from .results import Outcome
from .run import Run, Verdict
from .starting import Examined

SUITE = "toolwire"
"""The node under which the items hang."""


class RequirementFailed(Exception):
    """A candidate breaks a requirement; the message is the whole page about it."""


class SuiteCollector(pytest.Collector):
    """The node under which the requirements hang."""

    def __init__(self, *, run: Run, **kw: Any) -> None:
        super().__init__(**kw)
        self._run = run

    def collect(self) -> Iterator["RequirementItem"]:
        """Give an item for each requirement, those of a candidate together."""
        for name, requirement, examined in _questions(self._run):
            yield RequirementItem.from_parent(
                self,
                name=name,
                nodeid=f"{SUITE}::{name}",  # given whole: `--lf` compares it so
                requirement=requirement,
                examined=examined,
                run=self._run,
            )


class RequirementItem(pytest.Item):
    """One requirement, put to one candidate."""

    def __init__(
        self, *, requirement: Requirement, examined: Examined, run: Run, **kw: Any
    ) -> None:
        super().__init__(**kw)
        self.requirement = requirement
        self.examined = examined
        self._run = run
        self._verdict: Verdict | None = None
        self.add_marker(requirement.level.value)
        self.user_properties += [
            ("requirement", requirement.id),
            ("level", requirement.level.value),
            ("profile", requirement.profile),
        ]

    def runtest(self) -> None:
        """Examine the candidate; raise, skip or pass by what came of it.

        What is known passes here, and is made an expected failure by `complete`: pytest's own
        `xfail` does nothing with --runxfail.
        """
        verdict = self._verdict = self._run.examine(self.requirement, self.examined, self.nodeid)
        self.user_properties.append(("outcome", verdict.outcome.value))
        if verdict.outcome is Outcome.FAILED:
            raise RequirementFailed(verdict.page)
        if verdict.outcome in (Outcome.NOT_EXERCISED, Outcome.NOT_SUPPORTED):
            pytest.skip(verdict.page)
        if verdict.outcome in (Outcome.WARNED, Outcome.OBSERVED):
            self.add_report_section("call", verdict.outcome.value, verdict.page)

    def complete(self, report: pytest.TestReport) -> None:
        """Put what came of the requirement into the report of its call.

        A skip is the requirement's, and not that of a line of this file. What is known is told as
        an expected failure, which ends no run that stops at the first one.
        """
        if (verdict := self._verdict) is not None:
            report.toolwire = verdict.entry  # type: ignore[attr-defined]
            report.toolwire_silent = sorted(verdict.silent)  # type: ignore[attr-defined]
            if report.passed and verdict.outcome is Outcome.KNOWN:
                report.outcome = "skipped"
                report.wasxfail = f"known: {verdict.page}"
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = report.longrepr[2]
            report.longrepr = (self.name, None, reason)  # type: ignore[assignment]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the page alone, without a traceback of ours."""
        if isinstance(excinfo.value, RequirementFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Give what stands in the title of the failure."""
        return self.path, None, self.name


def take_arguments(config: pytest.Config, run: Run) -> None:
    """Take the suite's own items out of the paths on the command line; without any, run it alone.

    An option that comes from a configuration file adds the suite to what is run and takes nothing
    away. Raises `pytest.UsageError` for an item that there is not.
    """
    known = {f"{SUITE}::{name}" for name, _, _ in _questions(run)}
    chosen = {argument for argument in config.args if argument.startswith(f"{SUITE}::")}
    if unknown := chosen - known:
        raise pytest.UsageError(f"not found: {min(unknown)} (see pytest --impl=… --collect-only)")
    if chosen:
        config.stash[_CHOSEN] = chosen
        config.args = [argument for argument in config.args if argument not in chosen]
    elif config.args_source is not pytest.Config.ArgsSource.ARGS and _is_on_command_line(config):
        config.args = []


_CHOSEN: pytest.StashKey[set[str]] = pytest.StashKey()


def _is_on_command_line(config: pytest.Config) -> bool:
    arguments = map(str, config.invocation_params.args)
    return any(argument.partition("=")[0] == "--impl" for argument in arguments)


def collect_items(session: pytest.Session, run: Run) -> Iterator[pytest.Item]:
    """Collect the suite's items as pytest collects its own, hooks and counts included."""
    suite = SuiteCollector.from_parent(session, name=SUITE, nodeid=SUITE, run=run)
    chosen = session.config.stash.get(_CHOSEN, None)
    for node in session.genitems(suite):
        assert isinstance(node, pytest.Item)
        if chosen is None or node.nodeid in chosen:
            yield node


def _questions(run: Run) -> Iterator[tuple[str, Requirement, Examined]]:
    """Give each requirement and candidate, with the name of the item that puts them together."""
    for examined in run.candidates:
        for profile in examined.profiles:
            for requirement in requirements(profile):
                yield f"{requirement.id}[{examined.label}]", requirement, examined
