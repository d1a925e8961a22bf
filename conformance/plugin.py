"""The pytest plugin: nothing but hooks; what they do stands in the modules beside this one."""

from collections.abc import Generator
from typing import Any

import pytest

from .items import collect_items
from .run import RUN, Run
from .settings import add_options, read_settings


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--impl` and its companions."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Start the candidates, so that a mistake in naming one ends the run at once."""
    for level in ("must", "should", "observed"):
        config.addinivalue_line("markers", f"{level}: a requirement of that level (toolwire)")
    if config.option.help or config.option.version:
        return
    settings = read_settings(config)
    if settings is None:
        return
    run = Run(settings, config.invocation_params.dir)
    config.stash[RUN] = run
    run.start()
    config.pluginmanager.register(_Listener(run), "toolwire-listener")
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


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
    if call.when == "call" and (entry := getattr(item, "toolwire_entry", None)):
        report.toolwire = entry
    return report


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, Any] | None:
    """Show a failure below the level that fails a run as a warning."""
    entry = getattr(report, "toolwire", None)
    if entry is not None and entry["outcome"] == "warned":
        return "warned", "w", ("WARNED", {"yellow": True})
    return None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run that exercised nothing, and write the report."""
    if RUN in session.config.stash and not hasattr(session.config, "workerinput"):
        session.exitstatus = session.config.stash[RUN].finish(session)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Count the outcomes by level."""
    if RUN in config.stash:
        config.stash[RUN].summarize(terminalreporter)


class _Listener:
    """Takes in what came of every item, also of those that xdist's workers ran."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the entry of an item."""
        if (entry := getattr(report, "toolwire", None)) is not None:
            self._run.note(entry)
