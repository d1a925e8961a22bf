"""Programs that are large, that flee, or that fail at random: what they cost, and what is left."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Faulted,
    FaultKind,
    Limits,
    ProcessCandidate,
    Request,
    Understood,
)

MIB = 1 << 20


def decode(text: str) -> Request:
    return Request("decode", "acp-v2", "ToolCallUpdate", (text,))


def kind_of(answer: Answer) -> FaultKind:
    assert isinstance(answer, Faulted), answer
    return answer.fault.kind


def ask_around(candidate: ProcessCandidate, bad: str = "bad") -> Answer:
    """Ask "bad" amid 40 others, all of which must be answered; return the answer to it."""
    candidate.start()
    texts = [str(number) for number in range(40)]
    texts[20] = bad
    answers = candidate.ask([decode(text) for text in texts])
    answer = answers.pop(20)
    assert answers == [Understood(text) for text in texts if text != bad]
    assert candidate.ask([decode("after")]) == [Understood("after")]
    return answer


LARGE = (
    'def bad(request):\n    write(b\'{{"id":%d,"ok":true,"text":"\' % request["id"]\n'
    "        + b'x' * ({mib} << 20) + b'\"}}\\n')"
)


def test_63_mib_are_answered(program: Callable[..., ProcessCandidate]) -> None:
    assert Limits().answer_size == 64 * MIB
    answer = ask_around(program(LARGE.format(mib=63)))
    assert isinstance(answer, Understood)
    assert len(answer.text) == 63 * MIB


def test_65_mib_are_too_many(program: Callable[..., ProcessCandidate]) -> None:
    answer = ask_around(program(LARGE.format(mib=65)))
    assert kind_of(answer) is FaultKind.TOO_LARGE


def test_a_process_that_flees_by_forking(program: Callable[..., ProcessCandidate]) -> None:
    # Each lives for a moment, and the next is in flight by then; the bound is for the test's sake.
    candidate = program(
        "def bad(request):\n"
        "    for _ in range(3000):\n"
        "        if os.fork(): os._exit(0)\n"
        "        time.sleep(0.001)\n"
    )
    answer = ask_around(candidate)
    assert kind_of(answer) is FaultKind.CRASHED
    assert isinstance(answer, Faulted)
    assert answer.fault.detail == "exited with code 0"


def test_forks_that_fork(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "def bad(request):\n    for _ in range(6): os.fork()\n    time.sleep(600)", timeout=0.5
    )
    assert kind_of(ask_around(candidate)) is FaultKind.TIMEOUT


def test_a_grandchild_that_ignores_every_signal_it_may(
    program: Callable[..., ProcessCandidate],
) -> None:
    candidate = program(
        "def bad(request):\n"
        "    if os.fork() == 0:\n"
        "        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "            signal.signal(number, signal.SIG_IGN)\n"
        "        time.sleep(600)\n"
        "    os._exit(5)"
    )
    answer = ask_around(candidate)
    assert isinstance(answer, Faulted)
    assert (answer.fault.kind, answer.fault.detail) == (FaultKind.CRASHED, "exited with code 5")


def test_a_grandchild_in_a_session_of_its_own_is_out_of_reach(
    program: Callable[..., ProcessCandidate], tmp_path: Path
) -> None:
    # It holds the pipes and holds nothing up. That it lives on is documented: POSIX has no means.
    candidate = program(
        "def bad(request):\n"
        '    away = subprocess.Popen(["sleep", "4"], start_new_session=True)\n'
        '    open("away", "a").write(f"{away.pid}\\n")\n'
        "    os._exit(3)"
    )
    start = time.monotonic()
    answer = ask_around(candidate)
    candidate.close()
    assert time.monotonic() - start < 3.5
    assert kind_of(answer) is FaultKind.CRASHED
    for pid in (tmp_path / "away").read_text().split():
        os.kill(int(pid), 0)


def test_a_grandchild_that_goes_on_writing(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        "def bad(request):\n"
        "    if os.fork() == 0:\n"
        "        while True: write(b'{}\\n')\n"
        "    os._exit(3)"
    )
    # What it writes may come before its parent's end is seen.
    assert kind_of(ask_around(candidate)) in (FaultKind.CRASHED, FaultKind.MALFORMED_ANSWER)


def test_one_that_reads_nothing_while_we_write(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("def bad(request):\n    time.sleep(600)", timeout=0.5, ahead_size=100 * MIB)
    candidate.start()
    # All are in flight at once, far more than a pipe holds, behind one that reads no more.
    texts = ["bad", *(str(number) * 300_000 for number in range(10))]
    fault, *answers = candidate.ask([decode(text) for text in texts])
    assert kind_of(fault) is FaultKind.TIMEOUT
    assert answers == [Understood(text) for text in texts[1:]]


def test_one_that_closes_its_stdin_while_we_write(
    program: Callable[..., ProcessCandidate],
) -> None:
    candidate = program(
        "def bad(request):\n    os.close(0); time.sleep(600)", timeout=0.5, ahead_size=100 * MIB
    )
    candidate.start()
    texts = ["bad", *(str(number) * 300_000 for number in range(10))]
    fault, *answers = candidate.ask([decode(text) for text in texts])
    assert kind_of(fault) is FaultKind.TIMEOUT
    assert answers == [Understood(text) for text in texts[1:]]


def test_an_answer_that_comes_late_is_not_that_of_the_next(
    program: Callable[..., ProcessCandidate],
) -> None:
    candidate = program(
        "import threading\ndef bad(request):\n    threading.Timer(0.7, good, [request]).start()",
        timeout=0.4,
    )
    assert kind_of(ask_around(candidate)) is FaultKind.TIMEOUT


def test_two_answers_in_the_wrong_order(program: Callable[..., ProcessCandidate]) -> None:
    # Asked alone it waits for a second request in vain, and that is its fault.
    candidate = program(
        "held = []\n"
        "def bad(request):\n    held.append(request)\n"
        "def good(request):\n"
        '    reply(request, ok=True, text=request["text"])\n'
        '    while held: reply(held.pop(), ok=True, text="bad")',
        timeout=0.5,
    )
    assert kind_of(ask_around(candidate)) is FaultKind.TIMEOUT


RANDOM = (
    "import random\n"
    "def good(request):\n"
    "    chance = random.random()\n"
    "    if chance < 0.01: os._exit(3)\n"
    "    if chance < 0.02: write(b'garbage\\n')\n"
    '    else: reply(request, ok=True, text=request["text"])\n'
)


def test_one_that_fails_at_random_is_asked_twice(
    program: Callable[..., ProcessCandidate],
) -> None:
    texts = [str(number) for number in range(300)]
    for _ in range(2):
        candidate = program(RANDOM)
        candidate.start()
        answers = candidate.ask([decode(text) for text in texts])
        for text, answer in zip(texts, answers, strict=True):
            if answer != Understood(text):
                assert kind_of(answer) in (
                    FaultKind.CRASHED,
                    FaultKind.MALFORMED_ANSWER,
                    FaultKind.GAVE_UP,
                )
        candidate.close()


def test_a_run_over_one_that_fails_at_random_ends_and_judges_all(tmp_path: Path) -> None:
    source = (
        "import json, os, random, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        '    answer = {"id": request["id"], "ok": True, "text": request.get("text", "{}")}\n'
        '    if request["op"] == "hello":\n'
        '        answer.update(protocol=1, name="random", version="",\n'
        '            profiles={"acp-v2": ["ToolCallLocation"]})\n'
        "    elif random.random() < 0.05: os._exit(3)\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    (tmp_path / "program.py").write_text(source)
    requirements = []
    for turn in ("first", "second"):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        command += [f"--impl=cmd:{sys.executable} -I -S program.py", f"--impl-report={turn}"]
        done = subprocess.run(
            [*command, "--impl-examples=0"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        assert "INTERNALERROR" not in done.stdout
        report = json.loads((tmp_path / turn / "report.json").read_text())
        requirements.append({entry["requirement"] for entry in report["results"]})
    assert requirements[0] == requirements[1]
    assert len(requirements[0]) > 40


@pytest.mark.parametrize("mib", [1, 8])
def test_a_flood_without_end_is_bounded(program: Callable[..., ProcessCandidate], mib: int) -> None:
    candidate = program(
        "def bad(request):\n    while True: write(b'x' * 100_000)", answer_size=mib * MIB
    )
    assert kind_of(ask_around(candidate)) is FaultKind.TOO_LARGE
