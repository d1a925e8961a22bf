"""A command is one compact line within its limit, and a reason is cut between characters."""

from collections.abc import Callable

import pytest

from toolwire.reference import PROFILES, Answer, RefusedAnswer, Rule, Written, answers
from toolwire.reference.megacode import LINE_LIMIT

MEGACODE = PROFILES["megacode"]
COMMAND = Rule.COMMAND_LINE, "Command"
NEAR_THE_LIMIT = Rule.LINE_LIMIT, "Command"


def test_the_limit_is_8_mib() -> None:
    assert LINE_LIMIT == 8_388_608
    assert MEGACODE.commands == {"Command": 8_388_608}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (' { "type" : "prompt" ,\r\n\t"text" : "a b" } ', '{"type":"prompt","text":"a b"}\n'),
        ('{"b":[1,{"c":null}],"a":true}', '{"b":[1,{"c":null}],"a":true}\n'),
        (r'{"text":"\u00e9\u20AC\ud83d\ude00\/"}', '{"text":"é€😀/"}\n'),
        (r'{"text":"\n\r\t\u0000\"\\"}', r'{"text":"\n\r\t\u0000\"\\"}' + "\n"),
        ('{"text":"\u2028\u2029\u0085\x7f"}', '{"text":"\u2028\u2029\u0085\x7f"}\n'),
        ("[9007199254740993,18446744073709551615]", "[9007199254740993,18446744073709551615]\n"),
        ("{}", "{}\n"),
        ("null", "null\n"),
        ('""', '""\n'),
    ],
)
def test_a_command_is_one_compact_line(text: str, line: str) -> None:
    found = answers(MEGACODE, "encode", "Command", [text])
    assert found.settled
    [written] = found.acceptable
    assert isinstance(written, Written)
    assert written.text == line
    assert COMMAND in found.trace
    assert NEAR_THE_LIMIT not in found.trace


def test_a_command_comes_with_its_value() -> None:
    [written] = answers(MEGACODE, "encode", "Command", [' {"a" : [ 1 , null ] } ']).acceptable
    assert isinstance(written, Written)
    assert written.value == {"a": [1, None]}


AROUND = len('{"t":""}')

FILLINGS = {"a": 1, "é": 2, "€": 3, "😀": 4, "\\u0001": 6}


@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize(("size", "fits"), [(-1, True), (0, True), (1, False), (2, False)])
def test_the_line_fits_with_its_newline_counted(filling: str, size: int, fits: bool) -> None:
    whole, rest = divmod(8 * 1024 * 1024 + size - AROUND - 1, FILLINGS[filling])
    text = '{"t":"' + filling * whole + "a" * rest + '"}'
    found = answers(MEGACODE, "encode", "Command", [text])
    assert found.settled
    assert NEAR_THE_LIMIT in found.trace
    [answer] = found.acceptable
    if fits:
        assert isinstance(answer, Written)
        assert answer.text == text + "\n"
        assert len(answer.text.encode()) == 8_388_608 + size
    else:
        assert isinstance(answer, RefusedAnswer)
        assert answer.reason == f"the line has {8_388_608 + size} bytes, and 8388608 is the limit"


def test_white_space_counts_for_nothing() -> None:
    text = '{"t":' + " " * LINE_LIMIT + "1}"
    assert answers(MEGACODE, "encode", "Command", [text]).acceptable == (
        Written('{"t":1}\n', {"t": 1}),
    )


def test_an_escape_counts_as_what_it_is_written_as() -> None:
    text = '{"t":"' + "\\u0061" * (LINE_LIMIT - AROUND - 1) + '"}'
    [answer] = answers(MEGACODE, "encode", "Command", [text]).acceptable
    assert isinstance(answer, Written)
    assert len(answer.text) == LINE_LIMIT


@pytest.mark.parametrize("text", ["", "{", "nope", '{"a":1}{"b":2}', "NaN", b'{"a":"\xff"}'])
def test_a_command_is_json(outcome: Callable[[Answer], str], text: str | bytes) -> None:
    found = answers(MEGACODE, "encode", "Command", [text])
    assert found.settled
    assert outcome(found.expected) == "refused"
    assert (Rule.NOT_JSON, "text") in found.trace


def test_a_command_whose_member_stands_twice_is_unsettled(
    outcome: Callable[[Answer], str],
) -> None:
    found = answers(MEGACODE, "encode", "Command", ['{"a":1,"a":2}'])
    assert found.oddities == {"member-twice"}
    assert {outcome(answer) for answer in found.acceptable} == {
        '{"a":1}\n',
        '{"a":2}\n',
        "refused",
    }


# Cutting


def cut(text: str, limit: int) -> str:
    found = answers(MEGACODE, "cut", "Reason", [text], limit)
    assert found.settled
    assert (Rule.CUT, "Reason") in found.trace
    [answer] = found.acceptable
    assert isinstance(answer, Written)
    return answer.text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # What is kept in 0, 1, 2, … bytes
        ("", ["", "", ""]),
        ("abc", ["", "a", "ab", "abc", "abc"]),
        ("aéb", ["", "a", "a", "aé", "aéb", "aéb"]),
        ("a€b", ["", "a", "a", "a", "a€", "a€b", "a€b"]),
        ("a😀b", ["", "a", "a", "a", "a", "a😀", "a😀b", "a😀b"]),
        ("é", ["", "", "é", "é"]),
        ("€", ["", "", "", "€", "€"]),
        ("😀", ["", "", "", "", "😀", "😀"]),
        ("e\u0301x", ["", "e", "e", "e\u0301", "e\u0301x"]),
        ("\U0010ffff\x00", ["", "", "", "", "\U0010ffff", "\U0010ffff\x00"]),
        ("\ufeff\n", ["", "", "", "\ufeff", "\ufeff\n"]),
        ("👩\u200d👩", ["", "", "", "", "👩", "👩", "👩", "👩\u200d", "👩\u200d"]),
    ],
)
def test_a_cut_is_between_characters(text: str, kept: list[str]) -> None:
    assert [cut(text, limit) for limit in range(len(kept))] == kept


def test_a_text_that_fits_stays_whole() -> None:
    assert cut("aé", 3) == "aé"
    assert cut("aé", 64 * 1024) == "aé"
    assert cut("aé", 2**64) == "aé"


def test_a_long_text_is_cut_at_64_kib() -> None:
    assert cut("é" * 65_536, 65_536) == "é" * 32_768
    assert cut("a" + "é" * 65_536, 65_536) == "a" + "é" * 32_767


def test_a_text_is_no_json_for_a_cut() -> None:
    assert cut('"\\u00e9"', 3) == '"\\u'


@pytest.mark.parametrize("limit", [0, 1, 100])
def test_bytes_are_refused(outcome: Callable[[Answer], str], limit: int) -> None:
    found = answers(MEGACODE, "cut", "Reason", [b"a\xc3"], limit)
    assert found.settled
    assert outcome(found.expected) == "refused"


def test_a_limit_below_zero_is_refused(outcome: Callable[[Answer], str]) -> None:
    assert outcome(answers(MEGACODE, "cut", "Reason", [""], -1).expected) == "refused"


@pytest.mark.parametrize(
    ("profile", "op", "type_"),
    [
        ("megacode", "encode", "Line"),
        ("megacode", "encode", "Reason"),
        ("megacode", "cut", "Command"),
        ("megacode", "decode", "Command"),
        ("acp-v2", "encode", "ToolCallUpdate"),
        ("subc", "cut", "Reason"),
    ],
)
def test_only_what_a_profile_names_is_written_or_cut(profile: str, op: str, type_: str) -> None:
    with pytest.raises(KeyError):
        answers(PROFILES[profile], op, type_, ["{}"], 1)


def test_a_cut_has_a_limit() -> None:
    with pytest.raises(KeyError):
        answers(MEGACODE, "cut", "Reason", ["a"])
