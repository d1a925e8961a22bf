"""`toolwire check`: what is wrong with an adapter is named, and what to do about it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance.candidates import CandidateError, Options
from toolwire.conformance.checking import Checked, check
from toolwire.conformance.checks import CHECKS

Check = Callable[..., dict[str, Checked]]
NAMES = ["hello", *(each.name for each in CHECKS)]


def wrong(checked: dict[str, Checked]) -> dict[str, Checked]:
    return {name: each for name, each in checked.items() if each.wrong is not None}


def test_a_right_program(check_program: Check) -> None:
    checked = check_program()
    assert list(checked) == NAMES
    assert not wrong(checked)


def test_a_right_program_without_profiles(check_program: Check) -> None:
    checked = check_program("PROFILES = None")
    assert list(checked) == NAMES
    assert not wrong(checked)
    assert "everything is tried" in checked["hello"].note


def test_the_reference() -> None:
    program = Path(sys.executable).with_name("toolwire")
    checked = {
        each.name: each for each in check(f"cmd:{program} reference", Path(), Options(timeout=5.0))
    }
    assert list(checked) == NAMES
    assert not wrong(checked)
    assert {each: checked[each].note for each in ("decode", "fold", "utf-8", "long-line")} == (
        dict.fromkeys(("decode", "fold", "utf-8", "long-line"), "understood")
    )


HELLO = {
    "another version": (
        'def hello(request): return {"ok": True, "protocol": 2, "name": "x", "version": "1"}',
        '"protocol":2',
        '"protocol":1',
    ),
    "a log line": ('print("ready", flush=True)', "'ready'", "logs go to stderr"),
    "no name": (
        'def hello(request): return {"ok": True, "protocol": 1}',
        '"protocol":1}',
        '"name"',
    ),
    "another id": (
        'def reply(request): write({"id": 7, **answer(request)})',
        "id 7 while id 0 was due",
        'the "id" of its request',
    ),
    "twice": (
        "def reply(request):\n    write({'id': request['id'], **answer(request)})\n"
        "    write({'id': request['id'], **answer(request)})",
        "a line too many",
        "once",
    ),
    "unsupported": (
        "def hello(request): return {'unsupported': True}",
        '"unsupported":true',
        '"ok":true',
    ),
}


@pytest.mark.parametrize("case", HELLO.values(), ids=HELLO)
def test_a_wrong_hello_is_all_that_is_checked(
    check_program: Check, case: tuple[str, str, str]
) -> None:
    definitions, came, cure = case
    checked = check_program(definitions)
    # What comes a moment late shows only in the next talk.
    last = list(checked.values())[-1]
    assert last.name == "hello"
    assert last.wrong is not None
    assert last.wrong.sent == '{"id":0,"op":"hello","protocol":1}'
    assert came in last.wrong.came
    assert cure in last.wrong.cure


AT = 'def decode(request):\n    text = request["text"]\n    '
ECHO = '\n    return {"ok": True, "text": text}'

FAULTS: dict[str, tuple[str, set[str], str, str]] = {
    "gives the value instead of its text": (
        f'{AT}return {{"ok": True, "text": {{"path": "x"}}}}',
        {*NAMES}
        - {"hello", "hello-members", "fold", "operations", "end-of-input"}
        - {"unknown-operation", "unknown-type", "unknown-profile"},
        "a text must be a string",
        '"text" as a string',
    ),
    "ends on an error of the library": (
        f"{AT}json.loads(text){ECHO}",
        {"empty-text", "not-json", "base64"},
        "no answer: it exited with code 1",
        "no request may end the program",
    ),
    "knows no base64": (
        f"{AT}text.strip(){ECHO}",
        {"base64"},
        "exited with code 1",
        "no request may end the program",
    ),
    "cannot bear an unknown operation": (
        "def answer(request):\n"
        '    return {"hello": hello, "decode": decode, "fold": decode}[request["op"]](request)',
        {"unknown-operation", "fold", "operations"},
        "exited with code 1",
        "no request may end the program",
    ),
    "refuses what it lacks": (
        "def answer(request):\n"
        '    if request["op"] in ("hello", "decode"):\n'
        '        return {"hello": hello, "decode": decode}[request["op"]](request)\n'
        '    return {"ok": False, "error": "what?"}',
        {"unknown-operation"},
        "refused: what?",
        '"unsupported":true',
    ),
    "names no types, and looks at none": (
        "PROFILES = None\n"
        "def answer(request):\n"
        '    if request["op"] in ("hello", "decode"):\n'
        '        return {"hello": hello, "decode": decode}[request["op"]](request)\n'
        '    return {"unsupported": True}',
        {"unknown-type", "unknown-profile"},
        "understood",
        '"unsupported":true',
    ),
    "refuses unknown members": (
        'def decode(request):\n    if "later" in request: return {"ok": False, "error": "later?"}\n'
        '    return {"ok": True, "text": "{}"}',
        {"unknown-members"},
        "without the two members understood",
        "ignore",
    ),
    "refuses unknown members of hello": (
        'def hello(request):\n    assert len(request) == 3\n    return {"ok": True, "protocol": 1,'
        ' "name": "x", "version": "1", "profiles": PROFILES}',
        {"hello-members"},
        "exited with code 1",
        "no request may end the program",
    ),
    "writes a log line in between": (
        f'{AT}if text == "": print("empty!"){ECHO}',
        {"empty-text"},
        "'empty!'",
        "logs go to stderr",
    ),
    "answers one twice": (
        f'{AT}if text == "": write({{"id": request["id"], "ok": True, "text": ""}}){ECHO}',
        {"empty-text"},
        "a line too many",
        "once",
    ),
    "answers, and exits": (
        f'{AT}if text == "":\n        write({{"id": request["id"], "ok": True, "text": ""}})\n'
        f"        sys.exit(3){ECHO}",
        {"empty-text"},
        "it answered, and then exited with code 3",
        "no request may end the program",
    ),
    "is silent": (
        f'{AT}if text == "": time.sleep(60){ECHO}',
        {"empty-text"},
        "nothing within 1 s",
        "flush",
    ),
    "ends no line": (
        f'{AT}if text == "": sys.stdout.write("half"), sys.stdout.flush(), time.sleep(60){ECHO}',
        {"empty-text"},
        "no whole line, but half",
        "newline",
    ),
    "reads as Latin-1": (
        'sys.stdin.reconfigure(encoding="latin-1")',
        {"utf-8"},
        "the text",
        "UTF-8",
    ),
    "answers the short ones first": (
        "held = []\n"
        "def reply(request):\n"
        '    if 100_000 < len(str(request.get("text"))) < 200_000:\n'
        "        held.append(request)\n"
        "        return\n"
        '    write({"id": request["id"], **answer(request)})',
        {"ahead"},
        "was due",
        "in the order",
    ),
    "reads lines no longer than a mebibyte": (
        "class Short:\n"
        "    def __iter__(self): return iter(lambda: sys.__stdin__.readline(1 << 20), '')\n"
        "sys.stdin = Short()",
        {"long-line"},
        "exited with code 1",
        "no request may end the program",
    ),
    "takes other characters for line ends": (
        "class Lines:\n"
        "    def __iter__(self):\n"
        "        for line in sys.__stdin__: yield from line.splitlines()\n"
        "sys.stdin = Lines()",
        {"separators"},
        "exited with code 1",
        "U+2028",
    ),
    "takes a piece for a line": (
        "class Pieces:\n"
        "    def __iter__(self):\n"
        "        while piece := os.read(0, 1 << 24):\n"
        "            yield from piece.splitlines()\n"
        "sys.stdin = Pieces()",
        {"pieces", "long-line", "ahead"},
        "exited with code 1",
        "no request may end the program",
    ),
    "does not end": (
        "import atexit; atexit.register(time.sleep, 60)",
        {"end-of-input"},
        "still running 1 s later",
        "exit with 0",
    ),
    "ends with another code": (
        "import atexit; atexit.register(os._exit, 4)",
        {"end-of-input"},
        "it exited with code 4",
        "exit with 0",
    ),
    "says good-bye": (
        'import atexit; atexit.register(print, "bye")',
        {"end-of-input"},
        "bye",
        "once",
    ),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_and_nothing_else(
    check_program: Check, case: tuple[str, set[str], str, str]
) -> None:
    definitions, names, came, cure = case
    checked = check_program(definitions)
    assert list(checked) == NAMES
    found = wrong(checked)
    assert set(found) == names
    for each in found.values():
        assert each.wrong is not None
        assert each.wrong.sent
        assert came in each.wrong.came
        assert cure in each.wrong.cure
        assert all("\n" not in line for line in each.lines)


def test_a_process_that_ends_shows_its_stderr(check_program: Check) -> None:
    checked = check_program(f'{AT}if text == "": sys.exit("no text, no answer"){ECHO}')
    assert any("no text, no answer" in line for line in checked["empty-text"].lines)


def test_what_is_written_is_escaped(check_program: Check) -> None:
    checked = check_program(f'{AT}if text == "": print("\\x1b[31mred"){ECHO}')
    assert "\x1b" not in "".join(checked["empty-text"].lines)


MODULES = {
    "right": ("def decode(p, t, x): raise NotImplementedError", set(), ""),
    "raises": (
        "def decode(p, t, x):\n    if t != 'ToolCallUpdate' or p != 'acp-v2':\n"
        "        raise NotImplementedError\n    return [][x] if x == '' else str(x)",
        {"empty-text"},
        "raised TypeError",
    ),
    "returns the value": (
        "import json\nPROFILES = {'acp-v2': ['ToolCallUpdate']}\n"
        "def decode(p, t, x): return json.loads(x)",
        None,
        "decode returned dict, not str",
    ),
}


@pytest.mark.parametrize("case", MODULES.values(), ids=MODULES)
def test_a_module(check_module: Check, case: tuple[str, set[str] | None, str]) -> None:
    source, names, came = case
    found = wrong(check_module(source))
    if names is not None:
        assert set(found) == names
    for each in list(found.values())[:1]:
        assert each.wrong is not None
        assert came in each.wrong.came


def test_a_candidate_that_cannot_start(check_program: Check, tmp_path: Path) -> None:
    with pytest.raises(CandidateError, match="exited with code 5 before it answered hello"):
        check_program("sys.exit(5)")
    with pytest.raises(CandidateError, match="there is no file"):
        list(check("missing.py", tmp_path, Options(timeout=1.0)))


def toolwire(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [Path(sys.executable).with_name("toolwire"), "check", *arguments],
        cwd=folder,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_command_says_ok_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "adapter.py").write_text("def decode(p, t, x): raise NotImplementedError")
    done = toolwire(tmp_path, "--impl=adapter.py")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    assert len(lines) == len(NAMES)
    assert all(line.startswith("ok     ") for line in lines)
    assert last == f"{len(NAMES)} checks, none wrong"


def test_the_command_exits_with_1_when_something_is_wrong(tmp_path: Path) -> None:
    done = toolwire(tmp_path, "--impl=cmd:cat")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("WRONG  hello is answered\n         sent  {")
    assert done.stdout.endswith(f"1 of {len(NAMES)} checks made, 1 wrong\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--impl=no_such_module"], "Error: --impl: there is no candidate 'no_such_module'"),
        (["--impl=cmd:false"], "exited with code 1 before it answered hello"),
        (["--impl=cmd:false", "--impl-timeout=soon"], "Error: --impl-timeout: a number of seconds"),
        ([], "Missing option '--impl'"),
    ],
)
def test_the_command_exits_with_2_when_it_cannot_start(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = toolwire(tmp_path, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout
