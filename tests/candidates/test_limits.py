"""How much a candidate may have: memory, and time that is waited for nothing."""

import errno
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Candidate,
    CandidateError,
    Faulted,
    FaultKind,
    ProcessCandidate,
    Request,
    Understood,
    resolve,
)

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux bounds memory")

HUNGRY = """
import subprocess, sys
def decode(profile, type, text):
    if text == "bad":
        return str(len(bytearray(400 << 20)))
    if text == "child":
        code = "bytearray(400 << 20)"
        return str(subprocess.run([sys.executable, "-S", "-c", code], stderr=-3).returncode)
    return text
"""


def decode(text: str) -> Request:
    return Request("decode", "acp-v2", "ToolCallUpdate", (text,))


def kinds(answers: list[Answer]) -> list[FaultKind | None]:
    return [each.fault.kind if isinstance(each, Faulted) else None for each in answers]


@linux
def test_a_module_that_takes_too_much(module: Callable[..., Candidate]) -> None:
    candidate = module(HUNGRY, memory=200)
    candidate.start()
    before, bad, child, after = candidate.ask(
        [decode(text) for text in ("before", "bad", "child", "after")]
    )
    assert (before, child, after) == (Understood("before"), Understood("1"), Understood("after"))
    assert isinstance(bad, Faulted)
    assert bad.fault.kind is FaultKind.CRASHED
    assert bad.fault.detail == "raised MemoryError"


def test_without_a_limit_it_may(module: Callable[..., Candidate]) -> None:
    candidate = module(HUNGRY)
    candidate.start()
    texts = [decode("bad"), decode("child")]
    assert candidate.ask(texts) == [Understood(str(400 << 20)), Understood("0")]


@linux
def test_a_program_that_takes_too_much(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    bytearray(400 << 20)", memory=200 << 20)
    candidate.start()
    assert kinds(candidate.ask([decode("good"), decode("bad"), decode("good")])) == [
        None,
        FaultKind.CRASHED,
        None,
    ]
    (bad,) = candidate.ask([decode("bad")])
    assert isinstance(bad, Faulted)
    assert "MemoryError" in bad.fault.stderr


@linux
def test_too_little_to_start_with(module: Callable[..., Candidate]) -> None:
    candidate = module("def decode(p, t, x): return x", memory=1)
    with pytest.raises(CandidateError) as caught:
        candidate.start()
    assert caught.value.kind is FaultKind.COULD_NOT_START
    assert caught.value.hint == "it may have 1 MiB of address space, perhaps too few"


@linux
def test_an_import_that_takes_too_much(module: Callable[..., Candidate]) -> None:
    candidate = module("bytearray(400 << 20)", memory=200)
    with pytest.raises(CandidateError, match="cannot be imported: MemoryError"):
        candidate.start()


def test_a_system_without_the_limit(
    module: Callable[..., Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    candidate = module("def decode(p, t, x): return x", memory=200)
    monkeypatch.setattr(sys, "platform", "plan9")
    with pytest.raises(CandidateError, match="a memory limit needs Linux"):
        candidate.start()


@linux
def test_a_limit_that_the_system_refuses(
    module: Callable[..., Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    candidate = module("def decode(p, t, x): return x", memory=200)
    monkeypatch.setattr(resource, "prlimit", refuse)
    with pytest.raises(CandidateError, match="Operation not permitted"):
        candidate.start()


def test_in_this_process_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def decode(p, t, x): return x")
    with pytest.raises(CandidateError, match="'mine' cannot have a memory limit"):
        resolve("mine", cwd=tmp_path, memory=200, in_process=True)


HANGS = "def bad(request):\n    time.sleep(600)"


def test_patience_has_an_end(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(HANGS, timeout=0.25, patience=0.5)
    candidate.start()
    answers = candidate.ask([decode("bad")] * 30)
    found = kinds(answers)
    given_up = found.index(FaultKind.GAVE_UP)
    # Ten timeouts are waited for at least, two for each that is blamed but the first.
    assert 5 <= given_up <= 10
    assert set(found[:given_up]) == {FaultKind.TIMEOUT}
    assert set(found[given_up:]) == {FaultKind.GAVE_UP}
    last = answers[-1]
    assert isinstance(last, Faulted)
    assert "given up after 2.5 s of waiting for answers" in last.fault.detail
    candidate.start()
    assert candidate.ask([decode("good")]) == [Understood("good")]


def test_patience_is_not_spent_by_crashes(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    os._exit(1)", timeout=0.1, patience=0.0)
    candidate.start()
    assert set(kinds(candidate.ask([decode("bad")] * 15))) == {FaultKind.CRASHED}
