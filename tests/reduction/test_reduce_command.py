"""`toolwire reduce`, run as a user runs it."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance.candidates import Request
from toolwire.conformance.storage import load
from toolwire.strategies.trials import Input

RIGHT = """
import json
from toolwire import reference
P = reference.PROFILES
def decode(profile, type, text):
    return reference.dumps(reference.decode(P[profile], type, text))
def fold(profile, type, texts):
    return reference.dumps(reference.fold(P[profile], type, texts))
"""


@pytest.fixture
def stored(tmp_path: Path, thirty: Input, keeps_locations: str) -> Path:
    """A stored failure, with the candidates `right.py` and `wrong.py` beside it."""
    (tmp_path / "right.py").write_text(RIGHT, "utf-8")
    (tmp_path / "wrong.py").write_text(RIGHT + keeps_locations, "utf-8")
    request = Request(thirty.op, "acp-v2", thirty.type, thirty.texts)
    content = {
        "format": 1,
        "requirement": "acp-v2/fold-null-clears",
        "site": "ToolCall.locations",
        "kind": "null became a value",
        "found": {"toolwire": "0.0.9", "library": "some 1.0", "how": "fuzzed"},
        "request": request.to_message(),
    }
    file = tmp_path / "large.json"
    file.write_text(json.dumps(content), "utf-8")
    return file


def test_a_large_failure_becomes_a_small_file_beside_it(toolwire: Any, stored: Path) -> None:
    done = toolwire("reduce", "large.json", "--impl=wrong.py")
    assert (done.returncode, done.stderr) == (0, "")
    first, sizes, cost, *shown = done.stdout.splitlines()
    assert first == "REDUCED  acp-v2/fold-null-clears  large.json -> large.reduced.json"
    size = load(stored).asked.size
    assert sizes == f"         30 texts, {size:,} characters -> 2 texts, 77 characters"
    assert cost.split()[1:4] == ["inputs", "asked", "in"]
    assert int(cost.split()[0]) < 200
    assert shown == [
        '         input    {"toolCallId":"","locations":[{"path":""}]}',
        '                  {"toolCallId":"","locations":null}',
        '         expected {"toolCallId":""}',
        '         got      {"toolCallId":"","locations":[{"path":""}]}',
    ] or shown[0].endswith('{"toolCallId":"","locations":[{"path":""}]}')
    smaller = stored.with_name("large.reduced.json")
    schema = json.loads(
        files("toolwire.conformance").joinpath("failure.schema.json").read_text("utf-8")
    )
    Draft202012Validator(schema).validate(json.loads(smaller.read_text("utf-8")))
    assert load(smaller).found == {
        "toolwire": "0.0.9",
        "library": "some 1.0",
        "how": "fuzzed, reduced",
    }
    assert load(stored).asked.size == size
    again = toolwire("replay", "large.reduced.json", "--impl=wrong.py")
    assert again.stdout.startswith("FAILED   acp-v2/fold-null-clears")
    assert toolwire("replay", "large.reduced.json", "--impl=right.py").returncode == 0
    smallest = toolwire("reduce", "large.reduced.json", "--impl=wrong.py")
    assert smallest.returncode == 0
    assert smallest.stdout.startswith("SMALLEST acp-v2/fold-null-clears  large.reduced.json\n")
    assert not stored.with_name("large.reduced.reduced.json").exists()
    assert not (stored.parent / ".gitignore").exists()


def test_what_does_not_fail_any_more_is_not_reduced(toolwire: Any, stored: Path) -> None:
    done = toolwire("reduce", "large.json", "--impl=right.py")
    assert done.returncode == 1
    assert done.stdout == "FIXED    acp-v2/fold-null-clears  large.json\n"


def test_what_fails_otherwise_is_not_reduced(toolwire: Any, stored: Path) -> None:
    (stored.parent / "other.py").write_text(
        RIGHT + "def fold(profile, type, texts): raise ValueError('never')\n", "utf-8"
    )
    done = toolwire("reduce", "large.json", "--impl=other.py")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "CHANGED  acp-v2/fold-null-clears  large.json",
        "         before   null became a value",
        "         now      refused",
    ]
    (stored.parent / "lacks.py").write_text("def decode(profile, type, text): return text", "utf-8")
    done = toolwire("reduce", "large.json", "--impl=lacks.py")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1] == "         it is not supported"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.json", "--impl=right.py"], "nothing.json: No such file or directory"),
        (["right.py", "--impl=right.py"], "right.py: it holds no stored failure: "),
        (["large.json", "--impl=none.py"], "--impl: there is no file 'none.py' in "),
        (["large.json", "--impl=right.py", "--impl-timeout=0"], "--impl-timeout: a number of "),
    ],
)
def test_a_mistake_is_one_line(
    toolwire: Any, stored: Path, arguments: list[str], said: str
) -> None:
    done = toolwire("reduce", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_a_file_that_cannot_be_written_is_one_line(toolwire: Any, stored: Path) -> None:
    stored.with_name("large.reduced.json").mkdir()
    done = toolwire("reduce", "large.json", "--impl=wrong.py")
    assert done.returncode == 2
    assert done.stderr == "Error: large.reduced.json: Is a directory\n"


def test_a_folder_of_failures_that_is_not_understood_says_so(toolwire: Any, stored: Path) -> None:
    content = json.loads(stored.read_text("utf-8"))
    stored.write_text(json.dumps({**content, "found": {"how": 5}}), "utf-8")
    done = toolwire("reduce", "large.json", "--impl=wrong.py")
    assert done.returncode == 2
    assert "'found' must be an object of strings" in done.stderr
