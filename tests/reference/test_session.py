"""What the updates of a session leave of its calls."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Rule,
    SourceText,
    answers,
    dumps,
    fold,
    parse,
)

V1, V2, NEWER = (PROFILES[name] for name in ("acp-v1", "acp-v2", "acp-v2-1.20"))


def started(id_: str, members: str = '"title":"t"') -> str:
    return update(id_, members, "tool_call")


def update(id_: str, members: str = "", kind: str = "tool_call_update") -> str:
    rest = f",{members}" if members else ""
    return f'{{"sessionUpdate":"{kind}","toolCallId":"{id_}"{rest}}}'


def chunk(id_: str, content: str) -> str:
    return update(id_, f'"content":{content}', "tool_call_content_chunk")


def terminal(name: str) -> str:
    return f'{{"type":"terminal","terminalId":"{name}"}}'


X, Y, Z = (terminal(name) for name in "xyz")
CONTENT = "ToolCallUpdate.content"

# What an example shows: the updates, the members beside the id of each call's state, and the rule
# and site that the session touches.
V2_EXAMPLES: dict[str, tuple[list[str], dict[str, str], Rule, str]] = {
    "an update makes a call": (
        [update("a", '"title":"t","kind":null,"content":[]')],
        {"a": '"title":"t","kind":null,"content":[]'},
        Rule.SESSION_CREATES,
        "Session",
    ),
    "an update without members makes a call": (
        [update("a")],
        {"a": ""},
        Rule.SESSION_CREATES,
        "Session",
    ),
    "an id may be empty": ([update("")], {"": ""}, Rule.SESSION_CREATES, "Session"),
    "an update patches its call": (
        [update("a", '"title":"t","kind":"read"'), update("a", '"title":null,"status":"failed"')],
        {"a": '"title":null,"kind":"read","status":"failed"'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    "what is malformed in an update leaves what there was": (
        [update("a", '"title":"t"'), update("a", '"title":5')],
        {"a": '"title":"t"'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    "metadata merges by key": (
        [update("a", '"_meta":{"k":1,"l":2}'), update("a", '"_meta":{"l":null,"m":3}')],
        {"a": '"_meta":{"k":1,"m":3}'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    "the metadata of a chunk is its own": (
        [
            update("a", '"_meta":{"k":1}'),
            update("a", f'"content":{X},"_meta":{{"k":2}}', "tool_call_content_chunk"),
        ],
        {"a": f'"content":[{X}],"_meta":{{"k":1}}'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:nothing",
    ),
    # Chunks
    "a chunk is the first content": (
        [update("a", '"title":"t"'), chunk("a", X)],
        {"a": f'"title":"t","content":[{X}]'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:nothing",
    ),
    "a chunk is the first content of an empty list": (
        [update("a", '"content":[]'), chunk("a", X)],
        {"a": f'"content":[{X}]'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:nothing",
    ),
    "a chunk is the first content after null": (
        [update("a", f'"content":[{X}]'), update("a", '"content":null'), chunk("a", Y)],
        {"a": f'"content":[{Y}]'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:cleared",
    ),
    "a chunk goes behind a list": (
        [update("a", f'"content":[{X}]'), chunk("a", Y), chunk("a", X)],
        {"a": f'"content":[{X},{Y},{X}]'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:list",
    ),
    "a chunk of an unknown content is kept whole": (
        [update("a"), chunk("a", '{"type":"_mine","x":1}')],
        {"a": '"content":[{"type":"_mine","x":1}]'},
        Rule.CHUNK_APPENDS,
        f"{CONTENT}:nothing",
    ),
    "a later content replaces all chunks": (
        [update("a"), chunk("a", X), chunk("a", Y), update("a", f'"content":[{Z}]')],
        {"a": f'"content":[{Z}]'},
        Rule.CONTENT_REPLACES,
        "Session",
    ),
    "a later null clears all chunks": (
        [update("a"), chunk("a", X), update("a", '"content":null')],
        {"a": '"content":null'},
        Rule.CONTENT_REPLACES,
        "Session",
    ),
    "a later empty list clears all chunks": (
        [update("a"), chunk("a", X), update("a", '"content":[]')],
        {"a": '"content":[]'},
        Rule.CONTENT_REPLACES,
        "Session",
    ),
    "an update without content leaves the chunks": (
        [update("a"), chunk("a", X), update("a", '"title":"t"'), chunk("a", Y)],
        {"a": f'"title":"t","content":[{X},{Y}]'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    # Other updates, and several calls
    "another update changes nothing": (
        [update("a", '"title":"t"'), update("a", '"title":"u"', "_mine")],
        {"a": '"title":"t"'},
        Rule.SESSION_OTHER,
        "Session",
    ),
    "another update makes no call": (
        [update("b", '"title":"u"', "_mine"), update("a")],
        {"a": ""},
        Rule.SESSION_OTHER,
        "Session",
    ),
    "another update alone leaves no call": (
        ['{"sessionUpdate":"_mine"}'],
        {},
        Rule.SESSION_OTHER,
        "Session",
    ),
    "two calls never mix": (
        [
            update("a", '"title":"t","_meta":{"k":1}'),
            update("b", '"kind":"read"'),
            chunk("a", X),
            update("b", '"title":"u","_meta":{"l":2}'),
            chunk("b", Y),
            update("a", '"status":"failed"'),
        ],
        {
            "a": f'"title":"t","_meta":{{"k":1}},"content":[{X}],"status":"failed"',
            "b": f'"kind":"read","title":"u","_meta":{{"l":2}},"content":[{Y}]',
        },
        Rule.SESSION_IDS,
        "Session",
    ),
    "an id has a case, and is a text as it stands": (
        [update("a"), update("A", '"title":"t"'), update(" a"), update("\\u0061", '"kind":"read"')],
        {"a": '"kind":"read"', "A": '"title":"t"', " a": ""},
        Rule.SESSION_IDS,
        "Session",
    ),
    "names that are special elsewhere are ids here": (
        [update("__proto__", '"title":"t"'), update("constructor"), update("toString")],
        {"__proto__": '"title":"t"', "constructor": "", "toString": ""},
        Rule.SESSION_IDS,
        "Session",
    ),
}

V1_EXAMPLES: dict[str, tuple[list[str], dict[str, str], Rule, str]] = {
    "a tool call makes a call": (
        [started("a", '"title":"t","kind":"other","content":[],"status":"failed"')],
        {"a": '"title":"t","status":"failed"'},
        Rule.SESSION_CREATES,
        "Session",
    ),
    "an update patches its call": (
        [started("a"), update("a", '"title":null,"kind":"read"'), update("a", '"title":"u"')],
        {"a": '"title":"u","kind":"read"'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    "an update leaves the metadata": (
        [started("a", '"title":"t","_meta":{"k":1}'), update("a", '"_meta":{"l":2}')],
        {"a": '"title":"t","_meta":{"k":1}'},
        Rule.SESSION_PATCHES,
        "Session",
    ),
    "a list replaces the list, and an empty one clears it": (
        [
            started("a", f'"title":"t","content":[{X},{Y}],"locations":[{{"path":"/1"}}]'),
            update("a", f'"content":[{Z}],"locations":[]'),
        ],
        {"a": f'"title":"t","content":[{Z}]'},
        Rule.CONTENT_REPLACES,
        "Session",
    ),
    "another update changes nothing": (
        [
            started("a"),
            '{"sessionUpdate":"plan","entries":[]}',
            '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}',
        ],
        {"a": '"title":"t"'},
        Rule.SESSION_OTHER,
        "Session",
    ),
    "two calls never mix": (
        [
            started("a"),
            started("b", '"title":"u"'),
            update("a", '"kind":"read"'),
            update("b", '"status":"failed"'),
        ],
        {"a": '"title":"t","kind":"read"', "b": '"title":"u","status":"failed"'},
        Rule.SESSION_IDS,
        "Session",
    ),
}


def states(calls: dict[str, str]) -> dict[str, Any]:
    return {
        id_: parse(dumps({"toolCallId": id_})[:-1] + (f",{members}" if members else "") + "}")
        for id_, members in calls.items()
    }


@pytest.mark.parametrize("profile", [V2, NEWER], ids=["acp-v2", "acp-v2-1.20"])
@pytest.mark.parametrize("shown", V2_EXAMPLES)
def test_v2(profile: Any, shown: str) -> None:
    updates, calls, rule, site = V2_EXAMPLES[shown]
    found = answers(profile, "fold", "Session", updates)
    assert found.settled
    assert found.expected == Accepted(states(calls))
    assert (rule, site) in found.trace


@pytest.mark.parametrize("shown", V1_EXAMPLES)
def test_v1(shown: str) -> None:
    updates, calls, rule, site = V1_EXAMPLES[shown]
    found = answers(V1, "fold", "Session", updates)
    assert found.settled
    assert found.expected == Accepted(states(calls))
    assert (rule, site) in found.trace


def test_capabilities_of_the_newer_revision_are_patched() -> None:
    updates = [update("a", '"capabilities":{"cancel":{}}'), update("a", '"capabilities":null')]
    assert answers(NEWER, "fold", "Session", updates).acceptable == (
        Accepted({"a": {"toolCallId": "a", "capabilities": None}}),
    )


# What no document decides: the updates, and all that may come of them, the original's first.

NOTICE = '{"sessionUpdate":"notice"}'
OPEN: dict[str, tuple[str, str, list[SourceText], list[dict[str, str] | str]]] = {
    "a chunk before its call": (
        "acp-v2",
        "chunk-before-call",
        [update("b"), chunk("a", X), update("a", '"title":"t"')],
        [
            {"b": "", "a": f'"content":[{X}],"title":"t"'},
            {"b": "", "a": '"title":"t"'},
            "refused",
        ],
    ),
    "a refused update": (
        "acp-v2",
        "refused-in-session",
        [update("a"), '{"sessionUpdate":"tool_call_update","toolCallId":5}', update("b")],
        ["refused at /toolCallId", {"a": "", "b": ""}],
    ),
    "a refused update that is no JSON": (
        "acp-v2",
        "refused-in-session",
        [update("a"), "nope"],
        ["refused", {"a": ""}],
    ),
    "a refused update that is no UTF-8": (
        "acp-v2",
        "refused-in-session",
        [b'{"sessionUpdate":"_\xff"}', update("a")],
        ["refused", {"a": ""}],
    ),
    "a null key when a call is made": (
        "acp-v2",
        "null-key-at-start",
        [update("a", '"_meta":{"k":null,"l":1}'), update("a", '"_meta":{"m":2}')],
        [{"a": '"_meta":{"l":1,"m":2}'}, {"a": '"_meta":{"k":null,"l":1,"m":2}'}],
    ),
    "null keys alone when a call is made": (
        "acp-v2",
        "null-key-at-start",
        [update("a", '"_meta":{"k":null}')],
        [{"a": '"_meta":{}'}, {"a": '"_meta":{"k":null}'}],
    ),
    "a known update without a table": (
        "acp-v2",
        "untold-in-session",
        [update("a"), NOTICE],
        [{"a": ""}, "refused"],
    ),
    "an update before its call": (
        "acp-v1",
        "update-before-call",
        [started("b"), update("a", '"kind":"read"')],
        [{"b": '"title":"t"', "a": '"kind":"read"'}, {"b": '"title":"t"'}, "refused"],
    ),
    "an update before its call, which then is started": (
        "acp-v1",
        "update-before-call second-tool-call",
        [update("a", '"kind":"read"'), started("a")],
        [
            {"a": '"title":"t"'},
            {"a": '"kind":"read","title":"t"'},
            {"a": '"kind":"read"'},
            "refused",
        ],
    ),
    "a second tool call": (
        "acp-v1",
        "second-tool-call",
        [started("a", '"title":"t","kind":"read"'), started("a", '"title":"u","status":"failed"')],
        [
            {"a": '"title":"u","status":"failed"'},
            {"a": '"title":"u","kind":"read","status":"failed"'},
            {"a": '"title":"t","kind":"read"'},
            "refused",
        ],
    ),
    "a refused tool call": (
        "acp-v1",
        "refused-in-session",
        [started("a"), '{"sessionUpdate":"tool_call","toolCallId":"b"}'],
        ["refused", {"a": '"title":"t"'}],
    ),
    "an unknown update of v1": (
        "acp-v1",
        "refused-in-session",
        [started("a"), '{"sessionUpdate":"_mine"}'],
        ["refused", {"a": '"title":"t"'}],
    ),
    "a known update of v1 without a table": (
        "acp-v1",
        "untold-in-session",
        ['{"sessionUpdate":"current_mode_update"}', started("a")],
        [{"a": '"title":"t"'}, "refused"],
    ),
}


@pytest.mark.parametrize("shown", OPEN)
def test_it_is_unsettled(outcome: Callable[[Answer], str], shown: str) -> None:
    name, oddities, updates, outcomes = OPEN[shown]
    found = answers(PROFILES[name], "fold", "Session", updates)
    assert found.oddities == set(oddities.split())
    assert not found.settled
    expected = [each if isinstance(each, str) else states(each) for each in outcomes]
    written = [
        answer.value if isinstance(answer, Accepted) else outcome(answer)
        for answer in found.acceptable
    ]
    assert written[0] == expected[0]
    assert all(each in written for each in expected)
    assert len(written) == len(expected)


@pytest.mark.parametrize("shown", OPEN)
def test_the_trace_tells_an_odd_session(shown: str) -> None:
    name, oddities, updates, _ = OPEN[shown]
    trace = answers(PROFILES[name], "fold", "Session", updates).trace
    rules = {rule for rule, site in trace if site == "Session"}
    is_odd = "untold-in-session" not in oddities and oddities != "null-key-at-start"
    assert (Rule.SESSION_ODD in rules) is is_odd
    assert (Rule.SESSION_OTHER in rules) is ("untold-in-session" in oddities)
    assert Rule.FOLD_REFUSED not in rules


def test_an_update_that_nobody_refuses_is_settled_though_it_is_odd() -> None:
    found = answers(V2, "fold", "Session", [update("a", '"title":3.0'), update("a", '"title":"t"')])
    assert found.settled
    assert found.expected == Accepted({"a": {"toolCallId": "a", "title": "t"}})


def test_an_oddity_of_an_update_unsettles_the_session(outcome: Callable[[Answer], str]) -> None:
    found = answers(V2, "fold", "Session", [update("a", '"locations":[{"path":"/a","line":3.0}]')])
    assert found.oddities == {"integral-float"}
    assert [outcome(answer) for answer in found.acceptable] == [
        '{"a":{"toolCallId":"a","locations":[{"path":"/a"}]}}',
        '{"a":{"toolCallId":"a","locations":[{"path":"/a","line":3}]}}',
    ]


def test_a_session_needs_a_text_and_a_profile_that_has_one() -> None:
    with pytest.raises(ValueError, match="at least one text"):
        fold(V2, "Session", [])
    for name in ("acp-0.0.26", "megacode", "subc"):
        with pytest.raises(KeyError):
            fold(PROFILES[name], "Session", [update("a")])


def test_plain_fold_gives_the_first_answer() -> None:
    updates = [update("a", '"_meta":{"k":null}'), chunk("b", X)]
    state = fold(V2, "Session", updates)
    assert state == {
        "a": {"toolCallId": "a", "_meta": {}},
        "b": {"toolCallId": "b", "content": [{"type": "terminal", "terminalId": "x"}]},
    }
    assert answers(V2, "fold", "Session", updates).expected == Accepted(state)


def test_the_states_of_different_readings_share_nothing_that_changes() -> None:
    updates = [chunk("a", X), chunk("a", Y), update("b"), chunk("b", X)]
    found = answers(V2, "fold", "Session", updates)
    kept = copy.deepcopy(found.acceptable)
    first = found.acceptable[0]
    assert isinstance(first, Accepted)
    first.value["b"]["content"].append("spoiled")
    assert found.acceptable[1:] == kept[1:]
