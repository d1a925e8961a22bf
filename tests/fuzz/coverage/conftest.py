"""Jobs of the engine `atheris`, run as their parent runs them, over candidates of one file."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from toolwire.fuzz.jobs.config import ATHERIS, JobConfig
from toolwire.fuzz.jobs.events import (
    Event,
    Finding,
    Progress,
    Started,
    Stopped,
    load_event,
)

CANDIDATE = """
import ctypes, json, os, sys, time

PROFILES = {{"acp-v2": ["ToolCallUpdate"]}}
SEEN = os.environ.get("SEEN")

def decode(profile, type, text):
    if SEEN:
        with open(SEEN, "ab") as file:
            file.write(repr(text).encode() + b"\\n")
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
{faults}
    return text
"""
"""Hands on what is an object, and does with some what its faults say."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what needs Atheris where there is none: it is for Linux x86-64 alone."""
    if importlib.util.find_spec("atheris") is not None:
        return
    skip = pytest.mark.skip(reason="Atheris is not installed: pip install 'toolwire[fuzz]'")
    for item in items:
        if "job" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)


@dataclass
class Done:
    """A job that has ended: its events, and its corpus."""

    events: list[Event]
    corpus: Path
    code: int
    stderr: str = ""
    kinds: dict[str, Finding] = field(default_factory=dict)

    @property
    def stopped(self) -> Stopped:
        last = self.events[-1]
        assert isinstance(last, Stopped)
        return last

    @property
    def started(self) -> Started:
        [found] = [each for each in self.events if isinstance(each, Started)]
        return found

    @property
    def findings(self) -> list[Finding]:
        return [each for each in self.events if isinstance(each, Finding)]

    @property
    def executions(self) -> int:
        return max(each.executions for each in self.events if isinstance(each, Progress))


@pytest.fixture
def candidate(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes the candidate of some faults; it gives what names it."""

    def write(faults: str = "") -> str:
        indented = "\n".join("    " + line for line in faults.strip("\n").splitlines())
        (tmp_path / "own.py").write_text(CANDIDATE.format(faults=indented), encoding="utf-8")
        return "own.py"

    return write


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., tuple[subprocess.Popen[str], int, Path]]:
    """Return a function that starts a job, and gives its process, events and corpus."""

    def start(
        impl: str, *, env: dict[str, str] | None = None, **members: Any
    ) -> tuple[subprocess.Popen[str], int, Path]:
        source, sink = os.pipe()
        corpus = members.pop("corpus", tmp_path / "corpus")
        config = JobConfig(ATHERIS, impl, tmp_path, corpus, sink, **members)
        path = tmp_path / "job.json"
        path.write_text(json.dumps(config.to_json()), encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "toolwire.fuzz.jobs", str(path)],
            pass_fds=(sink,),
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(env or {})},
        )
        os.close(sink)
        return process, source, corpus

    return start


@pytest.fixture
def job(start: Callable[..., tuple[subprocess.Popen[str], int, Path]]) -> Callable[..., Done]:
    """Return a function that runs a job to its end."""

    def run(impl: str, **members: Any) -> Done:
        process, source, corpus = start(impl, **members)
        with os.fdopen(source, "rb") as lines:
            events = list(map(load_event, lines))
        _, stderr = process.communicate(timeout=60)
        return Done(events, corpus, process.returncode, stderr)

    return run
