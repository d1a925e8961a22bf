"""`toolwire fuzz-reference` as a user calls it: nothing is broken, and what is broken is shown."""

import os
import subprocess
import sys
from pathlib import Path

TOOLWIRE = Path(sys.executable).with_name("toolwire")
BROKEN = """\
from toolwire.conformance.judge import Objection
from toolwire.fuzz.coverage import reference_target
reference_target.broken_law = lambda profile, asked: Objection("planted", "/here")
"""


def fuzz_reference(
    folder: Path, *arguments: str, **variables: str
) -> "subprocess.CompletedProcess[str]":
    command = [TOOLWIRE, "fuzz-reference", "--profile=subc", *arguments]
    variables = {**os.environ, **variables}
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=120
    )


def test_the_reference_keeps_its_laws(tmp_path: Path) -> None:
    done = fuzz_reference(tmp_path, "--runs=300")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" inputs, 0 laws broken\n")
    assert not done.stdout.startswith("0 ")
    assert list(tmp_path.iterdir()) == []


def test_a_law_that_is_broken_is_shown_with_its_input(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BROKEN)
    done = fuzz_reference(tmp_path, "--runs=300", PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert "BROKEN   planted: /here" in done.stderr
    assert '{"op": "decode", "profile": "subc", "type": "ToolCallRequest"' in done.stderr
    assert not done.stdout.endswith(" 0 laws broken\n")


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    done = fuzz_reference(tmp_path, "--runs=300", "--minutes=1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: --minutes and --runs: one of them\n"


def test_when_nothing_is_asked_it_says_why(tmp_path: Path) -> None:
    done = fuzz_reference(tmp_path, "--minutes=0.0001")
    assert (done.returncode, done.stdout) == (1, "0 inputs, 0 laws broken\n")
    assert "the time was over: give it more --minutes" in done.stderr
