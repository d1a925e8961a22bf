"""`toolwire nightly` as a user runs it: all stages, whatever comes of each, and one report."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("toolwire")


def night(folder, report="out"):
    return json.loads((folder / report / "nightly.json").read_text("utf-8"))


def outcomes(folder):
    return {each["name"]: each["outcome"] for each in night(folder)["stages"]}


def test_a_candidate_that_is_right_passes(nights):
    folder, done = nights["right"]
    assert done.returncode == 0, done.stdout + done.stderr
    assert outcomes(folder) == dict.fromkeys(("suite", "fuzz", "corpus check"), "passed")
    assert "passed in 0:" in done.stdout.splitlines()[-1]
    assert night(folder)["stages"][1]["line"] == "900 inputs: no failures"
    assert json.loads((folder / "out/suite/report.json").read_text())["examples"] == 5


def test_a_candidate_that_is_wrong_fails_in_both(nights):
    folder, done = nights["wrong"]
    assert done.returncode == 1, done.stdout + done.stderr
    expected = {"suite": "failed", "fuzz": "failed", "corpus check": "passed"}
    assert outcomes(folder) == expected
    page = (folder / "out/nightly.md").read_text("utf-8")
    assert "### Found by fuzzing" in page
    assert "## ✗ Toolwire failed" in page


def test_both_stages_have_the_same_seed(nights):
    folder, _ = nights["wrong"]
    reports = [folder / "out/suite/report.json", folder / "out/fuzz/fuzz.json"]
    assert [json.loads(each.read_text())["seed"] for each in reports] == [3, 3]


def test_the_failures_of_both_can_be_replayed(nights, toolwire, small, tmp_path):
    folder, _ = nights["wrong"]
    failures = sorted((folder / "out/failures").glob("*.json"))
    how = {json.loads(each.read_text())["found"]["how"].partition(",")[0] for each in failures}
    assert "fuzzed" in how
    assert len(how) > 1
    small(tmp_path, 'value["name"] = value["name"].strip()')
    done = toolwire("replay", *map(str, failures), "--impl=small.py")
    assert [line[:6] for line in done.stdout.splitlines() if line[0] != " "] == ["FAILED"] * len(
        failures
    )


def test_each_stage_can_be_run_by_itself(nights):
    folder, _ = nights["wrong"]
    path = f"PATH={PROGRAM.parent}:$PATH"
    for each, status in zip(night(folder)["stages"], (1, 1, 0), strict=True):
        done = subprocess.run(
            ["sh", "-c", f"{path} {each['command']}"], cwd=folder, capture_output=True, timeout=300
        )
        assert done.returncode == status, each["command"]


def test_the_next_night_goes_on_from_the_state(nights, toolwire, small, tmp_path):
    folder, _ = nights["right"]
    state = folder / ".toolwire/fuzz/small.py"
    small(tmp_path)
    options = ("--impl=small.py", "--runs=64", "--engine=novelty", "--report=out")
    done = toolwire("nightly", *options, f"--state={state}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "900 inputs in 1 run before" in done.stdout


def test_a_known_failure_fails_neither_stage(nights, toolwire, small, tmp_path):
    small(tmp_path, 'value["name"] = value["name"].strip()')
    update = ("--impl-baseline=known.json", "--impl-baseline-update", "--impl-examples=5")
    subprocess.run(
        [sys.executable, "-m", "pytest", "--impl=small.py", *update, "--impl-seed=3"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    options = ("--runs=900", "--engine=novelty", "--report=out", "--examples=5", "--seed=3")
    done = toolwire("nightly", "--impl=small.py", "--baseline=known.json", *options)
    assert outcomes(tmp_path)["suite"] == "passed", done.stdout + done.stderr
    assert "known" in night(tmp_path)["stages"][1]["line"]


def test_a_candidate_that_can_be_started_no_more_is_reported(toolwire, tmp_path):
    """It starts once, when the night begins."""
    (tmp_path / "once.py").write_text(
        "import pathlib\n"
        "pathlib.Path('started').mkdir()\n"
        "PROFILES = {'subc': ['ToolCallRequest']}\n"
        "def decode(profile, type, text): return text\n"
    )
    done = toolwire("nightly", "--impl=once.py", "--runs=50", "--report=out")
    assert done.returncode == 2, done.stdout + done.stderr
    expected = {"suite": "broken", "fuzz": "broken", "corpus check": "passed"}
    assert outcomes(tmp_path) == expected
    for stage in night(tmp_path)["stages"][:2]:
        assert "File exists: 'started'" in stage["line"]
        assert stage["page"] is None


def test_own_cases_are_examined_by_and_checked(nights, toolwire, small, tmp_path):
    """A case made of a failure fails the suite, and a case that is no right one the check."""
    folder, _ = nights["wrong"]
    failure = next((folder / "out/failures").glob("*.json"))
    to = ("--why", "a name lost its space", "--to", str(tmp_path / "toolwire-corpus.jsonl"))
    assert toolwire("corpus", "add", str(failure), *to).returncode == 0
    small(tmp_path, 'value["name"] = value["name"].strip()')
    own = tmp_path / "toolwire-corpus.jsonl"
    own.write_text(own.read_text() * 2)
    done = toolwire("nightly", "--impl=small.py", "--runs=32", "--engine=novelty", "--report=out")
    assert done.returncode == 1
    assert outcomes(tmp_path)["corpus check"] == "failed", done.stdout
    assert "toolwire-corpus.jsonl, line 2" in (tmp_path / "out/corpus.log").read_text()
    assert "stored 1" in done.stdout or "--impl-corpus" in night(tmp_path)["stages"][0]["command"]
    [line] = {each["line"] for each in night(tmp_path)["stages"] if each["name"] == "corpus check"}
    assert line.startswith("39 cases")  # those of Toolwire beside the two


def test_the_suite_may_run_in_several_processes(toolwire, small, tmp_path):
    options = ("--runs=32", "--engine=novelty", "--report=out", "-n2")
    done = toolwire("nightly", f"--impl={small(tmp_path)}", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 workers" in (tmp_path / "out/suite.log").read_text()


def test_a_budget_smaller_than_the_suite_fuzzes_nothing_and_says_so(toolwire, small, tmp_path):
    small(tmp_path, before="time.sleep(0.5)")
    done = toolwire("nightly", "--impl=small.py", "--minutes=0.03", "--report=out")
    assert done.returncode == 1, done.stdout + done.stderr
    expected = {"suite": "stopped", "fuzz": "skipped", "corpus check": "passed"}
    assert outcomes(tmp_path) == expected
    suite, fuzz, _ = night(tmp_path)["stages"]
    assert "time of the night was over" in suite["complaints"][-1]
    assert "the suite took all the time there was" in fuzz["line"]


def test_a_suite_that_is_broken_off_before_it_began_says_why(toolwire, small, tmp_path):
    small(tmp_path)
    done = toolwire("nightly", "--impl=small.py", "--minutes=0.001", "--report=out")
    assert done.returncode == 1, done.stdout + done.stderr
    suite = night(tmp_path)["stages"][0]
    assert (suite["outcome"], suite["line"]) == ("stopped", "its time was over")


@pytest.fixture
def begin(tmp_path):
    """Begin a night in the background; what is left of it at the end of the test is ended."""
    begun = []

    def begin(*arguments):
        process = subprocess.Popen(
            [PROGRAM, "nightly", "--impl=small.py", "--report=out", *arguments],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        if process.poll() is None:
            process.terminate()
            time.sleep(0.5)
            process.terminate()
            process.communicate(timeout=60)


def wait_for(process, is_there):
    while not is_there():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_night_that_is_stopped_in_the_suite_says_so(number, begin, small, tmp_path):
    small(tmp_path, before="time.sleep(0.5)")
    process = begin()
    log = tmp_path / "out/suite.log"
    wait_for(process, lambda: log.is_file() and "collected" in log.read_text())
    process.send_signal(number)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 1, said
    expected = {"suite": "stopped", "fuzz": "skipped", "corpus check": "skipped"}
    assert outcomes(tmp_path) == expected
    assert (tmp_path / "out/nightly.md").is_file()


def test_fuzzing_has_what_the_suite_leaves_and_keeps_what_it_found(begin, small, tmp_path):
    small(tmp_path, 'value["name"] = value["name"].strip()')
    process = begin("--minutes=60", "--engine=novelty", "--state=state")
    wait_for(process, lambda: list((tmp_path / "state").glob("failures/*.json")))
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 1, said
    expected = {"suite": "failed", "fuzz": "stopped", "corpus check": "skipped"}
    assert outcomes(tmp_path) == expected
    assert json.loads((tmp_path / "out/fuzz/fuzz.json").read_text())["failures"]
    suite, fuzz, _ = night(tmp_path)["stages"]
    minutes = float(fuzz["command"].rpartition("--minutes=")[2])
    assert 0 < minutes < 60 - suite["seconds"] / 60 + 0.01
    assert night(tmp_path)["budget"] == 3600


def test_a_second_signal_ends_the_stage_at_once(begin, small, tmp_path):
    """A stage that does not listen, as the suite where a conftest.py of the user's sees to it."""
    small(tmp_path, before="time.sleep(0.5)")
    (tmp_path / "conftest.py").write_text(
        "import signal, pathlib\n"
        "def pytest_collection_finish(session):\n"
        "    signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "    pathlib.Path('deaf').touch()\n"
    )
    process = begin()
    wait_for(process, lambda: (tmp_path / "deaf").exists())
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=20)
    assert process.returncode == 1, said
    assert outcomes(tmp_path)["suite"] == "stopped"
