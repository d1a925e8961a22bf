"""The journal: what is written is read again, whatever happened to the file."""

import pytest

from toolwire.fuzz.journal import Heard, Journal, Point, read_journal
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import decoding

HEARD = [
    Heard(Seed("acp-v2", decoding("ToolCallUpdate", text)), "refused")
    for text in ("{}", b"\xff", '{"toolCallId":"é\\u0000"}')
]
POINTS = [Point(float(second), 10 * second, second, second, 0) for second in range(3)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def write(path):
    journal = Journal(path)
    journal.begin({"seed": 0})
    for heard, point in zip(HEARD, POINTS, strict=True):
        journal.hear(heard)
        journal.mark(point)
    journal.settle(HEARD[1], "failed")
    journal.close()


def test_there_is_none_at_first(path):
    assert read_journal(path).last == Point(0.0, 0, 0, 0, 0)


def test_what_was_written(path):
    write(path)
    history = read_journal(path)
    assert history.points == POINTS
    assert list(history.waiting.values()) == [HEARD[0], HEARD[2]]
    assert (history.runs, history.damaged) == (1, 0)


def test_each_engine_has_a_coverage_of_its_own(path):
    journal = Journal(path)
    for engine, coverage in (("atheris", 30), ("novelty", 900), ("atheris", 20)):
        journal.begin({"engine": engine})
        journal.mark(Point(1.0, 1, 1, coverage, 0, engine))
    journal.close()
    history = read_journal(path)
    assert [each.engine for each in history.points] == ["atheris", "novelty", "atheris"]
    assert (history.coverage("atheris"), history.coverage("novelty")) == (30, 900)


def test_a_line_that_was_cut_costs_itself_alone(path):
    write(path)
    whole = path.read_bytes()
    end = whole.rindex(b'{"what"')
    for cut in range(end + 1, len(whole)):
        path.write_bytes(whole[:cut])
        journal = Journal(path)
        journal.begin({})
        journal.close()
        history = read_journal(path)
        assert history.points == POINTS
        assert (history.runs, history.damaged) == (2, cut < len(whole) - 1)
        assert len(history.waiting) == (3 if history.damaged else 2)


@pytest.mark.parametrize(
    "line",
    [
        b"\x00\xff",
        b"[]",
        b"1",
        b"{}",
        b'{"what":"point","seconds":"1"}',
        b'{"what":"point","seconds":-1,"executions":0,"corpus":0,"coverage":0,"failures":0}',
        b'{"what":"point","seconds":true,"executions":0,"corpus":0,"coverage":0,"failures":0}',
        b'{"what":"finding"}',
        b'{"what":"finding","kind":"x","seed":{"op":"decode","profile":"no","type":"","text":""}}',
        b'{"what":"settled","kind":1,"seed":{}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_line_is_counted_and_left_out(path, line):
    write(path)
    path.write_bytes(line + b"\n" + path.read_bytes())
    history = read_journal(path)
    assert history.damaged == 1
    assert history.points == POINTS
    assert len(history.waiting) == 2


def test_what_a_later_version_writes_is_passed_over(path):
    write(path)
    path.write_bytes(path.read_bytes() + b'{"what":"something new"}\n')
    assert read_journal(path).damaged == 0
