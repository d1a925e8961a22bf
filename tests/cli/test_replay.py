"""`toolwire replay`: FIXED, FAILED or CHANGED."""

import base64
import json
import sys

import pytest

from toolwire.conformance.storage import FORMAT

KIND = {
    "format": FORMAT,
    "requirement": "acp-v2/null-clears",
    "site": "ToolCallUpdate.kind",
    "kind": "null became absent",
    "request": {
        "op": "decode",
        "profile": "acp-v2",
        "type": "ToolCallUpdate",
        "text": '{"toolCallId":"x","kind":null}',
    },
}
BYTES = {
    "format": FORMAT,
    "requirement": "acp-v2/not-json-is-refused",
    "site": "a byte that is no UTF-8",
    "kind": "accepted",
    "request": {
        "op": "decode",
        "profile": "acp-v2",
        "type": "ToolCallUpdate",
        "text": {"base64": base64.b64encode(b'\xff{"toolCallId":"x"}').decode()},
    },
}
FOLD = {
    "format": FORMAT,
    "requirement": "acp-v2/fold-null-clears",
    "site": "ToolCallUpdate.kind",
    "kind": "changed",
    "request": {
        "op": "fold",
        "profile": "acp-v2",
        "type": "ToolCallUpdate",
        "texts": ['{"toolCallId":"x","kind":"read"}', '{"toolCallId":"x","kind":null}'],
    },
}

CANDIDATES = {
    "right": """
from toolwire import reference

def decode(profile, type, text):
    return reference.dumps(reference.decode(reference.PROFILES[profile], type, text))

def fold(profile, type, texts):
    return reference.dumps(reference.fold(reference.PROFILES[profile], type, texts))
""",
    "same": 'def decode(profile, type, text): return \'{"toolCallId":"x"}\'',
    "other": "def decode(profile, type, text): raise ValueError('never')",
    "crashes": "import os\ndef decode(profile, type, text): os._exit(5)",
    "hangs": "import time\ndef decode(profile, type, text): time.sleep(1_000)",
    "lacks": "def decode(profile, type, text): raise NotImplementedError",
}


@pytest.fixture(autouse=True)
def folder(tmp_path):
    for name, source in CANDIDATES.items():
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
    for name, stored in (("kind", KIND), ("bytes", BYTES), ("fold", FOLD)):
        (tmp_path / f"{name}.json").write_text(json.dumps(stored), "utf-8")
    return tmp_path


def test_fixed(toolwire):
    result = toolwire("replay", "kind.json", "--impl=right.py")
    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        "FIXED    acp-v2/null-clears  kind.json",
        '         input    {"toolCallId":"x","kind":null}',
    ]


def test_failed(toolwire):
    result = toolwire("replay", "kind.json", "--impl=same.py")
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "FAILED   acp-v2/null-clears  kind.json",
        '         input    {"toolCallId":"x","kind":null}',
        '         expected {"toolCallId":"x","kind":null}',
        '         got      {"toolCallId":"x"}',
    ]


@pytest.mark.parametrize(
    ("candidate", "got", "now"),
    [
        ("other", "refused: ValueError: never", "refused"),
        ("crashes", "no answer: crashed: exited with code 5", "no answer: crashed"),
        ("lacks", "not supported", "not supported"),
    ],
)
def test_changed(toolwire, candidate, got, now):
    result = toolwire("replay", "kind.json", f"--impl={candidate}.py")
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "CHANGED  acp-v2/null-clears  kind.json",
        '         input    {"toolCallId":"x","kind":null}',
        '         expected {"toolCallId":"x","kind":null}',
        f"         got      {got}",
        "         before   null became absent",
        f"         now      {now}",
    ]


def test_several_files_of_which_one_still_fails(toolwire):
    result = toolwire("replay", "bytes.json", "kind.json", "fold.json", "--impl=right.py")
    assert result.returncode == 0
    assert [line.split()[0] for line in result.stdout.splitlines() if line[0] != " "] == [
        "FIXED",
        "FIXED",
        "FIXED",
    ]
    result = toolwire("replay", "bytes.json", "kind.json", "--impl=same.py")
    assert result.returncode == 1
    assert [line.split()[0] for line in result.stdout.splitlines() if line[0] != " "] == [
        "FAILED",
        "FAILED",
    ]
    result = toolwire("replay", "bytes.json", "kind.json", "--impl=other.py")
    assert result.returncode == 1
    assert [line.split()[0] for line in result.stdout.splitlines() if line[0] != " "] == [
        "FIXED",
        "CHANGED",
    ]


def test_the_inputs_are_shown_as_they_are(toolwire):
    result = toolwire("replay", "bytes.json", "fold.json", "--impl=right.py")
    assert [line for line in result.stdout.splitlines() if line[0] == " "] == [
        '         input    b\'\\xff{"toolCallId":"x"}\'',
        '         input    {"toolCallId":"x","kind":"read"}',
        '         input    {"toolCallId":"x","kind":null}',
    ]


def test_a_time_limit(toolwire):
    result = toolwire("replay", "kind.json", "--impl=hangs.py", "--impl-timeout=0.3")
    assert result.returncode == 1
    assert "got      no answer: timeout: gave no answer within 0.3 s" in result.stdout


def test_in_process(toolwire, folder):
    (folder / "here.py").write_text(
        "import os, sys\n"
        "def decode(profile, type, text): raise ValueError(str('click' in sys.modules))\n",
        "utf-8",
    )
    here = toolwire("replay", "kind.json", "--impl=here.py", "--impl-in-process")
    assert "refused: ValueError: True" in here.stdout
    apart = toolwire("replay", "kind.json", "--impl=here.py")
    assert "refused: ValueError: False" in apart.stdout


def test_a_program(toolwire):
    result = toolwire("replay", "kind.json", f"--impl=cmd:{sys.executable} -m toolwire_none")
    assert result.returncode == 2
    command = f"cmd:{sys.executable.rpartition('/')[0]}/toolwire reference"
    assert toolwire("replay", "kind.json", f"--impl={command}").returncode == 0


def _without(name):
    return json.dumps({key: value for key, value in KIND.items() if key != name})


def _with(**members):
    return json.dumps({**KIND, **members})


def _asking(**members):
    return _with(request={**KIND["request"], **members})


BROKEN = {
    "empty": ("", "it holds no stored failure: it is not JSON: Expecting value"),
    "no JSON": ('{"format":', "it holds no stored failure: it is not JSON: Expecting value"),
    "no UTF-8": (b"\xff", "it holds no stored failure: 'utf-8' codec"),
    "a list": ("[]", "it holds no stored failure: not a JSON object"),
    "deep": ("[" * 200_000, "it is nested too deeply"),
    "of another version": (_with(format=2), "its format is 2, and this version of Toolwire reads"),
    "of no version": (_without("format"), "no format, and this version of Toolwire reads format 1"),
    "no request": (_without("request"), "the member 'request' is missing"),
    "a request that is none": (_with(request="x"), "the member 'request' is missing, or of an"),
    "no requirement": (_without("requirement"), "the member 'requirement' is missing"),
    "a number as kind": (_with(kind=3), "the member 'kind' is missing, or of another type"),
    "an unknown requirement": (
        _with(requirement="acp-v2/nul-clears"),
        "there is no requirement 'acp-v2/nul-clears'; near it: acp-v2/null-clears",
    ),
    "an unknown operation": (_asking(op="dance"), "no such operation: 'dance'"),
    "an unknown type": (_asking(type="Dance"), "acp-v2 has no decode of 'Dance'"),
    "another profile": (_asking(profile="acp-v1"), "its request is of another profile"),
    "no text": (_asking(text=None), "a text must be a string"),
    "no base64": (_asking(text={"base64": "!"}), "a text is not valid base64"),
    "a fold of nothing": (
        _with(request={**FOLD["request"], "texts": []}),
        "a fold needs at least one text",
    ),
}


@pytest.mark.parametrize(("content", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_said_in_one_line(toolwire, folder, content, said):
    raw = content if isinstance(content, bytes) else content.encode()
    (folder / "broken.json").write_bytes(raw)
    result = toolwire("replay", "kind.json", "broken.json", "--impl=right.py")
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: broken.json: ")
    assert said in line
    assert not result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.json", "--impl=right.py"], "Error: missing.json: No such file or directory"),
        ([".", "--impl=right.py"], "Error: .: Is a directory"),
        (["kind.json", "--impl=no_such"], "Error: --impl: there is no candidate 'no_such': "),
        (
            ["kind.json", "--impl=right.py", "--impl-timeout=0"],
            "Error: --impl-timeout: a number of seconds above 0, at most 86400, not '0'",
        ),
    ],
)
def test_a_mistake_is_said_in_one_line(toolwire, arguments, said):
    result = toolwire("replay", *arguments)
    assert result.returncode == 2
    first, *more = result.stderr.splitlines()
    assert first.startswith(said)
    assert all(line.startswith("hint: ") for line in more)
    assert not result.stdout
