"""`--impl-baseline`: what is known does not fail, and all that is not as the file says does."""

import json
from importlib.metadata import version
from importlib.resources import files
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance import requirements as requirements_module

NULL, KEPT = "acp-v2/null-clears", "acp-v2/values-are-kept"
QUICK = ("--impl-examples=0", "--impl-profile=acp-v2")
FEW = ("--impl=forgetful.py", *QUICK, "-k", "null-clears or values-are-kept")
KIND = {
    "requirement": NULL,
    "kind": "null became absent",
    "reason": "a kind cannot be cleared",
    "sites": ["ToolCallUpdate.kind"],
}


def write(project, *entries, name="base.json", **more):
    content = {"format": 1, "toolwire": version("toolwire"), "known": list(entries), **more}
    (project.path / name).write_text(json.dumps(content, indent=2), "utf-8")


def read(project, name="base.json"):
    """Read a baseline, which must be as its schema says."""
    content = json.loads((project.path / name).read_text("utf-8"))
    schema = json.loads(
        files("toolwire.conformance").joinpath("baseline.schema.json").read_text("utf-8")
    )
    Draft202012Validator(schema).validate(content)
    return content["known"]


def run(project, *arguments):
    return project.run(*FEW, "--impl-baseline=base.json", *arguments)


@pytest.fixture
def known(project):
    """What fails, as an update writes it."""
    assert run(project, "--impl-baseline-update").ret == 0
    return read(project)


def said(result):
    """Give the lines of the summary that are about baselines."""
    section = result.stdout.str().partition("= toolwire =")[2]
    return [line for line in section.splitlines() if "base" in line or "acp-v2/" in line]


def test_what_is_known_does_not_fail(project, known):
    write(project, *({**each, "reason": "long known"} for each in known))
    result = run(project, "--impl-report=out")
    assert result.ret == 0
    assert result.parseoutcomes()["known"] == 2
    assert not said(result)
    results = project.results()
    assert {name for name, each in results.items() if each["outcome"] == "known"} == {NULL, KEPT}
    for name in (NULL, KEPT):
        assert {each["known"] for each in results[name]["failures"]} == {"long known"}
    result.stdout.fnmatch_lines(
        ["toolwire baseline: base.json: * entries, * known failures", "* failed * known * warned *"]
    )


def test_nothing_is_stored_of_what_is_known(project, known):
    assert run(project, "--impl-report=out").ret == 0
    assert project.stored() == []
    assert {each["stored"] for each in project.results()[NULL]["failures"]} == {None}


def test_the_pages_of_a_report_tell_what_is_known_and_what_does_not_agree(project, known):
    write(project, *({**each, "reason": "long known"} for each in known))
    assert run(project, "--impl-report=out").ret == 0
    page = (project.path / "out" / "report.md").read_text("utf-8")
    assert "## ✓ Toolwire passed: " in page
    assert f"- `{NULL}`, `forgetful.py`: long known\n" in page
    assert "known: long known" in (project.path / "out" / "report.html").read_text("utf-8")
    assert project.report()["baseline"] == []
    write(project, *known, {**KIND, "kind": "lost"})
    assert run(project, "--impl-report=out").ret == pytest.ExitCode.TESTS_FAILED
    (said,) = project.report()["baseline"]
    assert said.startswith(f"{NULL}: does not fail: 'lost' at ToolCallUpdate.kind; remove it from")
    page = (project.path / "out" / "report.md").read_text("utf-8")
    assert "## ✗ Toolwire failed: no result of " in page


def test_without_a_baseline_there_is_no_column_for_it(project):
    project.run(*FEW).stdout.no_fnmatch_line("* known *")


def test_what_is_known_is_named_when_it_is_asked_for(project, known):
    write(project, *({**each, "reason": "long\nknown"} for each in known))
    run(project, "-rx").stdout.fnmatch_lines(f"known: {NULL}[[]forgetful.py]: long known")
    run(project, "-v").stdout.fnmatch_lines(f"toolwire::{NULL}[[]forgetful.py] KNOWN *long known*")


def without_kind(entries):
    """Leave one failure out, which is one of two that an entry has."""
    (whole,) = (each for each in entries if len(each["sites"]) == 2)
    rest = {**whole, "sites": [site for site in whole["sites"] if site != "ToolCallUpdate.kind"]}
    assert len(rest["sites"]) == 1
    return [rest if each == whole else each for each in entries]


def test_a_failure_that_is_not_there_fails_and_is_named(project, known):
    write(project, *without_kind(known))
    result = run(project, "--impl-report=out")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["known"]) == (1, 1)
    result.stdout.fnmatch_lines(
        [
            "forgetful 1.0 gets * inputs wrong, in one way that the baseline does not allow:",
            "  1. ToolCallUpdate.kind: null became absent*",
            "  known: 'null became absent' at NULL: *: no reason is given",
            f"{NULL}[[]forgetful.py]: not in the baseline: 'null became absent' at "
            "ToolCallUpdate.kind",
            f"FAILED toolwire::{NULL}[[]forgetful.py]*",
        ]
    )
    failures = project.results()[NULL]["failures"]
    assert {each["known"] for each in failures if each["site"] == "ToolCallUpdate.kind"} == {None}
    assert {each["known"] for each in failures if each["site"] != "ToolCallUpdate.kind"} == {""}
    assert len(project.stored()) == 1


@pytest.mark.parametrize(
    "invented",
    [
        {**KIND, "requirement": KEPT, "sites": ["ToolCallLocation.path"]},
        {**KIND, "kind": "lost"},
        {**KIND, "sites": ["ToolCallUpdate.name"]},
        {**KIND, "sites": ["ToolCallUpdate.no_such_member"]},
    ],
    ids=["requirement", "kind", "site", "no site"],
)
def test_an_entry_that_does_not_fail_fails_the_run(project, known, invented):
    write(project, *known, invented)
    result = run(project)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(
        f"{invented['requirement']}: does not fail: '{invented['kind']}' at "
        f"{invented['sites'][0]}; remove it from base.json, or run with --impl-baseline-update"
    )


def test_one_site_of_an_entry_that_is_fixed(project, known):
    (stored,) = (site for each in known for site in each["sites"] if site.startswith("NULL"))
    code = (project.path / "forgetful.py").read_text()
    project.write(forgetful=code.replace("is None:", 'is None and "c1" in text:'))
    result = run(project)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["known"] == 2
    result.stdout.fnmatch_lines(
        f"{NULL}: does not fail: 'null became absent' at ToolCallUpdate.kind; remove it from *"
    )
    assert run(project, "--impl-baseline-update").ret == 0
    assert {site for each in read(project) for site in each["sites"]} >= {stored}
    assert read(project) == without_kind(known)


def test_what_fails_otherwise_is_shown_with_what_was_known(project, known):
    other = {**KIND, "kind": "came from nowhere"}
    write(project, *without_kind(known), other)
    result = run(project)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        f"{NULL}[[]forgetful.py]: fails otherwise: 'null became absent' at ToolCallUpdate.kind; "
        "known is 'came from nowhere'"
    )


@pytest.mark.parametrize(("expires", "passes"), [("2020-02-29", False), ("9999-12-31", True)])
def test_an_entry_is_known_until_it_expires(project, known, expires, passes):
    write(project, *({**each, "expires": expires, "reason": "for now"} for each in known))
    result = run(project)
    if passes:
        assert result.ret == 0
        return
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["failed"] == 2
    result.stdout.fnmatch_lines(
        [
            "  expired on 2020-02-29: 'null became absent' at ToolCallUpdate.kind, *: for now",
            f"{NULL}[[]forgetful.py]: expired on 2020-02-29: 'null became absent' at *",
        ]
    )


def test_a_requirement_that_there_is_not(project, known):
    write(project, *known, {**KIND, "requirement": "acp-v2/null-clear"})
    result = run(project)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(
        f"base.json: there is no requirement 'acp-v2/null-clear'; near it: {NULL}*"
    )


def test_a_requirement_that_was_renamed_is_found(project, known, monkeypatch):
    names = {"acp-v2/first-name": "acp-v2/second-name", "acp-v2/second-name": NULL}
    monkeypatch.setattr(requirements_module, "RENAMED", names)
    renamed = [
        {**each, "requirement": "acp-v2/first-name"} if each["requirement"] == NULL else each
        for each in known
    ]
    write(project, *renamed)
    assert run(project).ret == 0
    assert run(project, "--impl-baseline-update").ret == 0
    assert read(project) == known


def test_what_was_not_run_is_left_alone(project, known):
    others = [
        {**KIND, "requirement": "acp-v2/names-are-exact"},  # deselected
        {**KIND, "requirement": "acp-v1/names-are-exact"},  # of another profile
        {**KIND, "candidate": "other.py", "kind": "lost"},
        {**KIND, "kind": "accepted", "expires": "9999-01-01", "flaky": True},
    ]
    write(project, *known, *others)
    assert run(project).ret == 0


REFUSES_ALL = "def decode(profile, type, text):\n    raise ValueError('no')\n"
MISSING = "acp-v2/required-member-missing-is-refused"


@pytest.mark.parametrize("update", [(), ("--impl-baseline-update",)], ids=["as it is", "update"])
def test_what_was_not_exercised_is_not_fixed(project, update):
    project.write(refuses=REFUSES_ALL, no_fold="from right import decode")
    blocked = {**KIND, "requirement": MISSING}
    write(project, blocked)
    item = f"toolwire::{MISSING}[refuses]"
    file = "--impl-baseline=base.json"
    result = project.run("--impl=refuses", *QUICK, file, "-rs", item, *update)
    result.stdout.fnmatch_lines("*not exercised: blocked by*")
    assert "does not fail" not in result.stdout.str()
    assert read(project) == [blocked]

    lacking = {**KIND, "requirement": "acp-v2/fold-null-clears"}
    write(project, lacking)
    item = "toolwire::acp-v2/fold-null-clears[no_fold]"
    result = project.run("--impl=no_fold", *QUICK, file, item, *update)
    result.assert_outcomes(skipped=1)
    assert "does not fail" not in result.stdout.str()
    assert read(project) == [lacking]


def test_a_site_that_was_blocked_is_not_fixed(project):
    project.write(
        blocked="import right\nfrom right import VERSION, fold\n"
        "def decode(profile, type, text):\n"
        "    if '\"path\"' in str(text):\n        raise ValueError('no path')\n"
        "    return right.decode(profile, type, text)\n"
    )
    item = f"toolwire::{MISSING}[blocked]"
    entries = [
        {**KIND, "requirement": MISSING, "kind": "accepted", "sites": [site]}
        for site in ("ToolCallLocation.path", "ToolCallUpdate.toolCallId")
    ]
    write(project, *entries)
    options = ("--impl=blocked", *QUICK, "--impl-baseline=base.json", item)
    result = project.run(*options)
    assert [line.partition("; ")[0] for line in said(result) if "does not" in line] == [
        f"{MISSING}: does not fail: 'accepted' at ToolCallUpdate.toolCallId"
    ]
    project.run(*options, "--impl-baseline-update")
    assert read(project) == entries[:1]


def test_what_is_flaky_may_fail_or_not(project, known):
    flaky = {**KIND, "kind": "accepted", "flaky": True}
    write(project, *({**each, "flaky": True, "reason": "at times"} for each in known), flaky)
    result = run(project)
    assert result.ret == 0
    assert result.parseoutcomes()["known"] == 2
    assert said(result) == [
        f"base.json: flaky, and did not fail this time: {NULL}: 'accepted' at ToolCallUpdate.kind"
    ]


def test_a_missing_reason_is_told_and_does_not_fail(project, known):
    result = run(project)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        f'base.json: {len(known)} entries have no reason yet: fill in "reason" ({NULL} *'
    )


def test_another_version_of_the_suite_is_named_when_something_is_wrong(project, known):
    line = f"base.json is of toolwire 0.0.1, and this is {version('toolwire')}, which *"
    write(project, *known, toolwire="0.0.1")
    run(project).stdout.no_fnmatch_line(line)
    write(project, *known[1:], toolwire="0.0.1")
    run(project).stdout.fnmatch_lines(line)


BIG = """
import re
import right
from right import VERSION, fold

def decode(profile, type, text):
    if re.search("[0-9]{9}", text):
        raise ValueError("no number is so big")
    return right.decode(profile, type, text)
"""
WIDTH = "acp-v2/number-outside-its-width"


def test_a_warning_can_be_known_too_and_is_not_added(project):
    project.write(big=BIG)
    options = ("--impl=big.py", *QUICK, "--impl-baseline=base.json", f"toolwire::{WIDTH}[big.py]")
    assert project.run(*options, "--impl-baseline-update").parseoutcomes() == {"warned": 1}
    assert read(project) == []
    project.run(*options, "--impl-baseline-update", "--impl-level=should")
    assert {each["requirement"] for each in read(project)} == {WIDTH}
    assert project.run(*options).parseoutcomes() == {"known": 1}
    assert project.run(*options, "--impl-level=should").ret == 0
    write(project, *({**each, "expires": "2020-01-01"} for each in read(project)))
    assert project.run(*options).ret == pytest.ExitCode.TESTS_FAILED


class TestWithPytestsOwnOptions:
    def test_the_first_failure_ends_the_run_and_what_is_known_does_not(self, project, known):
        result = run(project, "-x")
        assert result.ret == 0
        assert result.parseoutcomes()["known"] == 2

    def test_what_is_known_is_not_among_those_that_failed_last(self, project, known):
        write(project, *(each for each in known if each["requirement"] != KEPT))
        run(project)
        again = project.run("--impl=forgetful.py", *QUICK, "--impl-baseline=base.json", "--lf")
        assert {name for name in again.parseoutcomes() if name != "deselected"} == {"failed"}
        assert again.parseoutcomes()["failed"] == 1

    def test_by_level(self, project, known):
        result = run(project, "-m", "must")
        assert (result.ret, result.parseoutcomes()["known"]) == (0, 2)
        assert run(project, "-m", "should").ret == pytest.ExitCode.NO_TESTS_COLLECTED

    def test_collecting_reads_it_and_changes_nothing(self, project, known):
        write(project, *known[1:])
        before = (project.path / "base.json").read_bytes()
        result = run(project, "--collect-only", "--impl-baseline-update")
        assert result.ret == 0
        assert (project.path / "base.json").read_bytes() == before

    def test_runxfail_changes_nothing(self, project, known):
        assert run(project, "--runxfail").parseoutcomes()["known"] == 2

    def test_junit(self, project, known):
        write(project, *({**each, "reason": "long known"} for each in known))
        run(project, "--junitxml=junit.xml")
        root = ElementTree.parse(project.path / "junit.xml").getroot()
        (case,) = (each for each in root.iter("testcase") if each.get("name").startswith(NULL))
        skipped = case.find("skipped")
        assert (skipped.get("type"), skipped.get("message")) == (
            "pytest.xfail",
            "known: long known",
        )
        properties = {each.get("name"): each.get("value") for each in case.iter("property")}
        assert properties == {
            "requirement": NULL,
            "level": "must",
            "profile": "acp-v2",
            "outcome": "known",
        }

    def test_spread_over_processes(self, project, known):
        write(project, *known[1:], {**KIND, "requirement": "acp-v2/null-clear"})
        alone = run(project, "--impl-report=one")
        options = ("--impl-baseline=base.json", "--impl-report=two", "-n", "2")
        spread = project.run_apart(*FEW, *options)
        assert alone.ret == spread.ret == pytest.ExitCode.TESTS_FAILED
        assert [each for each in said(spread) if "report:" not in each] == said(alone)
        one, two = ((project.path / name / "report.json").read_bytes() for name in ("one", "two"))
        assert one == two

    def test_it_is_updated_from_several_processes(self, project, known):
        before = (project.path / "base.json").read_bytes()
        (project.path / "base.json").unlink()
        options = ("--impl-baseline=base.json", "--impl-baseline-update", "-n", "2")
        assert project.run_apart(*FEW, *options).ret == 0
        assert (project.path / "base.json").read_bytes() == before
