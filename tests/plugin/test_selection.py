"""One item for each requirement and candidate, which pytest's own options choose among."""

import re

import pytest

from toolwire.conformance.requirements import requirements
from toolwire.reference import PROFILES

NULL = "toolwire::acp-v2/null-clears[forgetful.py]"
QUICK = ("--impl=forgetful.py", "--impl-examples=0", "--impl-profile=acp-v2")
FEW = (*QUICK, "-k", "values-are-kept or null-clears")
"""A few items, of which two fail."""
FEW_IDS = [
    each.id for each in requirements("acp-v2") if re.search("values-are-kept|null-clears", each.id)
]
OTHERS = len(requirements("acp-v2")) - len(FEW_IDS)


def _collected(result):
    return [line for line in result.outlines if line.startswith("toolwire::")]


def test_each_requirement_is_an_item(project):
    result = project.run(*QUICK, "--collect-only", "-q")
    assert result.ret == 0
    assert _collected(result) == [
        f"toolwire::{each.id}[forgetful.py]" for each in requirements("acp-v2")
    ]


def test_all_profiles_are_run_when_none_is_named(project):
    result = project.run("--impl=right.py", "--collect-only", "-q")
    assert len(_collected(result)) == sum(len(requirements(profile)) for profile in PROFILES)


def test_the_profiles_that_a_candidate_names_are_run(project):
    project.write(only_v1="from right import decode\nPROFILES = {'acp-v1': ['ToolCallUpdate']}")
    result = project.run("--impl=only_v1", "--collect-only", "-q")
    assert len(_collected(result)) == len(requirements("acp-v1"))


def test_collecting_examines_nothing_and_leaves_the_report_alone(project):
    assert project.run(*QUICK, "--impl-report=out", "--collect-only").ret == 0
    assert not (project.path / "out" / "report.json").exists()


def test_by_expression(project):
    result = project.run(*FEW)
    result.assert_outcomes(passed=len(FEW_IDS) - 2, failed=2, deselected=OTHERS)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("level", ["must", "should"])
def test_by_level(project, level):
    result = project.run(*QUICK, "--strict-markers", "-m", level, "--collect-only", "-q")
    ids = [each.id for each in requirements("acp-v2") if each.level == level]
    assert ids
    assert _collected(result) == [f"toolwire::{each}[forgetful.py]" for each in ids]


def test_those_that_failed_last(project):
    project.run(*FEW)
    again = project.run(*QUICK, "--lf")
    again.assert_outcomes(failed=2, deselected=len(requirements("acp-v2")) - 2)


def test_the_first_failure_ends_the_run(project):
    result = project.run(*FEW, "-x")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines("*stopping after 1 failures*")


def test_deselected(project):
    result = project.run(*FEW, f"--deselect={NULL}")
    result.assert_outcomes(passed=len(FEW_IDS) - 2, failed=1, deselected=OTHERS + 1)


def test_by_the_id_that_a_failure_shows(project):
    result = project.run(*QUICK, NULL, "-rf")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines("FAILED toolwire::acp-v2/null-clears[[]forgetful.py]*")


def test_deselecting_all_is_no_success(project):
    assert project.run(*QUICK, "-k", "no-such-rule").ret == pytest.ExitCode.NO_TESTS_COLLECTED
