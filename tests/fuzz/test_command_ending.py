"""What the end of a run shows: the new in full, what is there already in a line, the known not."""

import re

import pytest

ECHO = """
import json

NAME, VERSION = "echo", "1"
PROFILES = {"acp-v2": ["ToolCallUpdate"]}

def decode(profile, type, text):
    return json.dumps(json.loads(text))
"""
"""A candidate that reads nothing of what it gets, and so gets very much wrong."""


@pytest.fixture
def echo(fuzz, tmp_path):
    """Return a function that fuzzes it."""
    (tmp_path / "echo.py").write_text(ECHO, "utf-8")
    options = ("--impl=echo.py", "--engine=novelty", "--state=state")
    return lambda *more: fuzz(*options, *more)


def lines(pattern, done):
    return re.findall(f"^{pattern}.*", done.stdout, re.MULTILINE)


def test_of_many_failures_some_are_shown_and_each_is_named(echo, report):
    done = echo("--runs=500")
    assert done.returncode == 1, done.stdout + done.stderr
    found = report()["failures"]
    failed = [each for each in found if each["outcome"] == "failed"]
    titles = lines("_+ ", done)
    assert len(lines(r"  \d+\. ", done)) == 8
    assert len(titles) == min(8, len({each["requirement"] for each in failed}))
    assert len(lines(r"and \d+ more ways? \(all in state/fuzz.html\)", done)) == 1
    assert "--impl-report" not in done.stdout
    assert len(lines("FAILED ", done)) == len(failed)
    assert f"{len(failed)} failed in" in done.stdout.splitlines()[-1]

    again = echo("--runs=1")
    assert again.returncode == 1
    assert f"of earlier runs: {len(failed)} failures as before" in again.stdout
    assert f"({len(report()['failures']) - len(found)} new)" in again.stdout.splitlines()[-1]
    new = again.stdout.partition("of this run:")[2]
    earlier = set(lines("FAILED ", again)) - set(re.findall("^FAILED .*", new, re.MULTILINE))
    assert len(earlier) == len(failed)

    updated = echo("--runs=1", "--baseline=known.json", "--baseline-update")
    assert updated.returncode == 0, updated.stdout + updated.stderr
    known = echo("--runs=1", "--baseline=known.json")
    assert known.returncode == 0, known.stdout + known.stderr
    assert re.search(r"of earlier runs: (\d+) failures as before, \1 of them known", known.stdout)
    assert "FAILED" not in known.stdout + known.stderr
    assert len(known.stdout.splitlines()) < 15
