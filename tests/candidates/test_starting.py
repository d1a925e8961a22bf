"""No answer to `hello`, no run: one clear line for each mistake."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance.candidates import (
    Candidate,
    CandidateError,
    FaultKind,
    Hello,
    ProcessCandidate,
    ShippedAdapter,
    resolve,
)

STARTS = {
    "hangs": ("time.sleep(600)", FaultKind.TIMEOUT, "did not answer hello within 0.5 s"),
    "exits": (
        'print("no licence", file=sys.stderr); sys.exit(7)',
        FaultKind.COULD_NOT_START,
        "exited with code 7 before it answered hello",
    ),
    "exits with 0": ("sys.exit()", FaultKind.COULD_NOT_START, "exited with code 0"),
    "dies": (
        "os.kill(os.getpid(), signal.SIGABRT)",
        FaultKind.COULD_NOT_START,
        "was killed by signal 6 (SIGABRT) before it answered hello",
    ),
    "closes its stdout": (
        "os.close(1); time.sleep(600)",
        FaultKind.COULD_NOT_START,
        "closed its stdout and lived on before it answered hello",
    ),
    "leaves a grandchild": (
        'subprocess.Popen(["sleep", "600"]); os._exit(2)',
        FaultKind.COULD_NOT_START,
        "exited with code 2",
    ),
    "logs to stdout": ('print("hi")', FaultKind.MALFORMED_ANSWER, "not strict JSON"),
    "a line without end": ('print("x" * 10**6, end="")', FaultKind.TOO_LARGE, "passed"),
    "another version": (
        'reply({"id": 0}, ok=True, protocol=2, name="x", version="1")',
        FaultKind.WRONG_PROTOCOL,
        "speaks candidate protocol 2; this Toolwire speaks 1",
    ),
    "refuses this version": (
        'reply({"id": 0}, ok=False, protocol=3, error="too old")',
        FaultKind.WRONG_PROTOCOL,
        "speaks candidate protocol 3",
    ),
    "no version": (
        'reply({"id": 0}, ok=True, name="x", version="1")',
        FaultKind.MALFORMED_ANSWER,
        '"protocol": 1',
    ),
    "no name": (
        'reply({"id": 0}, ok=True, protocol=1, version="1")',
        FaultKind.MALFORMED_ANSWER,
        '"name"',
    ),
    "refuses": (
        'reply({"id": 0}, ok=False, error="not today")',
        FaultKind.COULD_NOT_START,
        "refused hello: not today",
    ),
    "unsupported": (
        'reply({"id": 0}, unsupported=True)',
        FaultKind.MALFORMED_ANSWER,
        'answered hello wrongly: "ok": true is missing',
    ),
    "refuses without a reason": (
        'reply({"id": 0}, ok=False)',
        FaultKind.MALFORMED_ANSWER,
        'answered hello wrongly: "ok": true is missing',
    ),
    "an empty line": (
        'write(b"\\n")',
        FaultKind.MALFORMED_ANSWER,
        "answered hello wrongly: a line is not strict JSON",
    ),
    "a list": (
        'write(b"[]\\n")',
        FaultKind.MALFORMED_ANSWER,
        "answered hello wrongly: a line is not a JSON object: '[]'",
    ),
    "no id": (
        'write(b"{}\\n")',
        FaultKind.MALFORMED_ANSWER,
        "answered hello wrongly: an answer needs \"id\", an integer: '{}'",
    ),
    "a name that is a number": (
        'reply({"id": 0}, ok=True, protocol=1, name=7, version="1")',
        FaultKind.MALFORMED_ANSWER,
        'answered hello wrongly: "name" and "version" must be there, each a string',
    ),
    "profiles that are a list": (
        'reply({"id": 0}, ok=True, protocol=1, name="x", version="1", profiles=["acp-v2"])',
        FaultKind.MALFORMED_ANSWER,
        'answered hello wrongly: "profiles" must map each profile',
    ),
    "a version that is a text": (
        'reply({"id": 0}, ok=True, protocol="1", name="x", version="1")',
        FaultKind.MALFORMED_ANSWER,
        'answered hello wrongly: "protocol": 1 is missing',
    ),
    "another id": (
        'reply({"id": 1}, ok=True, protocol=1, name="x", version="1")',
        FaultKind.WRONG_ID,
        "answered id 1 while hello, id 0, was due",
    ),
    "twice": (
        'write(b\'{"id":0,"ok":true,"protocol":1,"name":"x","version":"1"}\\n\' * 2)',
        FaultKind.ANSWERED_TWICE,
        "two lines",
    ),
}


@pytest.mark.parametrize("case", STARTS.values(), ids=STARTS)
def test_program(
    program: Callable[..., ProcessCandidate], case: tuple[str, FaultKind, str]
) -> None:
    does, kind, message = case
    limit = {"hello": 0.5} if kind is FaultKind.TIMEOUT else {}
    candidate = program(
        f"def greet(request):\n    {does}\n    sys.stdout.flush()\n    time.sleep(600)",
        grace=0.2,
        answer_size=1000,
        **limit,
    )
    with pytest.raises(CandidateError) as caught:
        candidate.start()
    assert caught.value.kind is kind
    assert caught.value.message.startswith("the candidate 'cmd:program' ")
    assert message in caught.value.message
    assert "\n" not in caught.value.message
    is_answer = kind in (FaultKind.MALFORMED_ANSWER, FaultKind.WRONG_ID, FaultKind.ANSWERED_TWICE)
    assert ('"ok":true,"protocol":1' in caught.value.hint) == is_answer
    if "licence" in does:
        assert "no licence" in str(caught.value)


def test_hello_has_time_of_its_own(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("time.sleep(0.5)", timeout=0.1)
    assert candidate.start() == Hello("program", "1.0")


def test_profiles(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program(
        'def greet(request):\n    reply(request, ok=True, protocol=1, name="n", version="",'
        ' profiles={"acp-v2": ["Session"]}, later=[])'
    )
    assert candidate.start() == Hello("n", "", {"acp-v2": ("Session",)})


def start(candidate: Candidate) -> CandidateError:
    with pytest.raises(CandidateError) as caught:
        candidate.start()
    candidate.close()
    return caught.value


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(CandidateError, match="no program 'no-such-program' on PATH"):
        resolve("cmd:no-such-program --flag", cwd=tmp_path)
    assert "'./no-such-program'" in start(resolve("cmd:./no-such-program", cwd=tmp_path)).message


def test_a_program_beside_this_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    name = Path(sys.executable).name
    with pytest.raises(CandidateError) as caught:
        resolve(f"cmd:{name}", cwd=tmp_path)
    assert str(Path(sys.executable).parent) in caught.value.hint


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("not a program")
    assert "Permission denied" in start(resolve("cmd:./program", cwd=tmp_path)).message
    path.chmod(0o755)
    assert "Exec format error" in start(resolve("cmd:./program", cwd=tmp_path)).message
    path.write_text("#!/no/such/interpreter\n")
    assert "its interpreter is missing" in start(resolve("cmd:./program", cwd=tmp_path)).message


def test_a_working_folder_that_does_not_exist(tmp_path: Path) -> None:
    candidate = resolve("cmd:cat", cwd=tmp_path / "gone")
    assert "working folder" in start(candidate).message


@pytest.mark.parametrize("in_process", [False, True])
def test_a_module_that_does_not_exist(tmp_path: Path, in_process: bool) -> None:
    error = start(resolve("no_such_module", cwd=tmp_path, in_process=in_process))
    assert "there is no candidate 'no_such_module'" in error.message
    assert "No module named 'no_such_module'" in error.message
    error = start(resolve("no_such.module", cwd=tmp_path, in_process=in_process))
    assert "No module named 'no_such'" in error.message
    assert error.stderr == ""


@pytest.mark.parametrize("in_process", [False, True])
def test_a_module_whose_name_is_misspelt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: bool
) -> None:
    package = f"mylib{in_process:d}"  # in this process it stays imported
    (tmp_path / package).mkdir()
    for name in ("__init__", "adapter", "zoo"):
        (tmp_path / package / f"{name}.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    error = start(resolve(f"{package}.adaptr", cwd=tmp_path, in_process=in_process))
    assert error.message.endswith(f"No module named '{package}.adaptr'; near it: {package}.adapter")
    error = start(resolve(f"{package}.qqq", cwd=tmp_path, in_process=in_process))
    assert error.message.endswith(f"No module named '{package}.qqq'")


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("x = ", "SyntaxError: "),
        ("1/0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("from json import no_such_name", "ImportError: cannot import name"),
    ],
)
def test_a_module_that_cannot_be_imported(
    module: Callable[..., Candidate], source: str, message: str, in_process: bool
) -> None:
    error = start(module(source, name="faulty.py", in_process=in_process))
    assert error.message.startswith(f"the module 'faulty.py' cannot be imported: {message}")
    assert "\n" not in error.message
    if not in_process:
        assert "faulty.py" in error.stderr
    if "library" in source:
        assert "'no_such_library'" in error.hint


@pytest.mark.parametrize("in_process", [False, True])
def test_a_module_without_decode(module: Callable[..., Candidate], in_process: bool) -> None:
    error = start(module("def encode(p, t, x): return x", in_process=in_process))
    assert error.message == "the module 'candidate_module.py' has no function decode"


def test_a_module_that_ends_its_process(module: Callable[..., Candidate]) -> None:
    error = start(module("import os; os._exit(9)"))
    assert "exited with code 9 before it answered hello" in error.message


@pytest.mark.parametrize("in_process", [False, True])
def test_an_adapter_whose_library_is_missing(tmp_path: Path, in_process: bool) -> None:
    file = tmp_path / "__init__.py"
    file.write_text("import no_such_library\ndef decode(p, t, x): return x")
    adapter = ShippedAdapter("some", file, ("some-library",))
    candidate = resolve("some", cwd=tmp_path, in_process=in_process, shipped={"some": adapter}.get)
    error = start(candidate)
    assert error.message == ("the adapter 'some' needs some-library: pip install 'toolwire[some]'")
    file.write_text("from json import no_such_name")
    error = start(candidate)
    assert "cannot be loaded: ImportError" in error.message
    assert "pip install 'toolwire[some]'" in error.hint


def test_the_error_shows_all(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program('print("a\\nb", file=sys.stderr)\nsys.exit("c")')
    with pytest.raises(CandidateError) as caught:
        candidate.start()
    assert str(caught.value) == (
        "the candidate 'cmd:program' exited with code 1 before it answered hello\n"
        "its stderr ends:\n    a\n    b\n    c"
    )


def test_a_program_can_be_started_again(program: Callable[..., ProcessCandidate]) -> None:
    candidate = program("")
    assert candidate.start() == candidate.start() == Hello("program", "1.0")


def test_without_a_pidfd(
    program: Callable[..., ProcessCandidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    candidate = program("def greet(request):\n    os._exit(3)")
    with pytest.raises(CandidateError, match="exited with code 3"):
        candidate.start()
