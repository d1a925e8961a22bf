"""`--impl-baseline-update` writes what a person gives reasons to, and keeps what they wrote."""

import pytest

from .test_baseline import FEW, KEPT, KIND, NULL, QUICK, read, run, write

UPDATE = "--impl-baseline-update"


def test_a_new_file_is_sorted_and_asks_for_reasons(project):
    result = run(project, UPDATE)
    assert result.ret == 0
    assert result.parseoutcomes()["known"] == 2
    known = read(project)
    assert [(each["requirement"], each["kind"]) for each in known] == [
        (NULL, "null became absent"),
        (KEPT, "lost"),
    ]
    for each in known:
        assert each["reason"] == ""
        assert each["sites"] == sorted(each["sites"])
        assert list(each) == ["requirement", "kind", "reason", "sites"]
    result.stdout.fnmatch_lines(
        [
            "toolwire baseline: base.json: 0 entries, 0 known failures",
            "base.json: 3 added, 0 taken out; now 2 entries, 3 known failures",
            'base.json: 2 entries have no reason yet: fill in "reason" '
            f"({NULL} 'null became absent', and so on)",
        ]
    )
    again = run(project, UPDATE)
    again.stdout.fnmatch_lines("base.json: unchanged, 2 entries, 3 known failures")
    assert read(project) == known
    assert run(project).ret == 0


def test_what_a_person_wrote_is_kept(project):
    run(project, UPDATE)
    mine = {"reason": "näher erklärt ✓", "expires": "9999-12-31"}
    known = [{**each, **mine} for each in read(project)]
    split = [{**known[0], "sites": [site], "reason": site} for site in known[0]["sites"]]
    write(project, *known[1:], *split, toolwire="0.0.1")
    assert run(project, UPDATE).ret == 0
    assert read(project) == sorted(
        [*split, *known[1:]], key=lambda each: (each["requirement"], each["sites"])
    )
    assert "näher erklärt ✓" in (project.path / "base.json").read_text("utf-8")
    assert '"toolwire": "0.0.1"' not in (project.path / "base.json").read_text("utf-8")


def test_a_new_failure_has_an_entry_of_its_own_without_a_reason(project):
    run(project, UPDATE)
    null, kept = read(project)
    kind = [site for site in null["sites"] if site == "ToolCallUpdate.kind"]
    other = [site for site in null["sites"] if site not in kind]
    write(project, {**null, "sites": other, "reason": "old"}, {**kept, "reason": "old"})
    run(project, UPDATE).stdout.fnmatch_lines("base.json: 1 added, 0 taken out; now 3 *")
    assert [(each["sites"], each["reason"]) for each in read(project)] == [
        (other, "old"),
        (kind, ""),
        (kept["sites"], "old"),
    ]


def test_what_is_fixed_is_taken_out(project):
    run(project, UPDATE)
    null, kept = read(project)
    write(project, null, kept, {**KIND, "kind": "lost"}, {**null, "kind": "refused"})
    run(project, UPDATE).stdout.fnmatch_lines("base.json: 0 added, 3 taken out; now 2 *")
    assert read(project) == [null, kept]


def test_what_fails_otherwise_is_replaced(project):
    run(project, UPDATE)
    known = read(project)
    write(project, *({**each, "kind": "refused", "reason": "old"} for each in known))
    run(project, UPDATE)
    assert read(project) == known


def test_a_filtered_run_takes_nothing_out_that_it_did_not_run(project):
    run(project, UPDATE)
    known = read(project)
    stale = {**KIND, "requirement": "acp-v2/names-are-exact"}
    unknown = {**KIND, "requirement": "acp-v2/no-such-thing"}
    write(project, *known, stale, unknown)
    item = f"toolwire::{KEPT}[forgetful.py]"
    options = ("--impl=forgetful.py", *QUICK, "--impl-baseline=base.json", UPDATE)
    result = project.run(*options, item)
    assert result.ret == pytest.ExitCode.TESTS_FAILED  # of the unknown one
    in_order = sorted([*known, stale, unknown], key=lambda each: each["requirement"])
    assert read(project) == in_order
    project.run(*options, "--deselect=toolwire::acp-v2/names-are-exact[forgetful.py]")
    assert [each for each in read(project) if each in in_order] == in_order


def test_a_run_without_failures_writes_a_file_without_entries(project):
    options = ("--impl=right.py", *QUICK, "-k", "null-clears", "--impl-baseline=base.json", UPDATE)
    assert project.run(*options).ret == 0
    assert read(project) == []


def test_what_has_expired_is_for_a_person_to_decide(project):
    run(project, UPDATE)
    known = [{**each, "expires": "2020-01-01", "reason": "old"} for each in read(project)]
    write(project, *known)
    result = run(project, UPDATE)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert read(project) == known


def test_what_is_flaky_stays(project):
    flaky = {**KIND, "kind": "accepted", "flaky": True}
    write(project, flaky)
    run(project, UPDATE)
    assert flaky in read(project)


def test_what_only_a_draw_found_is_flaky(project):
    project.write(lottery=(project.path / "lottery.py").read_text().replace("% 4", "% 11"))
    options = ("--impl=lottery.py", "--impl-profile=acp-v2", "--impl-examples=40")
    item = "toolwire::acp-v2/null-clears[lottery.py]"
    file = "--impl-baseline=base.json"
    result = project.run(*options, file, UPDATE, "--impl-report=out", item)
    assert result.ret == 0
    failures = project.results()[NULL]["failures"]
    drawn = {each["site"] for each in failures if each["source"] == "drawn"}
    assert drawn
    assert {
        site for each in read(project) if each.get("flaky", False) for site in each["sites"]
    } == drawn
    # The same seed finds the same; a run that draws nothing calls nothing fixed.
    assert project.run(*options, file, item).ret == 0
    assert project.run(*options, "--impl-examples=0", file, item).ret == 0


BREAKS_OFF = """
def pytest_runtest_logreport(report):
    if report.when == "teardown":
        raise KeyboardInterrupt
"""


def test_a_run_that_was_broken_off_changes_nothing(project):
    run(project, UPDATE)
    before = (project.path / "base.json").read_bytes()
    project.write(conftest=BREAKS_OFF)
    project.write(forgetful="from right import *")
    result = project.run_apart(*FEW, "--impl-baseline=base.json", UPDATE)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert (project.path / "base.json").read_bytes() == before


BLOCKS = """
import pathlib

def pytest_runtest_teardown():
    pathlib.Path("gone").write_text("a file where a folder should be")
"""


def test_a_file_that_cannot_be_written_fails_the_run(project):
    project.write(conftest=BLOCKS)
    result = project.run(*FEW, "--impl-baseline=gone/base.json", UPDATE)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines("gone/base.json could not be written: *")


def test_it_needs_a_file(project):
    result = project.run(*FEW, UPDATE)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        "ERROR: --impl-baseline-update: which file? It needs --impl-baseline=FILE as well"
    )
