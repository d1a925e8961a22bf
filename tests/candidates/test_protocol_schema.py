"""The JSON Schema of the candidate protocol's messages holds what passes, and says what is none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance import worker
from toolwire.conformance.candidates import Faulted, Request
from toolwire.conformance.candidates.reader import MalformedError, read_answer, read_hello

SCHEMA = json.loads(
    (resources.files("toolwire.conformance") / "candidate-protocol.schema.json").read_text("utf-8")
)
DATA = Path(__file__).parent / "data"
PAGE = Path(__file__).parents[2] / "docs" / "candidate-protocol.md"


def valid(message: object, name: str | None = None) -> bool:
    schema = SCHEMA if name is None else {**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]}
    return Draft202012Validator(schema).is_valid(message)


def test_it_is_a_schema_whose_references_resolve() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    named = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(SCHEMA)))
    assert named == set(SCHEMA["$defs"])


def test_every_message_on_the_page_fits() -> None:
    if not PAGE.is_file():
        pytest.skip("the documentation is there in a checkout only")
    text = PAGE.read_text("utf-8")
    blocks = re.findall(r"^```json\n(.*?)\n```$", text, re.DOTALL | re.MULTILINE)
    inline = [each for each in re.findall(r"`(\{.*?\})`", text) if '"id"' in each]
    assert len(blocks) >= 9
    assert len(inline) >= 3
    for line in (*blocks, *inline):
        message = json.loads(line)
        for values in (message.get("chunks", ()), message.get("items", ())):
            for value in values:
                if "base64" in value:
                    assert value["base64"] == "…"
                    value["base64"] = "4oCm"
        assert valid(message, "request" if "op" in message else "answer"), line


EXCHANGE: list[dict[str, Any]] = [
    {"id": 0, "op": "hello", "protocol": 1},
    Request("decode", "acp-v2", "ToolCallUpdate", ('{"toolCallId":"\u00e9"}',)).to_message(1),
    Request("decode", "acp-v2", "ToolCallUpdate", (b'{"toolCallId":"\xff"}',)).to_message(2),
    Request("decode", "acp-v2", "ToolCallUpdate", ("{",)).to_message(3),
    Request("decode", "acp-v2", "NoSuchType", ("{}",)).to_message(4),
    Request("fold", "acp-v2", "ToolCallUpdate", ('{"toolCallId":"x"}',) * 2).to_message(5),
    Request("fold", "acp-v2", "Session", ()).to_message(6),
    Request("encode", "megacode", "Command", ("{}",)).to_message(7),
    Request("cut", "megacode", "Reason", ("because",), 5).to_message(8),
    Request("stream", "acp-v2", "JsonRpc", (b"\xff", b"\n", b"{}\n")).to_message(9),
]

MODULE = """
def decode(profile, type, text):
    if type == "NoSuchType": raise NotImplementedError
    if text == "{": raise ValueError("not JSON")
    if isinstance(text, bytes):
        error = ValueError("cannot be written")
        error.stage = "encode"
        raise error
    return text
def fold(profile, type, texts): return "{}"
def encode(profile, type, text): return text
def cut(profile, type, text, limit): return text[:limit]
def stream(profile, type, chunks): return ["{}", ValueError("not UTF-8")]
"""


def _recorded(which: str, folder: Path) -> list[tuple[Any, Any]]:
    if which == "acp_typescript":
        lines = (DATA / "acp_typescript.jsonl").read_text("utf-8").splitlines()
        return [
            (json.loads(a), json.loads(b)) for a, b in zip(lines[::2], lines[1::2], strict=True)
        ]
    commands = {
        "reference": [str(Path(sys.executable).with_name("toolwire")), "reference"],
        "worker": [sys.executable, str(worker.__file__), "--file", str(folder / "adapter.py")],
        "program": [sys.executable, str(DATA / "version_1_program.py")],
    }
    (folder / "adapter.py").write_text(MODULE)
    sent = "".join(json.dumps(message) + "\n" for message in EXCHANGE).encode()
    done = subprocess.run(commands[which], input=sent, capture_output=True, check=True, timeout=60)
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return list(zip(EXCHANGE, answers, strict=True))


@pytest.mark.parametrize("which", ["reference", "worker", "program", "acp_typescript"])
def test_what_really_passes_fits(which: str, tmp_path: Path) -> None:
    exchange = _recorded(which, tmp_path)
    assert len(exchange) >= 10
    kinds = {"decode": "understood", "fold": "understood", "encode": "understood"}
    kinds |= {"cut": "understood", "stream": "items", "hello": "introduction"}
    for request, answer in exchange:
        assert valid(request, "request"), request
        assert not valid(request, "answer"), request
        assert valid(answer, "answer"), answer
        assert not valid(answer, "request"), answer
        assert answer["id"] == request["id"]
        if answer.get("ok") is True:
            assert valid(answer, kinds[request["op"]]), answer


ANSWERS: list[tuple[str, dict[str, Any], bool]] = [
    ("decode", {"ok": True, "text": "{}"}, True),
    ("decode", {"ok": True, "text": "{}", "later": [1]}, True),
    ("decode", {"ok": True, "text": {"base64": "/w=="}}, True),
    ("decode", {"ok": True, "text": {"base64": "/w=", "later": 1}}, False),
    ("decode", {"ok": True, "text": {"base64": "/w"}}, False),
    ("decode", {"ok": True, "text": {"path": "/a"}}, False),
    ("decode", {"ok": True, "text": None}, False),
    ("decode", {"ok": True}, False),
    ("decode", {"ok": 1, "text": "{}"}, False),
    ("decode", {"text": "{}"}, False),
    ("decode", {}, False),
    ("decode", {"ok": False, "error": "no"}, True),
    ("decode", {"ok": False, "error": "no", "stage": "encode"}, True),
    ("decode", {"ok": False, "error": "no", "stage": None}, True),
    ("decode", {"ok": False, "error": "no", "stage": 2}, False),
    ("decode", {"ok": False}, False),
    ("decode", {"ok": False, "error": {}}, False),
    ("decode", {"unsupported": True}, True),
    ("decode", {"unsupported": False}, False),
    ("decode", {"unsupported": "yes"}, False),
    ("decode", {"ok": True, "text": "{}", "unsupported": True}, False),
    ("decode", {"ok": True, "text": "{}", "unsupported": False}, True),
    ("decode", {"fault": "crashed", "detail": "raised KeyError"}, False),
    ("stream", {"ok": True, "items": []}, True),
    ("stream", {"ok": True, "items": [{"ok": True, "text": "{}"}]}, True),
    ("stream", {"ok": True, "items": [{"ok": False, "error": "no"}]}, True),
    ("stream", {"ok": True, "items": [{"ok": True}]}, False),
    ("stream", {"ok": True, "items": ["{}"]}, False),
    ("stream", {"ok": True, "items": {}}, False),
    ("hello", {"ok": True, "name": "x", "version": "1"}, True),
    ("hello", {"ok": True, "name": "x", "version": "1", "profiles": None}, True),
    ("hello", {"ok": True, "name": "x", "version": "1", "profiles": {"acp-v2": []}}, True),
    ("hello", {"ok": True, "name": "x", "version": "1", "profiles": {"acp-v2": "T"}}, False),
    ("hello", {"ok": True, "name": "x", "version": "1", "profiles": ["acp-v2"]}, False),
    ("hello", {"ok": True, "name": "x", "version": 1}, False),
    ("hello", {"ok": True, "version": "1"}, False),
]


@pytest.mark.parametrize(("op", "answer", "fits"), ANSWERS)
def test_it_says_the_same_as_the_reader(op: str, answer: dict[str, Any], fits: bool) -> None:
    if op == "hello":
        answer = {"protocol": 1, **answer}
        try:
            read_hello(answer)
        except MalformedError:
            read = False
        else:
            read = True
        assert valid({"id": 0, **answer}, "introduction") is fits
    else:
        read = not isinstance(read_answer({"id": 1, **answer}, op), Faulted)
        assert valid({"id": 1, **answer}, "answer") is fits
    assert read is fits


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "hello", "protocol": 1},
        {"id": 0, "op": "hello"},
        {"id": "0", "op": "hello", "protocol": 1},
        {"id": 1, "op": "of-tomorrow"},
        {"id": 1, "op": "decode", "profile": "acp-v2", "type": "T"},
        {"id": 1, "op": "decode", "profile": "acp-v2", "text": "{}"},
        {"id": 1, "op": "decode", "profile": "acp-v2", "type": "T", "text": {}},
        {"id": 1, "op": "fold", "profile": "acp-v2", "type": "T", "text": "{}"},
        {"id": 1, "op": "cut", "profile": "acp-v2", "type": "T", "text": "{}"},
        {"id": 1, "op": "stream", "profile": "acp-v2", "type": "T", "chunks": ["{}"]},
    ],
)
def test_what_is_no_request(request_: dict[str, Any]) -> None:
    assert not valid(request_, "request")
