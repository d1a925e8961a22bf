"""`toolwire corpus`: failures become cases, and cases are held against the reference."""

import base64
import json
from datetime import date
from importlib.metadata import version

import pytest

from toolwire.corpus.cases import line_of, load_cases, stored_cases

FAILURE = {
    "format": 1,
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


def _requested(requirement, **members):
    request = {"profile": "acp-v2", "type": "ToolCallUpdate", **members}
    return {**FAILURE, "requirement": requirement, "request": request}


FAILURES = {
    "kind": {**FAILURE, "found": {"toolwire": "0.0.9", "library": "lib 2.1", "how": "drawn"}},
    "same": _requested(
        "acp-v2/null-clears", op="decode", text=' { "kind" : null, "toolCallId" : "x" } '
    ),
    "bytes": _requested(
        "acp-v2/not-json-is-refused",
        op="decode",
        text={"base64": base64.b64encode(b'\xff{"toolCallId":"x"}').decode()},
    ),
    "fold": _requested(
        "acp-v2/fold-null-clears",
        op="fold",
        texts=['{"toolCallId":"x","kind":"read"}', '{"toolCallId":"x","kind":null}'],
    ),
    "open": _requested(
        "acp-v2/values-are-kept", op="decode", text='{"toolCallId":"a","toolCallId":"b"}'
    ),
    "beside": _requested("acp-v2/null-clears", op="decode", text='{"toolCallId":"x"}'),
    "shipped": _requested("acp-v2/nothing-is-coerced", op="decode", text='{"toolCallId": 1}'),
}


@pytest.fixture(autouse=True)
def folder(tmp_path):
    for name, stored in FAILURES.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(stored), "utf-8")
    return tmp_path


def test_failures_become_cases(toolwire, folder):
    done = toolwire("corpus", "add", "kind.json", "bytes.json", "--why=a  null\nis lost")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "ADDED    acp-v2/null-clears  kind.json -> toolwire-corpus.jsonl, line 1",
        '         expected {"toolCallId":"x","kind":null}',
        "ADDED    acp-v2/not-json-is-refused  bytes.json -> toolwire-corpus.jsonl, line 2",
        "         expected refused",
    ]
    added = toolwire("corpus", "add", "fold.json", "--why=more", "--family=patch")
    assert "toolwire-corpus.jsonl, line 3" in added.stdout
    kind, octets, fold = load_cases(folder / "toolwire-corpus.jsonl")
    assert kind.title == "PATCH: a null is lost"
    assert kind.expected == '{"toolCallId":"x","kind":null}'
    today = date.today().isoformat()
    assert kind.found == {"toolwire": "0.0.9", "library": "lib 2.1", "how": "drawn", "date": today}
    assert (octets.texts, octets.expected) == ((b'\xff{"toolCallId":"x"}',), None)
    assert octets.found == {"toolwire": version("toolwire"), "date": today}
    assert (fold.family, len(fold.texts)) == ("PATCH", 2)
    done = toolwire("corpus", "check", "toolwire-corpus.jsonl")
    assert (done.returncode, done.stdout) == (0, "3 cases (acp-v2 3), none wrong\n")


def test_a_case_is_written_as_it_is_read(tmp_path):
    file = tmp_path / "all.jsonl"
    file.write_text("".join(f"{line_of(case)}\n" for case in stored_cases()), "utf-8")
    assert tuple(load_cases(file)) == stored_cases()


def test_without_files_the_cases_of_toolwire_are_checked_and_the_users_own(toolwire, folder):
    done = toolwire("corpus", "check")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{len(stored_cases())} cases (")
    toolwire("corpus", "add", "kind.json", "--why=lost")
    done = toolwire("corpus", "check")
    assert done.stdout.startswith(f"{len(stored_cases()) + 1} cases (")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["kind"], "kind.json: its input is there already: own.jsonl, line 1 (before)"),
        (["same"], "same.json: its input is there already: own.jsonl, line 1 (before)"),
        (["fold", "fold"], "fold.json: its input is there already: own.jsonl, line 2 (again)"),
        (["shipped"], "shipped.json: its input is there already: acp-v2-field.jsonl, line 3 ("),
        (["open"], "open.json: it makes no case: no document decides its answer (member-twice)"),
        (["beside"], "beside.json: it makes no case: the reference does not meet null-clears in"),
        (["fold", "none"], "none.json: No such file or directory"),
        (["own"], "own.json: it holds no stored failure: "),
    ],
)
def test_what_makes_no_case_is_not_added_and_nothing_is(toolwire, folder, names, said):
    toolwire("corpus", "add", "kind.json", "--why=before", "--to=own.jsonl")
    (folder / "own.json").write_text("[]", "utf-8")
    before = (folder / "own.jsonl").read_text("utf-8")
    files = [f"{name}.json" for name in names]
    done = toolwire("corpus", "add", *files, "--why=again", "--to=own.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.splitlines()[1:] == ["Nothing was added: leave this file out."]
    assert (folder / "own.jsonl").read_text("utf-8") == before


def test_every_file_that_makes_no_case_is_named(toolwire, folder):
    names = ["open", "kind", "kind", "none", "fold"]
    done = toolwire("corpus", "add", *(f"{each}.json" for each in names), "--why=all")
    assert done.returncode == 2
    first, second, third, last = done.stderr.splitlines()
    assert first.startswith("Error: open.json: it makes no case: no document decides")
    assert second.startswith("kind.json: its input is there already: toolwire-corpus.jsonl, line 1")
    assert third == "none.json: No such file or directory"
    assert last == "Nothing was added: leave these 3 files out."
    assert not (folder / "toolwire-corpus.jsonl").exists()


def test_a_file_without_its_last_newline_is_added_to(toolwire, folder):
    toolwire("corpus", "add", "kind.json", "--why=one")
    file = folder / "toolwire-corpus.jsonl"
    file.write_text(file.read_text("utf-8").rstrip("\n"), "utf-8")
    assert toolwire("corpus", "add", "fold.json", "--why=two").returncode == 0
    assert [case.why for case in load_cases(file)] == ["one", "two"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kind.json"], "Missing option '--why'."),
        (["kind.json", "--why= "], "--why: a line that says what goes wrong"),
        (["kind.json", "--why=x", "--family=a b"], "--family: a word of letters"),
        (["kind.json", "--why=x", "--to=."], "is a directory."),
        (["kind.json", "--why=x", "--to=kind.json/x.jsonl"], "Error: kind.json/x.jsonl: "),
        (["kind.json", "--why=x", "--to=kind.json"], "kind.json, line 1: the member 'format'"),
    ],
)
def test_a_wrong_use(toolwire, arguments, said):
    done = toolwire("corpus", "add", *arguments)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def _line(**members):
    return {
        "profile": "acp-v2",
        "family": "NULL",
        "rule": "null-clears",
        "op": "decode",
        "type": "ToolCallUpdate",
        "why": "it happened",
        "texts": ['{"toolCallId":"x","kind":null}'],
        "expected": '{"toolCallId":"x","kind":null}',
        **members,
    }


@pytest.mark.parametrize(
    ("members", "said"),
    [
        (
            {"expected": '{"toolCallId":"x"}'},
            [
                "the reference answers otherwise",
                'stored    {"toolCallId":"x"}',
                'reference {"toolCallId":"x","kind":null}',
            ],
        ),
        ({"expected": None}, ["the reference answers otherwise", "stored    refused"]),
        ({"expected": "{"}, ["the reference answers otherwise", "stored    {"]),
        ({"rule": "empty-list-is-a-value"}, ["the reference does not meet empty-list-is-a-value"]),
        ({"texts": ['{"toolCallId":"x","toolCallId":"y"}']}, ["no document decides its answer"]),
        (
            {"controls": [['{"toolCallId":"x","toolCallId":"y"}']]},
            ["no document decides control 1 (member-twice)"],
        ),
        ({"alike": [['{"toolCallId":"x","kind":null}']]}, ["input that is alike 1 is the case"]),
        ({"profile": "acp-v9"}, ["there is no profile 'acp-v9'"]),
        ({"type": "Nothing"}, ["acp-v2 has no decode of 'Nothing'"]),
        ({"op": "nothing"}, ["acp-v2 has no nothing of 'ToolCallUpdate'"]),
        ({"texts": ["{}", "{}"]}, ["decode takes one text"]),
    ],
)
def test_what_is_wrong_with_a_case_is_said(toolwire, folder, members, said):
    good = _line(why="another", texts=['{"toolCallId":"x","title":null}'])
    good["expected"] = good["texts"][0]
    lines = [json.dumps(good), json.dumps(_line(**members))]
    (folder / "own.jsonl").write_text("\n".join(lines), "utf-8")
    done = toolwire("corpus", "check", "own.jsonl")
    assert (done.returncode, done.stderr) == (1, "")
    first, *rest = done.stdout.splitlines()
    assert first.startswith("WRONG    ")
    assert first.endswith("own.jsonl, line 2: NULL: it happened")
    for line, expected in zip(rest, said, strict=False):
        assert line.strip().startswith(expected)
    assert rest[-1].endswith(", 1 wrong")


def test_cases_that_are_there_twice_are_said(toolwire, folder):
    spelled = _line(texts=[' {"kind":null , "toolCallId":"x"}'], why="spelled otherwise")
    order = _line(rule="member-order-means-nothing", texts=['{"kind":null,"toolCallId":"x"}'])
    lines = [_line(), spelled, order]
    (folder / "own.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    done = toolwire("corpus", "check", "own.jsonl")
    assert done.returncode == 1
    assert "own.jsonl, line 2: NULL: spelled otherwise" in done.stdout
    assert "it asks the same as own.jsonl, line 1" in done.stdout
    assert "line 3" not in done.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "own.jsonl, line 1: it is not JSON: Expecting value"),
        (b"{}\n", "own.jsonl, line 1: the member 'profile' is missing"),
        (b"\xff\n", "own.jsonl: it is not UTF-8"),
        (b"[" * 100_000, "own.jsonl, line 1: "),
        (json.dumps(_line(found={"a": 1})).encode(), "own.jsonl, line 1: the member 'found' is"),
    ],
)
def test_a_file_that_holds_no_cases_is_one_line(toolwire, folder, content, said):
    (folder / "own.jsonl").write_bytes(content)
    done = toolwire("corpus", "check", "own.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.count("\n") == 1
