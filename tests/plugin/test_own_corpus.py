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
