"""What pytest shows of each outcome, and what the summary counts."""

import sys
from importlib.metadata import version

import pytest

from toolwire.reference import PROFILES

QUICK = ("--impl-examples=0", "--impl-profile=acp-v2")
WIDTH = "acp-v2/number-outside-its-width"

REFUSES_BIG_NUMBERS = """
import re
import right
from right import VERSION, fold

def decode(profile, type, text):
    if re.search("[0-9]{9}", text):
        raise ValueError("no number is so big")
    return right.decode(profile, type, text)
"""
"""Breaks a requirement that only should be kept."""

REFUSES_ALL = """
def decode(profile, type, text):
    raise ValueError("no")
"""
LACKS_ALL = """
def decode(profile, type, text):
    raise NotImplementedError
"""
NO_FOLD = "from right import decode"


@pytest.fixture(autouse=True)
def modules(project):
    project.write(big=REFUSES_BIG_NUMBERS, refuses=REFUSES_ALL, lacks=LACKS_ALL, no_fold=NO_FOLD)


def _item(rule, module):
    return f"toolwire::acp-v2/{rule}[{module}]"


def _table(result):
    """Read the table of the summary: the counts by candidate and level."""
    text = result.stdout.str().partition("= toolwire =")[2].splitlines()
    header = next(i for i, line in enumerate(text) if line.split()[:2] == ["candidate", "level"])
    rows = [line.split() for line in text[header + 2 :] if line.startswith(" ")]
    columns = [name.strip() for name in text[header].split("  ") if name.strip()][2:]
    return {(name, level): dict(zip(columns, counts, strict=True)) for name, level, *counts in rows}


def test_a_pass(project):
    result = project.run("--impl=right.py", *QUICK, _item("null-clears", "right.py"))
    result.assert_outcomes(passed=1)
    assert result.ret == 0
    assert _table(result) == {
        ("right.py", "must"): {
            "passed": "1",
            "failed": "·",
            "warned": "·",
            "not exercised": "·",
            "not supported": "·",
        }
    }


def test_a_failure_below_the_failing_level_is_a_warning(project):
    result = project.run("--impl=big.py", *QUICK, "--impl-report=out", _item(WIDTH[7:], "big.py"))
    assert result.parseoutcomes() == {"warned": 1}
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["toolwire w *", f"warned: {WIDTH}[[]big.py]: *: the message was *"]
    )
    assert project.results()[WIDTH]["outcome"] == "warned"
    assert _table(result)["big.py", "should"]["warned"] == "1"


def test_a_warning_is_named_when_pytest_is_verbose(project):
    result = project.run("--impl=big.py", *QUICK, "-v", _item(WIDTH[7:], "big.py"))
    result.stdout.fnmatch_lines(f"toolwire::{WIDTH}[[]big.py] WARNED *")


@pytest.mark.parametrize("how", ["option", "ini"])
def test_the_failing_level_can_be_lowered(project, how):
    options = ["--impl-level=should"]
    if how == "ini":
        project.pytester.makeini("[pytest]\nimpl_level = should\n")
        options = []
    result = project.run("--impl=big.py", *QUICK, *options, _item(WIDTH[7:], "big.py"))
    result.assert_outcomes(failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines("SHOULD, from *")


def test_what_is_not_supported_is_skipped_with_the_reason(project):
    items = [_item(rule, "no_fold") for rule in ("fold-null-clears", "null-clears")]
    result = project.run("--impl=no_fold", *QUICK, "-rs", "--impl-report=out", *items)
    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        "SKIPPED [[]1] acp-v2/fold-null-clears[[]no_fold]: "
        "not supported: none of * inputs can be put to the candidate"
    )
    assert project.results()["acp-v2/fold-null-clears"]["outcome"] == "not-supported"


def test_what_was_not_exercised_is_skipped_with_the_reason(project):
    items = [
        _item(rule, "refuses") for rule in ("required-member-missing-is-refused", "values-are-kept")
    ]
    result = project.run("--impl=refuses", *QUICK, "-rs", "--impl-report=out", *items)
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        "SKIPPED [[]1] acp-v2/required-member-missing-is-refused[[]refuses]: "
        "not exercised: blocked by acp-v2/*"
    )
    entry = project.results()["acp-v2/required-member-missing-is-refused"]
    assert entry["outcome"] == "not-exercised"
    assert entry["blocked"]


@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_run_that_exercised_nothing_fails_and_says_so(project, arguments):
    result = project.run_apart("--impl=lacks", *QUICK, "-k", "null-clears", *arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines("lacks: nothing was exercised, *")


def test_it_fails_though_another_candidate_was_exercised(project):
    result = project.run("--impl=lacks", "--impl=right.py", *QUICK, "-k", "null-clears")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines("lacks: nothing was exercised, *")
    result.stdout.no_fnmatch_line("right.py: nothing was exercised, *")


def test_it_fails_though_the_users_own_tests_passed(project):
    project.write(test_mine="def test_null_clears(): pass")
    result = project.run("--impl=lacks", *QUICK, _item("null-clears", "lacks"), "test_mine.py")
    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_the_summary_counts_each_candidate_by_level(project):
    items = [
        _item(rule, module)
        for rule in ("null-clears", "fold-null-clears", WIDTH[7:])
        for module in ("right.py", "forgetful.py", "no_fold", "big.py")
    ]
    impls = [f"--impl={name}" for name in ("right.py", "forgetful.py", "no_fold", "big.py")]
    table = _table(project.run(*impls, *QUICK, *items))
    counts = {
        row: {column: int(count) for column, count in counts.items() if count != "·"}
        for row, counts in table.items()
    }
    assert counts == {
        ("right.py", "must"): {"passed": 2},
        ("right.py", "should"): {"passed": 1},
        ("forgetful.py", "must"): {"passed": 1, "failed": 1},
        ("forgetful.py", "should"): {"passed": 1},
        ("no_fold", "must"): {"passed": 1, "not supported": 1},
        ("no_fold", "should"): {"passed": 1},
        ("big.py", "must"): {"passed": 2},
        ("big.py", "should"): {"warned": 1},
    }


def test_the_header_names_what_is_run(project):
    result = project.run(
        "--impl=right.py", "--impl=no_fold", "--impl-seed=3", "-k", "v2/null-clears"
    )
    ours = f"toolwire {version('toolwire')}"
    drawn = f"profiles {', '.join(PROFILES)}; seed 3, 20 examples"
    result.stdout.fnmatch_lines(
        [f"{ours}: right.py is right 1.0; {drawn}", f"{ours}: no_fold is no_fold; {drawn}"]
    )


PROGRAM = """
import json
for line in open(0):
    request = json.loads(line)
    answer = {"unsupported": True}
    if request["op"] == "hello":
        answer = {"ok": True, "protocol": 1, "name": NAME, "version": ""}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""


def test_every_candidate_has_a_label_of_its_own(project):
    project.write(one=PROGRAM.replace("NAME", "'prog'"), nameless=PROGRAM.replace("NAME", "' '"))
    impls = [
        "right.py",
        "right.py",
        *[f"cmd:{sys.executable} {name}.py" for name in ("one", "one")],
    ]
    impls.append("cmd:sh -c 'python nameless.py'")
    options = [f"--impl={each}" for each in impls]
    project.run(*options, *QUICK, "--impl-report=out", "-k", "v2/null-clears")
    report = project.report()
    labels = ["right.py", "right.py-2", "prog", "prog-2", "cmd:sh -c 'python nameless.py'"]
    assert [each["name"] for each in report["candidates"]] == labels
    assert [each["target"] for each in report["candidates"]] == impls
    assert sorted(each["candidate"] for each in report["results"]) == sorted(labels)
