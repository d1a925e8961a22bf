"""The pages of a real run."""

import json

import pytest

SOME = ("--impl-profile=acp-v2", "--impl-examples=2", "-k", "null or number or title")
CANDIDATES = ("--impl=right.py", "--impl=forgetful.py")
NAMES = ["badge.json", "report.html", "report.json", "report.md"]


def _read(project, folder):
    files = sorted((project.path / folder).iterdir())
    assert [each.name for each in files] == NAMES
    return [each.read_bytes() for each in files]


def test_a_seed_gives_the_same_pages_alone_spread_and_made_again(project):
    for folder in ("one", "again"):
        result = project.run(*CANDIDATES, *SOME, f"--impl-report={folder}")
        assert result.ret == pytest.ExitCode.TESTS_FAILED
    project.run_apart(*CANDIDATES, *SOME, "--impl-report=spread", "-n", "2")
    one = _read(project, "one")
    assert _read(project, "again") == _read(project, "spread") == one
    again = project.shell("toolwire report again")
    assert again.ret == 0
    assert _read(project, "again") == one
    assert b"forgetful.py" in one[1]


def test_the_replay_command_of_a_page_works(project):
    item = "toolwire::acp-v2/null-clears[forgetful.py]"
    project.run("--impl=forgetful.py", "--impl-examples=0", "--impl-report=out", item)
    page = (project.path / "out" / "report.md").read_text("utf-8")
    (command,) = (line for line in page.splitlines() if line.startswith("replay "))
    again = project.shell(command.removeprefix("replay"))
    assert again.ret == 1
    again.stdout.fnmatch_lines("FAILED   acp-v2/null-clears  *")


def test_the_summary_names_the_page(project):
    item = "toolwire::acp-v2/null-clears[right.py]"
    result = project.run("--impl=right.py", "--impl-examples=0", "--impl-report=out", item)
    result.stdout.fnmatch_lines(f"report: {project.path / 'out' / 'report.html'}")
    assert json.loads((project.path / "out" / "badge.json").read_text())["message"] == "1/1 MUST"


def test_a_run_without_a_report_needs_no_templates(project):
    project.write(probe="import sys\ndef test_it():\n    assert 'jinja2' not in sys.modules\n")
    item = "toolwire::acp-v2/null-clears[right.py]"
    result = project.run_apart("--impl=right.py", "--impl-examples=0", item, "probe.py")
    result.assert_outcomes(passed=2)
