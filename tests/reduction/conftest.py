"""Candidates with faults, and failures of theirs that are to be reduced."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import Answer, Candidate, resolve
from toolwire.conformance.interview import Interview
from toolwire.conformance.judge import judge
from toolwire.conformance.oracle import oracle
from toolwire.conformance.reduction import Budget, Reduction, reduce_failure
from toolwire.conformance.requirements import find
from toolwire.strategies.trials import Input

PROGRAM = Path(sys.executable).with_name("toolwire")

RIGHT = """
import json, os, time
from toolwire import reference
P = reference.PROFILES
def right(profile, type, text):
    return reference.dumps(reference.decode(P[profile], type, text))
def decode(profile, type, text):
    return right(profile, type, text)
def fold(profile, type, texts):
    return reference.dumps(reference.fold(P[profile], type, texts))
"""

KEEPS_LOCATIONS = """
def fold(profile, type, texts):
    texts = [json.loads(text) for text in texts]
    for update in texts[1:]:
        if update.get("locations", ()) is None:
            del update["locations"]
    return reference.dumps(reference.fold(P[profile], type, [json.dumps(t) for t in texts]))
"""
"""A fault of a fold: null does not clear the locations."""


@dataclass
class Lab:
    """A candidate of a few lines, and what it is asked."""

    folder: Path
    asked: list[Input] = field(default_factory=list)
    _candidate: Candidate | None = None
    _interview: Interview | None = None
    _profile: str = ""

    def start(self, source: str, *, profile: str = "acp-v2", timeout: float = 5.0) -> None:
        (self.folder / "faulty.py").write_text(RIGHT + source, "utf-8")
        self._candidate = resolve("faulty.py", cwd=self.folder, timeout=timeout)
        hello = self._candidate.start()
        self._profile = profile
        self._interview = Interview(self._candidate, hello, profile, oracle(profile))

    def close(self) -> None:
        if self._candidate is not None:
            self._candidate.close()

    def ask(self, inputs: Sequence[Input]) -> list[Answer]:
        assert self._interview is not None
        self.asked += inputs
        return self._interview.ask_anew(inputs)

    def reduce(self, rule: str, site: str, asked: Input, budget: Budget | None = None) -> Reduction:
        requirement = find(f"{self._profile}/{rule}")
        [got] = self.ask([asked])
        acceptable = oracle(self._profile).answers(asked)
        objection = judge(self._profile, asked, acceptable, got, rule=requirement.rule)
        assert objection is not None
        self.asked.clear()
        return reduce_failure(
            requirement, site, asked, got, objection, self.ask, budget or Budget()
        )


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    lab = Lab(tmp_path)
    yield lab
    lab.close()


Toolwire = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def toolwire(tmp_path: Path) -> Toolwire:
    """Run the installed command in an empty folder."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=tmp_path,
            env={**os.environ},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


def large_updates(count: int) -> list[dict[str, Any]]:
    """Give updates of about 4 KB each, of which two say something of the locations."""
    updates = [
        {
            "toolCallId": "call_1",
            "title": f"Step {number}: " + "word " * 20,
            "status": "in_progress",
            "content": [
                {"type": "content", "content": {"type": "text", "text": f"line {line} " * 8}}
                for line in range(20)
            ],
            "rawInput": {"path": f"/a/{number}", "options": [{"k": k} for k in range(20)]},
            "rawOutput": {"out": ["x" * 40] * 20},
        }
        for number in range(count)
    ]
    updates[4]["locations"] = [{"path": f"/p/{number}", "line": number} for number in range(10)]
    updates[17]["locations"] = None
    return updates


def folded(updates: list[dict[str, Any]]) -> Input:
    return Input("fold", "ToolCallUpdate", tuple(json.dumps(update) for update in updates))


@pytest.fixture
def thirty() -> Input:
    """A fold of thirty large updates."""
    return folded(large_updates(30))


@pytest.fixture
def keeps_locations() -> str:
    return KEEPS_LOCATIONS
