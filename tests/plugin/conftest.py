"""A user's folder with candidates in it, and pytest run there as the user runs it."""

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

RIGHT = """
from toolwire import reference

NAME = "right"
VERSION = "1.0"

def decode(profile, type, text):
    return reference.dumps(reference.decode(reference.PROFILES[profile], type, text))

def fold(profile, type, texts):
    return reference.dumps(reference.fold(reference.PROFILES[profile], type, texts))
"""
"""A candidate that is right in all."""

FORGETFUL = """
import json
import right
from right import VERSION, fold

NAME = "forgetful"

def decode(profile, type, text):
    value = json.loads(right.decode(profile, type, text))
    if type == "ToolCallUpdate":
        value.pop("title", None)
        if value.get("kind", "") is None:
            del value["kind"]
    return json.dumps(value)
"""
"""A candidate that loses the title of an update, and reads a kind that is null as left out."""

LOTTERY = """
import zlib
import right
from right import VERSION, fold

NAME = "lottery"

def decode(profile, type, text):
    if zlib.crc32(text if isinstance(text, bytes) else text.encode()) % 4 == 0:
        raise ValueError("a blank")
    return right.decode(profile, type, text)
"""
"""A candidate that is wrong by the draw, so that a report tells with which seed it was made."""

SCHEMAS = files("toolwire.conformance")


@dataclass(frozen=True)
class Project:
    """A user's folder, with the candidates `right.py`, `forgetful.py` and `lottery.py`."""

    pytester: pytest.Pytester

    @property
    def path(self) -> Path:
        return self.pytester.path

    def write(self, **modules: str) -> None:
        """Write modules, by their names."""
        for name, source in modules.items():
            (self.path / f"{name}.py").write_text(source, encoding="utf-8")

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in this process, where warnings are errors."""
        return self.pytester.runpytest_inprocess("-W", "error", *arguments)

    def run_apart(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in a process of its own."""
        return self.pytester.runpytest_subprocess("-W", "error", *arguments)

    def shell(self, command: str) -> pytest.RunResult:
        """Run a line that was pasted into a shell."""
        return self.pytester.run("sh", "-c", command)

    def report(self, folder: str = "out") -> dict[str, Any]:
        """Read `report.json`, which must be as its schema says."""
        report: dict[str, Any] = json.loads((self.path / folder / "report.json").read_text("utf-8"))
        schema = json.loads((SCHEMAS / "report.schema.json").read_text("utf-8"))
        Draft202012Validator(schema).validate(report)
        return report

    def results(self, folder: str = "out") -> dict[str, dict[str, Any]]:
        """Read the results of the one candidate of a report, by requirement."""
        return {each["requirement"]: each for each in self.report(folder)["results"]}

    def stored(self) -> list[Path]:
        """Find the failures that were stored; each must be as its schema says."""
        schema = json.loads((SCHEMAS / "failure.schema.json").read_text("utf-8"))
        found = sorted((self.path / ".toolwire" / "failures").glob("*"))
        for file in found:
            Draft202012Validator(schema).validate(json.loads(file.read_text("utf-8")))
        return found


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """Return a user's folder; fail a test after which a process is left there."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    project = Project(pytester)
    project.write(right=RIGHT, forgetful=FORGETFUL, lottery=LOTTERY)
    yield project
    assert_nothing_runs_in(project.path)


def assert_nothing_runs_in(folder: Path) -> None:
    """Fail if some other process has `folder` as its working folder, and keeps it."""
    for _ in range(500):
        if not (left := _processes_in(folder)):
            return
        time.sleep(0.01)
    pytest.fail(f"left behind: {left}")


def _processes_in(folder: Path) -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if pid != str(os.getpid()) and Path(os.readlink(f"/proc/{pid}/cwd")) == folder:
                found.append(pid)
        except OSError:
            continue
    return found
