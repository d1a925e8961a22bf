"""A mistake in the options of `toolwire nightly` is told before anything runs."""

import pytest


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
        (["--impl=cmd:true", "--engine=atheris"], "--engine: the engine atheris cannot"),
        (["--impl=small.py", "--report=mine"], "--report: mine is neither empty nor"),
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
    assert sorted(each.name for each in tmp_path.iterdir()) == before
    assert (tmp_path / "mine/nightly.md").read_text() == "my own"


def test_what_an_earlier_night_wrote_is_taken_away_and_nothing_else(toolwire, small, tmp_path):
    small(tmp_path)
    (tmp_path / "broken.py").write_text("0 / 0\n")
    assert toolwire("nightly", "--impl=small.py", "--runs=32", "--report=out").returncode == 0
    assert (tmp_path / "out/fuzz/fuzz.html").is_file()
    (tmp_path / "out/notes.txt").write_text("my own")
    assert toolwire("nightly", "--impl=broken.py", "--runs=32", "--report=out").returncode == 2
    assert not (tmp_path / "out/fuzz").exists()
    assert not (tmp_path / "out/suite/report.html").exists()
    assert (tmp_path / "out/notes.txt").read_text() == "my own"
