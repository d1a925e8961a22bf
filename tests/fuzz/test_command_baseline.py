"""Known failures are counted, and not reported; and fuzzing adds what it finds to them."""

import json
import subprocess
import sys

import pytest

KNOWN = {
    "requirement": "acp-v2/null-clears",
    "kind": "null became absent",
    "reason": "not mended yet",
    "sites": ["ToolCallUpdate.title"],
}


@pytest.fixture
def baseline(tmp_path):
    def write(**changes):
        content = {"format": 1, "toolwire": "0.1.0", "known": [{**KNOWN, **changes}]}
        (tmp_path / "known.json").write_text(json.dumps(content), "utf-8")
        return "--baseline=known.json"

    return write


@pytest.fixture
def run(fuzz, wrong):
    def run(*arguments):
        target = wrong("""if value.get("title", 0) is None: del value["title"]""")
        return fuzz(
            f"--impl={target}", "--runs=600", "--engine=novelty", "--state=state", *arguments
        )

    return run


def test_what_is_known_does_not_fail_the_run(run, baseline, report, tmp_path):
    result = run(baseline())
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 failed, 1 known in" in result.stdout.splitlines()[-1]
    assert "null-clears" not in result.stdout
    [failure] = report()["failures"]
    assert (failure["outcome"], failure["failure"]["known"]) == ("known", "not mended yet")
    assert not list((tmp_path / "state" / "failures").iterdir())


@pytest.mark.parametrize(
    "changes",
    [{"expires": "2020-01-01"}, {"kind": "lost"}, {"sites": ["ToolCallUpdate.kind"]}],
    ids=["expired", "another kind", "another site"],
)
def test_what_is_not_known_does(run, baseline, changes):
    result = run(baseline(**changes))
    assert result.returncode == 1
    assert "1 failed in" in result.stdout.splitlines()[-1]


def test_a_failure_that_was_kept_may_become_known(run, baseline):
    assert run().returncode == 1
    result = run(baseline())
    assert result.returncode == 0, result.stdout
    assert "0 failed, 1 known in" in result.stdout.splitlines()[-1]


def test_the_baseline_of_a_table_holds(run, baseline, wrong, fuzz, tmp_path):
    baseline()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.toolwire.candidates.mine]\nmodule = "wrong.py"\nbaseline = "known.json"\n'
    )
    wrong("""if value.get("title", 0) is None: del value["title"]""")
    result = fuzz("--impl=mine", "--runs=600", "--engine=novelty")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 failed, 1 known in" in result.stdout.splitlines()[-1]
    assert (tmp_path / ".toolwire" / "fuzz" / "mine" / "fuzz.json").is_file()


WRONG_TWICE = """if value.get("title", 0) is None: del value["title"]
    if value.get("locations") and value.get("kind", 0) is None: del value["kind"]"""
"""Two faults: one that the suite finds, and one behind two conditions, which only fuzzing does."""


@pytest.fixture
def known(tmp_path):
    """Return a function that reads the entries of `known.json`."""

    def read():
        return json.loads((tmp_path / "known.json").read_text("utf-8"))["known"]

    return read


@pytest.fixture
def suite(tmp_path):
    """Return a function that runs the suite with `known.json` as a user does."""

    def run(*options):
        command = [sys.executable, "-m", "pytest", "--impl=wrong.py", "--impl-examples=0"]
        return subprocess.run(
            [*command, "--impl-baseline=known.json", *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def twice(fuzz, wrong):
    """Return a function that fuzzes a candidate with both faults."""
    target = wrong(WRONG_TWICE)
    options = ("--engine=novelty", "--state=state", "--baseline=known.json")
    return lambda *more: fuzz(f"--impl={target}", *options, *more)


def test_one_baseline_serves_the_suite_and_fuzzing(twice, suite, known, report):
    assert suite("--impl-baseline-update").returncode == 0
    [before] = known()
    assert "ToolCallUpdate.kind" not in before["sites"]

    failed = twice("--runs=5000")
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "1 failed, 1 known in" in failed.stdout.splitlines()[-1]
    assert "1 failure is not in known.json: --baseline-update adds it" in failed.stdout

    updated = twice("--runs=1", "--baseline-update")
    assert updated.returncode == 0, updated.stdout + updated.stderr
    assert "known.json: 1 added, 0 taken out; now 2 entries, 3 known failures" in updated.stdout
    assert 'known.json: 2 entries have no reason yet: fill in "reason"' in updated.stdout
    assert "0 failed, " in updated.stdout.splitlines()[-1]
    assert {each["outcome"] for each in report()["failures"]} == {"known"}
    [added] = [each for each in known() if each["sites"] == ["ToolCallUpdate.kind"]]
    assert (added["reason"], added["flaky"]) == ("", True)

    for done in (twice("--runs=300"), suite()):
        assert done.returncode == 0, done.stdout + done.stderr
    assert suite("--impl-baseline-update").returncode == 0
    assert added in known()  # the suite does not call it fixed


def test_an_update_keeps_what_is_there(run, baseline, known):
    other = {**KNOWN, "sites": ["ToolCallUpdate.kind"], "reason": "another library's"}
    baseline(**other)
    result = run("--baseline=known.json", "--baseline-update")
    assert result.returncode == 0, result.stdout + result.stderr
    assert {**other} in known()
    [added] = [each for each in known() if each != other]
    assert added == {**KNOWN, "reason": "", "flaky": True}


def test_an_update_leaves_what_has_expired_to_a_person(run, baseline, known):
    expired = baseline(expires="2020-01-01")
    before = known()
    result = run(expired, "--baseline-update")
    assert result.returncode == 1
    assert "1 failed in" in result.stdout.splitlines()[-1]
    assert known() == before


def test_of_several_files_the_last_is_updated(run, baseline, known, tmp_path):
    first = baseline(sites=["ToolCallUpdate.kind"])
    before = known()
    result = run(first, "--baseline=new.json", "--baseline-update")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "new.json: 1 added, 0 taken out; now 1 entry, 1 known failure" in result.stdout
    assert known() == before


def test_an_update_needs_a_file(run):
    result = run("--baseline-update")
    assert result.returncode == 2
    assert "--baseline-update: which file? It needs --baseline=FILE as well" in result.stderr


BLOCKS = """open("gone", "w").close()  # a file where a folder should be
    if value.get("title", 0) is None: del value["title"]"""


def test_a_baseline_that_cannot_be_written_leaves_the_failures(fuzz, wrong):
    options = ("--runs=600", "--engine=novelty", "--baseline=gone/known.json")
    result = fuzz(f"--impl={wrong(BLOCKS)}", *options, "--baseline-update")
    assert result.returncode == 1
    assert "Error: gone/known.json could not be written" in result.stderr
    assert "1 failed, 1 error in" in result.stdout.splitlines()[-1]
