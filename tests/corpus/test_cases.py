"""Every input of the field is held, with its rule, its controls and the answer that is right."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.examiner import trial_of
from toolwire.conformance.requirements import requirements
from toolwire.corpus.cases import StoredCase, cases_of, read_cases, stored_cases
from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Answers,
    RefusedAnswer,
    Rule,
    Streamed,
    answers,
    parse,
    same,
)
from toolwire.strategies.trials import Input

FIELD = {
    "acp-v1": {"NULL": 2, "SHAPE": 2, "UNKNOWN": 1, "PATH": 1},
    "acp-v2": {
        "NULL": 2,
        "ID-TYPE": 1,
        "SHAPE": 1,
        "UNKNOWN": 2,
        "PATCH": 6,
        "META": 1,
        "TEXT": 2,
        "STRUCT": 1,
        "ORDER": 2,
        "FRAME": 6,
    },
    "megacode": {"FRAME": 1, "UNKNOWN": 1, "STRUCT": 1},
    "subc": {"NULL": 2, "ID-TYPE": 1, "NUMBER": 1},
}
"""How many inputs broke a real program, by profile and by the family of the fault."""

each_case = pytest.mark.parametrize(
    "case", stored_cases(), ids=lambda case: f"{case.profile}: {case.title}"
)


def _answered(profile: str, asked: Input) -> Answers:
    return answers(PROFILES[profile], asked.op, asked.type, asked.texts, asked.limit)


def test_every_input_of_the_field_is_held() -> None:
    found = Counter((case.profile, case.family) for case in stored_cases())
    assert found == {
        (profile, family): count
        for profile, families in FIELD.items()
        for family, count in families.items()
    }
    assert found.total() == 37


def test_no_input_is_held_twice_and_each_has_a_reason_of_its_own() -> None:
    inputs = Counter((case.profile, trial_of(case).input) for case in stored_cases())
    reasons = Counter((case.profile, case.rule, case.why) for case in stored_cases())
    assert max(inputs.values()) == 1
    assert max(reasons.values()) == 1


@each_case
def test_its_rule_is_a_requirement_of_its_profile(case: StoredCase) -> None:
    assert case.rule in {requirement.rule for requirement in requirements(case.profile)}
    assert case in cases_of(case.profile, case.rule)


@each_case
def test_the_reference_answers_as_is_expected_and_meets_the_rule(case: StoredCase) -> None:
    found = _answered(case.profile, trial_of(case).input)
    assert found.settled
    assert case.rule in {rule for rule, _ in found.trace}
    if isinstance(found.expected, Streamed):
        assert isinstance(case.expected, tuple)
        for line, expected in zip(found.expected.lines, case.expected, strict=True):
            assert _is_right(line.expected, expected)
    else:
        assert not isinstance(case.expected, tuple)
        assert _is_right(found.expected, case.expected)


def _is_right(answer: Answer, expected: str | None) -> bool:
    if expected is None:
        return isinstance(answer, RefusedAnswer)
    return isinstance(answer, Accepted) and same(answer.value, parse(expected))


@each_case
def test_the_inputs_beside_it_are_settled_and_others(case: StoredCase) -> None:
    trial = trial_of(case)
    for beside in (*trial.controls, *trial.alike):
        assert beside != trial.input
        assert _answered(case.profile, beside).settled


def test_the_texts_of_a_stream_are_bytes_and_others_are_text_if_they_can_be() -> None:
    for case in stored_cases():
        for texts in (case.texts, *case.controls, *case.alike):
            if case.op == "stream":
                assert {type(text) for text in texts} == {bytes}
            else:
                assert {type(text) for text in texts} == {str}


# Reading a line

LINE: dict[str, Any] = {
    "profile": "acp-v2",
    "family": "NULL",
    "rule": "null-clears",
    "op": "decode",
    "type": "ToolCallUpdate",
    "why": "it happened",
    "texts": ["{}"],
    "expected": None,
}


def _file(folder: Path, *lines: str) -> Path:
    file = folder / "some.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return file


def _read(folder: Path, **members: Any) -> StoredCase:
    [case] = read_cases(_file(folder, json.dumps({**LINE, **members})))
    return case


def test_a_line_needs_neither_limit_nor_controls_nor_what_is_alike(tmp_path: Path) -> None:
    case = _read(tmp_path)
    assert case.rule is Rule.PATCH_NULL
    assert case.title == "NULL: it happened"
    assert (case.limit, case.controls, case.alike) == (None, (), ())
    cut = _read(tmp_path, op="cut", texts=["abc"], limit=2, expected="ab")
    assert trial_of(cut).input == Input("cut", "ToolCallUpdate", ("abc",), 2)


@pytest.mark.parametrize(
    ("text", "octets"),
    [
        ("é", b"\xc3\xa9"),
        ({"base64": "w6k="}, b"\xc3\xa9"),
        ({"base64": "/w=="}, b"\xff"),
        ({"repeat": "ab", "times": 3}, b"ababab"),
        (["<", {"repeat": "é", "times": 2}, {"base64": "/w=="}], b"<\xc3\xa9\xc3\xa9\xff"),
        ("a\u2028b", b"a\xe2\x80\xa8b"),
    ],
)
def test_a_text_is_spelled_in_several_ways(tmp_path: Path, text: object, octets: bytes) -> None:
    streamed = _read(tmp_path, op="stream", texts=["", text], expected=[], controls=[[text]])
    assert streamed.texts == (b"", octets)
    assert streamed.controls == ((octets,),)
    [decoded] = _read(tmp_path, texts=[text]).texts
    assert decoded == (octets if b"\xff" in octets else octets.decode())


def test_a_text_may_hold_what_some_take_for_the_end_of_a_line(tmp_path: Path) -> None:
    line = json.dumps({**LINE, "texts": ["a\u2028b\x85"]}, ensure_ascii=False)
    first, second = read_cases(_file(tmp_path, line, line))
    assert first == second
    assert first.texts == ("a\u2028b\x85",)


def _without(name: str) -> dict[str, Any]:
    return {member: value for member, value in LINE.items() if member != name}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "it is not JSON: Expecting value"),
        ('{"profile":', "it is not JSON: Expecting value"),
        ("[]", "not a JSON object"),
        (json.dumps({**LINE, "reason": "x"}), "the member 'reason' is unknown"),
        *((json.dumps(_without(name)), f"the member '{name}' is missing") for name in LINE),
        (json.dumps({**LINE, "family": 5}), "the member 'family' is of another type"),
        (json.dumps({**LINE, "texts": "{}"}), "the member 'texts' is of another type"),
        (json.dumps({**LINE, "rule": "null-clear"}), "'null-clear' is not a valid Rule"),
        (json.dumps({**LINE, "texts": []}), "a list of texts, at least one"),
        (json.dumps({**LINE, "controls": ["{}"]}), "a list of texts, at least one"),
        (json.dumps({**LINE, "texts": [5]}), "no text: 5"),
        (json.dumps({**LINE, "texts": [{"base64": 5}]}), 'no text: {"base64": 5}'),
        (json.dumps({**LINE, "texts": [{"base64": "", "x": 1}]}), "no text: "),
        (json.dumps({**LINE, "texts": [{"base64": "e30"}]}), "padding"),
        (json.dumps({**LINE, "texts": [{"base64": "{}"}]}), "base64"),
        (json.dumps({**LINE, "texts": ["\ud800"]}), "surrogates not allowed"),
        (json.dumps({**LINE, "limit": 2}), "'limit' is there for a cut"),
        (json.dumps({**LINE, "op": "cut"}), "'limit' is there for a cut"),
        (json.dumps({**LINE, "op": "stream"}), "'expected' is a list for a stream"),
        (json.dumps({**LINE, "expected": []}), "'expected' is a list for a stream"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = _file(tmp_path, json.dumps(LINE), line, json.dumps(LINE))
    with pytest.raises(ValueError, match=r"^some\.jsonl, line 2: ") as raised:
        list(read_cases(file))
    assert message in str(raised.value)
