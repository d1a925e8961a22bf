"""Each class of oddity has its readings, and every one of them is an answer to some text."""

from collections.abc import Callable

import pytest

from toolwire.reference import (
    ODDITIES,
    PROFILES,
    Accepted,
    Answer,
    Anything,
    Json,
    Nothing,
    Reading,
    Refused,
    RefusedAnswer,
    SourceText,
    answers,
    decode,
    dumps,
    fold,
    parse,
    same,
)
from toolwire.reference.codec import decode_line
from toolwire.reference.oddities import survey
from toolwire.reference.streams import NoItem

LINE = '{"path":"/a","line":%s}'
RAW = '{"toolCallId":"a","rawInput":%s}'
DEEP = "[" * 127 + "]" * 127
LOCATION, UPDATE, BLOCK = "ToolCallLocation", "ToolCallUpdate", "ContentBlock"

# The class: type, text, and what each reading makes of it.
EXAMPLES: list[tuple[str, str, str, dict[str, str]]] = [
    (
        "array-for-object",
        LOCATION,
        '["/a",3]',
        {"in-order": '{"path":"/a","line":3}', "malformed": "refused"},
    ),
    (
        "array-for-object",
        "ToolCallContent",
        '["terminal","x"]',
        {"in-order": '{"type":"terminal","terminalId":"x"}', "malformed": "refused"},
    ),
    (
        "number-for-tag",
        BLOCK,
        '{"type":0,"text":"x"}',
        {"index": '{"type":"text","text":"x"}', "malformed": "refused"},
    ),
    (
        "object-for-word",
        "ToolKind",
        '{"read":null}',
        {"word": '"read"', "word-if-null": '"read"', "malformed": "refused"},
    ),
    (
        "object-for-word",
        "ToolKind",
        '{"read":{}}',
        {"word": '"read"', "word-if-null": "refused", "malformed": "refused"},
    ),
    (
        "member-twice",
        LOCATION,
        '{"path":"/a","path":"/b"}',
        {
            "malformed": "refused",
            "refused": "refused",
            "first": '{"path":"/a"}',
            "last": '{"path":"/b"}',
        },
    ),
    (
        "member-twice",
        BLOCK,
        '{"type":"_a","type":"_b"}',
        {
            "malformed": '{"type":"_b"}',
            "refused": "refused",
            "first": '{"type":"_a"}',
            "last": '{"type":"_b"}',
        },
    ),
    (
        "member-twice",
        UPDATE,
        RAW % '{"k":{"a":1,"a":2}}',
        {
            "malformed": RAW % '{"k":{"a":2}}',
            "refused": "refused",
            "first": RAW % '{"k":{"a":1}}',
            "last": RAW % '{"k":{"a":2}}',
        },
    ),
    (
        "deep-nesting",
        UPDATE,
        RAW % DEEP,
        {"malformed": '{"toolCallId":"a"}', "refused": "refused", "read": RAW % DEEP},
    ),
    (
        "lone-surrogate",
        LOCATION,
        '{"path":"\\ud800"}',
        {
            "malformed": "refused at /path",
            "refused": "refused",
            "kept": '{"path":"\\ud800"}',
            "replaced": '{"path":"\ufffd"}',
            "replaced-by-octet": '{"path":"\ufffd\ufffd\ufffd"}',
            "spoils-around": "refused at /path",
        },
    ),
    (
        "lone-surrogate",
        UPDATE,
        RAW % '{"\\udfff":1}',
        {
            "malformed": '{"toolCallId":"a"}',
            "refused": "refused",
            "kept": RAW % '{"\\udfff":1}',
            "replaced": RAW % '{"\ufffd":1}',
            "replaced-by-octet": RAW % '{"\ufffd\ufffd\ufffd":1}',
            "spoils-around": '{"toolCallId":"a"}',
        },
    ),
    (
        "number-beyond-double",
        UPDATE,
        RAW % "0.1000000000000000055",
        {
            "nearest": RAW % "0.1",
            "exact": RAW % "0.1000000000000000055",
            "malformed": '{"toolCallId":"a"}',
            "refused-if-kept": "refused",
        },
    ),
    (
        "number-beyond-double",
        UPDATE,
        RAW % "[18446744073709551616]",
        {
            "nearest": RAW % "[1.8446744073709552e+19]",
            "exact": RAW % "[18446744073709551616]",
            "malformed": '{"toolCallId":"a"}',
            "refused-if-kept": "refused",
        },
    ),
    (
        "number-overflow",
        UPDATE,
        RAW % "-1e400",
        {
            "malformed": '{"toolCallId":"a"}',
            "exact": RAW % "-1e400",
            "refused": "refused",
            "null": RAW % "null",
            "spoils-around": '{"toolCallId":"a"}',
        },
    ),
    (
        "number-overflow",
        UPDATE,
        '{"toolCallId":"a","locations":[{"path":"/a","_meta":1e400}]}',
        {
            "malformed": '{"toolCallId":"a","locations":[{"path":"/a"}]}',
            "exact": '{"toolCallId":"a","locations":[{"path":"/a"}]}',
            "refused": "refused",
            "null": '{"toolCallId":"a","locations":[{"path":"/a"}]}',
            "spoils-around": '{"toolCallId":"a"}',
        },
    ),
    (
        "number-overflow",
        LOCATION,
        LINE % "1e400",
        {
            "malformed": '{"path":"/a"}',
            "exact": '{"path":"/a"}',
            "refused": "refused",
            "null": '{"path":"/a"}',
            "spoils-around": '{"path":"/a"}',
        },
    ),
    (
        "integral-float",
        LOCATION,
        LINE % "3.0",
        {"malformed": '{"path":"/a"}', "integer": LINE % "3"},
    ),
    (
        "integral-float",
        LOCATION,
        LINE % "30e-1",
        {"malformed": '{"path":"/a"}', "integer": LINE % "3"},
    ),
    (
        "negative-zero",
        LOCATION,
        LINE % "-0",
        {"malformed": '{"path":"/a"}', "integer": LINE % "0"},
    ),
    (
        "outside-width",
        LOCATION,
        LINE % "4294967296",
        {"malformed": '{"path":"/a"}', "kept": LINE % "4294967296"},
    ),
    (
        "unusual-uri",
        BLOCK,
        '{"type":"resource_link","name":"n","uri":"a file"}',
        {
            "kept": '{"type":"resource_link","name":"n","uri":"a file"}',
            "malformed": "refused at /uri",
        },
    ),
    (
        "unusual-instant",
        BLOCK,
        '{"type":"text","text":"x","annotations":{"lastModified":"today"}}',
        {
            "kept": '{"type":"text","text":"x","annotations":{"lastModified":"today"}}',
            "malformed": '{"type":"text","text":"x","annotations":{}}',
        },
    ),
    (
        "outside-range",
        BLOCK,
        '{"type":"text","text":"x","annotations":{"priority":1.5}}',
        {
            "kept": '{"type":"text","text":"x","annotations":{"priority":1.5}}',
            "malformed": '{"type":"text","text":"x","annotations":{}}',
        },
    ),
    (
        "byte-order-mark",
        LOCATION,
        '\ufeff{"path":"/a"}',
        {"refused": "refused", "ignored": '{"path":"/a"}'},
    ),
    ("untold-update", "SessionUpdate", '{"sessionUpdate":"notice"}', {"anything": "anything"}),
    (
        "another-revision",
        "ToolCallContent",
        '{"type":"session","sessionId":"s","x":1}',
        {
            "here": '{"type":"session","sessionId":"s","x":1}',
            "there": '{"type":"session","sessionId":"s"}',
        },
    ),
    (
        "another-revision",
        LOCATION,
        LINE % "0",
        {"here": LINE % "0", "there": '{"path":"/a"}'},
    ),
]

V2 = PROFILES["acp-v2"]
CALL_A = '{"sessionUpdate":"tool_call_update","toolCallId":"a"%s}'
STATE_A = '{"a":{"toolCallId":"a"%s}}'
CHUNK = (
    '{"sessionUpdate":"tool_call_content_chunk","toolCallId":"a",'
    '"content":{"type":"terminal","terminalId":"x"}}'
)
STARTED = '{"sessionUpdate":"tool_call","toolCallId":"a",%s}'

# The class: profile, the updates of a session, and what each reading makes of them.
SESSIONS: list[tuple[str, str, list[str], dict[str, str]]] = [
    (
        "chunk-before-call",
        "acp-v2",
        [CHUNK],
        {
            "created": STATE_A % ',"content":[{"type":"terminal","terminalId":"x"}]',
            "ignored": "{}",
            "refused": "refused",
        },
    ),
    (
        "update-before-call",
        "acp-v1",
        [CALL_A % ',"title":"t"'],
        {
            "created": STATE_A % ',"title":"t"',
            "created-whole": STATE_A % ',"title":"t"',
            "ignored": "{}",
            "refused": "refused",
        },
    ),
    (
        "second-tool-call",
        "acp-v1",
        [STARTED % '"title":"t","rawInput":1', STARTED % '"title":"u","rawOutput":2'],
        {
            "replaces": STATE_A % ',"title":"u","rawOutput":2',
            "patches": STATE_A % ',"title":"u","rawInput":1,"rawOutput":2',
            "ignored": STATE_A % ',"title":"t","rawInput":1',
            "refused": "refused",
        },
    ),
    (
        "null-key-at-start",
        "acp-v2",
        [CALL_A % ',"_meta":{"k":null,"l":1}'],
        {
            "removed": STATE_A % ',"_meta":{"l":1}',
            "kept": STATE_A % ',"_meta":{"k":null,"l":1}',
        },
    ),
    (
        "update-before-call",
        "acp-v1",
        [CALL_A % ',"_meta":{"k":1},"content":[]'],
        {
            "created": STATE_A % "",
            "created-whole": STATE_A % ',"_meta":{"k":1}',
            "ignored": "{}",
            "refused": "refused",
        },
    ),
    (
        "untold-in-session",
        "acp-v2",
        [CALL_A % "", '{"sessionUpdate":"notice"}'],
        {"ignored": STATE_A % "", "refused": "refused"},
    ),
    (
        "refused-in-session",
        "acp-v2",
        [CALL_A % "", '{"sessionUpdate":null}'],
        {"refused": "refused", "ignored": STATE_A % ""},
    ),
]

NOTIFICATION = '{"sessionId":"s","update":' + CALL_A % "" + "}"
MEMBERS = f'"method":"session/update","params":{NOTIFICATION}'

# The class: a line of a stream, and what each reading makes of it.
MESSAGES: list[tuple[str, str, dict[str, str]]] = [
    (
        "message-without-version",
        "{" + MEMBERS + "}",
        {"read": NOTIFICATION, "refused": "refused"},
    ),
    (
        "message-batch",
        '[{"jsonrpc":"2.0",' + MEMBERS + "}]",
        {"refused": "refused", "anything": "anything"},
    ),
    (
        "request-for-notification",
        '{"jsonrpc":"2.0","id":1,' + MEMBERS + "}",
        {"read": NOTIFICATION, "no-item": "nothing", "refused": "refused"},
    ),
]


def read_as(type_: str, text: str, oddity: str, choice: str) -> Answer:
    return answered(lambda reading: decode(V2, type_, text, reading), oddity, choice)


def answered(read: Callable[[Reading], Json], oddity: str, choice: str) -> Answer:
    """Give what `read` answers where `choice` is made of `oddity`, which it must meet."""
    reading = Reading({oddity: choice})
    try:
        answer: Answer = Accepted(read(reading))
    except Refused as refused:
        return RefusedAnswer(refused.reason, refused.pointer)
    except NoItem:
        answer = Nothing()
    assert oddity in reading.met
    return Anything() if reading.open else answer


@pytest.mark.parametrize(("oddity", "type_", "text", "outcomes"), EXAMPLES)
def test_each_reading_gives_its_answer(
    outcome: Callable[[Answer], str], oddity: str, type_: str, text: str, outcomes: dict[str, str]
) -> None:
    assert tuple(outcomes) == ODDITIES[oddity].readings
    for choice, expected in outcomes.items():
        assert outcome(read_as(type_, text, oddity, choice)) == expected


@pytest.mark.parametrize(("oddity", "type_", "text", "outcomes"), EXAMPLES)
def test_the_answer_of_each_reading_is_acceptable(
    outcome: Callable[[Answer], str], oddity: str, type_: str, text: str, outcomes: dict[str, str]
) -> None:
    found = answers(V2, "decode", type_, [text])
    assert oddity in found.oddities
    assert not found.settled
    assert outcome(found.expected) == next(iter(outcomes.values()))
    for choice in outcomes:
        answer = read_as(type_, text, oddity, choice)
        assert any(_mean_the_same(answer, other) for other in found.acceptable), choice


# Folds of one call, by the type that is folded

FOLDS = [
    (
        "update-for-another-call",
        "acp-v2",
        "ToolCallUpdate",
        ['{"toolCallId":"a","title":"t"}', '{"toolCallId":"b","title":"u"}'],
        {
            "patches": '{"toolCallId":"a","title":"u"}',
            "renames": '{"toolCallId":"b","title":"u"}',
            "ignored": '{"toolCallId":"a","title":"t"}',
            "refused": "refused",
        },
    ),
]


@pytest.mark.parametrize(
    ("oddity", "name", "type_", "updates", "outcomes"),
    [*((oddity, name, "Session", *rest) for oddity, name, *rest in SESSIONS), *FOLDS],
)
def test_each_reading_of_a_fold_gives_its_answer(
    outcome: Callable[[Answer], str],
    oddity: str,
    name: str,
    type_: str,
    updates: list[str],
    outcomes: dict[str, str],
) -> None:
    assert tuple(outcomes) == ODDITIES[oddity].readings
    found = answers(PROFILES[name], "fold", type_, updates)
    assert found.oddities == {oddity}
    assert not found.settled
    for choice, expected in outcomes.items():
        answer = answered(
            lambda reading: fold(PROFILES[name], type_, updates, reading), oddity, choice
        )
        assert outcome(answer) == expected
        assert any(_mean_the_same(answer, other) for other in found.acceptable), choice
    assert outcome(found.expected) == next(iter(outcomes.values()))


@pytest.mark.parametrize(("oddity", "line", "outcomes"), MESSAGES)
def test_each_reading_of_a_message_gives_its_answer(
    outcome: Callable[[Answer], str], oddity: str, line: str, outcomes: dict[str, str]
) -> None:
    assert tuple(outcomes) == ODDITIES[oddity].readings
    found = answers(V2, "stream", "JsonRpc", [line])
    assert found.oddities == {oddity}
    assert not found.settled
    for choice, expected in outcomes.items():
        answer = answered(lambda reading: decode_line(V2, "JsonRpc", line, reading), oddity, choice)
        assert outcome(answer) == expected
    told = "anything" if "anything" in outcomes else " or ".join(outcomes.values())
    assert outcome(found.expected) == told


def _mean_the_same(left: Answer, right: Answer) -> bool:
    if isinstance(left, Accepted) and isinstance(right, Accepted):
        return same(left.value, right.value)
    return type(left) is type(right)


@pytest.mark.parametrize("oddity", ODDITIES)
def test_each_class_has_an_example_and_a_reason(oddity: str) -> None:
    assert oddity in {example[0] for example in (*EXAMPLES, *SESSIONS, *FOLDS, *MESSAGES)}
    assert ODDITIES[oddity].reason
    assert len(set(ODDITIES[oddity].readings)) == len(ODDITIES[oddity].readings)


# What is settled although it looks odd

SETTLED: dict[str, tuple[str, SourceText, str]] = {
    "more values than fields": (LOCATION, '["/a",3,null,0]', "refused"),
    "an array where the original takes none": ("DiffChange", '["add","/a"]', "refused"),
    "an empty array for a variant": (BLOCK, "[]", "refused"),
    "an index past the variants": (BLOCK, '{"type":5}', "refused"),
    "an unknown word in an object": ("ToolKind", '{"_mine":null}', "refused"),
    "an object with more than a word": ("ToolKind", '{"read":1}', "refused"),
    "a negative line below its width": (LOCATION, LINE % "-4294967296", '{"path":"/a"}'),
    "a fraction": (LOCATION, LINE % "2.5", '{"path":"/a"}'),
    "another revision's word in an open list": (
        UPDATE,
        '{"toolCallId":"a","status":"paused"}',
        '{"toolCallId":"a","status":"paused"}',
    ),
    "a surrogate pair": (LOCATION, '{"path":"\\ud83d\\ude00"}', '{"path":"😀"}'),
    "127 containers": (UPDATE, RAW % DEEP[1:-1], RAW % DEEP[1:-1]),
    "a name that stands once in each of two objects": (
        UPDATE,
        RAW % '[{"a":1},{"a":2}]',
        RAW % '[{"a":1},{"a":2}]',
    ),
    "an integer of 64 bits": (UPDATE, RAW % "18446744073709551615", RAW % "18446744073709551615"),
    "broken JSON with a mark before it": (LOCATION, '\ufeff{"path":}', "refused"),
    "a mark that is not at the start": (LOCATION, ' \ufeff{"path":"/a"}', "refused"),
    "bytes that are no UTF-8": (LOCATION, b'\xef\xbb\xbf{"path":"\xff"}', "refused"),
}


@pytest.mark.parametrize("shown", SETTLED)
def test_it_is_settled(outcome: Callable[[Answer], str], shown: str) -> None:
    type_, text, expected = SETTLED[shown]
    found = answers(V2, "decode", type_, [text])
    assert found.settled
    assert outcome(found.expected) == expected


@pytest.mark.parametrize(
    ("form", "member", "values"),
    [
        (
            "usual",
            "uri",
            ["file:///a", "a:", "https://[::1]:80/p?q=%20#f", "urn:x:y", "data:,x", "a+b.c-d:e"],
        ),
        ("unusual", "uri", ["", "/a", "a b:c", "1a:b", "a:b c", "a:é", "a:%zz", "a:<b>", ":a"]),
        (
            "usual",
            "lastModified",
            ["2024-02-29T23:59:59Z", "2024-01-31T00:00:00.123456789+05:30"],
        ),
        (
            "unusual",
            "lastModified",
            [
                "",
                "today",
                "2024-01-31",
                "2024-01-31T00:00:00",
                "2024-13-01T00:00:00Z",
                "2024-01-31T24:00:00Z",
                "2024-01-31 00:00:00Z",
                "٢٠٢٤-01-31T00:00:00Z",
            ],
        ),
    ],
)
def test_forms_are_told_apart(form: str, member: str, values: list[str]) -> None:
    for value in values:
        block = {"type": "image", "data": "", "mimeType": "", "annotations": {}}
        (block if member == "uri" else block["annotations"])[member] = value  # type: ignore[index]
        assert answers(V2, "decode", BLOCK, [dumps(block)]).settled is (form == "usual"), value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a":[1,"b",null]}', set()),
        ('[[{"a":1,"a":2}]]', {"member-twice"}),
        ('{"a":1e400,"a":2}', {"member-twice", "number-overflow"}),
        ('["\\ud800",0.1000000000000000055]', {"lone-surrogate", "number-beyond-double"}),
        ("[" * 128 + "]" * 128, {"deep-nesting"}),
        ("[" * 127 + '{"a":1,"a":2}' + "]" * 127, {"deep-nesting", "member-twice"}),
    ],
)
def test_a_survey_names_what_a_text_holds(text: str, found: set[str]) -> None:
    assert survey(parse(text)) == found
