"""The judge compares meanings: a table for each of the things that it takes and does not take."""

import json
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Faulted,
    FaultKind,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
)
from toolwire.conformance.judge import Objection, judge
from toolwire.conformance.oracle import oracle
from toolwire.reference import PROFILES, Rule
from toolwire.reference.shapes import Array, Object, Shape, Tagged, Untagged, Word
from toolwire.strategies.trials import Input
from toolwire.strategies.values import (
    UNKNOWN_MEMBER,
    UNKNOWN_WORDS,
    unknown_variants,
    unknown_words,
)

ID = {"toolCallId": "x"}
CALL = {**ID, "title": "x"}
A, B = {"path": "a"}, {"path": "b"}
RAW = {"type": "_x", "a": 1, "b": None, "_meta": 5}


def verdict(
    profile: str, op: str, type_: str, texts: Any, answer: Answer, rule: Rule | None = None
) -> Objection | None:
    asked = Input(op, type_, tuple(t if isinstance(t, str) else json.dumps(t) for t in texts))
    return judge(profile, asked, oracle(profile).answers(asked), answer, rule=rule)


def read(profile: str, type_: str, text: Any, got: Any, rule: Rule | None = None) -> str | None:
    """Give the kind of the objection to `got` as the reading of `text`, with its place."""
    answer = Understood(got if isinstance(got, str) else json.dumps(got))
    found = verdict(profile, "decode", type_, [text], answer, rule)
    return None if found is None else f"{found.kind} {found.pointer}".strip()


def folded(profile: str, type_: str, texts: list[Any], got: Any) -> str | None:
    found = verdict(profile, "fold", type_, texts, Understood(json.dumps(got)))
    return None if found is None else f"{found.kind} {found.pointer}".strip()


UPDATE = ("acp-v2", "ToolCallUpdate")
LOCATION = ("acp-v2", "ToolCallLocation")
CONTENT = ("acp-v2", "ToolCallContent")


@pytest.mark.parametrize(
    ("kind", "text", "got", "objection"),
    [
        # The order of keys never matters; types do, but for the spelling of numbers.
        (UPDATE, {**ID, "title": "a"}, {"title": "a", **ID}, None),
        (UPDATE, {**ID, "rawInput": True}, {**ID, "rawInput": 1}, "changed its type /rawInput"),
        (UPDATE, {**ID, "rawInput": 0}, {**ID, "rawInput": False}, "changed its type /rawInput"),
        (UPDATE, {**ID, "rawInput": 1}, {**ID, "rawInput": "1"}, "changed its type /rawInput"),
        (UPDATE, {**ID, "rawInput": 1}, {**ID, "rawInput": 1.0}, None),
        (UPDATE, '{"toolCallId":"x","rawInput":1e2}', {**ID, "rawInput": 100}, None),
        (UPDATE, {**ID, "rawInput": 1}, {**ID, "rawInput": 2}, "changed /rawInput"),
        (
            UPDATE,
            {**ID, "rawInput": {"a": [1]}},
            {**ID, "rawInput": {"a": [2]}},
            "changed /rawInput/a/0",
        ),
        (LOCATION, {"path": "x", "line": 3}, {"path": "x", "line": 3.0}, None),
        # In a merely optional member null and absent are the same.
        (LOCATION, {"path": "x"}, {"path": "x", "line": None}, None),
        (LOCATION, {"path": "x", "line": None}, {"path": "x"}, None),
        (LOCATION, {"path": "x", "line": 1}, {"path": "x"}, "lost /line"),
        (LOCATION, {"path": "x", "line": 1}, {"path": "x", "line": None}, "became null /line"),
        (LOCATION, {"path": "x"}, {"path": "x", "line": 0}, "came from nowhere /line"),
        (LOCATION, {"path": "x", "line": "3"}, {"path": "x", "line": 3}, "came from nowhere /line"),
        # In a patch member they never are.
        (UPDATE, ID, {**ID, "title": None}, "absent became null /title"),
        (UPDATE, {**ID, "title": None}, ID, "null became absent /title"),
        (UPDATE, {**ID, "title": None}, {**ID, "title": ""}, "null became a value /title"),
        (UPDATE, {**ID, "title": ""}, {**ID, "title": None}, "became null /title"),
        (UPDATE, {**ID, "content": []}, ID, "lost /content"),
        (UPDATE, ID, {**ID, "content": []}, "came from nowhere /content"),
        (UPDATE, {**ID, "_meta": {}}, {**ID, "_meta": None}, "became null /_meta"),
        # Members that the protocol does not know are not looked at.
        (UPDATE, {**ID, "x": 1}, {**ID, "x": 1}, None),
        (UPDATE, {**ID, "x": 1}, {**ID, "x": {"cleaned": True}}, None),
        (UPDATE, {**ID, "x": 1}, {**ID, "y": 2}, None),
        (UPDATE, {**ID, "Title": "a"}, {**ID, "title": "a"}, "came from nowhere /title"),
        # An unknown variant is kept whole.
        (CONTENT, RAW, RAW, None),
        (CONTENT, RAW, {"type": "_x", "a": 1, "_meta": 5}, "null became absent /b"),
        (CONTENT, RAW, {**RAW, "a": 2}, "changed /a"),
        (CONTENT, RAW, {**RAW, "c": 2}, "came from nowhere /c"),
        (CONTENT, RAW, {**RAW, "type": "_y"}, "changed /type"),
        # Lists.
        (
            UPDATE,
            {**ID, "locations": [A, B]},
            {**ID, "locations": [B]},
            "has too few items /locations",
        ),
        (
            UPDATE,
            {**ID, "locations": [A, 5]},
            {**ID, "locations": [A, {}]},
            "has extra items /locations",
        ),
        (UPDATE, {**ID, "locations": [A]}, {**ID, "locations": [B]}, "changed /locations/0/path"),
        # What is refused must not be accepted.
        (UPDATE, {}, ID, "accepted"),
        (UPDATE, "[", "[]", "accepted"),
    ],
)
def test_what_was_read(kind: tuple[str, str], text: Any, got: Any, objection: str | None) -> None:
    assert read(*kind, text, got) == objection


@pytest.mark.parametrize(
    ("type_", "text", "got", "objection"),
    [
        # A default and its absence are the same in a call; in an update there is no default.
        ("ToolCall", CALL, {**CALL, "kind": "other", "status": "pending", "content": []}, None),
        ("ToolCall", {**CALL, "kind": "other"}, CALL, None),
        ("ToolCall", {**CALL, "kind": None}, {**CALL, "kind": "other"}, None),
        ("ToolCall", CALL, {**CALL, "kind": "read"}, "changed /kind"),
        ("ToolCall", {**CALL, "kind": "read"}, CALL, "lost /kind"),
        ("ToolCallUpdate", ID, {**ID, "status": "pending"}, "came from nowhere /status"),
        ("ToolCallUpdate", {**ID, "title": None}, ID, None),
        ("ToolCallUpdate", ID, {**ID, "title": None}, None),
        ("ToolCallUpdate", {**ID, "content": []}, ID, "lost /content"),
        ("ToolCallUpdate", ID, {**ID, "content": []}, "came from nowhere /content"),
    ],
)
def test_defaults(type_: str, text: Any, got: Any, objection: str | None) -> None:
    assert read("acp-v1", type_, text, got) == objection


FIRST = {**ID, "title": "a", "status": "completed", "content": [RAW], "_meta": {"a": 1}}
CLEARED = {**ID, "title": None, "status": None, "content": None, "_meta": None}


@pytest.mark.parametrize(
    ("texts", "got", "objection"),
    [
        # What was cleared, or never set, is null, absent, empty or the default.
        ([FIRST, CLEARED], CLEARED, None),
        ([FIRST, CLEARED], ID, None),
        ([FIRST, CLEARED], {**ID, "content": [], "_meta": {}, "status": "pending"}, None),
        ([ID], {**ID, "content": [], "_meta": {}, "kind": "other", "title": None}, None),
        ([FIRST, {**ID, "content": []}], {**FIRST, "content": None}, None),
        # A value that is there must be there, and another must not.
        ([FIRST, CLEARED], {**ID, "title": "a"}, "null became a value /title"),
        ([FIRST, CLEARED], {**ID, "status": "completed"}, "null became a value /status"),
        ([FIRST], {**FIRST, "title": None}, "became null /title"),
        ([FIRST, ID], {**FIRST, "content": []}, "has too few items /content"),
        ([ID], {**ID, "title": "a"}, "came from nowhere /title"),
        ([FIRST, {**ID, "rawInput": ""}], FIRST, "lost /rawInput"),
    ],
)
def test_what_was_folded(texts: list[Any], got: Any, objection: str | None) -> None:
    assert folded(*UPDATE, texts, got) == objection


BIG = '{"toolCallId":"x","rawInput":9007199254740993}'
ROUNDED = '{"toolCallId":"x","rawInput":9007199254740992}'


def test_digits_count_only_where_a_requirement_is_about_them() -> None:
    assert read(*UPDATE, BIG, ROUNDED) is None
    assert read(*UPDATE, BIG, ROUNDED, rule=Rule.DIGITS) == "changed /rawInput"
    assert read(*UPDATE, BIG, BIG, rule=Rule.DIGITS) is None
    spelled = '{"toolCallId":"x","rawInput":1.0}'
    assert read(*UPDATE, {**ID, "rawInput": 1}, spelled, rule=Rule.DIGITS) is None


@pytest.mark.parametrize(
    ("written", "objection"),
    [
        ('{"toolCallId":"x","rawInput":NaN}', "what it wrote is not JSON"),
        ('{"toolCallId":"x",}', "what it wrote is not JSON"),
        ("{'toolCallId':'x'}", "what it wrote is not JSON"),
        ("", "what it wrote is not JSON"),
        ('\ufeff{"toolCallId":"x"}', "what it wrote is not JSON"),
        ('{"toolCallId":"x","toolCallId":"x"}', "what it wrote has a member twice"),
    ],
)
def test_what_is_written_is_strict_json(written: str, objection: str) -> None:
    found = read(*UPDATE, ID, written)
    assert found is not None
    assert found.startswith(objection)


@pytest.mark.parametrize(
    ("annotations", "got", "objection"),
    [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00", None),
        ("2026-01-02T03:04:05Z", "2026-01-02T04:04:05+01:00", None),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", "changed /annotations/lastModified"),
        ("2026-01-02T03:04:05Z", "yesterday", "changed /annotations/lastModified"),
    ],
)
def test_an_instant_may_be_spelled_otherwise(
    annotations: str, got: str, objection: str | None
) -> None:
    text, written = (
        {"type": "text", "text": "x", "annotations": {"lastModified": each}}
        for each in (annotations, got)
    )
    assert read("acp-v2", "ContentBlock", text, written) == objection


LEFT = {"name": "n", "arguments": {}}
PLACE = {"toolCallId": "x", "locations": [{"path": "p"}]}
TYPED = {"toolCallId": "x", "locations": [{"type": "ToolCallLocation", "path": "p"}]}
ENDED = {"outcome": {"outcome": "canceled"}}


@pytest.mark.parametrize(
    ("rule", "kind", "text", "got", "objection"),
    [
        (
            Rule.LEFT_OUT,
            ("subc", "ToolCallRequest"),
            LEFT,
            {**LEFT, "tool_call_id": None},
            "absent became null /tool_call_id",
        ),
        (
            Rule.CONSTANT,
            ("acp-0.0.26", "ToolCallUpdate"),
            PLACE,
            PLACE,
            "lost /locations/0/type",
        ),
        (
            Rule.CONSTANT,
            ("acp-0.0.26", "ToolCallUpdate"),
            PLACE,
            {"toolCallId": "x", "locations": [{"path": "p", "type": "x"}]},
            "changed /locations/0/type",
        ),
        (Rule.CONSTANT, ("acp-0.0.26", "ToolCallUpdate"), PLACE, TYPED, None),
        (
            Rule.ALIAS,
            ("acp-0.0.26", "RequestPermissionResponse"),
            ENDED,
            {"outcome": {"outcome": "cancelled"}},
            "changed /outcome/outcome",
        ),
        (Rule.ALIAS, ("acp-0.0.26", "RequestPermissionResponse"), ENDED, ENDED, None),
    ],
)
def test_how_it_is_written_counts_only_where_a_requirement_is_about_it(
    rule: Rule, kind: tuple[str, str], text: Any, got: Any, objection: str | None
) -> None:
    assert read(*kind, text, got) is None
    assert read(*kind, text, got, rule=rule) == objection


INIT = {"type": "init", "v": 1, "session_id": "s", "harness_version": "h"}
READ = {"line": "init", "v": 1, "session_id": "s", "harness_version": "h"}


@pytest.mark.parametrize(
    ("text", "got", "objection"),
    [
        (INIT, {**READ, "commands": [], "resumed": False, "client_tools": []}, None),
        (INIT, READ, None),
        (INIT, {**READ, "line": "other"}, "changed /line"),
        ({**INIT, "commands": ["a"]}, READ, "lost /commands"),
        ({"type": "new", "x": 1}, {"line": "other"}, None),
        ({"type": "new", "x": 1}, {"line": "new"}, "changed /line"),
        ({"type": "new", "x": 1}, {"type": "other"}, "lost /line"),
    ],
)
def test_a_line_of_megacode(text: Any, got: Any, objection: str | None) -> None:
    assert read("megacode", "Line", text, got) == objection


def test_depth_is_told_where_it_is_forgiven() -> None:
    call = {"type": "client_tool_call", "id": "c", "name": "n"}
    known = {"line": "client_tool_call", "id": "c", "name": "n"}
    plain, deep = {**call, "input": 1}, f"{json.dumps(call)[:-1]},{deep_input(128)}"
    for told in ({}, {"too_deep": False}):
        assert read("megacode", "Line", plain, {**known, "input": 1, **told}) is None
    assert read("megacode", "Line", deep, {**known, "input": None, "too_deep": True}) is None
    lost = read("megacode", "Line", deep, {**known, "input": None})
    assert lost == "lost /too_deep"
    false = read("megacode", "Line", deep, {**known, "input": None, "too_deep": False})
    assert false == "changed /too_deep"


def deep_input(depth: int) -> str:
    return f'"input":{"[" * depth}{"]" * depth}}}'


def command(text: str, answer: Answer) -> str | None:
    found = verdict("megacode", "encode", "Command", [text], answer)
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('{"t":"a\\n","n":1}\n', None),
        ('{"n": 1, "t": "\\u0061\\n"}\n', None),
        ('{"t":"a\\n","n":1}', "the line does not end in a newline"),
        ('{"t":"a\\n","n":1}\n\n', "it is more than one line"),
        ('{"t":"a\n","n":1}\n', "it is more than one line"),
        ('{"t":"b","n":1}\n', "the line says something else"),
        ('{"t":"a",}\n', "what it wrote is not JSON"),
        ("\n", "what it wrote is not JSON"),
    ],
)
def test_a_command_is_one_line_that_says_the_same(line: str, kind: str | None) -> None:
    assert command('{"t":"a\\n","n":1}', Understood(line)) == kind


def test_a_command_that_is_refused() -> None:
    assert command("{", Refused("no")) is None
    assert command("{", Understood("{\n")) == "accepted"
    assert command('{"t":1}', Refused("no")) == "refused"
    assert command('{"t":1}', Refused("no", "encode")) == "could not write it again"


LIMIT = PROFILES["megacode"].commands["Command"]


def test_the_limit_leaves_room_for_spaces_alone() -> None:
    """Who writes spaces has a longer line; into a string nobody writes any."""
    fits, over = '{"t":"' + "a" * (LIMIT - 9) + '"}', '{"t":"' + "a" * (LIMIT - 8) + '"}'
    assert command(fits, Understood(f"{fits}\n")) is None
    assert command(fits, Refused("too long")) is None
    assert command(fits, Understood(f"{{ {fits[1:]}\n")) == "the line is longer than the limit"
    assert command(over, Refused("too long")) is None
    assert command(over, Understood(f"{over}\n")) == "accepted"
    string = '"' + "a" * (LIMIT - 3) + '"'
    assert command(string, Understood(f"{string}\n")) is None
    assert command(string, Refused("too long")) == "refused"


@pytest.mark.parametrize(
    ("limit", "answer", "kind"),
    [
        (3, Understood("a\u00e9"), None),
        (2, Understood("a"), None),
        (2, Understood("a\ufffd"), "cut at another place"),
        (2, Understood(""), "cut at another place"),
        (2, Refused("no"), "refused"),
        (-1, Refused("no"), None),
        (-1, Understood(""), "accepted"),
    ],
)
def test_a_text_that_is_cut(limit: int, answer: Answer, kind: str | None) -> None:
    asked = Input("cut", "Reason", ("a\u00e9b",), limit)
    found = judge("megacode", asked, oracle("megacode").answers(asked), answer)
    assert (None if found is None else found.kind) == kind


def streamed(lines: str, answer: Answer, rule: Rule | None = None) -> str | None:
    asked = Input("stream", "Line", (lines.encode(),))
    found = judge("megacode", asked, oracle("megacode").answers(asked), answer, rule=rule)
    return None if found is None else f"{found.kind} {found.pointer}".strip()


def told(text: str) -> str:
    return json.dumps({"type": "assistant", "text": text}) + "\n"


def item(text: str) -> Understood:
    return Understood(json.dumps({"line": "assistant", "text": text}))


BAD = Refused("no message")


@pytest.mark.parametrize(
    ("lines", "items", "objection"),
    [
        (told("a"), [item("a")], None),
        (told("a") + told("b"), [item("a")], "an item was lost /1"),
        (told("a"), [item("b")], "an item changed /0/text"),
        (told("a"), [item("a"), item("a")], "an item came from nowhere /1"),
        (told("a"), [Understood("{")], "an item changed /0"),
        (told("a") + "{\n", [BAD, item("a")], None),
        (told("a") + "{\n", [item("a")], None),
        (told("a") + "{\n", [BAD], "an item was lost /0"),
        (told("a") + '{"type":"new"}\n', [item("a")], None),
        (told("a") + '{"type":"new"}\n', [item("a"), Understood('{"line":"other"}')], None),
    ],
)
def test_what_a_reader_hands_on(
    lines: str, items: list[Understood | Refused], objection: str | None
) -> None:
    assert streamed(lines, StreamItems(tuple(items))) == objection


def test_errors_count_only_where_a_requirement_is_about_them() -> None:
    lines = f"{told('a')}\n{told('b')}"
    noisy = StreamItems((item("a"), BAD, item("b")))
    assert streamed(lines, noisy) is None
    for rule in (Rule.STREAM_BLANK, Rule.STREAM_OTHER):
        assert streamed(lines, noisy, rule) == "what is no error was reported as one"
    bad = f"{told('a')}{{\n{told('b')}"
    silent = StreamItems((item("a"), item("b")))
    assert streamed(bad, silent) is None
    assert streamed(bad, silent, Rule.STREAM_BAD_TOLD) == "a bad line was not reported"
    assert streamed(bad, noisy, Rule.STREAM_BAD_TOLD) is None


def test_what_is_no_answer_to_a_stream() -> None:
    assert streamed(told("a"), Refused("no")) == "the stream was refused"
    assert streamed(told("a"), item("a")) == "answered without items"
    assert streamed(told("a"), Faulted(Fault(FaultKind.TIMEOUT, ""))) == "no answer: timeout"


SESSION = ("acp-v2", "Session")
FOR_A = {"sessionUpdate": "tool_call_update", "toolCallId": "a", "title": "A"}
STATE_A = {"toolCallId": "a", "title": "A"}


@pytest.mark.parametrize(
    ("texts", "got", "objection"),
    [
        ([FOR_A], {"a": STATE_A}, None),
        ([FOR_A], {"a": {**STATE_A, "content": [], "status": "pending"}}, None),
        ([FOR_A], {"a": {**STATE_A, "title": "B"}}, "changed /a/title"),
        ([FOR_A], {}, "lost /a"),
        ([FOR_A], {"a": STATE_A, "b": {"toolCallId": "b"}}, "came from nowhere /b"),
        ([FOR_A], [STATE_A], "changed its type"),
        ([FOR_A, {**FOR_A, "title": None}], {"a": {"toolCallId": "a"}}, None),
        ([FOR_A, {**FOR_A, "title": None}], {"a": STATE_A}, "null became a value /a/title"),
    ],
)
def test_a_session(texts: list[Any], got: Any, objection: str | None) -> None:
    assert folded(*SESSION, texts, got) == objection


def test_every_reading_of_an_oddity_is_acceptable_and_nothing_else() -> None:
    twice = '{"toolCallId":"x","title":"a","title":"b"}'
    for title in ("a", "b"):
        assert read(*UPDATE, twice, {**ID, "title": title}) is None
    assert verdict("acp-v2", "decode", "ToolCallUpdate", [twice], Refused("twice")) is None
    assert read(*UPDATE, twice, {**ID, "title": "c"}) == "changed /title"


def test_what_has_no_table_may_come_back_as_it_likes() -> None:
    text = {"sessionUpdate": "plan_update", "x": 1}
    for got in (text, {}, {"sessionUpdate": "plan_update"}):
        assert read("acp-v2", "SessionUpdate", text, got) is None
    assert verdict("acp-v2", "decode", "SessionUpdate", [text], Refused("no")) is None


@pytest.mark.parametrize(
    ("text", "answer", "kind"),
    [
        (ID, Refused("no"), "refused"),
        (ID, Refused("no", "encode"), "could not write it again"),
        ({}, Refused("no"), None),
        ({}, Refused("no", "encode"), None),
        (ID, Faulted(Fault(FaultKind.TIMEOUT, "")), "no answer: timeout"),
        ({}, Faulted(Fault(FaultKind.CRASHED, "")), "no answer: crashed"),
        (ID, StreamItems(()), "answered with a stream's items"),
    ],
)
def test_what_is_no_value(text: Any, answer: Answer, kind: str | None) -> None:
    found = verdict("acp-v2", "decode", "ToolCallUpdate", [text], answer)
    assert (None if found is None else found.kind) == kind


def test_what_is_not_supported_is_not_judged() -> None:
    with pytest.raises(TypeError):
        verdict("acp-v2", "decode", "ToolCallUpdate", [ID], Unsupported())


def shapes(shape: Shape, found: dict[int, Shape]) -> dict[int, Shape]:
    if id(shape) not in found:
        found[id(shape)] = shape
        match shape:
            case Object():
                inner = [field.shape for field in shape.fields]
            case Tagged():
                inner = [each for each in shape.variants.values() if each is not None]
                inner += [each for each in shape.elsewhere.values() if each is not None]
            case Untagged():
                inner = list(shape.variants)
            case Array():
                inner = [shape.item]
            case _:
                inner = []
        for each in inner:
            shapes(each, found)
    return found


def test_what_is_made_up_is_known_to_no_revision() -> None:
    all_shapes: dict[int, Shape] = {}
    for profile in PROFILES.values():
        for shape in profile.types.values():
            shapes(shape, all_shapes)
    words = {w for each in all_shapes.values() if isinstance(each, Word) for w in each.known}
    unions = [each for each in all_shapes.values() if isinstance(each, Tagged)]
    tags = {tag for each in unions for tag in (*each.variants, *each.elsewhere)}
    names = {
        f.name for each in all_shapes.values() if isinstance(each, Object) for f in each.fields
    }
    others = {"paused", "session", "replay_complete", "plan_removed", "subagent_update"}
    assert words
    assert tags
    for each in all_shapes.values():
        if isinstance(each, Word):
            assert not {*unknown_words(each), *UNKNOWN_WORDS} & (words | others)
        if isinstance(each, Tagged):
            made = {variant[each.tag] for variant in unknown_variants(each)}
            assert not made & (tags | others)
    assert UNKNOWN_MEMBER not in names | {each.tag for each in unions}
