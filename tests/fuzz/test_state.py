"""A state outlives what happens to a run, and to its files."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolwire.fuzz.journal import Heard, Journal, read_journal
from toolwire.fuzz.state import State, StateError, default_folder
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import decoding

PROGRAM = Path(sys.executable).with_name("toolwire")
LOSES_NULL = """if value.get("title", 0) is None: del value["title"]"""
FAILING = decoding("ToolCallUpdate", '{"toolCallId":"abc","title":null,"kind":"read"}')


@pytest.fixture
def begin(tmp_path, wrong):
    """Start a run without end over a wrong candidate, and wait until it has found something."""
    processes = []

    def start(fault=LOSES_NULL, *options):
        wrong(fault)
        process = subprocess.Popen(
            [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state", *options],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        wait(lambda: b'"finding"' in read(tmp_path / "state" / "journal.jsonl"))
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def read(path):
    return path.read_bytes() if path.exists() else b""


def wait(is_so, seconds=120):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def left(folder):
    """Give the processes that a run in a folder has left: its jobs and its candidates."""
    found = subprocess.run(["ps", "-ewwo", "pid,args"], capture_output=True, text=True).stdout
    return [line for line in found.splitlines() if str(folder) in line]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_with_everything_kept(begin, report, number, tmp_path):
    process = begin()
    wait(lambda: b'"settled"' in read(tmp_path / "state" / "journal.jsonl"))
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1, output + errors
    assert "Traceback" not in errors
    assert "1 failed in" in output.splitlines()[-1]
    found = report()
    assert [each["requirement"] for each in found["failures"]] == ["acp-v2/null-clears"]
    assert found["complaints"] == []
    wait(lambda: not left(tmp_path))


EVERYTHING = """import os, time
    if not os.path.exists("free"): time.sleep(0.01)
    return '{"toolCallId": 0}' """
"""A fault that every input finds, so that there is more to look into than time for it."""


def test_what_nobody_has_looked_into_fails_the_run_and_is_told(begin, fuzz, tmp_path):
    process = begin(EVERYTHING)
    path = tmp_path / "state" / "journal.jsonl"
    wait(lambda: len(read_journal(path).waiting) > 20)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    waiting = len(read_journal(path).waiting)
    assert waiting, output + errors
    told = f"{waiting:,} findings are not looked into yet, which fails the run: run it again"
    assert told in output
    assert f", {waiting} not looked into in " in output.splitlines()[-1]


def test_a_second_signal_ends_it_at_once(begin, tmp_path):
    process = begin()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    wait(lambda: process.poll() is not None, 60)
    # Either it was done with the first already, or the second ended it.
    assert process.returncode in (1, 130)


def test_after_kill_the_next_run_goes_on(begin, fuzz, report, tmp_path):
    process = begin()
    assert len(left(tmp_path)) >= 2  # so that it can be seen when there is none
    process.kill()
    process.communicate()
    path = tmp_path / "state" / "journal.jsonl"
    with path.open("ab") as file:  # as if it had been in the middle of a line
        file.write(b'{"what": "point", "seco')
    wait(lambda: not left(tmp_path))
    before = read_journal(path)
    assert before.waiting or list((tmp_path / "state" / "failures").iterdir())
    assert before.runs == 1
    result = fuzz("--impl=wrong.py", "--runs=1", "--engine=novelty", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "1 line is damaged in its journal, and left out" in result.stdout
    found = report()
    assert [each["requirement"] for each in found["failures"]] == ["acp-v2/null-clears"]
    assert found["points"][-1]["executions"] == before.last.executions + 1


def test_a_job_that_is_killed_is_started_again(tmp_path, wrong, report):
    wrong("pass")
    command = [PROGRAM, "fuzz", "--impl=wrong.py", "--engine=novelty", "--state=state"]
    process = subprocess.Popen(
        [*command, "--runs=3000"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    path = tmp_path / "state" / "journal.jsonl"
    wait(lambda: path.exists() and read_journal(path).last.executions >= 100)
    for line in left(tmp_path):
        if "job-0.json" in line:
            os.kill(int(line.split()[0]), signal.SIGKILL)
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 1, output.decode()
    said = "the job ended with SIGKILL; it was started again"
    assert f"Error: {said}" in output.decode()
    found = report()
    assert found["run"]["executions"] == 3000
    assert found["complaints"] == [said]


def test_what_a_killed_run_had_only_heard_is_looked_into(fuzz, wrong, report, tmp_path):
    wrong(LOSES_NULL)
    (tmp_path / "state" / "corpus").mkdir(parents=True)
    journal = Journal(tmp_path / "state" / "journal.jsonl")
    journal.hear(Heard(Seed("acp-v2", FAILING), "null became absent"))
    journal.close()
    result = fuzz("--impl=wrong.py", "--runs=1", "--engine=novelty", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    [failure] = report()["failures"]
    assert failure["failure"]["texts"] == ['{"toolCallId":"","title":null}']


def test_a_damaged_state_costs_what_is_damaged(fuzz, wrong, tmp_path):
    wrong(LOSES_NULL)
    state = tmp_path / "state"
    for folder in ("corpus", "failures"):
        (state / folder).mkdir(parents=True)
    (state / "journal.jsonl").write_bytes(b"\xff\n{\n")
    (state / "corpus" / ("0" * 40)).write_bytes(b"no seed")
    (state / "corpus" / ".x.y").write_bytes(b"written aside, and never finished")
    (state / "failures" / "acp.json").write_text('{"format": 1}')
    result = fuzz("--impl=wrong.py", "--runs=600", "--engine=novelty", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "2 lines are damaged in its journal" in result.stdout
    assert "it holds no failure, and is left as it is: state/failures/acp.json" in result.stdout
    assert "1 failed in" in result.stdout.splitlines()[-1]
    assert not (state / "corpus" / ".x.y").exists()
    assert (state / "failures" / "acp.json").exists()


def test_two_runs_do_not_share_a_state(tmp_path, fuzz, wrong):
    state = State(tmp_path / "state")
    with pytest.raises(StateError, match="another run is fuzzing in"):
        State(tmp_path / "state")
    result = fuzz(f"--impl={wrong()}", "--runs=1", "--state=state")
    assert result.returncode == 2
    assert "--state: another run is fuzzing in state" in result.stderr
    state.close()
    State(tmp_path / "state").close()


def everything(folder):
    return {each: each.is_file() and each.read_bytes() for each in folder.rglob("*")}


@pytest.mark.parametrize("hidden", ["", "."])
def test_a_folder_of_the_users_is_refused_before_anything_is_written(hidden, fuzz, wrong, tmp_path):
    source = tmp_path / "mylib"
    for folder in ("corpus", "failures"):
        (source / folder).mkdir(parents=True)
    (source / f"{hidden}gitignore").write_text("*.pyc\n")
    before = everything(source)
    result = fuzz(f"--impl={wrong()}", "--runs=1", "--state=mylib")
    assert result.returncode == 2
    said = "--state: mylib is neither empty nor the state of an earlier run"
    assert said in " ".join(result.stderr.split())
    assert everything(source) == before


def test_the_folder_of_the_suite_is_no_state(fuzz, wrong, tmp_path):
    (tmp_path / ".toolwire" / "failures").mkdir(parents=True)
    (tmp_path / ".toolwire" / ".gitignore").write_text("# made by toolwire\n*\n")
    result = fuzz(f"--impl={wrong()}", "--runs=1", "--state=.toolwire")
    assert result.returncode == 2
    assert not (tmp_path / ".toolwire" / "journal.jsonl").exists()


def test_a_state_is_marked_before_anything_else_is_written(tmp_path, monkeypatch):
    """A first run may be killed at any time, and another goes on from there."""
    folder = tmp_path / "state"
    made = Path.mkdir

    def killed(path, *arguments, **more):
        made(path, *arguments, **more)
        if path == folder:
            (folder / "..gitignore.abc").touch()  # what is written aside
        if path.parent == folder:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", killed)
        with pytest.raises(KeyboardInterrupt):
            State(folder)
    assert (folder / ".gitignore").read_text().endswith("\n*\n")
    State(folder).close()
    assert not (folder / "..gitignore.abc").exists()


def test_a_state_is_known_without_its_mark(tmp_path):
    """Hidden files were not copied, an older version has made it, or the user wants it in git."""
    folder = tmp_path / "state"
    State(folder).close()
    mark = folder / ".gitignore"
    for content in ("# made by toolwire\n*\n", "lock\n"):
        mark.write_text(content)
        State(folder).close()
        assert mark.read_text() == content
    mark.unlink()
    State(folder).close()
    assert mark.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StateError, match="Permission denied"):
        State(tmp_path / "state")


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("acp", "acp"),
        ("my.pkg", "my.pkg"),
        ("cmd:./x --y", "cmd-.-x---y-"),
        ("../../x", "x-"),
        ("", "-"),
        ("é" * 300, "-"),
    ],
)
def test_the_name_of_a_state(target, name):
    folder = default_folder(target)
    assert folder.parent == Path(".toolwire/fuzz")
    assert folder.name not in ("", ".", "..")
    assert folder.name == name or (folder.name.startswith(name.strip("-")) and name != target)
    assert len(folder.name) < 60


def test_the_same_seed_and_state_give_the_same_inputs(fuzz, program, tmp_path):
    source = (
        "import json, os, sys\n"
        "sys.argv = ['toolwire', 'reference']\n"
        "from toolwire.conformance import serving\n"
        "from toolwire.strategies.request import Request\n"
        "before = Request.from_message.__func__\n"
        "def note(cls, message):\n"
        "    with open(f'log-{os.getppid()}-{os.getpid()}', 'a') as log:\n"
        "        log.write(json.dumps(message, sort_keys=True) + '\\n')\n"
        "    return before(cls, message)\n"
        "Request.from_message = classmethod(note)\n"
        "serving.serve(sys.stdin.buffer, sys.stdout.buffer, '1')\n"
    )
    target = program(source)

    def inputs(state, seed):
        for log in tmp_path.glob("log-*"):
            log.unlink()
        result = fuzz(
            f"--impl={target}",
            "--profile=subc",
            "--runs=700",
            f"--seed={seed}",
            f"--state={state}",
        )
        assert result.returncode == 0, result.stdout + result.stderr
        [asked] = [text for log in tmp_path.glob("log-*") if (text := log.read_text())]
        return asked

    first, again, other = inputs("a", 1), inputs("b", 1), inputs("c", 2)
    assert first.count("\n") == 700
    assert first == again
    assert first != other
    shutil.copytree(tmp_path / "a", tmp_path / "d")
    assert inputs("a", 1) == inputs("d", 1) != first


def test_the_corpus_is_kept_by_the_sha1_of_its_files(fuzz, wrong, tmp_path):

    fuzz(f"--impl={wrong('pass')}", "--runs=600", "--engine=novelty", "--state=state")
    files = list((tmp_path / "state" / "corpus").iterdir())
    assert len(files) > 50
    for each in files:
        data = each.read_bytes()
        assert hashlib.sha1(data).hexdigest() == each.name
        assert json.loads(data)["profile"] == "acp-v2"
