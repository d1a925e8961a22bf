"""What is drawn depends on the seed alone."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from proof.candidates import Made

from toolwire.conformance.candidates import Answer, Request
from toolwire.conformance.examiner import Examiner
from toolwire.conformance.requirements import find
from toolwire.conformance.results import Source

SCRIPT = """
import importlib, json, sys
for name in sys.argv[2:]:
    importlib.import_module(name)
from toolwire.conformance.drawing import drawn_trials
from toolwire.conformance.requirements import requirements
from toolwire.strategies.engine import derive_seed, smallest_failing

drawn = {}
for requirement in requirements("acp-v2"):
    strategy = drawn_trials(requirement)
    if strategy is not None:
        found = []
        seed = derive_seed(int(sys.argv[1]), requirement.id)
        smallest_failing(strategy, lambda trial: found.append(repr(trial)), seed, 6)
        drawn[requirement.id] = found
json.dump(drawn, sys.stdout)
"""


def drawn(folder: Path, seed: int, *modules: str) -> dict[str, list[str]]:
    command = [sys.executable, "-c", SCRIPT, str(seed), *modules]
    found = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    answer: dict[str, list[str]] = json.loads(found.stdout)
    return answer


def test_a_seed_gives_the_same_whatever_else_is_loaded(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    # Hypothesis takes no constants from what looks like a test, and goes by the path.
    folder = tmp_path_factory.mktemp("library")
    constants = [f"A{n} = 'constant {n}'\nB{n} = {n * 7919}\nC{n} = {n}.5" for n in range(300)]
    (folder / "full_of_constants.py").write_text("\n".join(constants))
    first = drawn(folder, 7)
    assert drawn(folder, 7, "full_of_constants", "toolwire.conformance.examiner") == first
    other = drawn(folder, 8)
    assert first.keys() == other.keys()
    assert sum(first[id] != other[id] for id in first) > 0.8 * len(first)


class Forgetful(Made):
    """Reads no more than three updates of a sequence, which no enumerated trial shows."""

    def _answer(self, request: Request) -> Answer:
        return super()._answer(replace(request, texts=request.texts[:3]))


def test_what_only_a_draw_shows_is_found_and_made_small() -> None:
    made = Forgetful("forgetful")
    examiner = Examiner(made, made.start(), made.spec, seed=1, examples=20)
    result = examiner.examine(find("acp-v2/fold-value-replaces"))
    [failure] = result.failures
    assert failure.source is Source.DRAWN
    assert len(failure.asked.texts) == 4
    assert failure.asked.size < 150
    undrawn = Examiner(made, made.start(), made.spec, seed=1, examples=0)
    assert not undrawn.examine(find("acp-v2/fold-value-replaces")).failed
