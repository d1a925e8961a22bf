"""Adapters that were written for version 1 of the protocol, once, go on working."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolwire.conformance.candidates import (
    Candidate,
    Hello,
    Options,
    Refused,
    Request,
    Understood,
    Unsupported,
    resolve,
)
from toolwire.conformance.checking import check

DATA = Path(__file__).parent / "data"
FROZEN = {
    "version_1_module.py": "c7d79014200d464fff0312420a9ad3d5013193769be42921ef39e338e9df5433",
    "version_1_program.py": "91a75659279e718bce9dc11246c2748c624119d69ba9369ef0d7d28e6b643ef8",
}


def spec_of(name: str) -> str:
    return name if "module" in name else f"cmd:{sys.executable} {name}"


@pytest.fixture(params=FROZEN)
def adapter(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Candidate]:
    shutil.copy(DATA / request.param, tmp_path)
    candidate = resolve(spec_of(request.param), cwd=tmp_path)
    yield candidate
    candidate.close()


@pytest.mark.parametrize("name", FROZEN)
def test_they_are_what_they_were(name: str) -> None:
    assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == FROZEN[name]


def test_they_go_on_working(adapter: Candidate) -> None:
    hello = adapter.start()
    assert (hello.name, hello.version) == ("last-year", "1.0")
    assert hello == Hello("last-year", "1.0", hello.profiles)
    update, second = '{"toolCallId": "\u00e9"}', '{"toolCallId": "\u00e9", "title": null}'
    type_ = "ToolCallUpdate"
    answers = adapter.ask(
        [
            Request("decode", "acp-v2", type_, (update,)),
            Request("fold", "acp-v2", type_, (update, second)),
            Request("decode", "acp-v2", type_, ("{}",)),
            Request("decode", "acp-v2", type_, (b'{"toolCallId":"\xff"}',)),
            Request("decode", "acp-v2", "NoSuchType", (update,)),
            Request("stream", "acp-v2", "JsonRpc", (b"{}\n",)),
        ]
    )
    read, folded, *others = answers
    assert isinstance(read, Understood)
    assert json.loads(read.text) == json.loads(update)
    assert isinstance(folded, Understood)
    assert json.loads(folded.text) == json.loads(second)
    assert [type(each) for each in others] == [Refused, Refused, Unsupported, Unsupported]
    assert not adapter.unblamed


@pytest.mark.parametrize("name", FROZEN)
def test_they_pass_the_checks(name: str, tmp_path: Path) -> None:
    shutil.copy(DATA / name, tmp_path)
    assert [
        each for each in check(spec_of(name), tmp_path, Options(timeout=5.0)) if each.wrong
    ] == []
