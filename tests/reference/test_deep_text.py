"""Texts of any depth get a verdict, wherever they are read, with work that grows as they do."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from toolwire.reference import (
    PROFILES,
    Accepted,
    NotJson,
    Refused,
    RefusedAnswer,
    answers,
    decode,
    difference,
    dumps,
    parse,
    same,
)

T = TypeVar("T")

V2 = PROFILES["acp-v2"]


def arrays(levels: int) -> str:
    return "[" * levels + "]" * levels


def objects(levels: int) -> str:
    return '{"a":' * levels + "{}" + "}" * levels


def mixed(levels: int) -> str:
    return '[0,{"a":' * (levels // 2) + '"b"' + '},"c"]' * (levels // 2)


def twice(levels: int) -> str:
    return '{"a":0,"a":' * levels + "1" + "}" * levels


SHAPES = [arrays, objects, mixed]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("levels", [126, 128, 1000, 100_000])
def test_a_deep_text_comes_back_as_it_was(shape: Callable[[int], str], levels: int) -> None:
    text = shape(levels)
    assert dumps(parse(text)) == text


def test_a_million_levels_come_back_as_they_were() -> None:
    text = arrays(1_000_000)
    assert dumps(parse(text)) == text


def test_deep_values_are_compared_to_the_bottom() -> None:
    text = mixed(100_000)
    assert same(parse(text), parse(text))
    path = difference(parse(text), parse(text.replace('"b"', '"x"')))
    assert path == [1, "a"] * 50_000


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":[],"b":'])
@pytest.mark.parametrize("levels", [60, 200, 30_000])
def test_what_is_not_closed_is_refused(opening: str, levels: int) -> None:
    with pytest.raises(NotJson):
        parse(opening * levels)
    with pytest.raises(NotJson):
        parse(opening * levels + "1")


@pytest.mark.parametrize("levels", [60, 200, 30_000])
def test_what_is_closed_wrongly_is_refused(levels: int) -> None:
    for text in (
        "[" * levels + "]" * (levels - 1),
        "[" * levels + "]" * (levels + 1),
        "[" * levels + "]" * (levels - 1) + "}",
        "[" * levels + "}" + "]" * (levels - 1),
        "]" * levels + "[" * levels,
    ):
        with pytest.raises(NotJson):
            parse(text)


def test_brackets_in_strings_have_no_depth() -> None:
    text = '["' + "[{" * 1000 + '\\"[","{\\\\"]'
    assert dumps(parse(text)) == text
    assert answers(V2, "decode", "ToolCallUpdate", ['{"toolCallId":' + text + "}"]).settled


# Deep in the stack


def with_room(frames: int, call: Callable[[], T]) -> T:
    """Call where the interpreter's recursion limit leaves so many frames."""
    here, frame = 0, sys._getframe()
    while frame.f_back is not None:
        here, frame = here + 1, frame.f_back

    def descend(levels: int) -> T:
        return call() if levels == 0 else descend(levels - 1)

    return descend(sys.getrecursionlimit() - here - frames)


def test_the_room_is_as_small_as_it_says() -> None:
    def needs(frames: int) -> None:
        if frames:
            needs(frames - 1)

    with_room(60, lambda: needs(40))
    with pytest.raises(RecursionError):
        with_room(40, lambda: needs(60))


@pytest.mark.parametrize("room", range(20, 200, 20))
@pytest.mark.parametrize("levels", [100, 126, 127, 5000])
def test_a_text_is_read_deep_in_the_stack(levels: int, room: int) -> None:
    text = mixed(levels)
    assert with_room(room, lambda: dumps(parse(text))) == text


@pytest.mark.parametrize("room", [60, 130, 200])
@pytest.mark.parametrize("levels", [120, 200, 5000])
def test_an_update_is_read_deep_in_the_stack(levels: int, room: int) -> None:
    text = '{"sessionUpdate":"tool_call_update","toolCallId":"a","rawInput":' + arrays(levels) + "}"
    expected = answers(V2, "decode", "SessionUpdate", [text])
    found = with_room(room, lambda: answers(V2, "decode", "SessionUpdate", [text]))
    assert found.settled is expected.settled is (levels == 120)
    assert len(found.acceptable) == len(expected.acceptable)


UNDER_ANOTHER_LIMIT = """
import sys
from toolwire.reference import dumps, parse
sys.setrecursionlimit({limit})
for text in ("[" * {levels} + "]" * {levels}, '{{"a":' * {levels} + "1" + "}}" * {levels}):
    assert dumps(parse(text)) == text
print("read")
"""


@pytest.mark.parametrize("limit", [60, 10_000_000])
@pytest.mark.parametrize("levels", [125, 150_000])
def test_the_recursion_limit_does_not_matter(limit: int, levels: int) -> None:
    """In a process of its own, since it is a crash that would show a mistake."""
    program = UNDER_ANOTHER_LIMIT.format(limit=limit, levels=levels)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "read\n", "")


# What a protocol makes of them


@pytest.mark.parametrize("shape", [*SHAPES, twice])
def test_deep_opaque_json_is_read_or_left_out_or_refused(shape: Callable[[int], str]) -> None:
    found = answers(
        V2, "decode", "ToolCallUpdate", ['{"toolCallId":"a","rawInput":' + shape(5000) + "}"]
    )
    assert "deep-nesting" in found.oddities
    left_out, refused, read = found.acceptable[:3]
    assert left_out == Accepted({"toolCallId": "a"})
    assert isinstance(refused, RefusedAnswer)
    assert isinstance(read, Accepted)
    assert read.value.keys() == {"toolCallId", "rawInput"}


def test_depth_where_no_container_may_stand_is_refused_however_it_is_read() -> None:
    found = answers(V2, "decode", "ToolCallUpdate", [arrays(30_000)])
    assert found.settled
    assert isinstance(found.expected, RefusedAnswer)
    with pytest.raises(Refused):
        decode(V2, "ToolCallUpdate", '{"toolCallId":' + arrays(100_000) + "}")


# Work


def calls(work: Callable[[], object]) -> int:
    """Count the calls, of functions in Python and in C, that `work` makes."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def peak(work: Callable[[], object]) -> int:
    """Give the most bytes that `work` held at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def read_and_write(text: str) -> None:
    dumps(parse(text))


def compare(text: str) -> None:
    assert same(parse(text), parse(text))


def answer(text: str) -> None:
    answers(V2, "decode", "ToolCallUpdate", ['{"toolCallId":"a","rawInput":' + text + "}"])


@pytest.mark.parametrize("measure", [calls, peak])
@pytest.mark.parametrize("work", [read_and_write, compare, answer])
@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_as_the_text_does(
    shape: Callable[[int], str],
    work: Callable[[str], None],
    measure: Callable[[Callable[[], object]], int],
) -> None:
    small, large = shape(1000), shape(4000)
    work(small)  # what is made once is made before
    assert measure(lambda: work(large)) < 6 * measure(lambda: work(small))
