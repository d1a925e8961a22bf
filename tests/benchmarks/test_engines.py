"""Each engine of the benchmark of planted faults can still be run, and asks the decoder."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "planted_faults.py"
NEEDS_ATHERIS = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="Atheris is not installed"
)
ENGINES = [
    "Hypothesis alone",
    "Hypothesis, our documents",
    "fuzz_one_input, our documents",
    "ours without coverage",
    pytest.param("Atheris on raw bytes", marks=NEEDS_ATHERIS),
    pytest.param("our Atheris target", marks=NEEDS_ATHERIS),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_it_hunts(engine: str) -> None:
    run = subprocess.run(
        [sys.executable, FILE, "--hunt", engine, "--faults", "held-out", "--seconds", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout.splitlines()[-1])["executions"] > 0
