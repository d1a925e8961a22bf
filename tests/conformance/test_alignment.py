"""The items of a stream go with its lines in their order, where no line says otherwise."""

import json
from collections.abc import Sequence

import pytest

from toolwire.conformance.alignment import (
    Item,
    all_told,
    first_fault,
    fits,
    has_false_errors,
)
from toolwire.conformance.candidates import Refused, Understood
from toolwire.conformance.comparison import Difference
from toolwire.reference import Accepted, Answer, Answers, Anything, Json, Nothing, RefusedAnswer

ERROR = Refused("no message")


def line(*acceptable: Answer) -> Answers:
    return Answers(acceptable, ((),) * len(acceptable), frozenset(), frozenset())


A, B, C = (line(Accepted(name)) for name in "abc")
BAD = line(RefusedAnswer("", ""))
OTHER_TYPE = line(Accepted({"line": "other"}))
A_OR_B = line(Accepted("a"), Accepted("b"))
A_OR_BAD = line(Accepted("a"), RefusedAnswer("", ""))
A_OR_NOTHING = line(Accepted("a"), Nothing())
BAD_OR_NOTHING = line(RefusedAnswer("", ""), Nothing())
ANYTHING = line(Anything())


def items(names: str) -> list[Item]:
    """Give an item for each letter, an error for `!`, and for `_` that of an unknown type."""
    values: dict[str, Json] = {"_": {"line": "other"}}
    return [
        ERROR if name == "!" else Understood(json.dumps(values.get(name, name))) for name in names
    ]


def compare(value: Json, item: Understood) -> Difference | None:
    got = json.loads(item.text)
    return None if got == value else Difference((), value, got)


@pytest.mark.parametrize(
    ("lines", "right", "wrong"),
    [
        ([], [""], ["a"]),
        ([A, B], ["ab"], ["", "a", "b", "ba", "aab", "abb", "abc", "aa"]),
        ([A, A], ["aa"], ["a", "aaa"]),
        # An error may stand anywhere, for a bad line and beside good ones.
        ([A, BAD, B], ["ab", "a!b", "!ab", "ab!", "a!!b", "!a!b!"], ["a", "a!", "acb", "ba!"]),
        ([BAD, BAD], ["", "!", "!!"], ["a"]),
        ([A, B], ["a!b"], ["a!", "!!"]),
        # A line that may be read in several ways gives one of its items, or none if it may be bad.
        ([A_OR_B, C], ["ac", "bc"], ["c", "abc", "cc"]),
        ([A_OR_BAD, B], ["ab", "b", "!b"], ["bb", "aab"]),
        ([A_OR_NOTHING, B], ["ab", "b"], ["bb"]),
        ([BAD_OR_NOTHING, B], ["b", "!b"], ["ab"]),
        ([A_OR_BAD, A], ["a", "aa", "!a"], ["", "aaa"]),
        ([A_OR_BAD, A_OR_BAD, A_OR_B], ["a", "b", "ab", "aab", "aaa"], ["", "ba", "aba"]),
        # An item of an unknown type of line may be left out, and is nothing else.
        ([A, OTHER_TYPE, B], ["ab", "a_b", "a!b"], ["a", "acb", "_ab", "a__b"]),
        # Where anything may come, it may be any number of items, and takes no other line's.
        ([ANYTHING], ["", "a", "!", "abc"], []),
        ([ANYTHING, B], ["b", "ab", "acb", "!b"], ["", "a", "ba"]),
        ([A, ANYTHING], ["a", "ab", "abc"], ["", "b", "ba"]),
        ([A, ANYTHING, B], ["ab", "acb", "aab"], ["", "a", "b", "cab"]),
    ],
)
def test_which_items_fit(lines: Sequence[Answers], right: list[str], wrong: list[str]) -> None:
    found = {names: fits(lines, items(names), compare) for names in (*right, *wrong)}
    assert found == dict.fromkeys(right, True) | dict.fromkeys(wrong, False)


@pytest.mark.parametrize(
    ("lines", "fewest", "most"),
    [
        ([], 0, 0),
        ([A, OTHER_TYPE], 0, 0),
        ([A, BAD, B], 1, 1),
        ([BAD, BAD], 2, 2),
        # Nobody need tell of a line that may be no error, and who does tells nothing false.
        ([A_OR_BAD], 0, 1),
        ([BAD_OR_NOTHING, BAD], 1, 2),
        ([ANYTHING], 0, 1),
        ([A_OR_NOTHING], 0, 0),
    ],
)
def test_how_many_errors_are_told(lines: Sequence[Answers], fewest: int, most: int) -> None:
    for count in range(4):
        got = items("a" + "!" * count)
        assert all_told(lines, got) is (count >= fewest)
        assert has_false_errors(lines, got) is (count > most)


LOST, EXTRA, CHANGED = "an item was lost", "an item came from nowhere", "an item changed"


@pytest.mark.parametrize(
    ("lines", "names", "kind", "at"),
    [
        # What was lost or changed is counted among the lines.
        ([A, B], "", LOST, 0),
        ([A, B], "a", LOST, 1),
        ([A, B], "b", LOST, 0),
        ([A, BAD, B], "a!", LOST, 2),
        ([A, B, C], "ac", LOST, 1),
        ([A, B], "ac", CHANGED, 1),
        ([A, B], "ba", CHANGED, 0),
        ([OTHER_TYPE, A], "b", CHANGED, 1),
        # What came from nowhere is counted among the items.
        ([], "a", EXTRA, 0),
        ([A], "ab", EXTRA, 1),
        ([A], "!!ab", EXTRA, 3),
        ([A, B], "acb", EXTRA, 1),
        ([A, BAD, B], "a!cb", EXTRA, 2),
    ],
)
def test_the_first_fault(lines: Sequence[Answers], names: str, kind: str, at: int) -> None:
    found, index, difference = first_fault(lines, items(names), compare)
    assert (found, index) == (kind, at)
    assert (difference is not None) is (kind == CHANGED)
    if difference is not None:
        expected = lines[at].expected
        assert isinstance(expected, Accepted)
        assert difference.expected == expected.value
