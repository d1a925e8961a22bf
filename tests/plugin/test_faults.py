"""A candidate that hangs, crashes or floods costs the inputs at which it does, and no more."""

import sys

import pytest

RULE = "acp-v2/null-clears"
QUICK = ("--impl-examples=0", "--impl-report=out")
MODULE = """
import os, signal, subprocess, sys
import right
from right import VERSION, fold

def fail():
    {fail}

def decode(profile, type, text):
    if '"kind":null' in str(text):
        fail()
    return right.decode(profile, type, text)
"""
FAULTS = {
    "hangs": ("while True: pass", "timeout", "gave no answer within 1 s"),
    "sleeps": ("import time; time.sleep(1_000)", "timeout", "gave no answer within 1 s"),
    "exits": ("os._exit(3)", "crashed", "exited with code 3"),
    "is killed": (
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "crashed",
        "was killed by signal 11 (SIGSEGV)",
    ),
    "raises": ("raise OSError(5, 'no disk')", "crashed", "raised OSError: [Errno 5] no disk"),
    "recurs": ("fail()", "crashed", "raised RecursionError: maximum recursion depth exceeded"),
}


@pytest.mark.parametrize(("fail", "kind", "detail"), FAULTS.values(), ids=FAULTS)
def test_a_fault_costs_one_input(project, fail, kind, detail):
    project.write(faulty=MODULE.format(fail=fail))
    options = ("--impl-timeout=1", *QUICK, f"toolwire::{RULE}[faulty.py]")
    result = project.run("--impl=faulty.py", *options)
    result.assert_outcomes(failed=1)
    entry = project.results()[RULE]
    assert entry["failed"] == 1
    assert entry["tried"]["enumerated"] == 9
    (failure,) = entry["failures"]
    assert failure["site"] == "ToolCallUpdate.kind"
    assert failure["fault"] == kind
    assert failure["got"]["detail"].startswith(detail)
    text = result.stdout.str()
    assert f"ToolCallUpdate.kind: no answer: {kind} (decode ToolCallUpdate)" in text
    assert f"got       no answer: {kind}: {detail}" in text


def test_a_child_of_a_hanging_candidate_is_ended_too(project):
    fail = "subprocess.Popen(['sleep', '1000']); subprocess.run(['sleep', '1000'])"
    project.write(faulty=MODULE.format(fail=fail))
    options = ("--impl-timeout=1", *QUICK, f"toolwire::{RULE}[faulty.py]")
    project.run("--impl=faulty.py", *options).assert_outcomes(failed=1)
    # The fixture looks for what was left.


PROGRAM = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {"unsupported": True}
    if request["op"] == "hello":
        answer = {"ok": True, "protocol": 1, "name": "program", "version": "1"}
    elif request["op"] == "decode":
        answer = {"ok": True, "text": request["text"]}
        if '"kind":null' in str(request["text"]):
            BAD
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""
BAD = {
    "floods": ("while True: sys.stdout.write('x' * 65536)", "too-large"),
    "chats": ("print('hm')", "malformed-answer"),
    "answers another": ("request['id'] += 1_000", "wrong-id"),
    "answers twice": ("print(json.dumps({'id': request['id'], **answer}))", "answered-twice"),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(1_000)",
        "closed-output",
    ),
    "answers nonsense": ("answer = {'ok': 'maybe'}", "malformed-answer"),
}


@pytest.mark.parametrize(("bad", "kind"), BAD.values(), ids=BAD)
def test_what_a_program_does_costs_one_input(project, bad, kind):
    project.write(program=PROGRAM.replace("BAD", bad))
    item = f"toolwire::{RULE}[program]"
    result = project.run(f"--impl=cmd:{sys.executable} program.py", *QUICK, item)
    result.assert_outcomes(failed=1)
    entry = project.results()[RULE]
    assert [(each["site"], each["fault"]) for each in entry["failures"]] == [
        ("ToolCallUpdate.kind", kind)
    ]
    assert entry["tried"]["enumerated"] == 9


def test_a_program_that_stays_when_its_input_ends_is_ended(project):
    project.write(program=PROGRAM.replace("BAD", "pass") + "import time; time.sleep(1_000)")
    item = f"toolwire::{RULE}[program]"
    result = project.run(f"--impl=cmd:{sys.executable} program.py", *QUICK, item)
    result.assert_outcomes(passed=1)
    # The fixture looks for what was left.


ENDS = """
import os
import right
from right import VERSION, fold

if os.path.exists("started"):
    raise OSError("not twice")
open("started", "w").close()

def decode(profile, type, text):
    if '"kind":null' in str(text):
        os._exit(1)
    return right.decode(profile, type, text)
"""
"""Crashes, and cannot be started again."""


@pytest.mark.parametrize("arguments", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_a_candidate_that_is_given_up_fails_the_run(project, arguments):
    source = ENDS if not arguments else ENDS.replace('"started"', 'f"started {os.getppid()}"')
    project.write(ends=source)
    items = [
        f"toolwire::acp-v2/{rule}[ends.py]" for rule in ("null-clears", "negative-is-malformed")
    ]
    result = project.run_apart("--impl=ends.py", *QUICK, *arguments, *items)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes() == {"skipped": 2}
    result.stdout.fnmatch_lines("ends.py: it was given up, and 2 requirements are not fully judged")
    outcomes = {name: each["outcome"] for name, each in project.results().items()}
    assert set(outcomes.values()) == {"not-exercised"}


def test_it_fails_though_all_that_was_judged_passed(project):
    project.write(ends=ENDS)
    items = [f"toolwire::acp-v2/{rule}[ends.py]" for rule in ("values-are-kept", "null-clears")]
    result = project.run("--impl=ends.py", *QUICK, *items, "-rs")
    assert result.parseoutcomes() == {"passed": 1, "skipped": 1}
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "ends.py: it was given up, and a requirement is not fully judged",
            "SKIPPED * not exercised: the candidate was given up before * of the inputs: *",
        ]
    )
