"""`report.json` says what its schema says, whatever happened."""

import json
from importlib.metadata import version
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance.candidates import FaultKind
from toolwire.conformance.requirements import find, requirements
from toolwire.conformance.results import GIVEN_UP, Outcome, Source
from toolwire.conformance.rules import Level

PROFILE = "acp-v2"
ITEMS = [
    f"toolwire::{PROFILE}/{rule}[mixed.py]"
    for rule in (
        "null-clears",
        "values-are-kept",
        "number-outside-its-width",
        "opaque-digits-are-kept",
        "fold-null-clears",
        "not-json-is-refused",
        "required-member-missing-is-refused",
    )
]
MIXED = """
import os
import re
import right

NAME = "mixed"
VERSION = "2.0"

def decode(profile, type, text):
    if isinstance(text, bytes):
        return "{}"
    if re.search("[0-9]{9}", text):
        raise ValueError("no number is so big")
    if '"kind":null' in text:
        raise KeyError("kind")
    if '"title":null' in text:
        return 5
    if '"status":null' in text:
        return '{"toolCallId":"x","status":"' + "-" * 9_000 + '"}'
    if type == "DiffPatch":
        error = ValueError("cannot write")
        error.stage = "encode"
        raise error
    if "toolCallId" not in text:
        raise ValueError("no call")
    return right.decode(profile, type, text)
"""
"""A candidate that does a little of everything."""


@pytest.fixture(scope="module")
def schema():
    return json.loads(
        files("toolwire.conformance").joinpath("report.schema.json").read_text("utf-8")
    )


@pytest.fixture
def report(project):
    project.write(mixed=MIXED)
    project.run(
        "--impl=mixed.py", "--impl-examples=0", "--impl-profile=acp-v2", "--impl-report=out", *ITEMS
    )
    return project.report()


def test_the_schema_is_one(schema):
    Draft202012Validator.check_schema(schema)


def test_the_schema_knows_the_words(schema):
    defs = schema["$defs"]
    result = defs["result"]["properties"]
    assert set(defs["fault"]["enum"]) == set(FaultKind)
    assert set(result["outcome"]["enum"]) == set(Outcome)
    assert set(result["level"]["enum"]) == set(Level)
    assert set(result["tried"]["properties"]) == set(Source)
    assert set(defs["failure"]["properties"]["source"]["enum"]) == set(Source)
    assert result["blocked"]["propertyNames"]["anyOf"][1]["const"] == GIVEN_UP


def test_it_says_what_was_run(report):
    settings = {name: report[name] for name in ("format", "toolwire", "seed", "examples", "level")}
    assert settings == {
        "format": 1,
        "toolwire": version("toolwire"),
        "seed": 0,
        "examples": 0,
        "level": "must",
    }
    assert report["candidates"] == [
        {
            "name": "mixed.py",
            "target": "mixed.py",
            "library": "mixed",
            "version": "2.0",
            "profiles": ["acp-v2"],
            "again": "toolwire replay",
            "options": [],
            "unblamed": {},
        }
    ]


def test_it_says_what_came_of_each_requirement(report):
    outcomes = {each["requirement"]: each["outcome"] for each in report["results"]}
    assert outcomes == {
        "acp-v2/null-clears": "failed",
        "acp-v2/values-are-kept": "failed",
        "acp-v2/number-outside-its-width": "not-exercised",
        "acp-v2/opaque-digits-are-kept": "warned",
        "acp-v2/fold-null-clears": "not-supported",
        "acp-v2/not-json-is-refused": "failed",
        "acp-v2/required-member-missing-is-refused": "passed",
    }
    for each in report["results"]:
        requirement = find(each["requirement"])
        assert (each["profile"], each["level"]) == (requirement.profile, requirement.level)


def test_it_says_how_each_failure_came_about(report):
    by_name = {each["requirement"]: each for each in report["results"]}
    by_site = {each["site"]: each for each in by_name["acp-v2/null-clears"]["failures"]}
    crash = by_site["ToolCallUpdate.kind"]
    assert crash["fault"] == crash["got"]["fault"] == "crashed"
    assert crash["got"]["detail"] == "raised KeyError: 'kind'"
    assert crash["texts"] == ['{"toolCallId":"x","kind":null}']
    assert crash["expected"] == [{"ok": True, "text": '{"toolCallId":"x","kind":null}'}]
    assert by_site["ToolCallUpdate.title"]["fault"] == "malformed-answer"
    long = by_site["ToolCallUpdate.status"]
    assert long["fault"] is None
    assert long["got"]["text"]["length"] == len('{"toolCallId":"x","status":""}') + 9_000
    assert long["pointer"] == "/status"
    bad = by_name["acp-v2/not-json-is-refused"]["failures"]
    assert {"base64"} in [
        set(each["texts"][0]) for each in bad if isinstance(each["texts"][0], dict)
    ]
    assert {each["expected"][0]["ok"] for each in bad} == {False}
    stages = {each["got"].get("stage") for each in by_name["acp-v2/values-are-kept"]["failures"]}
    assert "encode" in stages


def test_every_failure_names_its_file(project, report):
    failures = [each for result in report["results"] for each in result["failures"]]
    assert {each["stored"] for each in failures} == {
        f".toolwire/failures/{each.name}" for each in project.stored()
    }
    assert all((project.path / each["stored"]).is_file() for each in failures)


def test_a_failure_that_could_not_be_stored_names_none(project):
    (project.path / ".toolwire").write_text("in the way", "utf-8")
    item = "toolwire::acp-v2/null-clears[forgetful.py]"
    project.run("--impl=forgetful.py", "--impl-examples=0", "--impl-report=out", item)
    (result,) = project.report()["results"]
    assert {each["stored"] for each in result["failures"]} == {None}


def test_the_options_of_a_candidate_are_those_of_its_replay(project):
    item = "toolwire::acp-v2/null-clears[right.py]"
    options = ("--impl-examples=0", "--impl-timeout=7.5", "--impl-in-process")
    project.run("--impl=right.py", *options, "--impl-report=out", item)
    (candidate,) = project.report()["candidates"]
    assert candidate["options"] == ["--impl-timeout=7.5", "--impl-in-process"]


def test_the_schema_refuses_what_is_not_so(report, schema):
    validator = Draft202012Validator(schema)
    (failed,) = (
        i for i, r in enumerate(report["results"]) if r["requirement"] == "acp-v2/null-clears"
    )

    def broken(change):
        copy = json.loads(json.dumps(report))
        change(copy, copy["results"][failed])
        return not validator.is_valid(copy)

    assert not broken(lambda report, result: None)
    assert broken(lambda report, result: report.update(format=2))
    assert broken(lambda report, result: report.update(time="12:00"))
    assert broken(lambda report, result: result.update(duration=1))
    assert broken(lambda report, result: result.update(outcome="passed"))
    assert broken(lambda report, result: result.update(failures=[]))
    assert broken(lambda report, result: result["failures"][0].update(got={}))
    assert broken(lambda report, result: result["failures"][0].pop("fault"))
    assert broken(lambda report, result: result["tried"].update(guessed=1))


def test_a_whole_run_of_the_reference(project):
    options = ("--impl-examples=0", "--impl-profile=acp-v2", "--impl-report=out")
    result = project.run("--impl=cmd:toolwire reference", *options)
    assert result.ret == 0
    result.assert_outcomes(passed=len(requirements("acp-v2")))
    assert [each["requirement"] for each in project.report()["results"]] == sorted(
        each.id for each in requirements("acp-v2")
    )


def test_the_same_seed_gives_the_same_bytes_and_another_draws_others(project):
    item = "toolwire::acp-v2/values-are-kept[lottery.py]"
    for folder, seed in {"one": 1, "again": 1, "other": 2}.items():
        options = (f"--impl-seed={seed}", f"--impl-report={folder}")
        project.run("--impl=lottery.py", *options, item)
    one, again = ((project.path / name / "report.json").read_bytes() for name in ("one", "again"))
    assert one == again
    assert project.report("one")["results"] != project.report("other")["results"]


def test_an_earlier_report_is_replaced(project):
    out = project.path / "out"
    out.mkdir()
    out.joinpath("report.json").write_text("an older one", "utf-8")
    item = "toolwire::acp-v2/null-clears[right.py]"
    result = project.run("--impl=right.py", "--impl-examples=0", "--impl-report=out", item)
    assert len(project.report()["results"]) == 1
    pages = ["badge.json", "report.html", "report.json", "report.md"]
    assert sorted(each.name for each in out.iterdir()) == pages
    result.stdout.fnmatch_lines(f"report: {out / 'report.html'}")


def test_a_report_that_cannot_be_written_at_the_end_fails_the_run(project):
    (project.path / "out" / "report.json").mkdir(parents=True)
    item = "toolwire::acp-v2/null-clears[right.py]"
    result = project.run("--impl=right.py", "--impl-examples=0", "--impl-report=out", item)
    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines("the report could not be written: Is a directory")
