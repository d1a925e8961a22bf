"""The page about a failed requirement, and the command on it."""

import re
import shlex

import pytest

from toolwire.conformance.requirements import find
from toolwire.corpus.cases import cases_of
from toolwire.corpus.sources import resolve

ITEM = "toolwire::acp-v2/null-clears[forgetful.py]"
QUICK = ("--impl-examples=0", "--impl-profile=acp-v2")
ADAPTER = "from forgetful import decode, fold, NAME, VERSION"


def _replay(result):
    """Find the command that replays the first failure."""
    text = result.stdout.str()
    found = re.search(r"^     replay    (.*)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def test_it_shows_input_answers_place_source_and_command(project):
    result = project.run("--impl=forgetful.py", *QUICK, ITEM)
    requirement = find("acp-v2/null-clears")
    result.stdout.fnmatch_lines(
        [
            "_* acp-v2/null-clears[[]forgetful.py] _*",
            requirement.sentence,
            f"MUST, from {resolve(requirement.source).citation}",
            "forgetful 1.0 gets * of * inputs wrong, in *:",
            "",
            "  *. ToolCallUpdate.kind: null became absent: a clear turned into no change "
            "(decode ToolCallUpdate)",
            '     input     {"toolCallId":"x","kind":null}',
            '     expected  {"toolCallId":"x","kind":null}',
            '     got       {"toolCallId": "x"}',
            "     at        /kind: expected null, got (absent)",
            "     replay    toolwire replay .toolwire/failures/acp-v2.null-clears.*.json "
            "--impl=forgetful.py",
        ],
        consecutive=True,
    )


def test_no_traceback_of_ours(project):
    text = project.run("--impl=forgetful.py", *QUICK, ITEM).stdout.str()
    assert "Traceback" not in text
    assert "conformance" not in text
    assert "RequirementFailed" not in text


def test_every_acceptable_answer_is_shown(project):
    project.write(
        wraps="import re, right\nfrom right import fold\n"
        "def decode(profile, type, text):\n"
        "    return right.decode(profile, type, re.sub('[0-9]{9,}', '7', str(text)))\n"
    )
    item = "toolwire::acp-v2/number-outside-its-width[wraps.py]"
    result = project.run("--impl=wraps.py", *QUICK, "--impl-level=should", item)
    result.stdout.re_match_lines(
        [
            r'     input     \{"path":"x","line":[0-9]{9,}\}',
            r'     expected  \{"path":"x".*\}',
            r'               or \{"path":"x".*\}',
            r'     got       \{"path":"x","line":7\}',
        ],
        consecutive=True,
    )


def test_failures_of_one_cause_are_shown_once(project):
    project.write(
        null_lost="import json, right\nfrom right import fold\n"
        "def decode(profile, type, text):\n"
        "    value = json.loads(right.decode(profile, type, text))\n"
        "    return json.dumps({k: v for k, v in value.items() if v is not None})\n"
    )
    item = "toolwire::acp-v2/null-clears[null_lost.py]"
    result = project.run("--impl=null_lost.py", *QUICK, "--impl-report=out", item)
    failures = project.results()["acp-v2/null-clears"]["failures"]
    enumerated = [each for each in failures if each["source"] == "enumerated"]
    assert len(enumerated) == 9
    text = result.stdout.str()
    assert text.count("     replay    ") == 1
    assert text.count("     alike     ") == 1
    shown = [each["site"] for each in enumerated if f"{each['site']}  " in text]
    assert len(shown) >= 7


def test_a_stored_case_is_shown_with_its_family_and_its_reason(project):
    project.write(
        careless="import json, right\nfrom right import decode\n"
        "def fold(profile, type, texts):\n"
        "    value = json.loads(right.fold(profile, type, texts))\n"
        "    if '\"n\": 1' in texts[0]:\n"
        "        del value['rawOutput']\n"
        "    if len(texts) > 1 and 'title' in json.loads(texts[0]):\n"
        "        value['title'] = json.loads(texts[0])['title']\n"
        "    return json.dumps(value)\n"
    )
    item = "toolwire::acp-v2/fold-value-replaces[careless.py]"
    result = project.run("--impl=careless.py", *QUICK, item)
    titles = [case.title for case in cases_of("acp-v2", "fold-value-replaces")]
    [empty] = [title for title in titles if title.startswith("NULL: ")]
    later, _ = [title for title in titles if title.startswith("PATCH: ")]
    result.stdout.fnmatch_lines(  # it went wrong alone
        [
            "  *. ToolCallUpdate: a value was lost (fold ToolCallUpdate)",
            f"     stored    {empty}",
            '     input     {"toolCallId": "c1", "rawOutput": {"n": 1}}',
            '               {"toolCallId": "c1", "status": "completed", "rawOutput": ""}',
            '     expected  {"toolCallId":"c1",*',
        ],
        consecutive=True,
    )
    result.stdout.fnmatch_lines(  # it went wrong as another input did
        [
            "  *. ToolCallUpdate.title: a value changed (fold ToolCallUpdate)",
            '     input     {"toolCallId":"x","title":*}',
            "     replay    *",
            f'     stored    {later}  {{"toolCallId": "c1", "title": "grep"}}  then  *',
        ]
    )
    assert result.stdout.str().count("     stored    ") == 2


@pytest.mark.parametrize(
    "spec",
    [
        "forgetful",
        "forgetful.py",
        'a folder/it\'s "odd" $HOME.py',
        "cmd:python 'a folder/program.py' \"two words\" '$HOME `x` \\'",
        "cmd:env LANG=C python 'a folder/program.py'",
    ],
)
def test_the_command_works_when_it_is_pasted(project, spec):
    folder = project.path / "a folder"
    folder.mkdir()
    folder.joinpath('it\'s "odd" $HOME.py').write_text(ADAPTER, "utf-8")
    folder.joinpath("program.py").write_text(PROGRAM, "utf-8")
    result = project.run(f"--impl={spec}", *QUICK, "-k", "null-clears and not meta- and not fold-")
    command = _replay(result)
    assert shlex.split(command)[3] == f"--impl={spec}"
    again = project.shell(command)
    assert again.ret == 1
    again.stdout.fnmatch_lines(
        [
            "FAILED   acp-v2/null-clears  .toolwire/failures/acp-v2.null-clears.*.json",
            '         input    {"toolCallId":"x","*":null}',
            '         expected {"toolCallId":"x","*":null}',
            "         got      *",
        ]
    )


PROGRAM = """
import json, os, sys
sys.path.insert(0, os.getcwd())
import forgetful
for line in sys.stdin:
    request = json.loads(line)
    answer = {"unsupported": True}
    if request["op"] == "hello":
        answer = {"ok": True, "protocol": 1, "name": str(sys.argv[1:]), "version": "1"}
    elif request["op"] == "decode":
        text = forgetful.decode(request["profile"], request["type"], request["text"])
        answer = {"ok": True, "text": text}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""


def test_the_command_repeats_the_options_that_matter(project):
    options = ("--impl-in-process", "--impl-timeout=7.5")
    result = project.run("--impl=forgetful.py", *QUICK, *options, ITEM)
    command = _replay(result)
    assert shlex.split(command)[3:] == [
        "--impl=forgetful.py",
        "--impl-timeout=7.5",
        "--impl-in-process",
    ]
    assert project.shell(command).ret == 1


def test_without_the_venv_on_the_path_the_command_is_found(project, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    command = _replay(project.run("--impl=forgetful.py", *QUICK, ITEM))
    assert project.shell(command).ret == 1


def test_the_failure_is_shown_though_it_cannot_be_stored(project):
    (project.path / ".toolwire").write_text("in the way", "utf-8")
    result = project.run("--impl=forgetful.py", *QUICK, ITEM)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["     replay    (the input could not be stored in .toolwire/failures: *)"]
    )


def test_the_same_failure_is_stored_once(project):
    project.run("--impl=forgetful.py", *QUICK, ITEM)
    first = project.stored()
    project.run("--impl=forgetful.py", *QUICK, ITEM)
    assert project.stored() == first


def test_a_crash_shows_the_candidates_traceback_and_stderr(project):
    project.write(
        crashes="import sys\nimport right\nfrom right import fold\n"
        "def look_up(text):\n    return {}[text]\n"
        "def decode(profile, type, text):\n"
        "    if '\"kind\":null' in str(text):\n"
        "        print('about to look up', file=sys.stderr)\n"
        "        look_up(text)\n"
        "    return right.decode(profile, type, text)\n"
    )
    item = "toolwire::acp-v2/null-clears[crashes.py]"
    result = project.run("--impl=crashes.py", *QUICK, item)
    result.stdout.fnmatch_lines(
        [
            "     got       no answer: crashed: raised KeyError: *",
            "     traceback Traceback (most recent call last):",
            "                 File *crashes.py*, line 9, in decode",
            "                 File *crashes.py*, line 5, in look_up",
            "     stderr    about to look up",
            "     replay    toolwire replay *",
        ]
    )
    assert "worker.py" not in result.stdout.str()
