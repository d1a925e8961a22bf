"""What a module does to its process, and what the worker keeps from it."""

import ast
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance import worker
from toolwire.conformance.candidates import (
    Candidate,
    Faulted,
    FaultKind,
    Limits,
    Request,
    Understood,
    resolve,
)


def decode(text: str) -> Request:
    return Request("decode", "acp-v2", "ToolCallUpdate", (text,))


RUNS = """
import os, signal, subprocess, sys, threading, time
print("imported")
def decode(profile, type, text):
    if text.startswith("!"):
        result = []
        exec(text[1:], {**globals(), "result": result})
        return repr(result)
    return text
"""


@pytest.fixture
def runs(module: Callable[..., Candidate]) -> Candidate:
    """A module that runs what it is asked."""
    candidate = module(RUNS, timeout=1.0)
    candidate.start()
    return candidate


@pytest.mark.parametrize(
    "does",
    [
        'print("stray")',
        'sys.__stdout__.write("stray\\n"); sys.__stdout__.flush()',
        'sys.stdout.buffer.write(b"stray\\n")',
        'os.write(1, b"stray\\n")',
        'subprocess.run(["echo", "stray"])',
        "os.close(1); os.close(0)",
        "sys.stdout = None",
        'os.chdir("/")',
        "sys.path.clear()",
        'threading.Thread(target=lambda: print("stray")).start()',
        'os.write(2, b"x" * 1_000_000)',
        "sys.setrecursionlimit(60)",
        'subprocess.Popen(["sleep", "600"])',
        "os.fork()",
        "if os.fork() == 0: sys.exit(0)",
        "if os.fork() == 0: raise KeyError",
    ],
)
def test_it_does_no_harm(runs: Candidate, does: str) -> None:
    texts = ["before", f"!{does}", "after", "!result.append(os.getpid())"]
    before, did, after, pid = runs.ask([decode(text) for text in texts])
    assert (before, did, after) == (Understood("before"), Understood("[]"), Understood("after"))
    assert runs.ask([decode("!result.append(os.getpid())")]) == [pid]
    assert not runs.unblamed


def test_a_copy_that_loading_it_made_answers_nothing(module: Callable[..., Candidate]) -> None:
    candidate = module(f"import os\nos.fork()\n{RUNS}", timeout=1.0)
    candidate.start()
    assert candidate.ask([decode("x"), decode("y")]) == [Understood("x"), Understood("y")]
    assert not candidate.unblamed


def test_its_stdin_is_empty(runs: Candidate) -> None:
    texts = ["!result.append(sys.stdin.read())", "!result.append(os.read(0, 10))", "after"]
    texts.insert(0, '!result.append(subprocess.run(["cat"], capture_output=True).stdout)')
    assert runs.ask([decode(text) for text in texts]) == [
        Understood("[b'']"),
        Understood("['']"),
        Understood("[b'']"),
        Understood("after"),
    ]


@pytest.mark.parametrize(
    ("does", "kind", "detail"),
    [
        ("os._exit(4)", FaultKind.CRASHED, "exited with code 4"),
        ("os.kill(os.getpid(), 9)", FaultKind.CRASHED, "SIGKILL"),
        ("os.kill(os.getpid(), signal.SIGINT)", FaultKind.CRASHED, "raised KeyboardInterrupt"),
        ("raise KeyboardInterrupt", FaultKind.CRASHED, "raised KeyboardInterrupt"),
        ("input()", FaultKind.CRASHED, "raised EOFError"),
        ("time.sleep(600)", FaultKind.TIMEOUT, ""),
        ("signal.signal(15, signal.SIG_IGN); time.sleep(600)", FaultKind.TIMEOUT, ""),
        ("import ctypes; ctypes.string_at(0)", FaultKind.CRASHED, "SIGSEGV"),
        ("os.fork() and time.sleep(600); time.sleep(600)", FaultKind.TIMEOUT, ""),
        ("os.fork() or time.sleep(600); os._exit(5)", FaultKind.CRASHED, "exited with code 5"),
    ],
)
def test_it_costs_only_itself(runs: Candidate, does: str, kind: FaultKind, detail: str) -> None:
    texts = [str(number) for number in range(20)]
    texts[10] = f"!{does}"
    answers = runs.ask([decode(text) for text in texts])
    fault = answers.pop(10)
    del texts[10]
    assert answers == [Understood(text) for text in texts]
    assert isinstance(fault, Faulted)
    assert fault.fault.kind is kind
    assert detail in fault.fault.detail
    if "ctypes" in does:
        assert "Segmentation fault" in fault.fault.stderr


def test_a_crash_costs_no_restart(runs: Candidate) -> None:
    pid = decode("!result.append(os.getpid())")
    first, crash, second = runs.ask([pid, decode("!print('seen'); 1/0"), pid])
    assert first == second
    assert isinstance(crash, Faulted)
    assert crash.fault.detail == "raised ZeroDivisionError: division by zero"
    assert "seen" in crash.fault.stderr
    assert "imported" in crash.fault.stderr


def test_the_working_folder_comes_first(tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text("VALUE = 'mine'")
    (tmp_path / "mine.py").write_text(
        "import sys, plugin\n"
        "def decode(profile, type, text): return f'{plugin.VALUE} {sys.path[0]} {sys.path}'\n"
    )
    candidate = resolve("mine", cwd=tmp_path)
    candidate.start()
    (answer,) = candidate.ask([decode("x")])
    candidate.close()
    assert isinstance(answer, Understood)
    assert isinstance(answer.text, str)
    assert answer.text.startswith(f"mine {tmp_path} ")
    assert os.path.dirname(worker.__file__) + "'" not in answer.text


def test_a_file_finds_what_lies_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "helper.py").write_text("VALUE = 'helped'")
    (folder / "json.py").write_text("raise SystemExit")
    (folder / "json_adapter.py").write_text(
        "import json, helper\ndef decode(profile, type, text): return helper.VALUE"
    )
    candidate = resolve("folder/json_adapter.py", cwd=tmp_path)
    assert candidate.start().name == "json_adapter"
    assert candidate.ask([decode("x")]) == [Understood("helped")]
    candidate.close()


def test_a_package_by_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "some_adapter"
    folder.mkdir()
    (folder / "part.py").write_text("VALUE = 'part'")
    (folder / "__init__.py").write_text(
        "from .part import VALUE\ndef decode(profile, type, text): return VALUE"
    )
    candidate = resolve("some_adapter/__init__.py", cwd=tmp_path)
    assert candidate.start().name == "some_adapter"
    assert candidate.ask([decode("x")]) == [Understood("part")]
    candidate.close()


def test_one_process_serves_large_and_many(module: Callable[..., Candidate]) -> None:
    candidate = module("def decode(profile, type, text): return text")
    candidate.start()
    texts = [str(number) * (100_000 if number % 50 == 0 else 1) for number in range(500)]
    assert candidate.ask([decode(text) for text in texts]) == [Understood(t) for t in texts]
    assert candidate.ask([]) == []


def test_slow_answers_keep_their_deadlines(module: Callable[..., Candidate]) -> None:
    # Each is in time; together, sent as one, they would not be.
    candidate = module(
        "import time\ndef decode(profile, type, text): time.sleep(0.1); return text", timeout=1.0
    )
    candidate.start()
    assert candidate.ask([decode("x")] * 15) == [Understood("x")] * 15
    assert not candidate.unblamed


def test_the_worker_is_python_3_9() -> None:
    source = Path(worker.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 9))


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"])
def test_other_interpreters(tmp_path: Path, version: str) -> None:
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"no Python {version}")
    (tmp_path / "mine.py").write_text(
        "import sys\n"
        "def decode(profile, type, text):\n"
        "    if text == 'crash': return decode(profile, type, text)\n"
        "    if text == 'toolwire': import toolwire.conformance\n"
        "    return '%d.%d' % sys.version_info[:2]\n"
    )
    candidate = resolve("mine", cwd=tmp_path, python=python, limits=Limits(hello=60))
    candidate.start()
    answer, deep, crash, last = candidate.ask(
        [decode("x"), decode("[" * 1000), decode("crash"), decode("x")]
    )
    candidate.close()
    assert answer == deep == last == Understood(version)
    assert isinstance(crash, Faulted)
    assert "RecursionError" in crash.fault.detail
