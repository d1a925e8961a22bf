"""The suite and the user's own tests: alone, together, and with the user's configuration."""

import pytest

from toolwire.conformance.requirements import requirements

SUITE = [each.id for each in requirements("acp-v2") if "null-clears" in each.id]
SOME = ("--impl-examples=0", "--impl-profile=acp-v2", "-k", "null-clears or zebra")
TESTS = "def test_zebra(): pass\ndef test_zebra_too(): pass"


def test_without_paths_the_suite_runs_alone(project):
    project.write(test_mine=TESTS)
    result = project.run("--impl=right.py", *SOME)
    assert result.parseoutcomes()["passed"] == len(SUITE)


def test_with_a_path_it_runs_beside_those_tests(project):
    project.write(test_mine=TESTS)
    result = project.run("--impl=right.py", *SOME, "test_mine.py")
    assert result.parseoutcomes()["passed"] == len(SUITE) + 2


def test_a_projects_own_configuration_does_not_matter(project):
    project.pytester.makepyprojecttoml("""
        [tool.pytest.ini_options]
        testpaths = ["tests"]
        addopts = ["--strict-markers", "--strict-config", "--import-mode=importlib", "-rA"]
        filterwarnings = ["error"]
    """)
    project.pytester.mkdir("tests").joinpath("test_mine.py").write_text(TESTS, "utf-8")
    project.write(conftest="import pytest\n@pytest.fixture(autouse=True)\ndef noise(): 1 / 0\n")
    result = project.run("--impl=right.py", *SOME)
    result.stdout.fnmatch_lines("PASSED toolwire::acp-v2/null-clears[[]right.py]")
    assert result.parseoutcomes()["passed"] == len(SUITE)
    assert result.ret == 0


def test_without_the_option_the_plugin_is_silent(project):
    project.write(test_mine=TESTS)
    result = project.run()
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("*toolwire [0-9]*")
    result.stdout.no_fnmatch_line("*= toolwire =*")


@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_candidate_of_the_configuration_is_run_beside_the_tests(project, arguments):
    """Nobody's tests are left out because of a line in a file."""
    project.write(test_mine=TESTS)
    project.pytester.makeini("[pytest]\nimpl = right.py\n")
    result = project.run_apart(*SOME, *arguments)
    assert result.parseoutcomes()["passed"] == len(SUITE) + 2


def test_a_candidate_of_the_configurations_addopts_too(project):
    project.write(test_mine=TESTS)
    project.pytester.makeini("[pytest]\naddopts = --impl=right.py\n")
    assert project.run(*SOME).parseoutcomes()["passed"] == len(SUITE) + 2


def test_an_item_beside_a_path(project):
    project.write(test_mine=TESTS)
    item = "toolwire::acp-v2/null-clears[right.py]"
    result = project.run("--impl=right.py", "--impl-examples=0", item, "test_mine.py::test_zebra")
    result.assert_outcomes(passed=2)


def test_a_failing_test_of_the_users_fails_the_run(project):
    project.write(test_mine="def test_zebra(): raise AssertionError")
    result = project.run("--impl=right.py", *SOME, "test_mine.py")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["passed"] == len(SUITE)
