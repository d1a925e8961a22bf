"""The fuzz target for OSS-Fuzz, run as a script."""

import json
import os
import subprocess
import sys

import pytest

atheris = pytest.importorskip("atheris", reason="Atheris is not installed")


@pytest.fixture
def target(library, tmp_path):
    """Return a function that runs the target of the library with arguments."""

    def run(*arguments, **variables):
        script = library / ".clusterfuzzlite" / "tool_calls_fuzzer.py"
        return subprocess.run(
            [sys.executable, script, "-seed=1", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(library), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def known(library):
    """Say that the library's fault is known."""
    file = library / ".clusterfuzzlite" / "toolwire-baseline.json"
    before = file.read_text("utf-8")
    entry = {
        "requirement": "acp-v2/null-clears",
        "kind": "null became absent",
        "reason": "it is for this test",
        "sites": ["ToolCallUpdate.title"],
    }
    file.write_text(json.dumps({"format": 1, "toolwire": "0.1.0", "known": [entry]}), "utf-8")
    yield
    file.write_text(before, "utf-8")


def test_it_ends_with_the_first_failure_under_the_name_of_its_requirement(target, tmp_path):
    done = target("-runs=20000")
    assert done.returncode == 77, done.stdout
    assert "toolwire: inputs are made by Toolwire's mutator" in done.stdout
    assert "Wrong: acp-v2/null-clears" in done.stdout
    assert "in acp_v2_null_clears" in done.stdout
    [artefact] = tmp_path.glob("crash-*")
    again = target(str(artefact))
    assert again.returncode == 77
    assert "Wrong: acp-v2/null-clears" in again.stdout


def test_what_is_known_is_passed_over(target, known):
    done = target("-runs=3000")
    assert done.returncode == 0, done.stdout
    assert "Done 3000 runs" in done.stdout


def test_another_libfuzzer_ends_it_with_a_word(target, known):
    """Under a preloaded one Python's mutator is never called, and the farm would be for nothing."""
    runtime = os.path.join(atheris.path(), "asan_with_fuzzer.so")
    done = target("-runs=5000", LD_PRELOAD=runtime, ASAN_OPTIONS="detect_leaks=0")
    assert done.returncode != 0
    assert "libFuzzer does not call Toolwire's mutator" in done.stdout, done.stdout[-2000:]
    assert "inputs are made by" not in done.stdout
