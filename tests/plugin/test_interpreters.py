"""A Python candidate in another interpreter, where nothing of ours is installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RULE = "acp-v2/values-are-kept"

ELSEWHERE = """
import importlib.util, json, sys

NAME = "python %d.%d" % sys.version_info[:2]
VERSION = "without" if importlib.util.find_spec("toolwire") is None else "with"
PROFILES = {"acp-v2": ["ToolCallLocation"]}

def decode(profile, type, text):
    value = json.loads(text)
    if not isinstance(value, dict) or not isinstance(value["path"], str):
        raise ValueError("no location")
    return json.dumps(value)
"""


def find_python(version: str) -> str:
    """Give an interpreter of that version without Toolwire, or skip the test."""
    candidates = [shutil.which(f"python{version}")]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True).stdout.strip()
        folders = Path(root, "versions").glob(f"{version}.*/bin/python{version}")
        candidates += map(str, sorted(folders))
    says = (
        "import importlib.util, sys; "
        "print('%d.%d' % sys.version_info[:2], importlib.util.find_spec('toolwire') is None)"
    )
    for python in filter(None, candidates):
        done = subprocess.run([python, "-c", says], capture_output=True, text=True)
        if done.stdout.strip() == f"{version} True":
            return python
    pytest.skip(f"there is no Python {version} without Toolwire on PATH or in pyenv")


def run(project, name, *options):
    """Put one requirement to the candidate of that name."""
    return project.run(f"--impl={name}", "--impl-examples=0", *options, f"toolwire::{RULE}[{name}]")


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.12", "3.13"])
def test_another_version(project, version):
    python = find_python(version)
    project.write(elsewhere=ELSEWHERE)
    result = run(project, "elsewhere", f"--impl-python={python}")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(f"toolwire *: elsewhere is python {version} without; *")


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.8"])
def test_a_version_that_is_too_old(project, version):
    python = find_python(version)
    result = run(project, "right", f"--impl-python={python}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0] == (
        f"ERROR: --impl: the interpreter '{python}' is Python {version}, which is too old: "
        "a candidate needs 3.9 or later"
    )


@pytest.fixture
def venv(project):
    """A virtual environment with nothing in it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", project.path / "env"])
    project.write(elsewhere=ELSEWHERE)
    return project.path / "env"


@pytest.mark.parametrize("said", ["env", "./env/bin/python", "{}/env", "{}/env/bin/python"])
@pytest.mark.parametrize("how", ["option", "ini"])
def test_a_virtual_environment(project, venv, said, how):
    python = said.format(project.path)
    options = [f"--impl-python={python}"] if how == "option" else []
    if how == "ini":
        project.pytester.makeini(f"[pytest]\nimpl_python = {python}\n")
    result = run(project, "elsewhere.py", *options)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines("toolwire *: elsewhere.py is python * without; *")


def test_a_program_is_none_of_the_ini_files_business(project, venv):
    project.write(program="from toolwire.conformance.cli import main\nmain(['reference'])")
    project.pytester.makeini("[pytest]\nimpl_python = gone\n")
    item = f"toolwire::{RULE}[toolwire-reference]"
    result = project.run(f"--impl=cmd:{sys.executable} program.py", "--impl-examples=0", item)
    result.assert_outcomes(passed=1)


def test_the_replay_runs_there_too(project, venv):
    project.write(
        elsewhere=ELSEWHERE.replace("return json", "value.pop('line', 0); return json"),
    )
    result = run(
        project,
        "elsewhere",
        "--impl-python=./env",
        "--impl-timeout=9",
        "--impl-memory=900" if sys.platform == "linux" else "--impl-timeout=9",
    )
    result.assert_outcomes(failed=1)
    (command,) = re.findall(r"^     replay +(.*)$", result.stdout.str(), re.MULTILINE)
    assert "--impl=elsewhere --impl-python=./env --impl-timeout=9" in command
    if sys.platform == "linux":
        assert command.endswith(" --impl-memory=900")
    again = project.shell(command)
    assert again.ret == 1
    again.stdout.fnmatch_lines(f"FAILED   {RULE} *")
    # It is the interpreter there that answers.
    shutil.rmtree(venv)
    gone = project.shell(command)
    assert gone.ret == 2
    gone.stderr.fnmatch_lines("Error: --impl: the interpreter './env' does not exist")


MISTAKES = {
    "not there": (["--impl=right", "--impl-python=gone"], "the interpreter 'gone' does not exist"),
    "a link to nothing": (["--impl=right", "--impl-python=./link"], "*'./link' does not exist"),
    "nobody's": (["--impl=right", "--impl-python=~nobody-x/p"], "*'~nobody-x/p' does not exist"),
    "nothing": (["--impl=right", "--impl-python="], "an empty name is no interpreter"),
    "a folder": (["--impl=right", "--impl-python=."], "*'.' is a folder without bin/python"),
    "not executable": (
        ["--impl=right", "--impl-python=right.py"],
        "the interpreter 'right.py' is not executable",
    ),
    "no program": (["--impl=right", "--impl-python=./noise"], "*cannot be run: Exec format error"),
    "another program": (
        ["--impl=right", "--impl-python=./other"],
        "the interpreter './other' is no Python: asked for its version, it exited with code 7",
    ),
    "one that talks": (
        ["--impl=right", "--impl-python=./talks"],
        "the interpreter './talks' is no Python: asked for its version, it wrote something else",
    ),
    "of a program": (
        ["--impl=cmd:cat", "--impl-python=python3"],
        "'cmd:cat' is a program, and an interpreter (--impl-python) is for Python candidates",
    ),
    "in process": (
        ["--impl=right", "--impl-in-process", "--impl-python=python3"],
        "'right' cannot have another interpreter (--impl-python) in this process",
    ),
    "memory in process": (
        ["--impl=right", "--impl-in-process", "--impl-memory=100"],
        "'right' cannot have a memory limit (--impl-memory) in this process",
    ),
}


@pytest.mark.parametrize(("arguments", "line"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_said_in_one_line(project, arguments, line):
    for name, text in {
        "noise": "noise",
        "other": "#!/bin/sh\necho no licence >&2\nexit 7\n",
        "talks": "#!/bin/sh\nwhile echo hello; do :; done\n",
    }.items():
        (project.path / name).write_text(text)
        (project.path / name).chmod(0o755)
    (project.path / "link").symlink_to("nothing")
    result = project.run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(f"ERROR: --impl: {line}")
    assert result.errlines[0].startswith("ERROR: ")
    assert not result.outlines
    if "7" in line:
        result.stderr.fnmatch_lines("*    no licence")


@pytest.mark.parametrize("memory", ["0", "-1", "1.5", "1G", "", "9" * 5000])
def test_a_memory_limit_must_be_a_number(project, memory):
    result = project.run("--impl=right", f"--impl-memory={memory}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0].startswith("ERROR: --impl-memory: a whole number of MiB above 0, at ")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux bounds memory")
@pytest.mark.parametrize("how", ["option", "ini"])
def test_a_candidate_that_takes_too_much_memory(project, how):
    project.write(
        hungry="from right import *\nNAME = 'hungry'\nread = decode\n"
        "def decode(profile, type, text):\n"
        "    if 'title' in str(text): bytearray(900 << 20)\n"
        "    return read(profile, type, text)\n"
    )
    options = ["--impl-memory=400"] if how == "option" else []
    if how == "ini":
        project.pytester.makeini("[pytest]\nimpl_memory = 400\n")
    result = run(project, "hungry", *options)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*got * no answer: crashed: raised MemoryError", "* --impl=hungry --impl-memory=400"]
    )


def test_what_is_missing_there_is_named_with_that_interpreter(project, venv):
    result = run(project, "acp_v2", "--impl-python=env")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    python = project.path / "env" / "bin" / "python"
    assert [line for line in result.errlines if line] == [
        "ERROR: --impl: the adapter 'acp_v2' needs agent-client-protocol==1.0.0rc3: "
        f"{python} -m pip install 'agent-client-protocol==1.0.0rc3'"
    ]
    project.write(needy="import a_library_that_is_not_there")
    result = run(project, "needy", "--impl-python=env")
    result.stderr.fnmatch_lines(
        f"hint: it needs 'a_library_that_is_not_there', *: {python} -m pip install *"
    )
    result = run(project, "no_such_module", "--impl-python=env")
    result.stderr.fnmatch_lines(f"hint: run where {python} can import it, *")


def test_an_adapter_that_needs_an_environment_of_its_own_says_so(project, monkeypatch):
    # As if the library were there in the other adapter's version.
    other = project.path / "agent_client_protocol-0.12.1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Name: agent-client-protocol\nVersion: 0.12.1\n")
    monkeypatch.syspath_prepend(project.path)
    (project.path / "acp").mkdir()
    (project.path / "acp" / "__init__.py").write_text("")
    result = run(project, "acp_v2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [line for line in result.errlines if line] == [
        "ERROR: --impl: the adapter 'acp_v2' needs agent-client-protocol==1.0.0rc3, and here is "
        "agent-client-protocol 0.12.1: it needs an environment of its own",
        "hint: python3 -m venv ENV && ENV/bin/python -m pip install "
        "'agent-client-protocol==1.0.0rc3', and then --impl-python=ENV",
    ]
