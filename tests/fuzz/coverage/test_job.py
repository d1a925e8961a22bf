"""A job as its parent sees it: what it tells, how it stops, and that it can be repeated."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolwire.fuzz.coverage.merging import MergeError, merge
from toolwire.fuzz.jobs.config import ATHERIS, JobConfig
from toolwire.fuzz.jobs.events import Finding, Progress, Reason, Started, Stopped, load_event
from toolwire.strategies.seeds import load_seed

Write = Callable[[str], str]
Job = Callable[..., Any]

READS_ALL = """
from toolwire.reference import PROFILES, decode as read, dumps, fold as patch
PROFILES_OF = PROFILES
PROFILES = {"acp-v2": ["ToolCallUpdate"]}

def decode(profile, type, text):
    value = read(PROFILES_OF[profile], type, text)
%s
    return dumps(value)

def fold(profile, type, texts):
    return dumps(patch(PROFILES_OF[profile], type, texts))
"""


@pytest.fixture
def right(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a candidate which is right but for a fault."""

    def write(fault: str = "") -> str:
        text = READS_ALL % textwrap.indent(fault, "    ")
        (tmp_path / "right.py").write_text(text, encoding="utf-8")
        return "right.py"

    return write


def test_it_says_what_it_is_about_to_do_first(candidate: Write, job: Job) -> None:
    done = job(candidate(""), runs=1_000)
    first = next(each for each in done.events if not isinstance(each, Progress | Finding))
    assert isinstance(first, Started)
    assert (first.engine, first.mutator) == ("atheris", "toolwire")
    assert first.instrumented == ("_toolwire_candidate_own",)
    assert first.seeds > 100
    assert isinstance(done.events[-1], Stopped)


def test_a_right_candidate_has_no_finding(right: Write, job: Job) -> None:
    done = job(right(""), runs=3_000)
    assert done.findings == []
    assert done.executions >= 3_000


def test_a_fault_behind_conditions_is_found(right: Write, job: Job) -> None:
    fault = """
if value.get("status") == "failed" and value.get("title") is None and "title" in value:
    value["title"] = ""
"""
    done = job(right(fault), runs=12_000, seed=1)
    found = [each for each in done.findings if each.kind == "null became a value"]
    assert found
    assert found[0].detail.startswith("/title")
    assert done.stopped.reason is Reason.RUNS


def test_what_reaches_new_lines_is_kept_as_seeds(right: Write, job: Job) -> None:
    done = job(right("if value.get('kind') == 'move':\n    value = dict(value)"), runs=2_500)
    files = list(done.corpus.iterdir())
    assert files
    for each in files:
        data = each.read_bytes()
        assert each.name == hashlib.sha1(data).hexdigest()
        load_seed(data)


def test_the_same_seed_gives_the_same_inputs(candidate: Write, job: Job, tmp_path: Path) -> None:
    digests = []
    for number in range(2):
        seen = tmp_path / f"seen-{number}"
        job(
            candidate("if value.get('kind') == 'read': text = text + ' '"),
            runs=3_000,
            seed=7,
            corpus=tmp_path / f"corpus-{number}",
            env={"SEEN": str(seen)},
        )
        digests.append(hashlib.sha1(seen.read_bytes()).hexdigest())
    assert digests[0] == digests[1]
    other = tmp_path / "seen-other"
    job(candidate(""), runs=3_000, seed=8, corpus=tmp_path / "corpus-2", env={"SEEN": str(other)})
    assert hashlib.sha1(other.read_bytes()).hexdigest() != digests[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_with_all_kept(
    candidate: Write, start: Job, job: Job, number: int
) -> None:
    process, source, corpus = start(candidate(""))
    with os.fdopen(source, "rb") as lines:
        events = []
        for line in lines:
            events.append(load_event(line))
            if isinstance(events[-1], Started):
                time.sleep(1)
                process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode == 0
    assert events[-1] == Stopped(Reason.SIGNAL)
    assert list(corpus.iterdir())


def test_no_process_outlives_one_that_is_killed(
    candidate: Write, start: Job, job: Job, tmp_path: Path
) -> None:
    spot = tmp_path / "pid"
    process, source, _ = start(
        candidate(
            f"if not os.path.exists({str(spot)!r}):\n"
            f"    open({str(spot)!r}, 'w').write(str(os.getpid()))"
        )
    )
    with os.fdopen(source, "rb") as lines:
        for line in lines:
            if isinstance(load_event(line), Started):
                process.kill()
                break
    process.communicate(timeout=20)
    child = int(spot.read_text())
    deadline = time.monotonic() + 20
    while _is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _is_alive(child)


def _is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_seconds_end_it(candidate: Write, job: Job) -> None:
    done = job(candidate(""), seconds=6.0)
    assert done.stopped == Stopped(Reason.TIME)


def test_packages_that_are_named_are_instrumented(
    candidate: Write, job: Job, tmp_path: Path
) -> None:
    for name in ("one_lib", "other_lib"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("from . import inner\n", encoding="utf-8")
        (tmp_path / name / "inner.py").write_text("x = 1\n", encoding="utf-8")
    text = (tmp_path / candidate("")).read_text("utf-8")
    (tmp_path / "own.py").write_text("import one_lib, other_lib\n" + text, encoding="utf-8")
    assert set(job("own.py", runs=600).started.instrumented) >= {"one_lib", "other_lib"}
    named = job("own.py", runs=600, instrument=("other_lib.inner",))
    assert named.started.instrumented == ("other_lib.inner",)


def test_it_notices_that_its_mutator_is_not_called(
    candidate: Write, job: Job, tmp_path: Path
) -> None:
    text = (tmp_path / candidate("")).read_text("utf-8")
    unhooked = "import atheris\n_setup = atheris.Setup\n"
    unhooked += "atheris.Setup = lambda argv, one, **_: _setup(argv, one)\n"
    (tmp_path / "own.py").write_text(unhooked + text, encoding="utf-8")
    done = job("own.py", runs=50_000)
    assert done.stopped.reason is Reason.LOST
    assert "does not call Toolwire's mutator" in done.stopped.detail
    assert not any(isinstance(each, Started) for each in done.events)


def test_a_candidate_that_cannot_be_loaded_is_one_clear_line(job: Job, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("import no_such_thing\n", encoding="utf-8")
    done = job("own.py", runs=10)
    assert done.stopped.reason is Reason.LOST
    assert "no_such_thing" in done.stopped.detail
    assert "Traceback" not in done.stopped.detail + done.stderr
    assert "is a program" in job("cmd:true", runs=10).stopped.detail


def test_without_atheris_it_says_what_to_install(candidate: Write, tmp_path: Path) -> None:
    (tmp_path / "atheris.py").write_text("raise ModuleNotFoundError(name='atheris')\n")
    config = JobConfig(ATHERIS, candidate(""), tmp_path, tmp_path / "corpus", 1)
    path = tmp_path / "job.json"
    path.write_text(json.dumps(config.to_json()), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "toolwire.fuzz.jobs", str(path)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    stopped = load_event(run.stdout)
    assert isinstance(stopped, Stopped)
    assert "pip install 'toolwire[fuzz]'" in stopped.detail
    assert "\n" not in stopped.detail
    assert run.stderr == b""


def test_the_reference_keeps_its_laws(job: Job) -> None:
    done = job("reference", profiles=("acp-v2",), runs=2_500, timeout=60.0)
    assert done.findings == []
    assert done.started.instrumented == ("toolwire.reference",)


def test_a_merge_leaves_what_is_needed(candidate: Write, job: Job, tmp_path: Path) -> None:
    done = job(candidate("if value.get('kind') == 'read': text = text + ' '"), runs=3_000)
    for number in range(50):
        data = b'{"op":"decode","profile":"acp-v2","type":"ToolCallUpdate","text":"%d"}\n' % number
        (done.corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    config = JobConfig(
        ATHERIS, "own.py", tmp_path, done.corpus, 0, instrument=("_toolwire_candidate_own",)
    )
    merged = merge(config, dict(os.environ))
    assert 0 < merged.after < merged.before
    assert len(list(done.corpus.iterdir())) == merged.after


def test_a_merge_of_nothing_is_an_error(
    candidate: Write, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    config = JobConfig(ATHERIS, candidate(""), tmp_path, corpus, 0)
    with pytest.raises(MergeError, match="nothing to merge"):
        merge(config, dict(os.environ))
    data = b'{"op":"decode","profile":"acp-v2","type":"ToolCallUpdate","text":"{}"}\n'
    (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    # What libFuzzer starts again is no longer a program, as where argv[0] is a module's file.
    monkeypatch.setattr(Path, "chmod", lambda self, mode: None)
    with pytest.raises(MergeError, match="nothing was merged"):
        merge(config, dict(os.environ))
    assert len(list(corpus.iterdir())) == 1, "the corpus is as it was"
