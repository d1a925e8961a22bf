"""Programs that do anything but answer: each fault by its name, and nothing else spoiled."""

from collections.abc import Callable
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Faulted,
    FaultKind,
    ProcessCandidate,
    Request,
    Understood,
)


def decode(text: str) -> Request:
    return Request("decode", "acp-v2", "ToolCallUpdate", (text,))


SHORT = {"timeout": 0.5}

FAULTS: dict[str, tuple[str, FaultKind, str, dict[str, Any]]] = {
    "hangs": ("time.sleep(600)", FaultKind.TIMEOUT, "within 0.5 s", SHORT),
    "spins": ("while True: pass", FaultKind.TIMEOUT, "", SHORT),
    "answers late": ("time.sleep(2); good(request)", FaultKind.TIMEOUT, "", SHORT),
    "ignores SIGTERM": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
        FaultKind.TIMEOUT,
        "",
        SHORT,
    ),
    "half a line and then nothing": (
        "write(b'{\"id\":'); time.sleep(600)",
        FaultKind.TIMEOUT,
        "",
        SHORT,
    ),
    "dribbles": (
        'while True: write(b" "); time.sleep(0.01)',
        FaultKind.TIMEOUT,
        "",
        SHORT,
    ),
    "floods stderr": (
        'while True: os.write(2, b"flood " * 1000)',
        FaultKind.TIMEOUT,
        "",
        {**SHORT, "stderr_size": 1000},
    ),
    "forks": (
        "for _ in range(20):\n        if os.fork() == 0: time.sleep(600)\n    time.sleep(600)",
        FaultKind.TIMEOUT,
        "",
        SHORT,
    ),
    "closes its stdin": ("os.close(0); time.sleep(600)", FaultKind.TIMEOUT, "", SHORT),
    "exits with 0": ("os._exit(0)", FaultKind.CRASHED, "exited with code 0", {}),
    "exits with 3": (
        'print("so be it", file=sys.stderr); sys.exit(3)',
        FaultKind.CRASHED,
        "exited with code 3",
        {},
    ),
    "raises": ("raise RuntimeError('bang')", FaultKind.CRASHED, "exited with code 1", {}),
    "kills itself": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        FaultKind.CRASHED,
        "signal 9 (SIGKILL)",
        {},
    ),
    "segfaults": (
        "os.kill(os.getpid(), signal.SIGSEGV)",
        FaultKind.CRASHED,
        "signal 11 (SIGSEGV)",
        {},
    ),
    "kills its group": ("os.killpg(0, signal.SIGKILL)", FaultKind.CRASHED, "SIGKILL", {}),
    "exits in mid-answer": (
        "write(b'{\"id\":'); os._exit(1)",
        FaultKind.CRASHED,
        "in the middle of an answer",
        {},
    ),
    "leaves a grandchild that holds the pipes": (
        'subprocess.Popen(["sleep", "600"]); os._exit(3)',
        FaultKind.CRASHED,
        "exited with code 3",
        {},
    ),
    "closes its stdout": (
        "os.close(1); time.sleep(600)",
        FaultKind.CLOSED_OUTPUT,
        "lived on",
        {"grace": 0.2},
    ),
    "garbage": ('write(b"garbage\\n")', FaultKind.MALFORMED_ANSWER, "not strict JSON", {}),
    "an empty line": ('write(b"\\n")', FaultKind.MALFORMED_ANSWER, "not strict JSON", {}),
    "not UTF-8": ('write(b"\\xff\\n")', FaultKind.MALFORMED_ANSWER, "not UTF-8", {}),
    "NaN": (
        'reply(request, ok=True, text="x", x=float("nan"))',
        FaultKind.MALFORMED_ANSWER,
        "NaN",
        {},
    ),
    "no text": ("reply(request, ok=True)", FaultKind.MALFORMED_ANSWER, '"text"', {}),
    "a surrogate": (
        'reply(request, ok=True, text="\\ud800")',
        FaultKind.MALFORMED_ANSWER,
        "surrogate",
        {},
    ),
    "reports a fault as only the worker may": (
        'reply(request, fault="crashed", detail="x")',
        FaultKind.MALFORMED_ANSWER,
        '"ok"',
        {},
    ),
    "another id": (
        'reply({"id": request["id"] + 1000}, ok=True, text="x")',
        FaultKind.WRONG_ID,
        "while id 1 was due",
        {},
    ),
    "answers twice": ("good(request); good(request)", FaultKind.ANSWERED_TWICE, "again", {}),
    "answers hello again": (
        'greet({"id": 0})',
        FaultKind.ANSWERED_TWICE,
        "hello again",
        {},
    ),
    "too large": (
        'reply(request, ok=True, text="x" * 200_000)',
        FaultKind.TOO_LARGE,
        "100000 bytes",
        {"answer_size": 100_000},
    ),
    "a line without end": (
        'while True: write(b"x" * 1000)',
        FaultKind.TOO_LARGE,
        "1000000 bytes",
        {"answer_size": 1_000_000},
    ),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS)
def test_fault(
    program: Callable[..., ProcessCandidate],
    case: tuple[str, FaultKind, str, dict[str, Any]],
) -> None:
    does, kind, detail, limits = case
    candidate = program(f"def bad(request):\n    {does}", **limits)
    candidate.start()
    texts = [str(number) for number in range(40)]
    texts[20] = "bad"
    answers = candidate.ask([decode(text) for text in texts])
    fault = answers.pop(20)
    assert answers == [Understood(text) for text in texts if text != "bad"]
    assert isinstance(fault, Faulted)
    assert fault.fault.kind is kind
    assert detail in fault.fault.detail
    assert len(fault.fault.stderr) <= limits.get("stderr_size", 64 << 10)
    # It is asked on as if nothing had been.
    assert candidate.ask([decode("after")]) == [Understood("after")]
    candidate.close()


def test_the_last_words_are_kept(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        'def bad(request):\n    os.write(2, b"first " + b"x" * 300_000 + b" last\\xff\\n"); '
        "os._exit(1)"
    )
    candidate.start()
    (answer,) = candidate.ask([decode("bad")])
    assert isinstance(answer, Faulted)
    assert answer.fault.stderr.endswith("x last\ufffd\n")
    assert len(answer.fault.stderr) <= 64 << 10


def test_an_answer_that_is_almost_too_large(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        'def bad(request):\n    write(b\'{"id":%d,"ok":true,"text":"\' % request["id"]\n'
        '        + b"x" * 999_970 + b\'"}\\n\')',
        answer_size=1_000_000,
    )
    candidate.start()
    assert candidate.ask([decode("bad")]) == [Understood("x" * 999_970)]


def test_a_flood_of_stderr_hinders_no_answer(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program('def bad(request):\n    os.write(2, b"x" * 3_000_000); good(request)')
    candidate.start()
    assert candidate.ask([decode("bad")] * 3) == [Understood("bad")] * 3


def test_a_candidate_that_reads_nothing(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "def bad(request):\n    good(request); time.sleep(600)", timeout=1.0, ahead_size=10 << 20
    )
    candidate.start()
    large = "x" * 300_000
    answers = candidate.ask([decode("first"), decode("bad"), decode(large), decode("last")])
    assert answers[0] == Understood("first")
    assert answers[2:] == [Understood(large), Understood("last")]


def test_both_sides_write_more_than_a_pipe_holds(
    program: Callable[..., ProcessCandidate],
) -> None:
    candidate = program("", ahead_size=100 << 20)
    candidate.start()
    texts = [str(number) * 150_000 for number in range(60)]
    answers = candidate.ask([decode(text) for text in texts])
    assert answers == [Understood(text) for text in texts]


def test_every_request_is_bad(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    os._exit(7)", restarts=6)
    candidate.start()
    answers = candidate.ask([decode("bad")] * 20)
    kinds = [answer.fault.kind for answer in answers if isinstance(answer, Faulted)]
    assert len(kinds) == 20
    given_up = kinds.index(FaultKind.GAVE_UP)
    assert given_up > 0
    assert set(kinds[:given_up]) == {FaultKind.CRASHED}
    assert set(kinds[given_up:]) == {FaultKind.GAVE_UP}
    (last,) = candidate.ask([decode("good")])
    assert isinstance(last, Faulted)
    assert last.fault.kind is FaultKind.GAVE_UP
    assert "after 6 restarts" in last.fault.detail
    assert "exited with code 7" in last.fault.detail


def test_it_cannot_be_started_again(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        'if os.path.exists("dead"): sys.exit("never again")\n'
        'def bad(request):\n    open("dead", "w").close(); os._exit(1)'
    )
    candidate.start()
    answers = candidate.ask([decode("good"), decode("bad"), decode("other")])
    assert answers[0] == Understood("good")
    for answer in answers[1:]:
        assert isinstance(answer, Faulted)
        assert answer.fault.kind is FaultKind.GAVE_UP
        assert "could not be started again" in answer.fault.detail
