"""Jobs that end, or stop, although nobody told them to: it is said, and the run goes on."""

import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolwire.fuzz.journal import read_journal
from toolwire.strategies.request import Request
from toolwire.strategies.seeds import Seed, dump_seed

PROGRAM = Path(sys.executable).with_name("toolwire")
ATHERIS = pytest.param(
    "atheris",
    marks=pytest.mark.skipif(
        importlib.util.find_spec("atheris") is None, reason="Atheris is not installed"
    ),
)
DEADLY = '{"toolCallId":"x","title":"deadly"}'
KILLS = f"import os, signal; text == {DEADLY!r} and os.kill(os.getppid(), signal.%s)"


SWAPS = """
import json, sys

held = None
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": False, "error": "no"}
    if request["op"] == "hello":
        profiles = {"acp-v2": ["ToolCallLocation"]}
        hello = {"ok": True, "protocol": 1, "name": "swaps", "version": "1", "profiles": profiles}
        print(json.dumps({**answer, **hello}), flush=True)
    elif held is None:
        held = answer
    else:
        print(json.dumps(answer), json.dumps(held), sep="\\n", flush=True)
        held = None
"""
"""A program that answers two requests at once, the second first."""


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """Give the folder for temporary files, which is a run's own."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def deadly(tmp_path):
    """Put the input at which candidates end their job into the corpus of the state."""
    data = dump_seed(Seed.of(Request("decode", "acp-v2", "ToolCallUpdate", (DEADLY,))))
    corpus = tmp_path / "state" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    (tmp_path / "state" / "journal.jsonl").touch()
    return json.dumps(DEADLY)


@pytest.fixture
def ended_by(fuzz, wrong, deadly, scratch):
    """Fuzz with a candidate that sends its job a signal; that fails, and nothing is left."""

    def run(name, engine):
        wrong(KILLS % name)
        done = fuzz("--impl=wrong.py", f"--engine={engine}", "--state=state", "--runs=400")
        assert done.returncode == 1, done.stdout + done.stderr
        assert not list(scratch.iterdir())
        return done

    return run


@pytest.mark.parametrize("engine", ["novelty", ATHERIS])
def test_an_input_at_which_the_job_is_killed_is_passed_over(engine, ended_by, report, deadly):
    done = ended_by("SIGKILL", engine)
    again, *passed = report()["complaints"]
    assert again.startswith("the job ended with SIGKILL")
    assert report()["failures"] == []
    if engine == "novelty":  # where a life of Atheris outlives its job, the input is a later one
        assert again == "the job ended with SIGKILL; it was started again"
        assert "was not asked again" in passed[0]
        assert deadly in passed[0]
        assert report()["run"]["executions"] == 400
        assert "0 failed, 2 errors" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("engine", ["novelty", ATHERIS])
def test_a_job_that_is_told_to_stop_by_its_candidate_is_said(engine, ended_by, report):
    done = ended_by("SIGTERM", engine)
    assert "a signal told it to, which this run had not sent" in done.stderr
    assert report()["complaints"]


def test_a_job_that_is_stopped_goes_on(wrong, report, tmp_path):
    wrong("pass")
    command = [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state"]
    process = subprocess.Popen([*command, "--runs=3000"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    wait_for(process, tmp_path, 100)
    os.kill(job_of(tmp_path), signal.SIGSTOP)
    assert process.wait(timeout=300) == 1
    assert report()["run"]["executions"] == 3000
    assert report()["complaints"] == ["the job was stopped by a signal; it was told to go on"]


def test_a_job_that_is_killed_before_the_run_is_told_to_stop_is_said(wrong, report, tmp_path):
    wrong("pass")
    command = [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state", "--jobs=2"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    wait_for(process, tmp_path, 100)
    os.kill(job_of(tmp_path), signal.SIGKILL)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 1
    [said] = report()["complaints"]
    assert said.startswith("the job ended with SIGKILL")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no means to")
@pytest.mark.parametrize("engine", ["novelty", ATHERIS])
def test_what_ran_away_from_its_session_is_ended(engine, fuzz, wrong, deadly, tmp_path):
    wrong(
        f"import os, time\n    if text == {DEADLY!r} and os.fork() == 0:\n"
        "        os.setsid()\n"
        "        os.fork() and os._exit(0)\n"
        "        open('ran-away', 'w').close()\n"
        "        while True: time.sleep(1)"
    )
    done = fuzz("--impl=wrong.py", f"--engine={engine}", "--state=state", "--runs=300")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "ran-away").exists()
    assert not running_in(tmp_path)


def test_two_signals_leave_nothing_that_hangs(wrong, tmp_path):
    wrong("import time; open('hangs', 'w').close(); time.sleep(600)")
    command = [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state"]
    process = subprocess.Popen(
        [*command, "--impl-timeout=60"], cwd=tmp_path, stdout=subprocess.DEVNULL
    )
    while not (tmp_path / "hangs").exists():
        assert process.poll() is None
        time.sleep(0.01)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    assert process.wait(timeout=60) in (1, 130)
    assert not running_in(tmp_path)


def test_a_run_that_is_killed_leaves_no_folder(wrong, tmp_path, scratch):
    wrong("pass")
    command = [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    wait_for(process, tmp_path, 1)
    assert list(scratch.iterdir())
    process.kill()
    process.wait()
    while running_in(tmp_path):
        time.sleep(0.01)
    assert not list(scratch.iterdir())


def test_what_answers_late_is_told_of_before_many_are_asked(program, tmp_path):
    target = program(SWAPS)
    command = [PROGRAM, "fuzz", f"--impl={target}", "--state=state", "--impl-timeout=0.5"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    wait_for(process, tmp_path, 1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert read_journal(tmp_path / "state" / "journal.jsonl").last.executions < 10
    assert "no answer: timeout" in output or "not looked into" in output


def wait_for(process, folder, executions):
    """Wait until a run has told of so many inputs."""
    path = folder / "state" / "journal.jsonl"
    while not path.exists() or read_journal(path).last.executions < executions:
        assert process.poll() is None
        time.sleep(0.01)


def running_in(folder):
    """Give the processes that still work in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if (path / "cwd").resolve(strict=True) == folder:
                found.append((path / "cmdline").read_text())
        except OSError:
            continue
    return found


def job_of(folder):
    """Give the process of the job that works for the run in a folder."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in path.read_bytes() and b"job-0.json" in path.read_bytes():
                return int(path.parent.name)
        except OSError:
            continue
    raise AssertionError("there is no job")
