"""Candidates that a user's `conftest.py` gives, by the hook `pytest_toolwire_candidates`."""

import json
import re

import pytest

NULL = "acp-v2/null-clears"
QUICK = ("--impl-examples=0", "--impl-profile=acp-v2")
CONFTEST = """
import os
import forgetful, right

class Fixed:
    '''An object made here, which no other process could import.'''
    VERSION = "3"
    PROFILES = {"acp-v2": ["ToolCallUpdate"]}

    def decode(self, profile, type, text):
        return right.decode(profile, type, text)

class Anonymous:
    decode = staticmethod(forgetful.decode)

def pytest_toolwire_candidates(config):
    assert config.getoption("impl")
    return {"mine": Fixed(), "other": Anonymous(), "right": forgetful}
"""


@pytest.fixture
def offers(project, monkeypatch):
    monkeypatch.syspath_prepend(project.path)
    project.write(conftest=CONFTEST)
    return project


def test_it_is_run_under_its_name(offers):
    item = f"toolwire::{NULL}[mine]"
    result = offers.run("--impl=mine", "--impl-examples=0", "--impl-report=out", item)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines("toolwire *: mine is mine 3; profiles acp-v2; *")
    (candidate,) = offers.report()["candidates"]
    assert (candidate["name"], candidate["target"], candidate["library"]) == ("mine",) * 3


def test_it_comes_before_a_module_and_a_table(offers):
    (offers.path / "pyproject.toml").write_text(
        '[tool.toolwire.candidates.right]\nmodule = "right"\nbaseline = "none.json"\n'
    )
    offers.run("--impl=right", *QUICK, f"toolwire::{NULL}[right]").assert_outcomes(failed=1)


def test_beside_others_and_spread_over_processes(offers):
    options = ("--impl=other", "--impl=right.py", "--impl=mine", *QUICK, "-k", "null-clears")
    alone = offers.run(*options, "--impl-report=one")
    spread = offers.run_apart(*options, "-p", "no:cacheprovider", "--impl-report=two", "-n", "2")
    assert alone.ret == spread.ret == pytest.ExitCode.TESTS_FAILED
    one, two = ((offers.path / name / "report.json").read_bytes() for name in ("one", "two"))
    assert one == two
    outcomes = {each["candidate"]: each["outcome"] for each in json.loads(one)["results"]
                if each["requirement"] == NULL}  # fmt: skip
    assert outcomes == {"mine": "passed", "other": "failed", "right.py": "passed"}


def test_a_failure_shows_how_pytest_asks_again(offers):
    item = f"toolwire::{NULL}[other]"
    result = offers.run_apart("--impl=other", *QUICK, "--impl-report=out", item)
    command, *_ = re.findall(r"^     replay +(.*)$", result.stdout.str(), re.MULTILINE)
    assert command == f"pytest --impl=other --impl-seed=0 --impl-examples=0 '{item}'"
    assert f"\nreplay  {command}\n" in (offers.path / "out" / "report.md").read_text("utf-8")
    again = offers.shell(command)
    again.assert_outcomes(failed=1)


def test_a_baseline_knows_it(offers):
    options = ("--impl=other", *QUICK, "-k", "null-clears", "--impl-baseline=base.json")
    assert offers.run(*options, "--impl-baseline-update").ret == 0
    assert offers.run(*options).parseoutcomes()["known"] == 1


def test_without_an_impl_it_is_not_asked_for(project):
    project.write(conftest="def pytest_toolwire_candidates():\n    raise ValueError\n")
    project.write(test_mine="def test_mine(): pass")
    project.run().assert_outcomes(passed=1)
    assert project.run("--impl=no_such_thing", "--help").ret == 0


def test_one_that_gives_nothing(project):
    project.write(conftest="def pytest_toolwire_candidates():\n    return None\n")
    project.run("--impl=right.py", *QUICK, f"toolwire::{NULL}[right.py]").assert_outcomes(passed=1)


HOOK = "def pytest_toolwire_candidates(config):\n    "
MISTAKES = {
    "no mapping": (
        f"{HOOK}return ['x']",
        (),
        "pytest_toolwire_candidates must give a mapping from names to candidates, not [[]'x']",
    ),
    "no name": (f"{HOOK}return {{5: 5}}", (), "* must give a mapping from names *, not {5: 5}"),
    "it raises": (
        f"{HOOK}raise KeyError('x')",
        (),
        "pytest_toolwire_candidates raised KeyError: 'x' (*/conftest.py:2)",
    ),
    "no decode": (
        f"{HOOK}return {{'mine': 5}}",
        (),
        "--impl: the candidate 'mine' of a conftest.py has no function decode",
    ),
    "bad profiles": (
        f"import right\nright.PROFILES = 5\n{HOOK}return {{'mine': right}}",
        (),
        "--impl: what a conftest.py gives as 'mine' is no candidate: PROFILES must *",
    ),
    "an interpreter": (
        f"import right\n{HOOK}return {{'mine': right}}",
        ("--impl-python=python3",),
        "--impl: 'mine' runs in this process, as a conftest.py gives it, and cannot have another "
        "interpreter (--impl-python)",
    ),
    "a limit": (
        f"import right\n{HOOK}return {{'mine': right}}",
        ("--impl-memory=5",),
        "--impl: 'mine' runs in this process, * a memory limit (--impl-memory)",
    ),
}


@pytest.mark.parametrize(("code", "options", "line"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_said_in_one_line(project, monkeypatch, code, options, line):
    monkeypatch.syspath_prepend(project.path)
    project.write(conftest=code)
    result = project.run("--impl=mine", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    _, *more = [each for each in result.errlines if each]
    result.stderr.fnmatch_lines(f"ERROR: {line}")
    assert not more or more[0].startswith("hint: ")


def test_a_name_that_two_give(project):
    project.write(conftest=f"{HOOK}return {{'mine': 1}}", more=f"{HOOK}return {{'mine': 1}}")
    result = project.run_apart("-p", "more", "--impl=mine")
    result.stderr.fnmatch_lines("ERROR: pytest_toolwire_candidates gives 'mine' twice, *")
