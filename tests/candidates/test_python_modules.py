"""The candidate protocol's rules for a Python module, in a worker and in this process alike."""

from collections.abc import Callable
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Candidate,
    CandidateError,
    Faulted,
    FaultKind,
    Hello,
    Refused,
    Request,
    StreamItems,
    Understood,
    Unsupported,
)

MODULE = r"""
import os
NAME = "my-lib"; VERSION = "1.2.3"; PROFILES = {"acp-v2": ["SessionNotification"]}

class Refusal(ValueError):
    stage = "encode"

class Odd(Exception):
    def __str__(self): raise RuntimeError("no words")

def recurse(depth): return recurse(depth + 1)

def fork(fault):
    if child := os.fork(): os.waitpid(child, 0)
    elif fault: raise fault

def decode(profile, type, text):
    if text == "fork": fork(None)
    if text == "fork, exit": fork(SystemExit(3))
    if text == "fork, refuse": fork(ValueError("no"))
    if text == "refuse": raise ValueError("no\nreally")
    if text == "refuse in writing": raise Refusal("cannot")
    if text == "lacking": raise NotImplementedError
    if text == "KeyError": raise KeyError("x")
    if text == "SystemExit": raise SystemExit(3)
    if text == "GeneratorExit": raise GeneratorExit
    if text == "BaseException": raise BaseException("base")
    if text == "Odd": raise Odd
    if text == "surrogate in a message": raise ValueError("\ud800")
    if text == "MemoryError": raise MemoryError
    if text == "None": return None
    if text == "bytes": return b"x"
    if text == "surrogate": return "a\ud800"
    if ascii(text).count("[") + ascii(text).count("{") > 3: recurse(0)
    if text == "RecursionError": recurse(0)
    return f"{profile} {type} {text!r}"

def fold(profile, type, texts):
    assert isinstance(texts, list)
    if "deep" in texts: recurse(0)
    return repr(texts)

def cut(profile, type, text, limit):
    return text[:limit]

def stream(profile, type, chunks):
    data = b"".join(chunks)
    if data.startswith(b"deep"): recurse(0)
    if data == b"tuple": return ()
    if data == b"number": return ["x", 1]
    return [line.decode() if line else ValueError("an empty line") for line in data.split(b"\n")]
"""

Ask = Callable[..., Answer]


@pytest.fixture(params=["worker", "in process"])
def candidate(request: pytest.FixtureRequest, module: Callable[..., Candidate]) -> Candidate:
    return module(MODULE, in_process=request.param == "in process")


@pytest.fixture
def ask(candidate: Candidate) -> Ask:
    candidate.start()

    def ask(op: str, *texts: str | bytes, limit: int | None = None) -> Answer:
        request = Request(op, "p", "T", texts, limit)
        # Its neighbours are answered, whatever becomes of it.
        neighbour = Request("decode", "p", "T", ("neighbour",))
        before, answer, after = candidate.ask([neighbour, request, neighbour])
        assert before == after == Understood("p T 'neighbour'")
        return answer

    return ask


def test_hello(candidate: Candidate) -> None:
    assert candidate.start() == Hello("my-lib", "1.2.3", {"acp-v2": ("SessionNotification",)})


@pytest.mark.parametrize("in_process", [False, True])
def test_hello_by_default(module: Callable[..., Candidate], in_process: bool) -> None:
    source = "def decode(profile, type, text): return text"
    candidate = module(source, in_process=in_process)
    assert candidate.start() == Hello("candidate_module", "", None)


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize(
    "wrong",
    [
        "NAME = 1",
        "VERSION = 2",
        "PROFILES = ['acp-v2']",
        "PROFILES = {'acp-v2': 'Session'}",
        "PROFILES = {'acp-v2': 1}",
        "PROFILES = {'acp-v2': [1]}",
    ],
)
def test_a_wrong_hello(module: Callable[..., Candidate], wrong: str, in_process: bool) -> None:
    candidate = module(f"{wrong}\ndef decode(p, t, x): return x", in_process=in_process)
    with pytest.raises(CandidateError):
        candidate.start()


def test_texts_are_str_unless_they_are_not_utf8(ask: Ask) -> None:
    assert ask("decode", "é\n\x00") == Understood(r"p T 'é\n\x00'")
    assert ask("decode", b"\xff") == Understood(r"p T b'\xff'")
    assert ask("fold", "a", b"\xff", "") == Understood(r"['a', b'\xff', '']")
    assert ask("fold") == Understood("[]")


def test_cut_and_stream(ask: Ask) -> None:
    assert ask("cut", "longer", limit=4) == Understood("long")
    assert ask("cut", "longer", limit=0) == Understood("")
    items = StreamItems((Understood("a"), Refused("ValueError: an empty line"), Understood("é")))
    assert ask("stream", b"a\n\n\xc3", b"\xa9") == items
    assert ask("stream", b"\xff") == Refused(
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"
    )


def test_refusals(ask: Ask) -> None:
    assert ask("decode", "refuse") == Refused("ValueError: no\nreally")
    assert ask("decode", "refuse in writing") == Refused("Refusal: cannot", "encode")
    assert ask("decode", "surrogate in a message") == Refused(r"ValueError: \ud800")


@pytest.mark.parametrize("text", ["fork", "fork, exit", "fork, refuse"])
def test_a_fork_comes_back_in_one_process(ask: Ask, text: str) -> None:
    assert ask("decode", text) == Understood(f"p T {text!r}")


def test_what_is_lacking_is_unsupported(ask: Ask) -> None:
    assert ask("decode", "lacking") == Unsupported()
    assert ask("encode", "x") == Unsupported()


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("KeyError", "raised KeyError: 'x'"),
        ("SystemExit", "raised SystemExit: 3"),
        ("GeneratorExit", "raised GeneratorExit"),
        ("BaseException", "raised BaseException: base"),
        ("Odd", "raised Odd"),
        ("MemoryError", "raised MemoryError"),
        ("RecursionError", "raised RecursionError: maximum recursion depth exceeded"),
        ("[[[[", "raised RecursionError: maximum recursion depth exceeded"),
        ('"' + "[" * 200 + '"', "raised RecursionError: maximum recursion depth exceeded"),
        ("[" * 127, "raised RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_any_other_exception_is_a_crash(ask: Ask, text: str, detail: str) -> None:
    answer = ask("decode", text)
    assert isinstance(answer, Faulted)
    assert answer.fault.kind is FaultKind.CRASHED
    assert answer.fault.detail.startswith(detail)
    assert "candidate_module.py" in answer.fault.traceback
    assert "worker.py" not in answer.fault.traceback
    assert len(answer.fault.traceback) <= 10_000


@pytest.mark.parametrize(
    ("op", "texts"),
    [
        ("decode", ("[" * 128,)),
        ("decode", ('{"a":' * 128,)),
        ("decode", ('["]]]]]]",' * 128,)),
        ("decode", (b"\xff" + b"[" * 128,)),
        ("fold", ("deep", "[" * 128)),
        ("stream", (b"deep\n" + b"[" * 100, b"[" * 28)),
    ],
)
def test_past_a_depth_giving_up_is_a_refusal(
    ask: Ask, op: str, texts: tuple[str | bytes, ...]
) -> None:
    answer = ask(op, *texts)
    assert isinstance(answer, Refused)
    assert answer.error.startswith("RecursionError: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("op", "text", "detail"),
    [
        ("decode", "None", "decode returned NoneType, not str"),
        ("decode", "bytes", "decode returned bytes, not str"),
        ("decode", "surrogate", "decode returned a lone surrogate, U+D800, which is no UTF-8"),
        ("stream", "tuple", "stream returned tuple, not list"),
        ("stream", "number", "an item of stream returned int, not str"),
    ],
)
def test_what_is_no_text_is_a_malformed_answer(ask: Ask, op: str, text: str, detail: str) -> None:
    answer = ask(op, text)
    assert isinstance(answer, Faulted)
    assert answer.fault.kind is FaultKind.MALFORMED_ANSWER
    assert answer.fault.detail == detail


def test_in_process_the_users_interrupt_is_the_users(module: Callable[..., Candidate]) -> None:
    source = "import bdb\ndef decode(profile, type, text): raise eval(text)"
    candidate = module(source, in_process=True)
    candidate.start()
    for text, exception in (("KeyboardInterrupt", KeyboardInterrupt), ("bdb.BdbQuit", Exception)):
        with pytest.raises(exception):
            candidate.ask([Request("decode", "p", "T", (text,))])


def test_it_must_be_started(candidate: Candidate) -> None:
    request: Any = Request("decode", "p", "T", ("x",))
    with pytest.raises(RuntimeError):
        candidate.ask([request])
    candidate.start()
    candidate.close()
    candidate.close()
    with pytest.raises(RuntimeError):
        candidate.ask([request])
