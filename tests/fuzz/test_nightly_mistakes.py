"""A mistake in the options of `toolwire nightly` is told before anything runs."""

import os
import sys
from pathlib import Path

import pytest

PROGRAM = f"cmd:{Path(sys.executable).with_name('toolwire')} reference"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--impl=nowhere.py"], "--impl: there is no file 'nowhere.py'"),
        (["--impl=cmd:no-such-program"], "--impl: the candidate 'cmd:no-such-program' cannot"),
        (["--impl=small.py", "--minutes=1", "--runs=1"], "--minutes and --runs: one of them"),
        (["--impl=small.py", "--baseline=none.toml"], "--baseline: none.toml"),
        (["--impl=small.py", "--corpus=none.jsonl"], "--corpus: none.jsonl"),
        (["--impl=small.py", "--impl-timeout=never"], "--impl-timeout: "),
        (["--impl=small.py", "--profile=acp-v9"], "--profile"),
        (["--impl=small.py", "--minutes=0"], "--minutes"),
        ([f"--impl={PROGRAM}", "--engine=atheris"], "--engine: the engine atheris cannot"),
        (["--impl=smal"], "--impl: there is no candidate 'smal'"),
        (["--impl=cmd:true"], "exited with code 0 before it answered hello"),
        (["--impl=small.py", "--profile=acp-v2"], "does not have the profile acp-v2"),
        (["--impl=small.py", "--state=mine"], "--state: mine is neither empty nor the state"),
        (["--impl=small.py", "--state=small.py/x"], "--state: cannot write to small.py/x"),
        (["--impl=small.py", "--report=mine"], "--report: mine is neither empty nor"),
        (["--impl=small.py", "--report="], "--report"),
        ([], "--impl"),
    ],
)
def test_a_mistake_is_told_in_a_line(arguments, said, toolwire, small, tmp_path):
    small(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/nightly.md").write_text("my own")
    before = sorted(each.name for each in tmp_path.iterdir())
    done = toolwire("nightly", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    there = {each.name for each in tmp_path.iterdir()} - {"__pycache__"}  # of who imports it
    assert sorted(there) == before
    assert (tmp_path / "mine/nightly.md").read_text() == "my own"


@pytest.fixture
def after_a_night(toolwire, small, tmp_path):
    """Give the folder of a report that a night has written."""
    small(tmp_path)
    assert toolwire("nightly", "--impl=small.py", "--runs=32", "--report=out").returncode == 0
    return tmp_path / "out"


def test_what_an_earlier_night_wrote_is_taken_away_and_nothing_else(after_a_night, toolwire):
    (after_a_night / "fuzz/older.html").touch()
    (after_a_night / "notes.txt").write_text("my own")
    assert toolwire("nightly", "--impl=small.py", "--runs=32", "--report=out").returncode == 0
    assert (after_a_night / "fuzz/fuzz.html").is_file()
    assert not (after_a_night / "fuzz/older.html").exists()
    assert (after_a_night / "notes.txt").read_text() == "my own"


@pytest.mark.parametrize("mistake", ["--impl=smal", "--impl=broken.py", "--state=small.py"])
def test_a_mistake_leaves_the_report_of_the_night_before(
    mistake, after_a_night, toolwire, tmp_path
):
    (tmp_path / "broken.py").write_text("0 / 0\n")
    before = (after_a_night / "nightly.json").stat()
    done = toolwire("nightly", "--impl=small.py", "--runs=32", "--report=out", mistake)
    assert done.returncode == 2
    assert (after_a_night / "nightly.json").stat() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_state_that_may_not_be_written(toolwire, small, tmp_path):
    small(tmp_path)
    (tmp_path / "locked").mkdir(mode=0o500)
    done = toolwire("nightly", "--impl=small.py", "--runs=32", "--state=locked/state")
    assert done.returncode == 2
    assert "--state: cannot write to locked/state: Permission denied" in done.stderr
    assert not (tmp_path / ".toolwire").exists()
