"""JSON values are compared by what they mean."""

from typing import Any

import pytest

from toolwire.reference import Numbers, difference, parse, same


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1", "1.0"),
        ("1e2", "100"),
        ("0", "-0.0"),
        ("0.1", "0.10000000000000000555"),
        ("9007199254740992", "9007199254740993"),
        ("18446744073709551616", "18446744073709551617"),
        ("1e400", "1e401"),
        ('"é"', '"\\u00e9"'),
        ('{"a":1,"b":2}', '{"b":2,"a":1.0}'),
        ('[{"a":[1,null]}]', ' [ { "a" : [ 1.0 , null ] } ] '),
        ("[]", "[]"),
        ("{}", "{}"),
    ],
)
def test_the_same(left: str, right: str) -> None:
    assert same(parse(left), parse(right))
    assert same(parse(right), parse(left))


@pytest.mark.parametrize(
    ("left", "right", "path"),
    [
        ("true", "1", []),
        ("false", "0", []),
        ("true", "false", []),
        ("null", "0", []),
        ("null", "false", []),
        ("null", '""', []),
        ("1", '"1"', []),
        ("0.1", "0.2", []),
        ("1e400", "-1e400", []),
        ("1e400", "1.7976931348623157e308", []),
        ('"a"', '"A"', []),
        ('"é"', '"e\\u0301"', []),
        ("[]", "{}", []),
        ("[]", "null", []),
        ("[1,2]", "[2,1]", [0]),
        ("[1]", "[1,2]", [1]),
        ("[1,2]", "[1]", [1]),
        ('{"a":null}', "{}", ["a"]),
        ("{}", '{"a":null}', ["a"]),
        ('{"a":1,"b":{"c":[0,true]}}', '{"b":{"c":[0,1]},"a":1}', ["b", "c", 1]),
        ('{"a":[1],"b":2}', '{"a":[3],"b":4}', ["a", 0]),
        ('{"a":1}', '{"A":1}', ["a"]),
    ],
)
def test_not_the_same(left: str, right: str, path: list[str | int]) -> None:
    assert difference(parse(left), parse(right)) == path
    assert not same(parse(left), parse(right))
    assert not same(parse(right), parse(left))


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("1", "1.0", True),
        ("1e2", "100", True),
        ("0.50", "5e-1", True),
        ("18446744073709551616", "18446744073709551616.0", True),
        ("9007199254740992", "9007199254740993", False),
        ("18446744073709551616", "18446744073709551617", False),
        ("0.1", "0.10000000000000000555", False),
        ("1e400", "1e401", False),
        ("1e400", "10e399", True),
    ],
)
def test_with_digits_numbers_are_compared_exactly(left: str, right: str, equal: bool) -> None:
    assert same(parse(left), parse(right), Numbers.DIGITS) is equal


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("-92233720368547750809", "-9.223372036854774e+19", True),
        ("1e30", "1.0000000000000002e30", True),
        ("1e30", "1.000000000001e30", False),
        ("1", "1.0", True),
        ("1", "true", False),
        ("0", "1e-300", False),
    ],
)
def test_roughly(left: str, right: str, equal: bool) -> None:
    assert same(parse(left), parse(right), Numbers.ROUGHLY) is equal


def test_an_integer_past_every_double_is_compared() -> None:
    value: Any = 10**400
    assert same(value, parse("1e400"))
    assert not same(value, -value)
