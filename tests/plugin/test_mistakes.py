"""A user's mistake gives one line that says what is wrong, and pytest's exit code for usage."""

import sys

import pytest

from toolwire.reference import PROFILES

PYTHON = sys.executable
MODULES = {
    "no_decode": "x = 1",
    "needs_more": "import a_library_that_is_not_there",
    "raises": "1 / 0",
    "exits": "import sys; sys.exit('not today')",
    "no_python": "def decode(",
    "odd_profiles": "PROFILES = 3\ndef decode(profile, type, text): ...",
    "only_v1": "PROFILES = {'acp-v1': ['ToolCall']}\ndef decode(profile, type, text): ...",
    "of_tomorrow": "PROFILES = {'acp-v9': []}\ndef decode(profile, type, text): ...",
    "of_nothing": "PROFILES = {}\ndef decode(profile, type, text): ...",
    "leaves": "import sys; print('no licence', file=sys.stderr); sys.exit(3)",
    "chats": "print('hello, world!')",
    "speaks_2": 'print(\'{"id":0,"ok":true,"protocol":2}\')',
}

MISTAKES = {
    "no such module": (
        ["--impl=no_such_module"],
        "--impl: there is no candidate 'no_such_module': no adapter of that name (there are: "
        "acp*), and as a module: No module named 'no_such_module'",
    ),
    "no such file": (["--impl=adapter.py"], "--impl: there is no file 'adapter.py' in *"),
    "a module without decode": (
        ["--impl=no_decode"],
        "--impl: the module 'no_decode' has no function decode",
    ),
    "an import of what is missing": (
        ["--impl=needs_more"],
        "--impl: the module 'needs_more' cannot be imported: "
        "ModuleNotFoundError: No module named 'a_library_that_is_not_there'",
    ),
    "a module that raises": (
        ["--impl=raises"],
        "--impl: the module 'raises' cannot be imported: ZeroDivisionError: division by zero",
    ),
    "a module that raises, in process": (
        ["--impl=raises", "--impl-in-process"],
        "--impl: the module 'raises' cannot be imported: ZeroDivisionError: division by zero",
    ),
    "a module that exits": (
        ["--impl=exits"],
        "--impl: the module 'exits' cannot be imported: SystemExit: not today",
    ),
    "a module that is no Python": (
        ["--impl=no_python"],
        "--impl: the module 'no_python' cannot be imported: SyntaxError: *",
    ),
    "profiles that are none": (
        ["--impl=odd_profiles"],
        "--impl: the module 'odd_profiles' is no candidate: PROFILES must map each profile *",
    ),
    "a path that is no Python": (
        ["--impl=./program"],
        "--impl: './program' is neither a module nor a Python file",
    ),
    "nothing": (["--impl="], "--impl: an empty name is no candidate"),
    "no such program": (
        ["--impl=cmd:no-such-program --flag"],
        "--impl: the candidate 'cmd:no-such-program --flag' cannot be started: "
        "there is no program 'no-such-program' on PATH",
    ),
    "no such program at a path": (
        ["--impl=cmd:./no-such-program"],
        "--impl: the candidate 'cmd:./no-such-program' cannot be started: "
        "there is no program './no-such-program', or its interpreter is missing",
    ),
    "a program that exits": (
        [f"--impl=cmd:{PYTHON} leaves.py"],
        "--impl: the candidate 'cmd:*' exited with code 3 before it answered hello",
    ),
    "a program that exits happily": (
        ["--impl=cmd:true"],
        "--impl: the candidate 'cmd:true' exited with code 0 before it answered hello",
    ),
    "a program that chats": (
        [f"--impl=cmd:{PYTHON} chats.py"],
        "--impl: the candidate 'cmd:*' answered hello wrongly: a line is not strict JSON *world!*",
    ),
    "a program of another protocol": (
        [f"--impl=cmd:{PYTHON} speaks_2.py"],
        "--impl: the candidate 'cmd:*' speaks candidate protocol 2; this Toolwire speaks 1",
    ),
    "an open quote": (
        ["--impl=cmd:program 'x"],
        '--impl: "cmd:program \'x" cannot be split into arguments: No closing quotation',
    ),
    "a program in process": (
        ["--impl=cmd:true", "--impl-in-process"],
        "--impl: 'cmd:true' is a program, and cannot be run in this process",
    ),
    "no such profile": (
        ["--impl=right.py", "--impl-profile=acp-v1,acp-v3"],
        f"--impl-profile: there is no profile 'acp-v3'; there are {', '.join(PROFILES)}",
    ),
    "a profile that it lacks": (
        ["--impl=only_v1", "--impl-profile=acp-v2"],
        "--impl: the candidate 'only_v1' does not have the profile acp-v2; it names acp-v1",
    ),
    "a profile that the second lacks": (
        ["--impl=right.py", "--impl=only_v1", "--impl-profile=acp-v2"],
        "--impl: the candidate 'only_v1' does not have the profile acp-v2; it names acp-v1",
    ),
    "no profile that is known": (
        ["--impl=of_tomorrow"],
        "--impl: the candidate 'of_tomorrow' has no profile that is known; it names acp-v9",
    ),
    "no profile": (
        ["--impl=of_nothing"],
        "--impl: the candidate 'of_nothing' has no profile that is known; it names none",
    ),
    "a report in a file": (
        ["--impl=right.py", "--impl-report=right.py/out"],
        "--impl-report: cannot write to */right.py/out: Not a directory",
    ),
    "a level": (["--impl=right.py", "--impl-level=all"], "--impl-level: must or should, not 'all'"),
    "no time": (
        ["--impl=right.py", "--impl-timeout=0"],
        "--impl-timeout: a number of seconds above 0, at most 86400, not '0'",
    ),
    "no count": (
        ["--impl=right.py", "--impl-examples=1.5"],
        "--impl-examples: a whole number, 0 or more, not '1.5'",
    ),
    "fewer than none": (
        ["--impl=right.py", "--impl-examples=-1"],
        "--impl-examples: a whole number, 0 or more, not '-1'",
    ),
    "no seed": (
        ["--impl=right.py", "--impl-seed=0x1"],
        "--impl-seed: a whole number or 'random', not '0x1'",
    ),
    "no such item": (
        ["--impl=right.py", "toolwire::acp-v2/no-such-rule[right.py]"],
        "not found: toolwire::acp-v2/no-such-rule[[]right.py]*",
    ),
}


@pytest.mark.parametrize(("arguments", "line"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_said_in_one_line(project, arguments, line):
    project.write(**MODULES)
    result = project.run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said, *more = [each for each in result.errlines if each]
    result.stderr.fnmatch_lines(f"ERROR: {line}")
    assert said.startswith("ERROR: ")
    # What follows is a hint, or the candidate's own words.
    assert not more or more[0].startswith("hint: ") or more[0] == "its stderr ends:"
    assert "conformance" not in result.stderr.str()
    assert not result.outlines


@pytest.mark.parametrize("timeout", ["-1", "nan", "inf", "1e300", "soon", ""])
def test_a_timeout_must_be_a_time(project, timeout):
    result = project.run("--impl=right.py", f"--impl-timeout={timeout}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(f"ERROR: --impl-timeout: a number of seconds *, not '{timeout}'")


def test_the_candidates_own_words_are_shown(project):
    project.write(**MODULES)
    result = project.run(f"--impl=cmd:{PYTHON} leaves.py")
    result.stderr.fnmatch_lines(["its stderr ends:", "    no licence"])


def test_the_traceback_of_a_module_begins_in_the_module(project):
    project.write(**MODULES)
    result = project.run("--impl=raises")
    frames = [line for line in result.errlines if line.lstrip().startswith("File ")]
    assert [frame.strip().partition(",")[0] for frame in frames] == [
        f'File "{project.path / "raises.py"}"'
    ]


def test_an_adapter_says_what_to_install(project):
    project.write(acp="raise ModuleNotFoundError(\"No module named 'acp'\", name='acp')")
    result = project.run("--impl=acp")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = (each for each in result.errlines if each)
    assert line.startswith("ERROR: --impl: the adapter 'acp' needs agent-client-protocol")
    assert line.endswith(": pip install 'toolwire[acp]'")


def test_a_mistake_is_one_for_xdist_too(project):
    result = project.run_apart("--impl=no_such_module", "-n", "2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "no_such_module" in result.errlines[0]
    assert "Traceback" not in result.stderr.str()


def test_help_starts_no_candidate(project):
    result = project.run("--impl=no_such_module", "--help")
    assert result.ret == 0
    result.stdout.fnmatch_lines("*--impl=TARGET*")
