"""Making an input smaller while a condition holds, with nothing to ask but a function."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from toolwire.reference import NotJson, parse
from toolwire.strategies.reducing import Spent, reduce_input
from toolwire.strategies.trials import Input, decoding


def _reduced(asked: Input, holds: Callable[[Input], bool]) -> tuple[Input, int]:
    asked_for = 0

    def keeps(inputs: Sequence[Input]) -> list[bool]:
        nonlocal asked_for
        asked_for += len(inputs)
        return [holds(each) for each in inputs]

    return reduce_input(asked, keeps), asked_for


def _text(text: str, holds: Callable[[str], bool]) -> str:
    found, _ = _reduced(decoding("T", text), lambda each: holds(str(each.texts[0])))
    return str(found.texts[0])


def _is(text: str, check: Callable[[object], bool]) -> bool:
    try:
        return check(parse(text))
    except NotJson:
        return False


def test_members_items_and_strings_go() -> None:
    text = json.dumps({"a": {"x": [1, 2, "needle in hay", {"y": 3}]}, "b": list(range(50))})
    assert _text(text, lambda each: _is(each, lambda _: "needle" in each)) == '"needle"'


def test_what_must_stay_together_stays() -> None:
    text = json.dumps([*range(100)])

    def holds(each: str) -> bool:
        return _is(each, lambda value: isinstance(value, list) and {17, 80} <= set(value))

    assert _text(text, holds) == "[17,80]"


def test_values_become_simpler() -> None:
    text = '{"s": "long text", "n": -123456.75, "l": [{"a": 1}], "o": {"k": "v"}, "t": true}'

    def holds(each: str) -> bool:
        return _is(each, lambda v: isinstance(v, dict) and set(v) == {*"snlot"})

    assert _text(text, holds) == '{"s":"","n":0,"l":[],"o":{},"t":true}'


def test_numbers_become_shorter() -> None:
    def holds(each: str) -> bool:
        return _is(each, lambda v: isinstance(v, int) and v > 2**53)

    assert len(_text("123456789012345678901", holds)) <= 17


@pytest.mark.parametrize("depth", [20, 1_000, 10_000])
def test_nesting_becomes_shallower(depth: int) -> None:
    least = depth // 10

    def holds(each: str) -> bool:
        return each.count("[") > least and each == "[" * len(each.rstrip("]")) + "]" * (
            len(each) // 2
        )

    found = _text("[" * depth + "]" * depth, holds)
    assert least < found.count("[") <= least * 1.3 + 2


def test_a_member_that_stands_twice_and_an_escape_stay_if_they_matter() -> None:
    text = '{"x": 1, "a": 1, "b": "\\u0041\\u00e9", "a": 2}'

    def twice(each: str) -> bool:
        return each.count('"a"') == 2

    assert _text(text, lambda each: _is(each, lambda _: twice(each))) == '{"a":0,"a":0}'
    assert _text(text, lambda each: "\\u00e9" in each and _is(each, bool)) == '"\\u00e9"'
    assert _text('{"\\u0061":1}', lambda each: _is(each, lambda v: v == {"a": 1})) == '{"a":1}'


def test_white_space_goes_unless_it_matters() -> None:
    text = ' {\t"a" :\r\n [ 1 , 2 ] } '
    assert _text(text, lambda each: _is(each, lambda v: v == {"a": [1, 2]})) == '{"a":[1,2]}'
    assert _text(text, lambda each: _is(each, lambda _: "\t" in each)) == "{\t}"


def test_a_text_that_is_no_json_loses_characters() -> None:
    assert _text("[1, 2, {'x': nul", lambda each: "nul" in each) == "nul"
    found, _ = _reduced(
        decoding("T", b'{"a":"' + b"x" * 500 + b'\xff"'),
        lambda each: isinstance(each.texts[0], bytes),
    )
    assert found.texts == (b'"\xff"',)


def test_a_stream_loses_pieces_and_lines() -> None:
    lines = [json.dumps({"n": n, "t": "漢字"}, ensure_ascii=False) for n in range(40)]
    data = "\n".join((*lines, "")).encode()
    pieces = tuple(data[at : at + 7] for at in range(0, len(data), 7))

    def holds(asked: Input) -> bool:
        return b'"n": 23' in b"".join(asked.texts)  # type: ignore[arg-type]

    found, asked_for = _reduced(Input("stream", "T", pieces), holds)
    assert found.texts == (b'{"n": 23}\n',)
    assert asked_for < 200


def test_a_cut_inside_a_character_stays_where_it_is() -> None:
    line = json.dumps({"a": "漢字" * 20, "b": [1, 2, 3]}, ensure_ascii=False).encode()
    at = line.index("字".encode()) + 1
    pieces = (line[:3], line[3:at], line[at : at + 20], line[at + 20 :] + b"\n")

    def holds(asked: Input) -> bool:
        def is_whole(piece: bytes) -> bool:
            try:
                piece.decode()
            except UnicodeDecodeError:
                return False
            return True

        whole = b"".join(asked.texts)  # type: ignore[arg-type]
        return is_whole(whole) and not all(map(is_whole, asked.texts))  # type: ignore[arg-type]

    found, _ = _reduced(Input("stream", "T", pieces), holds)
    assert found.texts == (b'"' + "字".encode()[:1], "字".encode()[1:] + b'"\n')


def test_the_limit_of_a_cut_falls_with_its_text() -> None:
    def holds(asked: Input) -> bool:
        text = str(asked.texts[0]).encode()[: asked.limit]
        return text.decode("utf-8", "ignore").encode() != text

    found, _ = _reduced(Input("cut", "T", ("a" * 1000 + "é" + "b" * 1000,), 1001), holds)
    assert found == Input("cut", "T", ("é",), 1)


def test_what_was_found_stays_when_no_more_may_be_asked() -> None:
    rounds = 0

    def keeps(inputs: Sequence[Input]) -> list[bool]:
        nonlocal rounds
        rounds += 1
        if rounds > 3:
            raise Spent
        return ["7" in str(each.texts[0]) for each in inputs]

    found = reduce_input(decoding("T", json.dumps([*range(5_000)])), keeps)
    assert 0 < len(found.texts[0]) < 8_000


def test_it_comes_to_the_same_each_time_and_nothing_is_asked_twice() -> None:
    asked = decoding("T", json.dumps([{"a": n, "b": str(n)} for n in range(60)]))
    seen: list[list[Input]] = []
    for _ in range(2):
        log: list[Input] = []

        def keeps(inputs: Sequence[Input], log: list[Input] = log) -> list[bool]:
            log += inputs
            return ["3" in str(each.texts[0]) for each in inputs]

        reduce_input(asked, keeps)
        assert len(set(log)) == len(log)
        seen.append(log)
    assert seen[0] == seen[1]
