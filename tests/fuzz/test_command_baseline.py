"""Known failures are counted, and not reported."""

import json

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
