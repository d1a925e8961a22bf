"""What a candidate writes is believed only when it is strictly an answer."""

import json
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Faulted,
    FaultKind,
    Hello,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
)
from toolwire.conformance.candidates.reader import (
    MalformedError,
    read_answer,
    read_hello,
    read_message,
)


@pytest.mark.parametrize(
    ("members", "op", "answer"),
    [
        ({"ok": True, "text": "x"}, "decode", Understood("x")),
        ({"ok": True, "text": "x", "unknown": [{}]}, "decode", Understood("x")),
        ({"ok": True, "text": "x", "unsupported": False}, "decode", Understood("x")),
        ({"ok": True, "text": {"base64": "/w=="}}, "decode", Understood(b"\xff")),
        ({"ok": True, "text": {"base64": "eA=="}}, "decode", Understood("x")),
        ({"ok": False, "error": "no"}, "decode", Refused("no")),
        ({"ok": False, "error": "no", "stage": "encode"}, "fold", Refused("no", "encode")),
        ({"ok": False, "error": "\ud800"}, "decode", Refused("\\ud800")),
        ({"unsupported": True}, "decode", Unsupported()),
        ({"unsupported": True, "ok": False}, "stream", Unsupported()),
        ({"ok": True, "items": []}, "stream", StreamItems(())),
        (
            {"ok": True, "items": [{"ok": True, "text": "x"}, {"ok": False, "error": "no"}]},
            "stream",
            StreamItems((Understood("x"), Refused("no"))),
        ),
    ],
)
def test_answers(members: dict[str, Any], op: str, answer: Answer) -> None:
    assert read_answer({"id": 1, **members}, op) == answer


@pytest.mark.parametrize(
    ("members", "op"),
    [
        ({}, "decode"),
        ({"ok": 1, "text": "x"}, "decode"),
        ({"ok": None}, "decode"),
        ({"ok": True}, "decode"),
        ({"ok": True, "text": None}, "decode"),
        ({"ok": True, "text": {"a": 1}}, "decode"),
        ({"ok": True, "text": ["x"]}, "decode"),
        ({"ok": True, "text": "\ud800"}, "decode"),
        ({"ok": True, "text": {"base64": "?"}}, "decode"),
        ({"ok": True, "text": {"base64": 1}}, "decode"),
        ({"ok": True, "text": "x", "unsupported": True}, "decode"),
        ({"ok": False}, "decode"),
        ({"ok": False, "error": None}, "decode"),
        ({"ok": False, "error": "no", "stage": 1}, "decode"),
        ({"unsupported": 1}, "decode"),
        ({"ok": True, "text": "x"}, "stream"),
        ({"ok": True, "items": {}}, "stream"),
        ({"ok": True, "items": ["x"]}, "stream"),
        ({"ok": True, "items": [{"ok": True}]}, "stream"),
        ({"ok": True, "items": [{"ok": 0, "error": "x"}]}, "stream"),
        # Only our own worker may report a fault in an answer.
        ({"fault": "crashed", "detail": "x", "traceback": "y"}, "decode"),
    ],
)
def test_what_is_no_answer_costs_this_request(members: dict[str, Any], op: str) -> None:
    answer = read_answer({"id": 1, **members}, op)
    assert isinstance(answer, Faulted)
    assert answer.fault.kind is FaultKind.MALFORMED_ANSWER
    assert answer.fault.detail


def test_the_worker_reports_faults() -> None:
    message = {"id": 1, "fault": "crashed", "detail": "raised X", "traceback": "Traceback"}
    assert read_answer(message, "decode", trusted=True) == Faulted(
        Fault(FaultKind.CRASHED, "raised X", traceback="Traceback")
    )
    wrong: dict[str, Any]
    for wrong in ({"fault": "x"}, {"fault": []}, {"fault": "crashed", "detail": 1}):
        answer = read_answer({"id": 1, **wrong}, "decode", trusted=True)
        assert isinstance(answer, Faulted)
        assert answer.fault.kind is FaultKind.MALFORMED_ANSWER


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"garbage",
        b"[]",
        b"1",
        b'{"ok":true}',
        b'{"id":"1"}',
        b'{"id":1.0}',
        b'{"id":true}',
        b'{"id":null}',
        b'{"id":1,"id":1}',
        b'{"id":1,"ok":false,"ok":true}',
        b'{"id":1,"x":{"a":1,"a":2}}',
        b'{"id":1,"x":NaN}',
        b'{"id":1,"x":-Infinity}',
        b'{"id":1} {"id":2}',
        b"{'id':1}",
        b'{"id":1,}',
        b'{"id":1,"x":"\x01"}',
        b'{"id":1,"x":"\xff"}',
        b'\xef\xbb\xbf{"id":1}',
        b'{"id":' + b"9" * 5000 + b"}",
        b'{"id":1,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_what_is_no_message(line: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        read_message(line)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_white_space_round_a_message_is_json() -> None:
    assert read_message(b' {"id": 1}\r') == {"id": 1}


def test_hello() -> None:
    said = {"id": 0, "ok": True, "protocol": 1, "name": "n", "version": "1"}
    assert read_hello(said) == Hello("n", "1", None)
    profiles = {"acp-v2": ["Session", "JsonRpc"], "acp-v1": []}
    assert read_hello({**said, "profiles": profiles}) == Hello(
        "n", "1", {"acp-v2": ("Session", "JsonRpc"), "acp-v1": ()}
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": 1},
        {"name": None},
        {"version": 2},
        {"profiles": []},
        {"profiles": {"a": "Session"}},
        {"profiles": {"a": [1]}},
        {"profiles": {"a": None}},
    ],
)
def test_a_wrong_hello(wrong: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        read_hello(json.loads('{"id":0,"ok":true,"name":"n","version":"1"}') | wrong)
