"""The documentation as the tests see it: pages, code blocks, and commands run as users do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"(?:<!-- (?P<note>.*?) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)\n?```", re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; `note` is the comment on the line above it, if there is one."""

    page: str
    note: str
    language: str
    text: str


@dataclass(frozen=True)
class Page:
    """A page in Markdown; `name` is its path in the checkout."""

    name: str
    text: str

    @property
    def blocks(self) -> list[Block]:
        return [
            Block(self.name, match["note"] or "", match["language"], match["text"])
            for match in _FENCE.finditer(self.text)
        ]

    @property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return _FENCE.sub("", self.text)


@pytest.fixture(scope="session")
def pages() -> dict[str, Page]:
    if not (ROOT / "docs").is_dir():
        pytest.skip("the documentation is there in a checkout only")
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    names = [str(file.relative_to(ROOT)) for file in files]
    return {name: Page(name, (ROOT / name).read_text("utf-8")) for name in sorted(names)}


@pytest.fixture(scope="session")
def docs(pages: dict[str, Page]) -> Path:
    """The folder of the documentation."""
    return ROOT / "docs"


Runner = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Runner:
    """Run `pytest` or `toolwire` of this environment in a folder, without what tests set."""
    programs = {
        "pytest": ("-m", "pytest", "-p", "no:cacheprovider"),
        "toolwire": ("-c", "from toolwire.conformance.cli import main; main()"),
    }
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "TOX"))}

    def run(folder: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *programs[program], *arguments],
            cwd=folder,
            env={**clean, "COLUMNS": "80"},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run
