"""What a candidate writes is shown escaped and cut: in the terminal, in junit, in the report."""

import sys
import unicodedata
from xml.etree import ElementTree

import pytest

EVIL = "[red]\\x1b[31m\\u202e\\r\\n\\x07\\x9b\\u2028</failure>[/red]"
"""As Python source; a terminal would act on most of it."""
SHOWN = r"[red]\x1b[31m\u202e"
MODULE = f'''
import json, sys
import right
from right import fold

EVIL = "{EVIL}"
NAME = EVIL
VERSION = "\\ud800"

def decode(profile, type, text):
    print(EVIL, file=sys.stderr)
    if '"kind":null' in str(text):
        return json.dumps({{"toolCallId": "x", "kind": EVIL}}, ensure_ascii=False)
    if '"title":null' in str(text):
        raise ValueError(EVIL)
    if '"status":null' in str(text):
        raise KeyError(EVIL)
    if '"name":null' in str(text):
        return EVIL
    if '"rawInput":null' in str(text):
        return json.dumps({{"toolCallId": "x", "rawInput": EVIL * 20_000}}, ensure_ascii=False)
    if '"rawOutput":null' in str(text):
        raise ValueError(EVIL * 20_000)
    return right.decode(profile, type, text)
'''
PROGRAM = f'''
import json, sys

EVIL = "{EVIL}"
for line in sys.stdin:
    request = json.loads(line)
    answer = {{"unsupported": True}}
    if request["op"] == "hello":
        answer = {{"ok": True, "protocol": 1, "name": EVIL + "\\ud800", "version": EVIL}}
    elif request["op"] == "decode":
        answer = {{"ok": True, "text": request["text"]}}
        if '"kind":null' in str(request["text"]):
            answer = {{"ok": False, "error": EVIL + "\\ud800", "stage": EVIL}}
        if '"title":null' in str(request["text"]):
            answer = {{"ok": True, "text": {{"base64": "/4BbcmVkXQ=="}}}}
        if '"status":null' in str(request["text"]):
            print(EVIL, flush=True)
    print(json.dumps({{"id": request["id"], **answer}}), flush=True)
'''
SPECS = ("hostile.py", f"cmd:{sys.executable} program.py")
RULE = "acp-v2/null-clears"
OPTIONS = (
    "--impl-examples=0",
    "--impl-profile=acp-v2",
    "-k",
    "null-clears and not meta- and not fold-",
)


@pytest.fixture(params=[*SPECS, "xdist"])
def run(request, project):
    """Return what a run with a hostile candidate showed."""
    project.write(hostile=MODULE, program=PROGRAM)
    spec = SPECS[0] if request.param == "xdist" else request.param
    options = (f"--impl={spec}", *OPTIONS, "--impl-report=out", "--junitxml=junit.xml")
    if request.param == "xdist":
        return project.run_apart(*options, "-n", "1", "-rA", "--color=no")
    return project.run(*options, "-rA", "--color=no")


def _unprintable(text):
    return {each for each in text if unicodedata.category(each) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}


def test_nothing_reaches_the_terminal_that_it_would_act_on(run):
    text = "\n".join(run.outlines + run.errlines)
    assert _unprintable(text) == {"\n"}
    assert SHOWN in text
    assert "</failure>[/red]" in text


def test_no_line_is_long(run):
    assert max(map(len, run.outlines)) < 700


def test_nothing_reaches_junit(run, project):
    path = project.path / "junit.xml"
    assert _unprintable(path.read_text("utf-8")) <= {"\n", "\t"}
    assert path.stat().st_size < 20_000
    (case,) = ElementTree.parse(path).getroot().iter("testcase")
    failure = case.find("failure")
    assert failure is not None
    assert "</failure>[/red]" in failure.text


def test_the_report_is_ascii_and_cut(run, project):
    path = project.path / "out" / "report.json"
    text = path.read_bytes().decode("ascii")
    assert _unprintable(text) == {"\n"}
    assert len(text) < 60_000
    failures = project.results()[RULE]["failures"]
    assert len(failures) >= 3


def test_long_texts_are_counted(project):
    project.write(
        long="import json, right\nfrom right import fold\n"
        "def decode(profile, type, text):\n"
        "    if '\"kind\":null' in str(text):\n"
        "        return json.dumps({'toolCallId': 'x', 'kind': '-' * 1_000_000})\n"
        "    if '\"title\":null' in str(text):\n"
        "        raise ValueError('-' * 1_000_000)\n"
        "    return right.decode(profile, type, text)\n"
    )
    result = project.run("--impl=long.py", *OPTIONS, "--impl-report=out")
    by_site = {each["site"]: each["got"] for each in project.results()[RULE]["failures"]}
    long = by_site["ToolCallUpdate.kind"]["text"]
    assert long["length"] > 1_000_000
    assert len(long["cut"]) == 4_000
    assert len(by_site["ToolCallUpdate.title"]["error"]) == 4_000
    result.stdout.fnmatch_lines_random(
        [
            '     got       {"toolCallId": "x", "kind": "---* more characters…*',
            "     got       refused: ValueError: ---* more characters…*",
        ]
    )


def test_bytes_that_are_no_text_are_shown_and_reported(project):
    project.write(program=PROGRAM)
    result = project.run(f"--impl={SPECS[1]}", *OPTIONS, "--impl-report=out")
    by_site = {each["site"]: each for each in project.results()[RULE]["failures"]}
    assert by_site["ToolCallUpdate.title"]["got"]["text"] == {"base64": "/4BbcmVkXQ=="}
    result.stdout.re_match_lines([r"     got       b'\\xff\\x80\[red\]'"])


def test_what_is_said_at_the_start_is_escaped(project):
    project.write(
        talks=f'import sys\nprint("{EVIL}", file=sys.stderr)\nsys.exit("{EVIL}")',
        raises=f'raise ValueError("{EVIL}")',
        writes=f'print("{EVIL}")',
    )
    for spec in (f"cmd:{sys.executable} talks.py", "raises.py", f"cmd:{sys.executable} writes.py"):
        result = project.run(f"--impl={spec}")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert _unprintable(result.stderr.str()) == {"\n"}
        assert SHOWN in result.stderr.str()


def test_a_replay_is_escaped_too(project):
    project.write(hostile=MODULE)
    project.run("--impl=hostile.py", *OPTIONS)
    files = " ".join(f".toolwire/failures/{each.name}" for each in project.stored())
    result = project.shell(f"toolwire replay {files} --impl=hostile.py")
    assert result.ret == 1
    assert _unprintable(result.stdout.str()) == {"\n"}
    assert SHOWN in result.stdout.str()
    assert max(map(len, result.outlines)) < 700


def test_a_wide_label_does_not_break_the_summary(project):
    name = "n" * 90
    project.write(**{name: "from right import *"})
    result = project.run(f"--impl={name}", *OPTIONS)
    row = next(line for line in result.outlines if line.startswith(" nnn"))
    assert row.split()[1:] == ["must", "1", "·", "·", "·", "·"]
