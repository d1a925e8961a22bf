"""Candidates to fuzz, and `toolwire fuzz` run as a user runs it."""

import json
import shutil
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
def fuzz(toolwire: Callable[..., Any]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs `toolwire fuzz` with arguments in the temporary folder."""

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        result: subprocess.CompletedProcess[str] = toolwire("fuzz", *arguments)
        return result

    return run


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """Give the folder of a run over a candidate with a fault, and the run."""
    folder = tmp_path_factory.mktemp("once")
    (folder / "wrong.py").write_text(WRONG.format(fault=LOSES_NULL), "utf-8")
    options = ("--impl=wrong.py", "--runs=5000", "--engine=novelty", "--state=state")
    return folder, _run(folder, "fuzz", *options)


@pytest.fixture
def found(once: tuple[Path, Any], tmp_path: Path) -> Any:
    """Give a run over a candidate that loses null beside locations, and copy all that it left."""
    folder, result = once
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return result


@pytest.fixture
def toolwire(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs `toolwire` with arguments in the temporary folder."""

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return _run(tmp_path, *arguments)

    return run


def _run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )


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


SUBC = """
import time
from toolwire.reference import PROFILES as ALL, decode as read, dumps

NAME, VERSION = "small", "1"
PROFILES = {{"subc": ["ToolCallRequest"]}}

def decode(profile, type, text):
    {before}
    value = read(ALL[profile], type, text)
    {fault}
    return dumps(value)
"""
"""A candidate of the smallest profile, so that the suite is over soon."""


@pytest.fixture(scope="session")
def small() -> Callable[..., str]:
    """Return a function that writes such a candidate into a folder, and gives its name."""

    def write(folder: Path, fault: str = "", before: str = "") -> str:
        (folder / "small.py").write_text(SUBC.format(fault=fault, before=before), "utf-8")
        return "small.py"

    return write


@pytest.fixture(scope="session")
def nights(
    small: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Path, Any]]:
    """Give a night over a candidate that is right and one that is wrong: the folder and the run."""
    faults = {"right": "", "wrong": 'value["name"] = value["name"].strip()'}
    found = {}
    for name, fault in faults.items():
        folder = tmp_path_factory.mktemp(name)
        small(folder, fault)
        options = ("--runs=900", "--engine=novelty", "--report=out", "--examples=5", "--seed=3")
        found[name] = folder, _run(folder, "nightly", "--impl=small.py", *options)
    return found


LIBRARY = """
from toolwire.reference import PROFILES as ALL, decode as read, dumps

NAME, VERSION = "mylib", "1"
PROFILES = {"acp-v2": ["ToolCallUpdate"]}

def decode(profile, type, text):
    value = read(ALL[profile], type, text)
    if value.get("locations") and value.get("title", 0) is None:
        del value["title"]
    return dumps(value)
"""
"""A library's adapter, with the fault `LOSES_NULL`."""


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a library `mylib` that has copied the example for OSS-Fuzz."""
    examples = Path(__file__).resolve().parents[2] / "docs" / "examples" / "clusterfuzzlite"
    if not examples.is_dir():
        pytest.skip("the examples are there in a checkout only")
    folder = tmp_path_factory.mktemp("src") / "mylib"
    (folder / "mylib").mkdir(parents=True)
    (folder / "mylib" / "__init__.py").touch()
    (folder / "mylib" / "toolcalls.py").write_text(LIBRARY, "utf-8")
    shutil.copytree(examples, folder / ".clusterfuzzlite")
    known = {"format": 1, "toolwire": "0.1.0", "known": []}
    for place in (folder, folder / ".clusterfuzzlite"):
        (place / "toolwire-baseline.json").write_text(json.dumps(known), "utf-8")
    return folder
