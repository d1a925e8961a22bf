"""Each option does what it says, and so does the line of that name in a configuration file."""

import os
import re

import pytest

RULE = "acp-v2/null-clears"
ITEM = f"toolwire::{RULE}[right.py]"


def _ini(project, **lines):
    text = "".join(f"{name} = {value}\n" for name, value in lines.items())
    project.pytester.makeini(f"[pytest]\n{text}")


def test_several_candidates_and_profiles(project):
    _ini(project, impl="\n  right.py\n  forgetful.py", impl_profile="\n  acp-v1\n  acp-v2")
    result = project.run("--collect-only", "-q")
    result.stdout.fnmatch_lines(
        [
            "toolwire::acp-v1/*[[]right.py]",
            "toolwire::acp-v2/*[[]right.py]",
            "toolwire::acp-v1/*[[]forgetful.py]",
            "toolwire::acp-v2/*[[]forgetful.py]",
        ]
    )


def test_the_command_line_wins(project):
    _ini(project, impl="forgetful.py", impl_profile="acp-v1", impl_seed="5", impl_examples="7")
    result = project.run("--impl=right.py", "--impl-profile=acp-v2", "--impl-seed=6", ITEM)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines("toolwire *: right.py is right 1.0; profiles acp-v2; seed 6, 7 ex*")


@pytest.mark.parametrize("how", ["option", "ini"])
def test_settings_reach_the_report(project, how):
    wanted = {"level": "should", "seed": "77", "examples": "1", "report": "there/below"}
    options = [f"--impl-{name}={value}" for name, value in wanted.items()]
    if how == "ini":
        _ini(project, **{f"impl_{name}": value for name, value in wanted.items()})
        options = []
    project.run("--impl=right.py", *options, ITEM).assert_outcomes(passed=1)
    report = project.report("there/below")
    assert (report["level"], report["seed"], report["examples"]) == ("should", 77, 1)
    (result,) = report["results"]
    assert result["tried"]["drawn"] > 0


def test_no_examples_draw_nothing(project):
    project.run("--impl=right.py", "--impl-examples=0", "--impl-report=out", ITEM)
    assert "drawn" not in project.results()[RULE]["tried"]


SLEEPER = """
import time
from right import VERSION, fold, decode as read

def decode(profile, type, text):
    if '"title":null' in str(text):
        time.sleep(60)
    return read(profile, type, text)
"""


@pytest.mark.parametrize("how", ["option", "ini"])
def test_the_timeout_ends_the_wait(project, how):
    project.write(sleeper=SLEEPER)
    options = ["--impl-timeout=0.5"] if how == "option" else []
    if how == "ini":
        _ini(project, impl_timeout="0.5")
    result = project.run(
        "--impl=sleeper.py", *options, "--impl-examples=0", ITEM.replace("right", "sleeper")
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*got * no answer: timeout: gave no answer within 0.5 s", "* --impl-timeout=0.5"]
    )


@pytest.mark.parametrize("how", ["option", "ini"])
def test_in_process_a_candidate_shares_pytests_process(project, how):
    project.write(
        here="import os\nfrom forgetful import decode, fold\nNAME = f'pid {os.getpid()}'\n"
    )
    options = ["--impl-in-process"] if how == "option" else []
    if how == "ini":
        _ini(project, impl_in_process="true")
    item = ITEM.replace("right", "here")
    result = project.run("--impl=here.py", *options, "--impl-examples=0", item)
    result.stdout.fnmatch_lines([f"*here.py is pid {os.getpid()};*", "*replay *--impl-in-process"])


def test_without_it_it_has_its_own(project):
    project.write(here="import os\nfrom right import *\nNAME = f'pid {os.getpid()}'\n")
    result = project.run("--impl=here.py", "--impl-examples=0", ITEM.replace("right", "here"))
    result.stdout.no_fnmatch_line(f"*pid {os.getpid()};*")
    result.assert_outcomes(passed=1)


def test_every_option_has_its_line_in_a_file(project):
    text = project.run("--help").stdout.str()
    options, lines = re.split(r"^\[pytest\] .*$", text, maxsplit=1, flags=re.MULTILINE)
    names = {word for word in options.split() if word.startswith("--impl")}
    names = {name.partition("=")[0] for name in names}
    assert len(names) == 13
    for name in names - {"--impl-baseline-update"}:  # no run should always do that
        assert f"  {name[2:].replace('-', '_')} (" in lines


def test_a_random_seed_is_shown_and_repeats_the_run(project):
    first = project.run("--impl=right.py", "--impl-seed=random", "--impl-report=one", ITEM)
    seed = project.report("one")["seed"]
    first.stdout.fnmatch_lines([f"toolwire *; seed {seed}, *", f"*--impl-seed={seed}"])
    project.run("--impl=right.py", f"--impl-seed={seed}", "--impl-report=two", ITEM)
    one, two = ((project.path / name / "report.json").read_bytes() for name in ("one", "two"))
    assert one == two


def test_random_seeds_differ(project):
    for folder in ("one", "two"):
        project.run("--impl=right.py", "--impl-seed=random", f"--impl-report={folder}", ITEM)
    assert project.report("one")["seed"] != project.report("two")["seed"]
