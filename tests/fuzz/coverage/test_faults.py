"""What a candidate may do to its process: each is a finding with its input, and the job goes on."""

from collections.abc import Callable
from typing import Any

import pytest

from toolwire.conformance.candidates import FaultKind
from toolwire.fuzz.jobs.events import Finding, Reason

RUNS = 1_500
TRIGGER = 'value.get("title") == "deadly"'
SEED = '{"op":"decode","profile":"acp-v2","type":"ToolCallUpdate","text":%s}\n'


@pytest.fixture
def deadly(tmp_path: Any) -> Any:
    """Give a corpus that holds the input at which the candidates of this module fail."""
    import hashlib
    import json

    text = json.dumps('{"toolCallId":"x","title":"deadly"}')
    data = (SEED % text).encode()
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)
    return folder


def at_trigger(*lines: str) -> str:
    return "\n".join([f"if {TRIGGER}:", *("    " + line for line in lines)])


def faults(findings: list[Finding], kind: FaultKind) -> list[Finding]:
    return [each for each in findings if each.kind == f"no answer: {kind}"]


@pytest.mark.parametrize(
    ("what", "detail"),
    [
        ("os._exit(3)", "ended with exit code 3"),
        ("ctypes.string_at(0)", "ended by SIGSEGV"),
        ("os.kill(os.getpid(), 9)", "ended by SIGKILL"),
        ("os.abort()", "ended by SIGABRT"),
        ("os.closerange(0, 300)", "closed descriptors that are not its own"),
    ],
)
def test_the_end_of_the_process_is_a_finding(
    what: str, detail: str, candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    done = job(candidate(at_trigger(what)), runs=RUNS, corpus=deadly)
    found, *others = faults(done.findings, FaultKind.CRASHED)
    assert {each.detail for each in (found, *others)} == {detail}
    assert '"deadly"' in found.seed.input.texts[0]
    assert done.stopped.reason is Reason.RUNS
    assert done.executions >= RUNS, "the job went on after it"
    assert done.code == 0


def test_a_hang_is_a_finding(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    done = job(candidate(at_trigger("while True: pass")), runs=RUNS, corpus=deadly, timeout=1.0)
    found, *_ = faults(done.findings, FaultKind.TIMEOUT)
    assert found.detail == "did not answer within 1 s"
    assert '"deadly"' in found.seed.input.texts[0]
    assert done.stopped.reason is Reason.RUNS


def test_a_hang_that_nothing_can_break_is_a_finding(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    stubborn = at_trigger(
        "while True:", "    try: time.sleep(60)", "    except BaseException: pass"
    )
    done = job(candidate(stubborn), runs=RUNS, corpus=deadly, timeout=1.0)
    assert len(faults(done.findings, FaultKind.TIMEOUT)) == 1


def test_an_exception_that_is_no_refusal_is_a_finding(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    done = job(candidate(at_trigger('raise KeyError("x")')), runs=RUNS, corpus=deadly)
    found = faults(done.findings, FaultKind.CRASHED)
    assert {each.detail for each in found} == {"raised KeyError: 'x'"}
    assert done.stopped.reason is Reason.RUNS


def test_exceptions_of_the_user_are_the_candidates_here(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    done = job(candidate(at_trigger("raise KeyboardInterrupt")), runs=RUNS, corpus=deadly)
    found = faults(done.findings, FaultKind.CRASHED)
    assert {each.detail for each in found} == {"raised KeyboardInterrupt"}


def test_a_flood_is_nobodys_business(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    flood = (
        'print("x" * 10_000_000); sys.stderr.write("#1\\tNEW    cov: 9 ft: 9 corp: 9/9b\\n" * 99)'
    )
    done = job(candidate(at_trigger(flood)), runs=RUNS, corpus=deadly)
    assert done.stopped.reason is Reason.RUNS
    assert not faults(done.findings, FaultKind.CRASHED)
    assert len(done.stderr) < 10_000


@pytest.mark.parametrize("copy", ["pass", "sys.exit(0)", "raise KeyError"])
def test_a_copy_of_the_process_does_not_fuzz(
    copy: str, candidate: Callable[..., str], job: Callable[..., Any], deadly: Any, tmp_path: Any
) -> None:
    seen = tmp_path / "seen"
    fork = at_trigger("if child := os.fork(): os.waitpid(child, 0)", f"else: {copy}")
    done = job(candidate(fork), runs=RUNS, corpus=deadly, env={"SEEN": str(seen)})
    assert done.stopped.reason is Reason.RUNS
    assert not faults(done.findings, FaultKind.CRASHED)
    assert len(seen.read_bytes().splitlines()) <= RUNS == done.executions


def test_too_much_memory_is_a_finding(
    candidate: Callable[..., str], job: Callable[..., Any], deadly: Any
) -> None:
    greedy = at_trigger("held = [bytearray(1 << 20) for _ in range(10_000)]")
    done = job(candidate(greedy), runs=RUNS, corpus=deadly, memory=1_000)
    found = faults(done.findings, FaultKind.CRASHED)
    assert found
    assert all("memory" in each.detail.lower() for each in found)


def test_a_candidate_that_always_dies_loses_the_job(
    candidate: Callable[..., str], job: Callable[..., Any]
) -> None:
    done = job(candidate("os._exit(3)"), runs=RUNS)
    assert done.stopped.reason is Reason.LOST
    assert "exit code 3" in done.stopped.detail
    assert len(done.findings) == 1
    assert done.code == 1


@pytest.mark.parametrize("end", ["os._exit(0)", "os.abort()"])
def test_an_end_without_a_word_is_explained(
    end: str, job: Callable[..., Any], tmp_path: Any
) -> None:
    (tmp_path / "own.py").write_text(f"import os\n{end}\n", "utf-8")
    done = job("own.py", runs=RUNS)
    assert done.stopped.reason is Reason.LOST
    assert "before anything was asked: the candidate ends it" in done.stopped.detail
    assert "log ends" not in done.stopped.detail
