"""The candidates of the user's own `pyproject.toml`, and the mistakes that one makes there."""

import sys
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Candidate,
    CandidateError,
    Options,
    Request,
    ShippedAdapter,
    Understood,
    resolve,
)
from toolwire.conformance.candidates.resolve import find_in_table

SAYS = """
import os, sys
def decode(profile, type, text):
    return " ".join([text, os.getcwd(), os.environ.get("MINE", "-"), sys.executable])
"""
PROGRAM = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True, "protocol": 1, "name": "p", "version": ""}
    answer["text"] = " ".join([*sys.argv[1:], os.getcwd(), os.environ.get("MINE", "-")])
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project's folder, with a folder inside of it."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "mine.py").write_text(SAYS)
    (tmp_path / "inner" / "other.py").write_text(SAYS.replace("[text", "['other'"))
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def write(folder: Path, table: str, name: str = "it") -> None:
    text = f"[tool.toolwire.candidates.{name}]\n{table}\n"
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def ask(candidate: Candidate) -> str | bytes:
    candidate.start()
    (answer,) = candidate.ask([Request("decode", "p", "T", ("!",))])
    candidate.close()
    assert isinstance(answer, Understood)
    return answer.text


@pytest.mark.parametrize("where", [".", "inner"])
@pytest.mark.parametrize("module", ["mine", "mine.py"])
def test_a_module(folder: Path, where: str, module: str) -> None:
    write(folder, f'module = "{module}"\nenv = {{ MINE = "yes" }}')
    candidate = resolve("it", cwd=folder / where)
    assert candidate.spec == "it"
    assert ask(candidate) == f"! {folder} yes {sys.executable}"


def test_a_working_folder_of_its_own(folder: Path) -> None:
    write(folder, 'module = "other"\ncwd = "inner"')
    assert ask(resolve("it", cwd=folder)) == f"other {folder / 'inner'} - {sys.executable}"


def test_an_interpreter(folder: Path) -> None:
    python = folder / "inner" / "bin" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    for said in ("inner", "inner/bin/python", str(python)):
        write(folder, f'module = "mine"\npython = "{said}"')
        assert ask(resolve("it", cwd=folder / "inner")) == f"! {folder} - {python}"


@pytest.mark.parametrize("as_list", [False, True])
def test_a_program(folder: Path, as_list: bool) -> None:
    argv = [sys.executable, "-S", "program.py", "a b"]
    command = str(argv) if as_list else f"'''{argv[0]} -S program.py \"a b\"'''"
    write(folder, f'command = {command}\nenv = {{ MINE = "yes" }}')
    assert ask(resolve("it", cwd=folder / "inner")) == f"a b {folder} yes"


def test_a_program_is_found_on_the_path_of_its_own(folder: Path) -> None:
    (folder / "inner" / "serve").symlink_to(sys.executable)
    write(folder, f'command = "serve program.py"\nenv = {{ PATH = "{folder / "inner"}" }}')
    assert ask(resolve("it", cwd=folder)) == f"{folder} -"


def test_it_comes_before_all_others(folder: Path) -> None:
    (folder / "adapter.py").write_text(SAYS.replace("[text", "['adapter'"))
    shipped = {"other": ShippedAdapter("other", folder / "adapter.py")}.get
    write(folder, 'module = "mine"', name="other")
    assert str(ask(resolve("other", cwd=folder, shipped=shipped))).startswith("! ")


def test_a_module_may_be_an_adapter_that_is_shipped(folder: Path) -> None:
    (folder / "adapter.py").write_text(SAYS.replace("[text", "['adapter'"))
    shipped = {"some": ShippedAdapter("some", folder / "adapter.py")}.get
    write(folder, 'module = "some"')
    assert str(ask(resolve("it", cwd=folder, shipped=shipped))).startswith("adapter ")


def test_the_first_file_that_has_tables_is_the_one(folder: Path) -> None:
    write(folder, 'module = "mine"')
    (folder / "inner" / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.toolwire]\n')
    found = find_in_table("it", folder / "inner")
    assert found is not None
    assert (found.file, found.cwd) == (folder / "pyproject.toml", folder)
    write(folder / "inner", 'module = "other"', name="another")
    assert find_in_table("it", folder / "inner") is None


def test_what_it_says(folder: Path) -> None:
    write(
        folder,
        'module = "mine"\nprofiles = ["a", "b"]\ntimeout = 0.5\nmemory = 300\nbaseline = "b"',
    )
    found = find_in_table("it", folder)
    assert found is not None
    assert (found.profiles, found.baseline) == (("a", "b"), "b")
    assert found.options == Options(timeout=0.5, memory=300)


@pytest.mark.parametrize(
    ("options", "timeout"),
    [
        ({}, 2.0),
        ({"timeout": 1.0}, 1.0),
        ({"usual": Options(timeout=3.0)}, 2.0),
        ({"timeout": 1.0, "usual": Options(timeout=3.0)}, 1.0),
    ],
)
def test_who_is_heard_first(folder: Path, options: dict[str, Any], timeout: float) -> None:
    write(folder, 'module = "mine"\ntimeout = 2')
    candidate: Any = resolve("it", cwd=folder, **options)
    assert candidate.limits.timeout == timeout
    usual: Any = resolve("mine", cwd=folder, usual=Options(timeout=3.0))
    assert usual.limits.timeout == 3.0


IT = "tool.toolwire.candidates.it"

MISTAKES = {
    "unknown key": ('modul = "mine"', f"{IT}.modul: there is no such key; there are command, mod"),
    "baseline": ('module = "mine"\nbaseline = []', f"{IT}.baseline: a string that is not empty"),
    "both": ('module = "mine"\ncommand = "x"', f"{IT}: has both command and module"),
    "neither": ("timeout = 1", f"{IT}: has neither command nor module"),
    "module": ("module = 3", f"{IT}.module: a string that is not empty, not 3"),
    "empty module": ('module = " "', f"{IT}.module: a string that is not empty, not ' '"),
    "command": ("command = 3", f"{IT}.command: a program and its arguments, as a list of"),
    "no command": ("command = []", f"{IT}.command: a program"),
    "empty command": ('command = ""', f"{IT}.command: a program"),
    "number in command": ('command = ["x", 3]', f"{IT}.command: a program"),
    "open quote": ("command = 'x \"'", f"{IT}.command: *(No closing quotation), not "),
    "no such program": ('command = "no-such-x"', "there is no program 'no-such-x' on PATH"),
    "python": ('module = "mine"\npython = true', f"{IT}.python: a string"),
    "no such python": (
        'module = "mine"\npython = "gone/bin/python"',
        f"{IT}.python: the interpreter 'gone/bin/python' does not exist",
    ),
    "python of a command": (
        'command = "cat"\npython = "python3"',
        f"{IT}.python: only a module is run by it",
    ),
    "env": ('module = "mine"\nenv = ["A=1"]', f"{IT}.env: a table of strings, not ['A=1']"),
    "number in env": ('module = "mine"\nenv.A = 1', f"{IT}.env: a table of strings, by names"),
    "name in env": ('module = "mine"\nenv = {"A=B" = "1"}', f"{IT}.env: a table of strings, by"),
    "NUL in env": ('module = "mine"\nenv = {A = "\\u0000"}', f"{IT}.env: a table of strings, by"),
    "cwd": ('module = "mine"\ncwd = "gone"', f"{IT}.cwd: there is no folder "),
    "profiles": ('module = "mine"\nprofiles = "acp-v2"', f"{IT}.profiles: a list of strings"),
    "no profiles": ('module = "mine"\nprofiles = []', f"{IT}.profiles: a list of strings"),
    "negative timeout": (
        'module = "mine"\ntimeout = -1',
        f"{IT}.timeout: a number of seconds above 0, at most 86400, not -1",
    ),
    "timeout": ('module = "mine"\ntimeout = "5"', f"{IT}.timeout: a number of seconds"),
    "true timeout": ('module = "mine"\ntimeout = true', f"{IT}.timeout: a number of seconds"),
    "timeout nan": ('module = "mine"\ntimeout = nan', f"{IT}.timeout: a number of seconds"),
    "memory": ('module = "mine"\nmemory = 0.5', f"{IT}.memory: a whole number of MiB above 0"),
    "no memory": ('module = "mine"\nmemory = 0', f"{IT}.memory: a whole number of MiB above 0"),
}


@pytest.mark.parametrize(("table", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake(folder: Path, table: str, message: str) -> None:
    write(folder, table)
    with pytest.raises(CandidateError) as caught:
        resolve("it", cwd=folder / "inner")
    said = caught.value.message
    assert "\n" not in said
    if message.startswith("tool."):
        file, _, said = said.partition(": ")
        assert file == str(folder / "pyproject.toml")
    start, _, inside = message.partition("*")
    assert said.startswith(start) or start in said
    assert inside in said


WHOLE = {
    "not TOML": ("[tool", " is not TOML: "),
    "not UTF-8": (b"\xff", " is not TOML: "),
    "no table": ("tool.toolwire.candidates.it = 3", f": {IT}: a table, not 3"),
    "no tables": ("tool.toolwire.candidates = []", ": tool.toolwire.candidates: a table, not []"),
    "quoted": (
        '[tool.toolwire.candidates."it"]\n"a b" = 1',
        f': {IT}."a b": there is no such key',
    ),
}


@pytest.mark.parametrize(("text", "message"), WHOLE.values(), ids=WHOLE)
def test_a_mistake_in_the_file(folder: Path, text: str | bytes, message: str) -> None:
    file = folder / "pyproject.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CandidateError) as caught:
        resolve("it", cwd=folder)
    assert caught.value.message.startswith(f"{file}{message}")


def test_a_mistake_elsewhere_is_in_nobodys_way(folder: Path) -> None:
    write(folder, 'modul = "x"', name="wrong")
    assert str(ask(resolve("mine", cwd=folder))).startswith("! ")
    (folder / "pyproject.toml").write_text("[tool")
    assert ask(resolve(f"cmd:{sys.executable} program.py", cwd=folder)) == f"{folder} -"


@pytest.mark.parametrize(
    ("line", "what"),
    [("python = 'x'", "interpreter"), ("memory = 9", "memory limit"), ("env.A = '1'", "variables")],
)
def test_what_cannot_be_in_this_process(folder: Path, line: str, what: str) -> None:
    write(folder, f'module = "mine"\n{line}')
    with pytest.raises(CandidateError, match=f"'it' cannot have .*{what}"):
        resolve("it", cwd=folder, in_process=True)
    write(folder, 'module = "mine"\ntimeout = 3')
    assert str(ask(resolve("it", cwd=folder, in_process=True))).startswith("! ")
