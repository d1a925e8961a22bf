"""Candidates that the user's `pyproject.toml` names, in a run and in a replay of it."""

import re
import sys

import pytest

from toolwire.reference import PROFILES

RULE = "acp-v2/null-clears"


def write(project, table, more=""):
    text = f"[tool.toolwire.candidates.mine]\n{table}\n{more}\n"
    (project.path / "pyproject.toml").write_text(text)


def run(project, *options):
    return project.run("--impl=mine", "--impl-examples=0", f"toolwire::{RULE}[mine]", *options)


def test_a_name_from_a_folder_below(project, monkeypatch):
    write(project, 'module = "right.py"')
    (project.path / "below").mkdir()
    monkeypatch.chdir(project.path / "below")
    result = run(project)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(f"toolwire *: mine is right 1.0; profiles {', '.join(PROFILES)}; *")


def test_its_profiles(project):
    write(project, 'module = "right"\nprofiles = ["acp-v2"]')
    run(project).stdout.fnmatch_lines("toolwire *: mine is right 1.0; profiles acp-v2; *")
    other = project.run("--impl=mine", "--impl-profile=acp-v1", "--collect-only")
    other.stdout.fnmatch_lines("toolwire *: mine is right 1.0; profiles acp-v1; *")


def test_its_profiles_go_before_the_ini_files(project):
    pytest_table = '[tool.pytest.ini_options]\nimpl_profile = ["acp-v1"]'
    write(project, 'module = "right"\nprofiles = ["acp-v2"]', pytest_table)
    run(project).assert_outcomes(passed=1)


def test_a_profile_that_there_is_not(project):
    write(project, 'module = "right"\nprofiles = ["acp-v2", "acp-v3"]')
    result = run(project)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [line for line in result.errlines if line] == [
        f"ERROR: --impl: {project.path / 'pyproject.toml'}: tool.toolwire.candidates.mine."
        f"profiles: there is no profile 'acp-v3'; there are {', '.join(PROFILES)}"
    ]


def test_a_mistake_in_the_table(project):
    write(project, 'modul = "right"')
    result = run(project)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        "ERROR: --impl: */pyproject.toml: tool.toolwire.candidates.mine.modul: there is no such *"
    )


SLOW = "import time\nfrom forgetful import *\nread = decode\n" + (
    "def decode(profile, type, text):\n    time.sleep(0.6)\n    return read(profile, type, text)\n"
)


def test_a_replay_reads_the_table_and_what_was_given(project):
    pytest_table = "[tool.pytest.ini_options]\nimpl_timeout = 3\nimpl_memory = 900"
    more = pytest_table if sys.platform == "linux" else ""
    write(project, 'module = "forgetful"\nprofiles = ["acp-v2"]\ntimeout = 0.5', more)
    result = run(project)
    result.assert_outcomes(failed=1)
    command, *_ = re.findall(r"^     replay +(.*)$", result.stdout.str(), re.MULTILINE)
    ends = " --impl=mine --impl-memory=900" if more else " --impl=mine"
    assert command.endswith(ends)
    again = project.shell(command)
    assert again.ret == 1
    again.stdout.fnmatch_lines(f"FAILED   {RULE} *")
    # The table's timeout holds, and not the ini file's.
    project.write(slow=SLOW)
    write(project, 'module = "slow"\nprofiles = ["acp-v2"]\ntimeout = 0.5', more)
    slow = project.shell(command)
    slow.stdout.fnmatch_lines(["CHANGED *", "*gave no answer within 0.5 s"])
    (project.path / "pyproject.toml").write_text("[tool")
    broken = project.shell(command)
    assert broken.ret == 2
    broken.stderr.fnmatch_lines("Error: --impl: */pyproject.toml is not TOML: *")


def test_one_program_and_one_module_in_a_run(project):
    program = "from toolwire.conformance.cli import main\nmain(['reference'])"
    project.write(program=program)
    table = f'command = ["{sys.executable}", "program.py"]'
    write(project, table, '[tool.toolwire.candidates.other]\nmodule = "forgetful"')
    result = run(project, "--impl=other", f"toolwire::{RULE}[other]")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(f"FAILED toolwire::{RULE}[[]other]*")


def test_a_worker_of_xdist_reads_it_too(project):
    write(project, 'module = "right"\nprofiles = ["acp-v2"]\ncwd = "."')
    item = f"toolwire::{RULE}[mine]"
    result = project.run_apart("--impl=mine", "--impl-examples=0", "-n", "2", item)
    result.assert_outcomes(passed=1)
