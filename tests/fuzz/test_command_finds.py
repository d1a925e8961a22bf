"""What a run of `toolwire fuzz` finds, says and keeps."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

TOOLWIRE = Path(sys.executable).with_name("toolwire")
SHELL = r"""#!/bin/sh
while IFS= read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"op":"hello"'*) printf '{"id":%s,"ok":true,"protocol":1,' "$id"
      printf '"name":"sh","version":"1","profiles":{"subc":["ToolCallRequest"]}}\n';;
    *) printf '{"id":%s,"ok":false,"error":"never"}\n' "$id";;
  esac
done
"""
FAULTY = """
import json, os, signal, subprocess, sys, time

from toolwire.reference import PROFILES, Refused, decode, dumps

def reply(**members):
    sys.stdout.write(json.dumps({"id": request["id"], **members}) + "\\n")
    sys.stdout.flush()

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["op"] == "hello":
        types = {"acp-v2": ["ToolCallUpdate"]}
        reply(ok=True, protocol=1, name="faulty", version="1", profiles=types)
        continue
    if request["op"] != "decode":
        reply(unsupported=True)
        continue
    try:
        value = decode(PROFILES["acp-v2"], request["type"], request["text"])
        if "kind" in value and value["kind"] is None:
            FAULT
        reply(ok=True, text=dumps(value))
    except (Refused, TypeError) as error:
        reply(ok=False, error=str(error))
"""


def test_the_reference_gets_nothing_wrong(fuzz, report):
    result = fuzz(f"--impl=cmd:{TOOLWIRE} reference", "--runs=3000", "--state=state")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 failed" in result.stdout.splitlines()[-1]
    assert "engine novelty: the candidate is a program" in result.stdout
    found = report()
    assert (found["failures"], found["waiting"], found["complaints"]) == ([], 0, [])
    assert found["run"]["executions"] == 3000
    assert found["points"][-1]["coverage"] > 1000


def test_a_fault_is_found_reduced_attributed_and_shown(found, report, toolwire, tmp_path):
    assert found.returncode == 1, found.stdout + found.stderr
    [failure] = report()["failures"]
    assert failure["requirement"] == "acp-v2/null-clears"
    assert failure["failure"]["site"] == "ToolCallUpdate.title"
    assert failure["outcome"] == "failed"
    assert failure["new"]
    [text] = failure["failure"]["texts"]
    assert len(text) <= len('{"toolCallId":"","title":null,"locations":[{"path":""}]}')
    assert {"title": None, "toolCallId": ""}.items() <= json.loads(text).items()
    assert " acp-v2/null-clears[wrong.py] _" in found.stdout
    assert "1 failed in" in found.stdout.splitlines()[-1]
    assert any("FAILED   acp-v2/null-clears" in line for line in found.stderr.splitlines())
    [command] = re.findall(r"replay +(.*)", found.stdout)
    program, *arguments = shlex.split(command)
    assert program.endswith("toolwire")
    replayed = toolwire(*arguments)
    assert replayed.returncode == 1
    assert replayed.stdout.startswith("FAILED   acp-v2/null-clears")
    assert (tmp_path / "state" / "fuzz.html").is_file()


def test_the_next_run_asks_it_again_and_says_when_it_is_fixed(found, fuzz, wrong, report, tmp_path):
    again = fuzz("--impl=wrong.py", "--runs=1", "--engine=novelty", "--state=state")
    assert again.returncode == 1
    assert "of earlier runs: 1 failure as before\n" in again.stdout
    [line] = re.findall("^FAILED .*", again.stdout, re.MULTILINE)  # and no page once more
    assert re.match("FAILED   acp-v2/null-clears  ToolCallUpdate.title: .*  state/failures/", line)
    assert "replay  " not in again.stdout
    seen = re.findall(r"outcomes ([\d,]+)$", found.stdout + again.stdout, re.MULTILINE)
    assert len(seen) == 2
    assert seen[0] == seen[1]  # though the second asked one input alone
    assert "1 failed (0 new) in" in again.stdout.splitlines()[-1]
    assert "state state: 5,000 inputs in 1 run before" in again.stdout
    assert report()["points"][-1]["executions"] == 5001
    wrong("pass")
    mended = fuzz("--impl=wrong.py", "--runs=1", "--engine=novelty", "--state=state")
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert re.search("^FIXED    acp-v2/null-clears", mended.stdout, re.MULTILINE)
    assert "0 failed, 1 fixed in" in mended.stdout.splitlines()[-1]
    assert not list((tmp_path / "state" / "failures").iterdir())


def test_what_fails_otherwise_than_before_is_looked_into_anew(found, fuzz, wrong, report):
    wrong("""if value.get("title", 0) is None: raise ValueError("no title")""")
    again = fuzz("--impl=wrong.py", "--runs=1", "--engine=novelty", "--state=state")
    assert re.search("^CHANGED  acp-v2/null-clears", again.stdout, re.MULTILINE)
    assert again.returncode == 1
    [failure] = report()["failures"]
    assert failure["failure"]["kind"] == "refused"
    assert json.loads(failure["failure"]["texts"][0]).keys() == {"toolCallId", "title"}


def test_a_failure_becomes_a_case_by_which_alone_the_suite_fails(
    found, toolwire, run_suite, tmp_path
):
    [file] = (tmp_path / "state" / "failures").iterdir()
    before = run_suite("--impl=wrong.py", "--impl-examples=0")
    assert before.returncode == 0, before.stdout  # the suite does not know the fault
    added = toolwire("corpus", "add", str(file), "--why", "null is lost beside locations")
    assert added.returncode == 0, added.stderr
    after = run_suite("--impl=wrong.py", "--impl-examples=0", "--impl-corpus=toolwire-corpus.jsonl")
    assert after.returncode == 1
    assert re.findall("^FAILED (.*?) -", after.stdout, re.MULTILINE) == [
        "toolwire::acp-v2/null-clears[wrong.py]"
    ]
    assert "stored    PATCH: null is lost beside locations" in after.stdout


@pytest.fixture
def run_suite(tmp_path):
    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


def test_a_program_in_another_language(fuzz, report, tmp_path):
    path = tmp_path / "candidate.sh"
    path.write_text(SHELL, "utf-8")
    path.chmod(0o755)
    result = fuzz("--impl=cmd:./candidate.sh", "--runs=300", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "sh 1 gets inputs of fuzzing wrong" in result.stdout
    assert {each["failure"]["kind"] for each in report()["failures"]} == {"refused"}
    assert report()["run"]["executions"] == 300


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("os.abort()", "no answer: crashed"),
        ("time.sleep(60)", "no answer: timeout"),
        ("sys.stdout.write('x' * (65 << 20)); sys.stdout.flush()", "no answer: too-large"),
        ("print(0, flush=True); continue", "no answer: malformed-answer"),
        (
            "subprocess.Popen(['sleep', '60']); os.kill(os.getpid(), signal.SIGKILL)",
            "no answer: crashed",
        ),
    ],
    ids=["crash", "hang", "flood", "nonsense", "child"],
)
def test_what_a_candidate_does_costs_one_input(fuzz, program, report, fault, kind):
    target = program(FAULTY.replace("FAULT", fault))
    timeout = 2 if "sleep(" in fault else 60  # a busy machine needs a while for a flood
    result = fuzz(f"--impl={target}", "--runs=160", "--state=state", f"--impl-timeout={timeout}")
    assert result.returncode == 1, result.stdout + result.stderr
    found = report()
    assert found["run"]["executions"] == 160
    assert found["complaints"] == []
    [failure] = [each for each in found["failures"] if each["outcome"] == "failed"]
    assert failure["failure"]["kind"] == kind
    assert failure["requirement"] == "acp-v2/null-clears"


def test_what_is_not_shown_again_is_kept_apart(fuzz, wrong, report, tmp_path):
    wrong("""global COUNT; COUNT += 1
    if COUNT == 40: return "{}" """)
    path = tmp_path / "wrong.py"
    path.write_text("COUNT = 0\n" + path.read_text("utf-8"), "utf-8")
    result = fuzz("--impl=wrong.py", "--runs=200", "--engine=novelty", "--state=state")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 failed, 1 unsteady in" in result.stdout.splitlines()[-1]
    [failure] = report()["failures"]
    assert failure["outcome"] == "unsteady"
    assert [path.name for path in (tmp_path / "state" / "unsteady").iterdir()] == [
        Path(failure["failure"]["stored"]).name
    ]


def test_two_jobs_share_the_runs(fuzz, wrong, report):
    result = fuzz(
        f"--impl={wrong()}", "--runs=601", "--jobs=2", "--engine=novelty", "--state=state"
    )
    assert "601 inputs" in result.stdout, result.stdout + result.stderr
    assert report()["run"]["executions"] == 601


def test_a_run_in_which_nothing_was_asked_fails(fuzz, program):
    target = program(FAULTY.replace("FAULT", "pass").replace("ToolCallUpdate", "Nothing"))
    result = fuzz(f"--impl={target}", "--runs=10", "--state=state")
    assert result.returncode == 1
    assert "Error: no input was asked" in result.stderr.splitlines()
