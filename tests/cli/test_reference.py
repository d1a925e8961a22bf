"""`toolwire reference`: the reference as a candidate."""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from toolwire.reference import PROFILES

PROGRAM = Path(sys.executable).with_name("toolwire")


@pytest.fixture
def ask(toolwire):
    """Return a function that asks some requests, and gives the answers."""

    def ask(*requests):
        lines = (
            each if isinstance(each, str) else json.dumps({"id": index, **each})
            for index, each in enumerate(requests)
        )
        result = toolwire("reference", input="".join(f"{line}\n" for line in lines))
        assert result.returncode == 0
        assert not result.stderr
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        assert len(answers) == len(requests)
        return answers

    return ask


def _decode(text, type="ToolCallUpdate", profile="acp-v2"):
    return {"op": "decode", "profile": profile, "type": type, "text": text}


def _fold(*texts, type="ToolCallUpdate", profile="acp-v2"):
    return {"op": "fold", "profile": profile, "type": type, "texts": texts}


def test_hello(ask):
    (answer,) = ask({"op": "hello", "protocol": 1})
    assert answer == {
        "id": 0,
        "ok": True,
        "protocol": 1,
        "name": "toolwire-reference",
        "version": version("toolwire"),
        "profiles": {name: profile.all_types for name, profile in PROFILES.items()},
    }


def test_answers_come_in_order(ask):
    answers = ask(*[_decode(json.dumps({"toolCallId": str(n)})) for n in range(50)])
    assert answers == [
        {"id": n, "ok": True, "text": json.dumps({"toolCallId": str(n)}, separators=(",", ":"))}
        for n in range(50)
    ]


def test_decode(ask):
    understood, refused, in_bytes, not_utf8 = ask(
        _decode('{"toolCallId":"x","title":null,"later":1}'),
        _decode('{"title":"x"}'),
        _decode({"base64": "eyJ0b29sQ2FsbElkIjoieCJ9"}),
        _decode({"base64": "/w=="}),
    )
    assert understood == {"id": 0, "ok": True, "text": '{"toolCallId":"x","title":null}'}
    assert refused == {"id": 1, "ok": False, "error": "toolCallId is missing"}
    assert in_bytes == {"id": 2, "ok": True, "text": '{"toolCallId":"x"}'}
    assert (not_utf8["ok"], not_utf8["error"].startswith("not UTF-8")) == (False, True)


def test_fold(ask):
    folded, refused, of_nothing = ask(
        _fold('{"toolCallId":"x","title":"a"}', '{"toolCallId":"x","title":null}'),
        _fold('{"toolCallId":"x"}', "{"),
        _fold(),
    )
    assert folded == {"id": 0, "ok": True, "text": '{"toolCallId":"x","title":null}'}
    assert refused["ok"] is False
    assert of_nothing == {"id": 2, "ok": False, "error": "a fold needs at least one text"}


@pytest.mark.parametrize(
    "request_",
    [
        _decode("{}", profile="acp-v0"),
        _decode("{}", type="ToolCallUpdates"),
        _decode("{}", type="Session"),
        _fold("{}", type="Diff"),
        {"op": "encode", "profile": "acp-v2", "type": "ToolCallUpdate", "text": "{}"},
        {"op": "dance", "profile": "acp-v2", "type": "ToolCallUpdate", "text": "{}"},
        {"op": "decode", "profile": "acp-v2", "type": "ToolCallUpdate"},
    ],
)
def test_what_it_lacks_is_not_supported(ask, request_):
    assert ask(request_) == [{"id": 0, "unsupported": True}]


def test_an_unsettled_text_is_marked(ask):
    settled, unsettled = ask(
        _decode('{"toolCallId":"x","rawInput":1e300}'),
        _decode('{"toolCallId":"x","rawInput":1e400}'),
    )
    assert "unsettled" not in settled
    assert unsettled["unsettled"]
    assert isinstance(unsettled["unsettled"], str)


@pytest.mark.parametrize(
    "line",
    ["garbage", "[1]", "3", "null", '{"op":"hello"}', '"hello"', "[" * 200_000, "\u00e9\u2028"],
    ids=lambda line: line[:8],
)
def test_a_line_that_is_no_request_does_not_end_it(ask, line):
    bad, good = ask(line, {"op": "hello", "protocol": 1})
    assert bad == {
        "id": None,
        "ok": False,
        "error": "not a request: one JSON object with an id",
    }
    assert good["ok"] is True


def test_at_the_end_of_its_input_it_ends(toolwire):
    result = toolwire("reference")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_blank_lines_and_a_last_line_without_an_end(toolwire):
    result = toolwire("reference", input='\n  \n{"id":7,"op":"hello","protocol":1}')
    assert result.returncode == 0
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [7]


def test_a_closed_output_ends_it_in_silence():
    with subprocess.Popen(
        [PROGRAM, "reference"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, errors = process.communicate('{"id":0,"op":"hello","protocol":1}\n' * 9, timeout=60)
    assert process.returncode == 1
    assert errors == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line():
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [PROGRAM, "reference"],
            input='{"id":0,"op":"hello","protocol":1}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert result.returncode == 1
    assert result.stderr == "Error: an answer could not be written: No space left on device\n"
