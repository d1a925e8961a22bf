"""The tests that pytest sees: one for each requirement and candidate."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .requirements import Requirement, requirements
from .results import Outcome
from .run import Examined, Run


class RequirementFailed(Exception):
    """A candidate breaks a requirement; the message is the whole page about it."""


class SuiteCollector(pytest.Collector):
    """The node under which the requirements hang."""

    def __init__(self, *, run: Run, **kw: Any) -> None:
        super().__init__(**kw)
        self._run = run

    def collect(self) -> Iterator["RequirementItem"]:
        """Give an item for each requirement, those of a candidate together."""
        for examined in self._run.candidates:
            for profile in examined.profiles:
                for requirement in requirements(profile):
                    name = f"{requirement.id}[{examined.label}]"
                    yield RequirementItem.from_parent(
                        self,
                        name=name,
                        nodeid=f"{self.nodeid}::{name}",  # given whole: `--lf` compares it so
                        requirement=requirement,
                        examined=examined,
                        run=self._run,
                    )


class RequirementItem(pytest.Item):
    """One requirement, put to one candidate."""

    def __init__(self, *, requirement: Requirement, examined: Examined, run: Run, **kw: Any) -> None:
        super().__init__(**kw)
        self.requirement = requirement
        self.examined = examined
        self._run = run
        self.toolwire_entry: dict[str, Any] | None = None
        self.add_marker(requirement.level.value)
        self.user_properties += [
            ("requirement", requirement.id),
            ("level", requirement.level.value),
        ]

    def runtest(self) -> None:
        """Examine the candidate; raise, skip or pass by what came of it."""
        verdict = self._run.examine(self.requirement, self.examined)
        self.toolwire_entry = verdict.entry
        if verdict.outcome is Outcome.FAILED:
            raise RequirementFailed(verdict.page)
        if verdict.outcome in (Outcome.NOT_EXERCISED, Outcome.NOT_SUPPORTED):
            pytest.skip(verdict.page)
        if verdict.outcome in (Outcome.WARNED, Outcome.OBSERVED):
            self.add_report_section("call", verdict.outcome.value, verdict.page)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the page alone, without a traceback of ours."""
        if isinstance(excinfo.value, RequirementFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Give what stands in the title of the failure."""
        return self.path, None, self.name


def collect_items(session: pytest.Session, run: Run) -> Iterator[pytest.Item]:
    """Collect the suite's items as pytest collects its own, hooks and counts included."""
    suite = SuiteCollector.from_parent(session, name="toolwire", nodeid="toolwire", run=run)
    for node in session.genitems(suite):
        assert isinstance(node, pytest.Item)
        yield node
