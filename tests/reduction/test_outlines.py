"""An input as a string with its outline, and what is left when some of it is left out."""

from __future__ import annotations

import json

import pytest

from toolwire.strategies.edits import apply, dropping, together, writing
from toolwire.strategies.outlines import Kind, as_input, as_string, outline
from toolwire.strategies.trials import Input, decoding


@pytest.mark.parametrize(
    "asked",
    [
        decoding("T", '{"a":1}'),
        decoding("T", b"\xff{}"),
        decoding("T", ""),
        Input("fold", "T", ("{}", "", b"\xff", "é")),
        Input("fold", "T", ("",)),
        Input("stream", "T", (b"", b'{"a":"\xe6', b"\xbc\xa2", b'"}\n', b"")),
        Input("stream", "T", (b"\xff\n\n\r\nx",)),
        Input("cut", "T", ("aé😀",), 5),
    ],
)
def test_a_string_stands_for_its_input(asked: Input) -> None:
    assert as_input(asked, as_string(asked)) == asked


def test_the_limit_of_a_cut_slides_with_its_text() -> None:
    asked = Input("cut", "T", ("éabc",), 4)
    assert as_input(asked, "abc", sliding=True) == Input("cut", "T", ("abc",), 2)
    assert as_input(asked, "", sliding=True) == Input("cut", "T", ("",), 0)
    assert as_input(asked, "abc") == Input("cut", "T", ("abc",), 4)


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("[1,2,3]", {0}, "[2,3]"),
        ("[1,2,3]", {1}, "[1,3]"),
        ("[1,2,3]", {2}, "[1,2]"),
        ("[1,2,3]", {1, 2}, "[1]"),
        ("[1,2,3]", {0, 2}, "[2]"),
        ("[1,2,3]", {0, 1, 2}, "[]"),
        ('{"a":1, "a" : [2] ,"\\u0061":3}', {1}, '{"a":1, "\\u0061":3}'),
        ('{"a":1, "a" : [2] ,"\\u0061":3}', {0, 2}, '{"a" : [2]}'),
    ],
)
def test_what_stays_stays_as_it_is_spelled(text: str, gone: set[int], left: str) -> None:
    found = outline(decoding("T", text))
    outer = next(i for i, node in enumerate(found.nodes) if node.depth == 1)
    assert apply(found, together(dropping(outer, part) for part in gone)) == left


def test_within_what_is_left_out_nothing_else_is_done() -> None:
    found = outline(decoding("T", '{"a":[1,2],"b":"x"}'))
    outer, inner = 1, next(i for i, node in enumerate(found.nodes) if node.kind is Kind.ARRAY)
    whole = together(
        [dropping(outer, 0), dropping(inner, 0), writing((6, 7), "7"), writing((15, 18), '""')]
    )
    assert apply(found, whole) == '{"b":""}'


def test_texts_and_lines_are_parts() -> None:
    found = outline(Input("fold", "T", ("[1]", "{", "[2]")))
    assert [node.kind for node in found.nodes if node.depth == 1] == [
        Kind.ARRAY,
        Kind.ODD,
        Kind.ARRAY,
    ]
    left = as_input(found.asked, apply(found, dropping(0, 1)))
    assert left == Input("fold", "T", ("[1]", "[2]"))
    stream = outline(
        Input(
            "stream",
            "T",
            (
                b"[1]\n[",
                b"2]\n\n[3]",
            ),
        )
    )
    left = as_input(stream.asked, apply(stream, together([dropping(0, 0), dropping(0, 2)])))
    assert left == Input("stream", "T", (b"[", b"2]\n[3]"))


@pytest.mark.parametrize(
    "text", ["", " ", "[", "]", "[1,]", "{a", '{"a"}', '{"a":}', "1 2", '"x', "[}", "{1:2,}", ":"]
)
def test_what_its_brackets_do_not_make_a_value_has_no_outline(text: str) -> None:
    assert [node.kind for node in outline(decoding("T", text)).nodes[1:]] == [Kind.ODD]


def test_what_is_no_json_within_brackets_that_match_has_one() -> None:
    kinds = [node.kind for node in outline(decoding("T", '{"a":NaN,b:01,"c":[x]}')).nodes]
    assert kinds == [
        Kind.PARTS,
        Kind.OBJECT,
        Kind.WORD,
        Kind.NUMBER,
        Kind.ARRAY,
        Kind.WORD,
    ]


def test_a_text_of_any_depth_has_an_outline() -> None:
    text = "[" * 50_000 + json.dumps({"a": 1}) + "]" * 50_000
    assert max(node.depth for node in outline(decoding("T", text)).nodes) == 50_002
