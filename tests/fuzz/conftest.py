"""Candidates to fuzz, and `toolwire fuzz` run as a user runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(sys.executable).with_name("toolwire")

WRONG = """
from toolwire.reference import PROFILES as ALL, decode as read, dumps

NAME, VERSION = "wrong", "1"
PROFILES = {{"acp-v2": ["ToolCallUpdate"]}}

def decode(profile, type, text):
    value = read(ALL[profile], type, text)
    {fault}
    return dumps(value)
"""
"""A Python candidate that reads as the reference does, but for a fault."""

LOSES_NULL = """if value.get("locations") and value.get("title", 0) is None:
        del value["title"]"""
"""A fault behind two conditions, which no enumerated case of the suite meets at once."""


@pytest.fixture
def fuzz(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs `toolwire fuzz` with arguments in the temporary folder."""

    def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [PROGRAM, "fuzz", *arguments],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "200", **variables},
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def toolwire(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs `toolwire` with arguments in the temporary folder."""

    def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=tmp_path,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


@pytest.fixture
def wrong(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a candidate with a fault; it gives what `--impl` takes."""

    def write(fault: str = LOSES_NULL) -> str:
        (tmp_path / "wrong.py").write_text(WRONG.format(fault=fault), "utf-8")
        return "wrong.py"

    return write


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a Python program; it gives what `--impl` takes."""

    def write(source: str) -> str:
        (tmp_path / "program.py").write_text(source, "utf-8")
        return f"cmd:{sys.executable} program.py"

    return write


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., Any]:
    """Return a function that reads a state's `fuzz.json`."""

    def read(state: str = "state") -> Any:
        return json.loads((tmp_path / state / "fuzz.json").read_text("utf-8"))

    return read
