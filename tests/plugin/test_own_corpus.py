"""`--impl-corpus`: the user's own cases are examined beside those of Toolwire."""

import json

import pytest

CASE = {
    "profile": "acp-v2",
    "family": "PATCH",
    "rule": "values-are-kept",
    "op": "decode",
    "type": "ToolCallUpdate",
    "why": "a title of our own was lost",
    "texts": ['{"toolCallId":"x","title":"our own"}'],
    "expected": '{"toolCallId":"x","title":"our own"}',
}
PICKY = """
from right import *

NAME = "picky"

def decode(profile, type, text):
    if b"our own" in (text if isinstance(text, bytes) else text.encode()):
        raise ValueError("not this one")
    return right.decode(profile, type, text)

import right
"""
ITEM = "toolwire::acp-v2/values-are-kept[picky]"


def _write(project, *cases):
    (project.path / "own.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in cases))


def test_a_case_of_the_users_own_fails_the_run(project):
    project.write(picky=PICKY)
    _write(project, CASE)
    without = project.run("--impl=picky", "--impl-examples=0", ITEM)
    without.assert_outcomes(passed=1)
    done = project.run("--impl=picky", "--impl-examples=0", "--impl-corpus=own.jsonl", ITEM)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*stored    PATCH: a title of our own was lost"])
    [file] = project.stored()
    found = json.loads(file.read_text("utf-8"))["found"]
    assert found["how"] == "corpus"
    assert found["library"] == "picky 1.0"


def test_a_baseline_knows_a_case_and_misses_none_that_was_not_asked(project):
    project.write(picky=PICKY)
    _write(project, CASE)
    options = ("--impl=picky", "--impl-examples=0", "--impl-baseline=base.json", ITEM)
    project.run(*options, "--impl-corpus=own.jsonl", "--impl-baseline-update")
    (entry,) = json.loads((project.path / "base.json").read_text("utf-8"))["known"]
    assert entry["sites"] == ["PATCH: a title of our own was lost"]
    known = project.run(*options, "--impl-corpus=own.jsonl")
    assert (known.ret, known.parseoutcomes()["known"]) == (0, 1)
    assert project.run(*options).ret == 0
    project.write(picky=f"{PICKY}\ndecode = right.decode\n")
    mended = project.run(*options, "--impl-corpus=own.jsonl")
    assert mended.ret == pytest.ExitCode.TESTS_FAILED
    mended.stdout.fnmatch_lines(["acp-v2/values-are-kept: does not fail: 'refused' at PATCH: *"])


def test_the_command_for_a_given_candidate_has_them_too(project, monkeypatch):
    monkeypatch.syspath_prepend(project.path)
    hook = "import picky\ndef pytest_toolwire_candidates():\n    return {'mine': picky}\n"
    project.write(picky=PICKY, conftest=hook)
    _write(project, CASE)
    item = "toolwire::acp-v2/values-are-kept[mine]"
    options = ("--impl=mine", "--impl-examples=0", "--impl-corpus=own.jsonl")
    done = project.run_apart(*options, item)
    (command,) = (line for line in done.outlines if line.startswith("     replay "))
    assert " --impl-corpus=own.jsonl " in command
    project.shell(command.removeprefix("     replay")).assert_outcomes(failed=1)


def test_the_ini_file_names_it_too(project):
    project.write(picky=PICKY)
    _write(project, CASE)
    (project.path / "pytest.ini").write_text("[pytest]\nimpl_corpus = own.jsonl\n")
    project.run("--impl=picky", "--impl-examples=0", ITEM).assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({**CASE, "profile": "acp-v9"}, "own.jsonl, line 1: there is no profile 'acp-v9'"),
        ({**CASE, "op": "encode"}, "own.jsonl, line 1: acp-v2 has no encode of 'ToolCallUpdate'"),
        ({**CASE, "rule": "bounds"}, "own.jsonl, line 1: 'bounds' is not a valid Rule"),
        (
            {**CASE, "rule": "deep-input-is-null"},
            "own.jsonl, line 1: there is no requirement 'acp-v2/deep-input-is-null'",
        ),
    ],
)
def test_a_case_that_cannot_be_asked_is_a_mistake(project, case, said):
    _write(project, case)
    done = project.run("--impl=right", "--impl-corpus=own.jsonl")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: --impl-corpus: {said}*"])
    done.stderr.no_fnmatch_line("*Traceback*")


def test_a_file_that_is_not_there_is_a_mistake(project):
    done = project.run("--impl=right", "--impl-corpus=none.jsonl")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: --impl-corpus: *none.jsonl: No such file or directory"])
