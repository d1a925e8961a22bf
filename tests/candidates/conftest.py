"""Candidates written to a temporary folder, and a watch on what they leave behind."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Candidate,
    Command,
    Limits,
    ProcessCandidate,
    resolve,
)

PROGRAM = """
import json, os, signal, subprocess, sys, time

def write(raw):
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()

def reply(request, **members):
    write(json.dumps({{"id": request["id"], **members}}).encode() + b"\\n")

def good(request):
    reply(request, ok=True, text=request["text"])

def greet(request):
    reply(request, ok=True, protocol=1, name="program", version="1.0")

{definitions}

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["op"] == "hello":
        greet(request)
    elif request["text"] == "bad":
        bad(request)
    else:
        good(request)
"""
"""A candidate that echoes, and does what `bad` says when it is asked the text "bad"."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., ProcessCandidate]]:
    """Return a function that makes a candidate of definitions that `PROGRAM` is to have."""
    made: list[ProcessCandidate] = []

    def make(definitions: str, **limits: Any) -> ProcessCandidate:
        path = tmp_path / "program.py"
        path.write_text(PROGRAM.format(definitions=definitions), encoding="utf-8")
        command = Command((sys.executable, "-I", "-S", str(path)), tmp_path)
        made.append(ProcessCandidate("cmd:program", command, Limits(**limits)))
        return made[-1]

    yield make
    for candidate in made:
        candidate.close()


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Callable[..., Candidate]]:
    """Return a function that makes a candidate of a Python module's source."""
    made: list[Candidate] = []

    def make(source: str, name: str = "candidate_module.py", **options: Any) -> Candidate:
        (tmp_path / name).write_text(source, encoding="utf-8")
        made.append(resolve(name, cwd=tmp_path, **options))
        return made[-1]

    yield make
    for candidate in made:
        candidate.close()


@pytest.fixture(autouse=True)
def own_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the candidates that were imported into this process."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path) -> Iterator[None]:
    """Fail a test after which a process or a descriptor is left."""
    if not sys.platform.startswith("linux"):
        yield
        return
    descriptors = len(os.listdir("/proc/self/fd"))
    yield
    for _ in range(500):
        if not (left := _processes_in(tmp_path)):
            break
        time.sleep(0.01)
    assert not left
    assert len(os.listdir("/proc/self/fd")) == descriptors


def _processes_in(folder: Path) -> list[str]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if pid != str(os.getpid()) and Path(os.readlink(f"/proc/{pid}/cwd")) == folder:
                found.append(pid)
        except OSError:
            continue
    return found
