"""Streams: what ends a line, what each line gives, and that pieces mean nothing."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Answers,
    Profile,
    RefusedAnswer,
    Rule,
    Streamed,
    answers,
)
from toolwire.reference.streams import lines_of

V1, V2, NEWER, MEGACODE = (
    PROFILES[name] for name in ("acp-v1", "acp-v2", "acp-v2-1.20", "megacode")
)

# Lines of megacode, and what is read


def said(text: str) -> str:
    return '{"type":"assistant","text":"' + text + '"}'


def read(text: str) -> str:
    return '{"line":"assistant","text":"' + text + '"}'


A, B = said("a"), said("b")
READ_A, READ_B = read("a"), read("b")

# What an example shows: the stream, what comes of each line that is not blank, and the rule that
# it touches.
LINES: dict[str, tuple[str | bytes, list[str], Rule]] = {
    "two lines are two items in their order": (
        f"{B}\n{A}\n",
        [READ_B, READ_A],
        Rule.STREAM_ITEMS,
    ),
    "the last line needs no newline": (f"{A}\n{B}", [READ_A, READ_B], Rule.STREAM_LAST),
    "a carriage return before the newline is white space": (
        f"{A}\r\n{B}\r\n",
        [READ_A, READ_B],
        Rule.STREAM_CRLF,
    ),
    "a carriage return at the end is white space": (f"{A}\r", [READ_A], Rule.STREAM_LAST),
    "a carriage return alone ends no line": (f"{A}\r{B}\n", ["refused"], Rule.STREAM_BAD),
    "a carriage return within a line is white space": (
        '{"type":"assistant",\r"text":"a"}\n',
        [READ_A],
        Rule.STREAM_ITEMS,
    ),
    "a blank line is nothing": (f"\n\n{A}\n\n{B}\n\n", [READ_A, READ_B], Rule.STREAM_BLANK),
    "a line of white space is blank": (
        f" \n{A}\n\t \t\n{B}\n\r\n  \r",
        [READ_A, READ_B],
        Rule.STREAM_BLANK,
    ),
    "white space around a line is nothing": (f" \t{A} \t\n", [READ_A], Rule.STREAM_ITEMS),
    "a form feed alone is a line": (f"\f\n{A}\n", ["refused", READ_A], Rule.STREAM_BAD),
    "a no-break space alone is a line": (f"\u00a0\n{A}\n", ["refused", READ_A], Rule.STREAM_BAD),
    "a NUL alone is a line": (f"\0\n{A}\n", ["refused", READ_A], Rule.STREAM_BAD),
    "a bad line costs itself alone": (
        f"{A}\nnope\n{B}\n",
        [READ_A, "refused", READ_B],
        Rule.STREAM_BAD,
    ),
    "a malformed line costs itself alone": (
        f'{A}\n{{"type":"assistant","text":5}}\n{B}\n',
        [READ_A, "refused at /text", READ_B],
        Rule.STREAM_BAD,
    ),
    "a line that is not closed takes nothing from the next": (
        f'{{"type":"assistant",\n"text":"a"}}\n{B}\n',
        ["refused", "refused", READ_B],
        Rule.STREAM_BAD,
    ),
    "two values on a line are a bad line": (f"{A}{B}\n{A}\n", ["refused", READ_A], Rule.STREAM_BAD),
    "a line that is no UTF-8 costs itself alone": (
        A.encode() + b"\n" + said("\xff").encode("latin-1") + b"\n" + B.encode(),
        [READ_A, "refused", READ_B],
        Rule.STREAM_UTF8,
    ),
    "a surrogate in UTF-8 is no UTF-8": (
        b'{"type":"assistant","text":"\xed\xa0\x80"}\n' + A.encode() + b"\n",
        ["refused", READ_A],
        Rule.STREAM_BAD,
    ),
    "an unknown type is an item of its own": (
        f'{{"type":"brand_new"}}\n{A}\n',
        ['{"line":"other"}', READ_A],
        Rule.STREAM_ITEMS,
    ),
    "a line separator ends no line": (said("\u2028"), [read("\u2028")], Rule.STREAM_NEWLINE),
    "a paragraph separator ends no line": (said("\u2029"), [read("\u2029")], Rule.STREAM_NEWLINE),
    "a next line ends no line": (said("\u0085"), [read("\u0085")], Rule.STREAM_NEWLINE),
    "a form feed is refused, and ends no line": (
        said("\f") + "\n" + A,
        ["refused", READ_A],
        Rule.STREAM_NEWLINE,
    ),
    "a newline in a string is escaped": (said("\\n"), [read("\\n")], Rule.STREAM_ITEMS),
    "an escaped form feed is a character": (said("\\f"), [read("\\f")], Rule.STREAM_ITEMS),
    "a long line is a line": (
        said("a" * 70_000) + "\n" + B,
        [read("a" * 70_000), READ_B],
        Rule.STREAM_LONG,
    ),
    "a deep line is refused": (
        '{"type":"x","x":' + "[" * 127 + "]" * 127 + f"}}\n{A}",
        ["refused", READ_A],
        Rule.STREAM_BAD,
    ),
    "a deep input is forgiven on its own line": (
        '{"type":"client_tool_call","id":"c","name":"n","input":'
        + "[" * 100_000
        + "]" * 100_000
        + '}\n{"type":"client_tool_call","id":"d","name":"n","input":1}',
        [
            '{"line":"client_tool_call","id":"c","name":"n","input":null,"too_deep":true}',
            '{"line":"client_tool_call","id":"d","name":"n","input":1,"too_deep":false}',
        ],
        Rule.STREAM_ITEMS,
    ),
    "the last of two members counts": (
        '{"type":"assistant","text":"b","text":"a"}\n',
        [READ_A],
        Rule.STREAM_ITEMS,
    ),
    "nothing is nothing": ("", [], Rule.STREAM_CUT),
    "a newline is nothing": ("\n", [], Rule.STREAM_BLANK),
}


@pytest.mark.parametrize("shown", LINES)
def test_lines(outcome: Callable[[Answer], str], shown: str) -> None:
    stream, items, rule = LINES[shown]
    found = answers(MEGACODE, "stream", "Line", [stream])
    assert found.settled
    assert outcome(found.expected) == "\n".join(items)
    if rule is not Rule.STREAM_CUT:
        assert (rule, "Line") in found.trace


# JSON-RPC messages, and the parameters that they carry

UPDATE = '{"sessionUpdate":"tool_call_update","toolCallId":"a"}'
PARAMS = '{"sessionId":"s","update":' + UPDATE + "}"
PARAMS_OF_R = '{"sessionId":"r","update":' + UPDATE + "}"
MESSAGE = '{"jsonrpc":"2.0","method":"session/update","params":' + PARAMS + "}"

# What an example shows: the line, and what comes of it, or None where it gives nothing.
MESSAGES: dict[str, tuple[str, str | None]] = {
    "a notification gives its parameters": (MESSAGE, PARAMS),
    "the members of a message stand in any order": (
        '{"params":' + PARAMS + ',"method":"session/update","jsonrpc":"2.0"}',
        PARAMS,
    ),
    "an unknown member of a message is ignored": (
        MESSAGE[:-1] + ',"x":1,"result":1,"error":null}',
        PARAMS,
    ),
    "a notification of another method gives nothing": (
        '{"jsonrpc":"2.0","method":"session/cancel","params":' + PARAMS + "}",
        None,
    ),
    "a method has a case": ('{"jsonrpc":"2.0","method":"Session/update"}', None),
    "a request of another method gives nothing": (
        '{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{}}',
        None,
    ),
    "a response gives nothing": ('{"jsonrpc":"2.0","id":1,"result":' + PARAMS + "}", None),
    "an error gives nothing": (
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}',
        None,
    ),
    "a response of null gives nothing": ('{"jsonrpc":"2.0","id":"x","result":null}', None),
    "a notification needs its parameters": (
        '{"jsonrpc":"2.0","method":"session/update"}',
        "refused",
    ),
    "malformed parameters are refused where they are": (
        MESSAGE.replace('"a"', "5"),
        "refused at /params/update/toolCallId",
    ),
    "parameters are no null": (
        '{"jsonrpc":"2.0","method":"session/update","params":null}',
        "refused at /params",
    ),
    "a method is a string": ('{"jsonrpc":"2.0","method":5,"params":{}}', "refused"),
    "a message has a method": ('{"jsonrpc":"2.0","params":' + PARAMS + "}", "refused"),
    "an id alone is no response": ('{"jsonrpc":"2.0","id":1}', "refused"),
    "a result alone is no response": ('{"jsonrpc":"2.0","result":1}', "refused"),
    "a message is an object": ('"session/update"', "refused"),
    "a message is not null": ("null", "refused"),
    "a batch is not empty": ("[]", "refused"),
    "parameters without a message are none": (PARAMS, "refused"),
    "broken JSON is refused": (MESSAGE[:-1], "refused"),
    "the parameters of another method may be anything": (
        '{"jsonrpc":"2.0","method":"x","params":' + "[" * 100 + "]" * 100 + "}",
        None,
    ),
    # What is unsettled
    "a request of the notification's method": (
        MESSAGE[:-1] + ',"id":1}',
        f"{PARAMS} or nothing or refused",
    ),
    "a request whose id is null": (
        MESSAGE[:-1] + ',"id":null}',
        f"{PARAMS} or nothing or refused",
    ),
    "a message without version": (MESSAGE.replace('"jsonrpc":"2.0",', ""), f"{PARAMS} or refused"),
    "a message of another version": (MESSAGE.replace('"2.0"', '"1.0"'), f"{PARAMS} or refused"),
    "a version that is a number": (MESSAGE.replace('"2.0"', "2.0"), f"{PARAMS} or refused"),
    "a response without version": ('{"id":1,"result":null}', "nothing or refused"),
    "a batch": (f"[{MESSAGE}]", "anything"),
    "a batch of anything": ("[1]", "anything"),
    "a byte order mark": ("\ufeff" + MESSAGE, f"refused or {PARAMS}"),
    "a byte order mark before a message of another method": (
        '\ufeff{"jsonrpc":"2.0","method":"x"}',
        "refused or nothing",
    ),
    "a member of the message that stands twice": (
        MESSAGE[:-1] + ',"method":"x"}',
        f"refused or {PARAMS} or nothing",
    ),
    "a member of the parameters that stands twice": (
        MESSAGE.replace('{"sessionId":"s"', '{"sessionId":"r","sessionId":"s"'),
        f"refused at /params or {PARAMS_OF_R} or {PARAMS}",
    ),
    "parameters in a list": (
        '{"jsonrpc":"2.0","method":"session/update","params":["s",' + UPDATE + "]}",
        f"{PARAMS} or refused at /params",
    ),
}


@pytest.mark.parametrize("profile", [V1, V2, NEWER], ids=["acp-v1", "acp-v2", "acp-v2-1.20"])
@pytest.mark.parametrize("shown", MESSAGES)
def test_messages(outcome: Callable[[Answer], str], profile: Profile, shown: str) -> None:
    line, expected = MESSAGES[shown]
    found = answers(profile, "stream", "JsonRpc", [f"{line}\n{MESSAGE}\n"])
    told = [] if expected is None else [expected]
    assert outcome(found.expected).split("\n") == [*told, PARAMS]
    assert found.settled is not (" or " in str(expected) or expected == "anything")


@pytest.mark.parametrize("shown", MESSAGES)
def test_the_trace_tells_what_a_message_gives(shown: str) -> None:
    line, expected = MESSAGES[shown]
    match (expected or "nothing").split()[0]:
        case "nothing":
            rule = Rule.STREAM_OTHER
        case "refused":
            rule = Rule.STREAM_BAD
        case _:
            rule = Rule.STREAM_ITEMS
    assert (rule, "JsonRpc") in answers(V2, "stream", "JsonRpc", [line]).trace


def test_a_raw_item_is_taken_whole(outcome: Callable[[Answer], str]) -> None:
    params = '{"sessionId":"s","update":{"sessionUpdate":"_mine","params":5,"method":"x"}}'
    line = MESSAGE.replace(PARAMS, params)
    assert outcome(answers(V2, "stream", "JsonRpc", [line]).expected) == params
    assert outcome(answers(V1, "stream", "JsonRpc", [line]).expected) == "refused at /params/update"


def test_a_known_update_without_a_table_may_be_anything(outcome: Callable[[Answer], str]) -> None:
    line = MESSAGE.replace(UPDATE, '{"sessionUpdate":"usage_update"}')
    for profile in (V1, V2, NEWER):
        found = answers(profile, "stream", "JsonRpc", [f"{line}\n{MESSAGE}"])
        assert outcome(found.expected) == f"anything\n{PARAMS}"
        assert not found.settled


@pytest.mark.parametrize(("levels", "settled"), [(124, True), (125, False), (10_000, False)])
def test_the_message_counts_among_the_containers(levels: int, settled: bool) -> None:
    deep = '{"sessionUpdate":"_mine","x":' + "[" * levels + "]" * levels + "}"
    found = answers(V2, "stream", "JsonRpc", [MESSAGE.replace(UPDATE, deep)])
    assert found.settled is settled
    assert ("deep-nesting" in found.oddities) is not settled


def test_each_line_is_unsettled_for_itself(outcome: Callable[[Answer], str]) -> None:
    odd = MESSAGE.replace('"jsonrpc":"2.0",', "")
    found = answers(V2, "stream", "JsonRpc", [f"{odd}\n{MESSAGE}\n{odd}\n"])
    lines = [f"{PARAMS} or refused", PARAMS, f"{PARAMS} or refused"]
    assert outcome(found.expected).split("\n") == lines
    assert found.oddities == {"message-without-version"}
    assert len(found.acceptable) == 1


def test_a_mark_is_odd_on_any_line(outcome: Callable[[Answer], str]) -> None:
    found = answers(MEGACODE, "stream", "Line", [f"\ufeff{A}\n\ufeff{B}"])
    expected = f"refused or {READ_A}\nrefused or {READ_B}"
    assert outcome(found.expected) == expected


# Pieces


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([], []),
        ([b""], []),
        ([b"", b""], []),
        ([b"\n"], [b""]),
        ([b"a"], [b"a"]),
        ([b"a\n"], [b"a"]),
        ([b"a", b"\n"], [b"a"]),
        ([b"a\r", b"\nb"], [b"a\r", b"b"]),
        ([b"a\n\n", b"", b"b"], [b"a", b"", b"b"]),
        ([b"\xc3", b"\xa9\n\xe2\x80", b"\xa8"], [b"\xc3\xa9", b"\xe2\x80\xa8"]),
        ([b"a\x0b\x0c\x1c\x1d\x1e\x85b"], [b"a\x0b\x0c\x1c\x1d\x1e\x85b"]),
    ],
)
def test_only_the_newline_ends_a_line(chunks: list[bytes], lines: list[bytes]) -> None:
    assert list(lines_of(chunks)) == lines


def told(found: Answers) -> list[tuple[Answer, ...]]:
    [streamed] = found.acceptable
    assert isinstance(streamed, Streamed)
    return [line.acceptable for line in streamed.lines]


MIXED = (
    (
        f"{MESSAGE}\r\n\n{MESSAGE[:-1]},"
        + '"id":1}\nnope \u2028\u0085é😀\n \t\r\n{"jsonrpc":"2.0","id":1,"result":"é\u2029"}\n'
        + MESSAGE.replace('"a"', '"é\u2028😀"')
    ).encode()
    + b"\n\xff\xc3\n\xed\xa0\x80\n"
    + MESSAGE.encode()
)
LENGTH = len(MIXED)
CUTS = st.lists(st.integers(0, LENGTH), max_size=8).map(sorted)


def pieces(cuts: list[int]) -> list[bytes]:
    return [MIXED[a:b] for a, b in zip([0, *cuts], [*cuts, LENGTH], strict=True)]


@settings(database=None, derandomize=True, deadline=None, max_examples=100)
@given(CUTS)
def test_where_a_stream_is_cut_means_nothing(cuts: list[int]) -> None:
    whole = answers(V2, "stream", "JsonRpc", [MIXED])
    cut = answers(V2, "stream", "JsonRpc", pieces(cuts))
    assert told(cut) == told(whole)
    assert cut.oddities == whole.oddities
    assert cut.trace - whole.trace <= {(Rule.STREAM_CUT, "JsonRpc")}


def test_the_mixed_stream_has_all_that_it_should(outcome: Callable[[Answer], str]) -> None:
    found = answers(V2, "stream", "JsonRpc", [MIXED])
    assert outcome(found.expected).split("\n") == [
        PARAMS,
        f"{PARAMS} or nothing or refused",
        "refused",
        PARAMS.replace('"a"', '"é\u2028😀"'),
        "refused",
        "refused",
        PARAMS,
    ]


def test_a_byte_a_piece_gives_the_same() -> None:
    stream = f"{A}\r\n\n{said('é😀')}\n{B}".encode()
    found = answers(MEGACODE, "stream", "Line", [bytes([byte]) for byte in stream])
    assert told(found) == told(answers(MEGACODE, "stream", "Line", [stream]))
    assert len(told(found)) == 3


def test_pieces_are_texts_or_bytes() -> None:
    found = answers(MEGACODE, "stream", "Line", [A[:5], A[5:].encode(), "\n", B])
    assert told(found) == [
        (Accepted({"line": "assistant", "text": "a"}),),
        (Accepted({"line": "assistant", "text": "b"}),),
    ]


# The trace


@pytest.mark.parametrize(
    ("chunks", "rules"),
    [
        ([f"{MESSAGE}\n"], {Rule.STREAM_ITEMS}),
        ([MESSAGE], {Rule.STREAM_ITEMS, Rule.STREAM_LAST}),
        ([f"{MESSAGE}\r\n"], {Rule.STREAM_ITEMS, Rule.STREAM_CRLF}),
        ([f"{MESSAGE}\n \n"], {Rule.STREAM_ITEMS, Rule.STREAM_BLANK}),
        ([f"{MESSAGE}\n", MESSAGE, "\n"], {Rule.STREAM_ITEMS, Rule.STREAM_CUT}),
        (["nope\n"], {Rule.STREAM_BAD}),
        (['{"jsonrpc":"2.0","method":"x"}\n'], {Rule.STREAM_OTHER}),
        (["nope\n", f"{MESSAGE}\n"], {Rule.STREAM_ITEMS, Rule.STREAM_BAD, Rule.STREAM_CUT}),
        ([f"[{MESSAGE}]\n"], {Rule.STREAM_ITEMS}),
        ([MESSAGE.replace('"a"', '"\u0085"') + "\n"], {Rule.STREAM_ITEMS, Rule.STREAM_NEWLINE}),
        (["\x1e\n"], {Rule.STREAM_BAD, Rule.STREAM_NEWLINE}),
        ([b"\xff\n"], {Rule.STREAM_BAD, Rule.STREAM_UTF8}),
        ([" " * 65_536 + MESSAGE + "\n"], {Rule.STREAM_ITEMS, Rule.STREAM_LONG}),
        (["\n"], {Rule.STREAM_BLANK}),
        ([], set()),
    ],
)
def test_the_trace_of_a_stream(chunks: list[str | bytes], rules: set[Rule]) -> None:
    trace = answers(V2, "stream", "JsonRpc", chunks).trace
    assert {rule for rule, site in trace if rule.startswith("stream-")} == rules
    assert {site for rule, site in trace if rule.startswith("stream-")} <= {"JsonRpc"}


def test_the_trace_of_a_stream_has_what_its_lines_touch() -> None:
    trace = answers(V2, "stream", "JsonRpc", [MESSAGE]).trace
    assert (Rule.VALUE, "ToolCallUpdate.toolCallId") in trace
    assert (Rule.REQUIRED_ABSENT, "JsonRpcMessage.params") not in trace


@pytest.mark.parametrize("name", ["acp-0.0.26", "subc"])
@pytest.mark.parametrize("stream", ["JsonRpc", "Line"])
def test_a_profile_without_streams_has_none(name: str, stream: str) -> None:
    with pytest.raises(KeyError):
        answers(PROFILES[name], "stream", stream, [MESSAGE])


def test_a_refusal_on_a_line_says_where() -> None:
    [[refused]] = told(answers(V2, "stream", "JsonRpc", [MESSAGE.replace('"s"', "5")]))
    assert refused == RefusedAnswer("expected a string, got a number", "/params/sessionId")
