"""Spread over processes by pytest-xdist, a run says the same."""

import json

import pytest

SOME = ("--impl-profile=acp-v2", "--impl-examples=2", "-k", "null or number or title")
CANDIDATES = ("--impl=right.py", "--impl=forgetful.py")


def test_the_report_is_the_same_to_the_byte(project):
    alone = project.run(*CANDIDATES, *SOME, "--impl-report=one")
    spread = project.run_apart(*CANDIDATES, *SOME, "--impl-report=two", "-n", "2")
    assert spread.ret == alone.ret == pytest.ExitCode.TESTS_FAILED
    wanted = {name: n for name, n in alone.parseoutcomes().items() if name != "deselected"}
    assert spread.parseoutcomes() == wanted
    one, two = ((project.path / name / "report.json").read_bytes() for name in ("one", "two"))
    assert one == two
    assert {each["outcome"] for each in json.loads(one)["results"]} >= {"passed", "failed"}


def test_a_seed_gives_the_same_report_again_alone_and_spread(project):
    options = ("--impl=lottery.py", "--impl-profile=acp-v2", "-k", "null-clears or values-are-kept")
    drawn = ("--impl-seed=7", "--impl-examples=12")
    for folder, more in {"one": (), "two": (), "three": ("-n", "2")}.items():
        project.run_apart(*options, *drawn, f"--impl-report={folder}", *more)
    one, *others = (
        (project.path / name / "report.json").read_bytes() for name in ("one", "two", "three")
    )
    assert others == [one, one]
    assert any(each["tried"].get("drawn") for each in json.loads(one)["results"])


def test_the_workers_share_a_random_seed(project):
    options = ("--impl=lottery.py", "toolwire::acp-v2/values-are-kept[lottery.py]")
    project.run_apart(*options, "--impl-seed=random", "--impl-report=one", "-n", "1")
    seed = project.report("one")["seed"]
    project.run(*options, f"--impl-seed={seed}", "--impl-report=two")
    one, two = ((project.path / name / "report.json").read_bytes() for name in ("one", "two"))
    assert one == two


FICKLE = """
import os
from right import VERSION, fold, decode as read

asked = 0

def decode(profile, type, text):
    global asked
    asked += 1
    if asked > 3 and not os.path.exists("crashed"):
        open("crashed", "w").close()
        os._exit(1)
    return read(profile, type, text)
"""
"""Crashes once, whatever it is asked."""


@pytest.mark.parametrize("arguments", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_faults_without_a_culprit_come_home(project, arguments):
    project.write(fickle=FICKLE)
    item = "toolwire::acp-v2/null-clears[fickle.py]"
    options = ("--impl-examples=0", "--impl-report=out", *arguments)
    result = project.run_apart("--impl=fickle.py", item, *options)
    assert result.parseoutcomes() == {"passed": 1}
    (candidate,) = project.report()["candidates"]
    assert candidate["unblamed"] == {"crashed": 1}
    result.stdout.fnmatch_lines("fickle.py: crashed once, by no input of the suite *")
