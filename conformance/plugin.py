"""The pytest plugin: nothing but hooks; what they do stands in the modules beside this one."""

from collections.abc import Generator
from typing import Any

import pytest

from .items import RequirementItem, collect_items, take_arguments
from .offers import Hooks, offered
from .results import Outcome
from .run import RUN, Run
from .settings import add_options, read_settings

SEED, UNBLAMED = "toolwire_seed", "toolwire_unblamed"
"""What xdist's controller tells its workers, and what they tell it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--impl` and its companions."""
    add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the hook by which a `conftest.py` offers candidates."""
    pluginmanager.add_hookspecs(Hooks)


def pytest_configure(config: pytest.Config) -> None:
    """Start the candidates, so that a mistake in naming one ends the run at once."""
    for level in ("must", "should", "observed"):
        config.addinivalue_line("markers", f"{level}: a requirement of that level (toolwire)")
    if config.option.help or config.option.version:
        return
    settings = read_settings(config, _from_controller(config).get(SEED))
    if settings is None:
        return
    run = Run(settings, config.invocation_params.dir)
    config.stash[RUN] = run
    run.start(offered(config))
    take_arguments(config, run)
    config.pluginmanager.register(_Listener(run), "toolwire-listener")


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the candidates."""
    if RUN in config.stash:
        config.stash[RUN].close()


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is examined, by which suite, with which seed."""
    return config.stash[RUN].header() if RUN in config.stash else []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add an item for each requirement and candidate."""
    if RUN in config.stash:
        items.extend(collect_items(session, config.stash[RUN]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put what came of a requirement into the report, so that xdist carries it home."""
    report = yield
    if call.when == "call" and isinstance(item, RequirementItem):
        item.complete(report)
    return report


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, Any] | None:
    """Show what is known, and a failure below the level that fails a run as a warning."""
    entry = getattr(report, "toolwire", None)
    if entry is not None and entry["outcome"] == Outcome.WARNED:
        return "warned", "w", ("WARNED", {"yellow": True})
    if entry is not None and entry["outcome"] == Outcome.KNOWN:
        return "known", "k", ("KNOWN", {"yellow": True})
    return None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run that exercised nothing, and write the report."""
    if RUN not in session.config.stash:
        return
    run = session.config.stash[RUN]
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[UNBLAMED] = run.unblamed()
    else:
        collected_only = session.config.option.collectonly
        session.exitstatus = run.finish(int(exitstatus), collected_only=collected_only)


def pytest_terminal_summary(
    terminalreporter: "pytest.TerminalReporter", config: pytest.Config
) -> None:
    """Count the outcomes by level."""
    if RUN in config.stash:
        config.stash[RUN].summarize(terminalreporter)


def _from_controller(config: pytest.Config) -> dict[str, Any]:
    """Give what a worker of xdist was told, and nothing elsewhere."""
    return getattr(config, "workerinput", {})


class _Listener:
    """Takes in what came of every item, also of those that xdist's workers ran."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the entry of an item."""
        if (entry := getattr(report, "toolwire", None)) is not None:
            self._run.note(entry, getattr(report, "toolwire_silent", ()))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker of xdist the seed, which may be a random one."""
        node.workerinput[SEED] = self._run.seed

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Collect what a worker of xdist says of its candidates."""
        self._run.note_unblamed(getattr(node, "workeroutput", {}).get(UNBLAMED, ()))
