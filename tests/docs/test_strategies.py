"""The examples of the strategies pass on the library of the page, and fail on a broken one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import toolwire.strategies

BREAKS = {
    "test_documents.py": ("0 <= line < 2**32", "0 <= line < 1000"),
    "test_faults.py": ("type(line) is int", "isinstance(line, int)"),
    "test_updates.py": ('{**(state.get("_meta") or {}), **meta}', "meta"),
    "test_depth.py": ("except RecursionError", "except MemoryError"),
    "test_pieces.py": ("(self.rest + piece)", "piece"),
}


@pytest.fixture
def folder(docs: Path, tmp_path: Path) -> Path:
    for file in (docs / "examples" / "strategies").glob("*.py"):
        shutil.copy(file, tmp_path)
    (tmp_path / "conftest.py").write_text(
        "from hypothesis import Phase, settings\n"
        "same = dict(derandomize=True, database=None, deadline=None, phases=[Phase.generate])\n"
        "settings.register_profile('same', **same)\n"
        "settings.load_profile('same')\n"
    )
    return tmp_path


def test_the_examples_pass(folder: Path, run: Any) -> None:
    done = run(folder, "pytest")
    assert done.returncode == 0, done.stdout
    assert " 7 passed" in done.stdout


@pytest.mark.parametrize("name", BREAKS)
def test_an_example_fails_on_a_broken_library(name: str, folder: Path, run: Any) -> None:
    right, wrong = BREAKS[name]
    library = folder / "mylib.py"
    code = library.read_text("utf-8")
    assert code.count(right) == 1
    library.write_text(code.replace(right, wrong), "utf-8")
    done = run(folder, "pytest", name)
    assert done.returncode == 1, done.stdout


def test_there_is_a_break_for_each_example(docs: Path) -> None:
    files = (docs / "examples" / "strategies").glob("test_*.py")
    assert {file.name for file in files} == BREAKS.keys()


def test_the_page_names_every_strategy(pages: dict[str, Any]) -> None:
    text = pages["docs/strategies.md"].text
    for name in toolwire.strategies.__all__:
        assert f"`{name}" in text
