"""Nobody is blamed for what another did."""

import signal
from collections.abc import Callable
from pathlib import Path

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


def understood(texts: list[str]) -> list[Understood]:
    return [Understood(text) for text in texts]


NUMBERS = [str(number) for number in range(100)]


def test_64_are_asked_ahead_and_no_more(program: Callable[..., ProcessCandidate]) -> None:
    # It answers when it has read 64, and not a moment earlier.
    candidate = program(
        "held = []\n"
        "def good(request):\n"
        "    held.append(request)\n"
        "    if len(held) == 64:\n"
        '        for it in held: reply(it, ok=True, text=it["text"])\n'
        "        held.clear()\n"
    )
    candidate.start()
    texts = NUMBERS[:64] * 2
    assert candidate.ask([decode(text) for text in texts]) == understood(texts)
    assert not candidate.unblamed


def test_what_cannot_bear_to_be_asked_ahead_is_asked_less_ahead(
    program: Callable[..., ProcessCandidate],
) -> None:
    candidate = program(
        "import select\n"
        "sys.stdin = open(0, 'rb', buffering=0, closefd=False)\n"
        "class Lines:\n"
        "    buffer = property(lambda self: self)\n"
        "    def __iter__(self):\n"
        "        while True:\n"
        "            piece = os.read(0, 1 << 20)\n"
        "            if not piece: return\n"
        "            if piece.count(b'\\n') > 1: os._exit(8)\n"
        "            yield piece\n"
        "sys.stdin = Lines()\n"
    )
    candidate.start()
    assert candidate.ask([decode(text) for text in NUMBERS]) == understood(NUMBERS)
    assert candidate.unblamed
    assert {fault.kind for fault in candidate.unblamed} == {FaultKind.CRASHED}


def test_what_dies_of_old_age(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "age = 0\n"
        "def good(request):\n"
        "    global age\n"
        "    age += 1\n"
        "    if age == 30: os._exit(1)\n"
        '    reply(request, ok=True, text=request["text"])'
    )
    candidate.start()
    assert candidate.ask([decode(text) for text in NUMBERS]) == understood(NUMBERS)
    for text in NUMBERS:
        assert candidate.ask([decode(text)]) == [Understood(text)]


def test_out_of_order(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "held = []\n"
        "def good(request):\n"
        "    held.append(request)\n"
        '    if request["text"] == "7" and len(held) == 1: return\n'
        '    for it in reversed(held): reply(it, ok=True, text=it["text"])\n'
        "    held.clear()\n",
        timeout=1.0,
    )
    candidate.start()
    texts = NUMBERS[:20]
    answers = candidate.ask([decode(text) for text in texts])
    fault = answers.pop(7)
    del texts[7]
    assert answers == understood(texts)
    assert isinstance(fault, Faulted)
    # Asked alone, it is never answered.
    assert fault.fault.kind is FaultKind.TIMEOUT


def test_a_line_too_many_after_an_answer(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program('def bad(request):\n    good(request); write(b"garbage\\n")')
    candidate.start()
    texts = ["a", "bad", "b"]
    assert candidate.ask([decode(text) for text in texts]) == understood(texts)
    assert [fault.kind for fault in candidate.unblamed] == [FaultKind.MALFORMED_ANSWER]


def test_the_last_of_a_batch_answered_twice(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "def bad(request):\n"
        '    write((json.dumps({"id": request["id"], "ok": True, "text": "x"}) + "\\n").encode()'
        " * 2)"
    )
    candidate.start()
    first, last = candidate.ask([decode("first"), decode("bad")])
    assert first == Understood("first")
    assert isinstance(last, Faulted)
    assert last.fault.kind is FaultKind.ANSWERED_TWICE


def test_answered_twice_long_after(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "held = None\n"
        "def bad(request):\n"
        "    global held\n"
        "    held = request\n"
        '    reply(request, ok=True, text="x")\n'
        "def good(request):\n"
        '    if held and request["text"] == "30": reply(held, ok=True, text="x")\n'
        '    reply(request, ok=True, text=request["text"])\n'
    )
    candidate.start()
    texts = [*NUMBERS[:10], "bad", *NUMBERS[10:]]
    answers = candidate.ask([decode(text) for text in texts])
    assert answers.pop(10) == Understood("x")
    assert answers == understood(NUMBERS)
    assert [fault.kind for fault in candidate.unblamed] == [FaultKind.ANSWERED_TWICE]


def test_several_culprits(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    os._exit(1)")
    candidate.start()
    texts = ["bad" if number % 9 == 0 else str(number) for number in range(40)]
    for text, answer in zip(texts, candidate.ask([decode(t) for t in texts]), strict=True):
        if text == "bad":
            assert isinstance(answer, Faulted)
            assert answer.fault.kind is FaultKind.CRASHED
        else:
            assert answer == Understood(text)


def test_at_random(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "import random\n"
        "def good(request):\n"
        "    if random.random() < 0.02: os._exit(1)\n"
        '    reply(request, ok=True, text=request["text"])\n'
    )
    candidate.start()
    answers = candidate.ask([decode(text) for text in NUMBERS])
    assert len(answers) == len(NUMBERS)
    for text, answer in zip(NUMBERS, answers, strict=True):
        assert answer == Understood(text) or isinstance(answer, Faulted)


def test_an_interrupt_leaves_nothing_in_flight(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    time.sleep(600)", timeout=60)
    candidate.start()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            candidate.ask([decode("a"), decode("bad"), decode("b")])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert candidate.ask([decode("c")]) == [Understood("c")]


def test_closing_lets_a_process_end_by_itself(
    program: Callable[..., ProcessCandidate], tmp_path: Path
) -> None:
    candidate = program(
        "import atexit\n"
        'atexit.register(lambda: (os.write(2, b"x" * 200_000), open("ended", "w").close()))'
    )
    candidate.start()
    candidate.close()
    assert (tmp_path / "ended").exists()


def test_closing_ends_a_process_that_does_not(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        'import atexit\natexit.register(time.sleep, 600)\nsubprocess.Popen(["sleep", "600"])',
        grace=0.1,
    )
    candidate.start()
    candidate.close()
