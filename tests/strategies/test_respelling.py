"""Other spellings: the same value, and each way of spelling is met."""

from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from toolwire.reference import PROFILES, Numbers, answers, parse, same
from toolwire.strategies import documents, json_texts
from toolwire.strategies.values import deep

FIXED = settings(database=None, derandomize=True, deadline=None)
TEXT = '{"a":[1,-0.5,"é/x\\n",{"b":null,"c":[]},{}],"d":1e5,"e":-3}'


@settings(FIXED, max_examples=50)
@given(st.data())
def test_the_value_is_the_same_to_the_last_digit(data: st.DataObject) -> None:
    document = data.draw(documents("acp-v2", "SessionNotification"))
    text = data.draw(json_texts(document))
    assert same(parse(text), parse(document), Numbers.DIGITS)


@settings(FIXED, max_examples=50)
@given(st.data())
def test_what_it_is_read_as_is_the_same(data: st.DataObject) -> None:
    profile = PROFILES["megacode"]
    document = data.draw(documents(profile, "Line"))
    text = data.draw(json_texts(document))
    one, other = (answers(profile, "decode", "Line", [each]) for each in (document, text))
    assert other.settled
    assert same(one.expected.value, other.expected.value)  # type: ignore[union-attr]


PARTS = (
    '"\\u0061"',
    "é",
    "\\u00e9",
    "\\/",
    "-0.50",
    "-5e-1",
    "-0.5E+0",
    "1.0e5",
    "1E5",
    "{ }",
    "[\r\n]",
    "\t",
    " ,",
)


def test_each_way_of_spelling_is_drawn(drawn_values: Any) -> None:
    texts = drawn_values(json_texts(TEXT), 300)
    assert [part for part in PARTS if not any(part in text for text in texts)] == []
    assert {"".join(parse(text)) for text in texts} == {"ade", "eda", "dea"}


def test_the_simplest_is_the_text_itself() -> None:
    assert find(json_texts(TEXT), lambda _: True, settings=FIXED) == TEXT


def test_whole_numbers_stay_whole(drawn_values: Any) -> None:
    numbers = "[0,-0,7,12345678901234567890]"
    for text in drawn_values(json_texts(numbers), 50):
        assert "".join(text.split()) == numbers


@pytest.mark.parametrize("text", ['{"a":1,"b":2,"a":3}', '{"a":1,"b":2,"\\u0061":3}'])
def test_repeated_members_keep_their_order(text: str, drawn_values: Any) -> None:
    for other in drawn_values(json_texts(text), 100):
        assert [value for _, value in parse(other).pairs] == [1, 2, 3]


@pytest.mark.parametrize("number", ["1e400", "-0.0", "1E-7", "0.1e+2", "1e" + "9" * 30, "1.5e007"])
def test_numbers_that_no_double_holds(number: str, drawn_values: Any) -> None:
    texts = drawn_values(json_texts(number), 100)
    assert len({text.strip() for text in texts}) > 2
    for text in texts:
        assert same(parse(text), parse(number), Numbers.DIGITS) or "9" * 30 in number


def test_any_depth(drawn_values: Any) -> None:
    text = deep(20_000).text
    for other in drawn_values(json_texts(text), 2):
        assert other.count("[") == other.count("]") == 20_000
