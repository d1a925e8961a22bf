"""The text reader takes what RFC 8259 takes, and nothing else, by either of its two parsers."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.reference import NotJson, dumps, parse, same
from toolwire.reference.jsonvalues import DEPTH_LIMIT, DeepDict, DeepList, Numeral, Repeated

DEEP = DEPTH_LIMIT + 3
"""Arrays around a text, so that it is no longer the C scanner that reads it."""


def parse_flat(text: str) -> Any:
    return parse(text)


def parse_deep(text: str) -> Any:
    value = parse("[" * DEEP + '"before",' + text + ',"after"' + "]" * DEEP)
    for _ in range(DEEP - 1):
        [value] = value
    [_, value, _] = value
    return value


@pytest.fixture(params=[parse_flat, parse_deep], ids=["C scanner", "deep parser"])
def read(request: pytest.FixtureRequest) -> Callable[[str], Any]:
    chosen: Callable[[str], Any] = request.param
    return chosen


ACCEPTED = {
    "null": None,
    "true": True,
    "false": False,
    "0": 0,
    "-1": -1,
    "10": 10,
    "0.5": 0.5,
    "-0.25": -0.25,
    "0e0": 0.0,
    "1e2": 100.0,
    "1E+2": 100.0,
    "25e-1": 2.5,
    "1.50": 1.5,
    '""': "",
    '"a"': "a",
    r'"\"\\\/\b\f\n\r\t"': '"\\/\b\f\n\r\t',
    r'"\u00e9\u00E9"': "éé",
    r'"\u0000"': "\0",
    r'"\ud83d\ude00"': "😀",
    r'"\ud83d"': "\ud83d",
    r'"\ude00\ud83d"': "\ude00\ud83d",
    '"\x7f\u2028\u2029\ufeff\uffff"': "\x7f\u2028\u2029\ufeff\uffff",
    '"😀"': "😀",
    "[]": [],
    "{}": {},
    "[[],{}]": [[], {}],
    '{"":0}': {"": 0},
    '{"a":{"b":[1]}}': {"a": {"b": [1]}},
    '{"__proto__":1,"\\u0061":2}': {"__proto__": 1, "a": 2},
    " [ ] ": [],
    ' \t\n\r{ "a" :\t1 ,\r\n"b": [ 2 , 3 ] } ': {"a": 1, "b": [2, 3]},
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_json_is_accepted(read: Callable[[str], Any], text: str) -> None:
    assert repr(read(text)) == repr(ACCEPTED[text])


REFUSED = (
    # no value, or more than one
    "",
    " ",
    ",",
    ":",
    "1 2",
    "{} []",
    "nul",
    "nulll",
    "True",
    "NULL",
    "undefined",
    # numbers
    "NaN",
    "-NaN",
    "Infinity",
    "-Infinity",
    "inf",
    "+1",
    "-",
    "--1",
    "- 1",
    "01",
    "-01",
    "00",
    ".5",
    "1.",
    "1.e5",
    "1e",
    "1e+",
    "1e1.5",
    "0x10",
    "1_000",
    "1,",
    "٣",
    "１",
    # strings
    '"',
    '"a',
    "'a'",
    '"\\"',
    '"\\a"',
    '"\\x41"',
    '"\\u"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u 123"',
    '"\\u+123"',
    '"\\u1_23"',
    '"\\U00000041"',
    '"\n"',
    '"\t"',
    '"\0"',
    '"\x1f"',
    # arrays and objects
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1}",
    "[1]]",
    "{",
    "}",
    "{1:2}",
    "{a:1}",
    "{'a':1}",
    "{null:1}",
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{"a"=1}',
    '{"a":1 "b":2}',
    '{"a":1;"b":2}',
    '{"a":1]',
    '{"a":1}}',
    # what is no white space
    "\u00a01",
    "1\u00a0",
    "\f1",
    "\v1",
    "\u20281",
    "\0",
    "1\0",
    "\ufeff1",
    "[\ufeff1]",
    # comments
    "1 // one",
    "/* one */ 1",
    "# one\n1",
)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_json_is_refused(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(NotJson):
        read(text)


@pytest.mark.parametrize(
    "character", ["a", "é", "ࠀ", "\ud7ff", "\ue000", "\ufffe", "\uffff", "😀", "\U0010ffff"]
)
def test_utf8_is_read(character: str) -> None:
    assert parse(f'"{character}"'.encode()) == character


@pytest.mark.parametrize(
    ("fault", "raw"),
    [
        ("a byte that starts nothing", b"\xff"),
        ("a byte that only continues", b"\x80"),
        ("latin-1", b"\xe9"),
        ("cut after one of two", b"\xc3"),
        ("cut after two of three", b"\xe2\x82"),
        ("cut after three of four", b"\xf0\x9f\x98"),
        ("overlong in two", b"\xc0\xaf"),
        ("overlong NUL", b"\xc0\x80"),
        ("overlong in three", b"\xe0\x80\xaf"),
        ("overlong in four", b"\xf0\x80\x80\xaf"),
        ("a surrogate", b"\xed\xa0\x80"),
        ("two surrogates for one character", b"\xed\xa0\xbd\xed\xb8\x80"),
        ("past the last character", b"\xf4\x90\x80\x80"),
        ("five bytes", b"\xf8\x88\x80\x80\x80"),
    ],
)
@pytest.mark.parametrize("frame", [b'"%b"', b'{"%b":1}', b'{"a":["b","%b"]}', b"1 %b"])
def test_what_is_not_utf8_is_refused(frame: bytes, fault: str, raw: bytes) -> None:
    with pytest.raises(NotJson, match=r"^not UTF-8: .* at byte \d+$"):
        parse(frame.replace(b"%b", raw))


def test_a_string_that_utf8_cannot_hold_is_refused() -> None:
    with pytest.raises(NotJson, match="not UTF-8: a lone surrogate at character 1"):
        parse('"\ud800"')


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf1", "1".encode("utf-16"), "1".encode("utf-32")])
def test_other_encodings_and_marks_are_refused_as_bytes(raw: bytes) -> None:
    with pytest.raises(NotJson):
        parse(raw)


def test_a_refusal_says_where(read: Callable[[str], Any]) -> None:
    with pytest.raises(NotJson, match=r"at character \d+$"):
        read('{"a":1,"b"}')


def test_a_name_that_stands_twice_is_seen(read: Callable[[str], Any]) -> None:
    value = read('{"a":1,"b":2,"\\u0061":{"c":3,"c":4}}')
    assert isinstance(value, Repeated)
    assert value.names() == {"a"}
    assert value.first() == {"a": 1, "b": 2}
    assert value == {"a": {"c": 4}, "b": 2}
    assert isinstance(value["a"], Repeated)
    assert not isinstance(read('{"a":{"b":1},"b":{"a":1}}'), Repeated)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("18446744073709551615", 2**64 - 1),
        ("9007199254740993", 2**53 + 1),
    ],
)
def test_an_integer_of_64_bits_is_exact(read: Callable[[str], Any], text: str, exact: int) -> None:
    value = read(text)
    assert type(value) is int
    assert value == exact


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("18446744073709551616", 2.0**64),
        ("-9223372036854775809", -(2.0**63)),
        ("1" + "0" * 5000, float("inf")),
        ("-1e400", float("-inf")),
        ("1e999999999999999999999", float("inf")),
        ("1e-400", 0.0),
        ("0.1000000000000000055", 0.1),
        ("0." + "3" * 5000, 1 / 3),
        ("9007199254740993.0", 2.0**53),
    ],
)
def test_a_number_that_no_double_holds_keeps_its_digits(
    read: Callable[[str], Any], text: str, nearest: float
) -> None:
    value = read(text)
    assert type(value) is Numeral
    assert value == nearest
    assert value.text == text
    assert dumps(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", 0.1),
        ("1e23", 1e23),
        ("5e-324", 5e-324),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("100000000000000000000.0", 1e20),
        ("-0", -0.0),
        ("-0.0", -0.0),
        ("0e999999", 0.0),
    ],
)
def test_a_number_that_a_double_holds_is_a_float(
    read: Callable[[str], Any], text: str, value: float
) -> None:
    assert type(read(text)) is float
    assert repr(read(text)) == repr(value)


@pytest.mark.parametrize("outside", range(DEPTH_LIMIT - 1, DEPTH_LIMIT + 2))
@pytest.mark.parametrize(
    ("text", "deep"), [("[1]", DeepList), ('{"a":1}', DeepDict), ("[]", DeepList)]
)
def test_a_container_knows_whether_it_is_deep(text: str, deep: type, outside: int) -> None:
    value = parse("[" * outside + text + "]" * outside)
    for _ in range(outside):
        [value] = value
    assert isinstance(value, deep) is (outside >= DEPTH_LIMIT)


def test_a_deep_object_with_a_name_twice_is_both() -> None:
    value = parse_deep('{"a":1,"a":2}')
    assert isinstance(value, DeepDict)
    assert isinstance(value, Repeated)


CANONICAL = (
    "null",
    "-1.5",
    "-0.0",
    "18446744073709551616",
    "1e-400",
    '"\\"\\\\\\n\\u0000\\u001f"',
    '"é\x7f\u2028😀/"',
    '"\\ud800 and \\udfff"',
    '{"\\ud800":"\\udbff"}',
    '[[],{},[[]],[{}],{"":{}}]',
    '{"a":1,"b":[true,false,null,{"c":"d"}],"e":0.5}',
    '[1,[2,[3,{"a":[4,5],"b":6}],7],8]',
)


@pytest.mark.parametrize("text", CANONICAL)
@pytest.mark.parametrize("arrays", [0, DEEP, 5000])
def test_a_compact_text_comes_back_as_it_was(text: str, arrays: int) -> None:
    text = "[" * arrays + text + "]" * arrays
    assert dumps(parse(text)) == text


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
@pytest.mark.parametrize("arrays", [0, DEEP])
def test_what_is_no_json_number_is_not_written(number: float, arrays: int) -> None:
    value: Any = number
    for _ in range(arrays):
        value = [value]
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps(value)


FIXED = settings(database=None, derandomize=True, deadline=None, max_examples=100)
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


@FIXED
@given(JSON, st.booleans(), st.sampled_from([None, 0, 3]))
def test_generated_json_means_what_it_means_to_the_standard_library(
    value: Any, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert same(parse(text), json.loads(text))
    assert same(parse_deep(text), json.loads(text))
    assert same(parse(dumps(parse(text))), value)


def _no_constant(name: str) -> None:
    raise ValueError(name)


@settings(FIXED, max_examples=1000)
@given(st.text('[]{}",:\\/u0123456789aeE+-. \n', max_size=12), st.sampled_from([0, DEEP]))
def test_any_characters_get_the_standard_librarys_verdict(text: str, arrays: int) -> None:
    text = "[" * arrays + text + "]" * arrays
    try:
        expected = json.loads(text, parse_constant=_no_constant)
    except ValueError:
        with pytest.raises(NotJson):
            parse(text)
    else:
        assert same(parse(text), expected)
