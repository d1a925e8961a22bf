"""What is found by fuzzing is put down to the rule and the site that the suite names for it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from toolwire.conformance.candidates import GivenCandidate
from toolwire.conformance.examiner import Examiner
from toolwire.conformance.requirements import find, requirements
from toolwire.conformance.results import Outcome
from toolwire.conformance.starting import Examined
from toolwire.fuzz.investigating import Investigator
from toolwire.reference import PROFILES, dumps
from toolwire.reference import decode as read
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import decoding

PROFILE, TYPE = "acp-v2", "ToolCallUpdate"
Spoil = Callable[[dict[str, Any]], None]


class Spoilt:
    """A candidate that reads as the reference does, and then spoils what it read."""

    NAME, VERSION, PROFILES = "spoilt", "1", {PROFILE: [TYPE]}

    def __init__(self, spoil: Spoil) -> None:
        self._spoil = spoil

    def decode(self, profile: str, type_: str, text: str | bytes) -> str:
        # Of two members of one name the last counts, as for most libraries.
        plain = json.dumps(json.loads(text)) if not isinstance(text, bytes) else text
        value = read(PROFILES[profile], type_, plain)
        self._spoil(value)
        return dumps(value)


def examined(spoil: Spoil) -> Examined:
    candidate = GivenCandidate("spoilt", Spoilt(spoil))
    hello = candidate.start()
    examiner = Examiner(candidate, hello, "spoilt", seed=0, examples=0)
    return Examined("spoilt", hello, (PROFILE,), candidate, examiner)


def looked(spoil: Spoil, text: str) -> tuple[str, str, str]:
    """Give to which requirement and site the failure of a text is put down, and what it became."""
    found = Investigator(examined(spoil)).look(Seed(PROFILE, decoding(TYPE, text)), "lost")
    assert found is not None
    assert found.steady
    [reduced] = found.failure.asked.texts
    return found.failure.requirement.rule.value, found.failure.site, str(reduced)


def empty_meta_of_a_location(value: dict[str, Any]) -> None:
    for location in value.get("locations") or []:
        if not location.get("_meta", True):
            del location["_meta"]


def any_line(value: dict[str, Any]) -> None:
    for location in value.get("locations") or []:
        location.pop("line", None)


def null_of_raw_input(value: dict[str, Any]) -> None:
    if value.get("rawInput", 0) is None:
        del value["rawInput"]


def empty_raw_output(value: dict[str, Any]) -> None:
    if value.get("rawOutput", 1) in ([], {}, ""):
        del value["rawOutput"]


def absent_title(value: dict[str, Any]) -> None:
    value.setdefault("title", None)


def trimmed_title(value: dict[str, Any]) -> None:
    if isinstance(value.get("title"), str):
        value["title"] = value["title"].strip()


BUGS: dict[str, tuple[Spoil, str, str, str]] = {
    "an empty _meta of a location": (
        empty_meta_of_a_location,
        '{"toolCallId":"a","title":"b","locations":[{"path":"p","_meta":{}},{"path":"q"}]}',
        "opaque-json-is-handed-on",
        "ToolCallLocation._meta",
    ),
    "a line": (
        any_line,
        '{"toolCallId":"a","locations":[{"path":"p"},{"path":"q","line":3}],"kind":"read"}',
        "values-are-kept",
        "ToolCallLocation.line",
    ),
    "null in rawInput": (
        null_of_raw_input,
        '{"toolCallId":"a","_meta":{"b":1},"rawInput":null}',
        "null-clears",
        "ToolCallUpdate.rawInput",
    ),
    "null in rawInput, which stands twice": (
        null_of_raw_input,
        '{"toolCallId":"a","rawInput":{"c":1},"title":"b","rawInput":null}',
        "null-clears",
        "ToolCallUpdate.rawInput",
    ),
    "an empty rawOutput": (
        empty_raw_output,
        '{"toolCallId":"a","rawOutput":{},"content":[]}',
        "opaque-json-is-handed-on",
        "ToolCallUpdate.rawOutput",
    ),
    "a title that is not there": (
        absent_title,
        '{"toolCallId":"a","locations":[{"path":"p"}]}',
        "omitted-is-not-null",
        "ToolCallUpdate.title",
    ),
    "spaces around a title": (
        trimmed_title,
        '{"toolCallId":"a","title":" b ","status":"pending"}',
        "text-is-exact",
        "ToolCallUpdate.title",
    ),
}


@pytest.mark.parametrize(("spoil", "text", "rule", "site"), BUGS.values(), ids=BUGS)
def test_a_fault_is_put_down_to_its_rule_and_site(spoil, text, rule, site):
    assert looked(spoil, text)[:2] == (rule, site)


@pytest.mark.parametrize(("spoil", "text", "rule", "site"), BUGS.values(), ids=BUGS)
def test_the_suite_names_the_same(spoil, text, rule, site):
    result = examined(spoil).examiner.examine(find(f"{PROFILE}/{rule}"))
    assert result.outcome(0) is Outcome.FAILED
    assert site in {each.site for each in result.failures}


@pytest.mark.parametrize("name", ["an empty _meta of a location", "null in rawInput"])
def test_what_the_suite_found_is_put_down_to_one_of_the_rules_that_it_names(name):
    spoil, *_ = BUGS[name]
    suite = examined(spoil)
    named = {
        (failure.requirement.rule.value, failure.site): failure
        for each in requirements(PROFILE)
        for failure in suite.examiner.examine(each).failures
        if failure.asked.op == "decode"
    }
    assert named
    for failure in named.values():
        [text] = failure.asked.texts
        assert looked(spoil, str(text))[:2] in named


def test_a_member_that_stands_twice_is_not_what_is_shown():
    spoil, text, *_ = BUGS["null in rawInput, which stands twice"]
    assert looked(spoil, text)[2] == '{"toolCallId":"","rawInput":null}'
