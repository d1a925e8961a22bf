"""Of a state only regular files are used, and nothing is lost that lies there without a word."""

import os
from pathlib import Path

import pytest

from toolwire.conformance.storage import load
from toolwire.fuzz.state import State, StateError

LOSES_NULL = """if value.get("title", 0) is None: del value["title"]"""


@pytest.fixture
def run(fuzz):
    """Return a function that fuzzes a little; it gives the run."""

    def start(*options):
        return fuzz("--impl=wrong.py", "--runs=40", "--engine=novelty", "--state=state", *options)

    return start


def link(path):
    path.symlink_to(path.absolute().parents[1] / "precious")


def dangling(path):
    path.symlink_to(path.absolute().parents[1] / "nothing")


ODD = [link, dangling, os.mkfifo, Path.mkdir]


@pytest.fixture(params=ODD, ids=["link", "dangling", "pipe", "folder"])
def odd(request):
    return request.param


@pytest.mark.parametrize("name", ["journal.jsonl", "lock", "fuzz.html", "job-0.json"])
def test_what_is_no_file_is_refused_before_anything_is_written(name, odd, tmp_path):
    (tmp_path / "precious").write_text("mine")
    State(tmp_path / "state").close()
    path = tmp_path / "state" / name
    path.unlink(missing_ok=True)
    odd(path)
    with pytest.raises(StateError, match=f"{name} is no regular file, as all of a state must be"):
        State(tmp_path / "state")
    assert (tmp_path / "precious").read_text() == "mine"
    assert not (tmp_path / "nothing").exists()


def test_a_pipe_for_a_journal_is_a_mistake(run, wrong, tmp_path):
    wrong()
    State(tmp_path / "state").close()
    (tmp_path / "state" / "journal.jsonl").unlink()
    os.mkfifo(tmp_path / "state" / "journal.jsonl")
    result = run()
    assert result.returncode == 2
    assert "--state: state/journal.jsonl is no regular file" in result.stderr
    assert not list((tmp_path / "state" / "corpus").iterdir())


def test_a_folder_of_a_state_is_no_link(run, wrong, tmp_path):
    wrong()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".x.y").write_text("mine")
    State(tmp_path / "state").close()
    (tmp_path / "state" / "corpus").rmdir()
    (tmp_path / "state" / "corpus").symlink_to(tmp_path / "mine")
    result = run()
    assert result.returncode == 2
    assert "state/corpus is a link, where a folder must be" in result.stderr
    assert [each.name for each in (tmp_path / "mine").iterdir()] == [".x.y"]


def test_among_seeds_and_failures_it_is_passed_over_and_said(odd, run, wrong, report, tmp_path):
    wrong("pass")
    (tmp_path / "precious").write_text("mine")
    State(tmp_path / "state").close()
    odd(tmp_path / "state" / "corpus" / ("0" * 40))
    odd(tmp_path / "state" / "failures" / "x.json")
    result = run()
    assert result.returncode == 0, result.stdout + result.stderr
    seeds = f"no seed, and left out of its corpus: 1 file (state/corpus/{'0' * 40})"
    failures = (
        "it holds no failure, and is left as it is: state/failures/x.json: it is no regular file"
    )
    assert {seeds, failures} <= set(result.stdout.splitlines())
    assert report()["damage"] == [seeds, failures]
    page = (tmp_path / "state" / "fuzz.html").read_text()
    assert seeds in page
    assert failures in page


@pytest.mark.parametrize("name", ["0" * 40, "garbage"])
def test_a_damaged_seed_is_said(name, run, wrong, report, tmp_path):
    wrong("pass")
    State(tmp_path / "state").close()
    (tmp_path / "state" / "corpus" / name).write_text("garbage")
    assert f"its corpus: 1 file (state/corpus/{name})" in run().stdout
    assert len(report()["damage"]) == 1


def test_a_damaged_failure_is_not_written_over(fuzz, run, wrong, tmp_path):
    wrong(LOSES_NULL)
    options = ("--impl=wrong.py", "--runs=600", "--engine=novelty", "--state=state")
    fuzz(*options)
    [path] = (tmp_path / "state" / "failures").iterdir()
    path.write_text("garbage")
    (tmp_path / "state" / "journal.jsonl").write_text("garbage\n")
    result = fuzz(*options)
    assert "state state: of earlier runs, of which its journal does not tell" in result.stdout
    assert path.read_text() == "garbage"
    other = path.with_name(f"{path.stem}-2.json")
    assert load(other).requirement.id == "acp-v2/null-clears"


def test_a_folder_that_is_taken_away_is_an_error(run, wrong, tmp_path):
    wrong('import shutil; shutil.rmtree("state", ignore_errors=True)')
    result = run()
    assert result.returncode == 1
    assert "Error: state was taken away during the run, and what it held is lost" in result.stderr
    assert not (tmp_path / "state").exists()


def test_a_journal_that_becomes_a_link_is_an_error(run, wrong, tmp_path):
    (tmp_path / "precious").write_text("mine")
    wrong(
        'import os; path = "state/journal.jsonl"\n'
        '    if not os.path.islink(path): os.unlink(path); os.symlink("../precious", path)'
    )
    result = run()
    assert result.returncode == 1
    assert "Error: state/journal.jsonl was taken away during the run" in result.stderr
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_state_of_another_candidate_is_refused(run, fuzz, wrong, program, tmp_path):
    wrong("pass")
    assert run().returncode == 0
    (tmp_path / "other.py").write_text((tmp_path / "wrong.py").read_text())
    moved = fuzz("--impl=other.py", "--runs=1", "--engine=novelty", "--state=state")
    assert moved.returncode == 0, "an adapter may be moved: it is the same library"
    (tmp_path / "other.py").write_text(
        (tmp_path / "wrong.py")
        .read_text()
        .replace('NAME, VERSION = "wrong"', 'NAME, VERSION = "x"')
    )
    assert fuzz("--impl=wrong.py", "--runs=1", "--state=state").returncode == 0
    journal = (tmp_path / "state" / "journal.jsonl").read_bytes()
    result = fuzz("--impl=other.py", "--runs=1", "--state=state")
    assert result.returncode == 2
    said = "--state: state is that of wrong.py (wrong): name a folder for other.py (x)"
    assert said in " ".join(result.stderr.split())
    assert (tmp_path / "state" / "journal.jsonl").read_bytes() == journal


def test_what_is_not_supported_any_more_is_not_fixed(fuzz, wrong, toolwire, tmp_path):
    wrong(LOSES_NULL)
    options = ("--impl=wrong.py", "--engine=novelty", "--state=state")
    fuzz(*options, "--runs=600")
    [path] = (tmp_path / "state" / "failures").iterdir()
    wrong('raise NotImplementedError("gone")')
    result = fuzz(*options, "--runs=1")
    assert f"LACKING  acp-v2/null-clears  state/failures/{path.name}" in result.stdout
    assert "0 failed, 1 lacking in" in result.stdout.splitlines()[-1]
    assert path.exists()
    replay = toolwire("replay", str(path), "--impl=wrong.py")
    assert (replay.returncode, replay.stdout[:7]) == (1, "CHANGED")
