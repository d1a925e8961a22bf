"""A value is written as a text that means it, or not at all."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.reference import (
    PROFILES,
    Profile,
    Refused,
    decode,
    dumps,
    encode,
    fold,
    parse,
    same,
)
from toolwire.strategies.drawn import well_formed

V1, V2 = PROFILES["acp-v1"], PROFILES["acp-v2"]

# megacode's normal form is not what stands on the wire: nobody writes it.
TYPES = [
    (profile, type_)
    for profile in PROFILES.values()
    if profile.name != "megacode"
    for type_ in profile.types
]


@pytest.mark.parametrize(
    ("profile", "type_", "value"),
    [
        (V2, "ToolKind", "_mine"),
        (V2, "ToolCallUpdate", {"toolCallId": "é", "title": None, "_meta": {"a": None}}),
        (V2, "ToolCallUpdate", {"toolCallId": "a", "content": [{"type": "_x", "_meta": 5}]}),
        (V1, "ToolCall", {"toolCallId": "a", "title": "t", "rawInput": [0.5, 2**63]}),
    ],
)
def test_a_value_in_normal_form_is_written(profile: Profile, type_: str, value: Any) -> None:
    assert encode(profile, type_, value) == dumps(value)


@pytest.mark.parametrize(
    ("profile", "type_", "value", "pointer"),
    [
        (V2, "ToolKind", 5, ""),
        (V2, "ToolCallUpdate", {"title": "t"}, ""),
        (V2, "ToolCallUpdate", {"toolCallId": 1}, "/toolCallId"),
        (V2, "ToolCallUpdate", {"toolCallId": "a", "title": 5}, "/title"),
        (V2, "ToolCallUpdate", {"toolCallId": "a", "raw_input": 5}, "/raw_input"),
        (
            V2,
            "ToolCallUpdate",
            {"toolCallId": "a", "locations": [{"path": "/a"}, 7]},
            "/locations/1",
        ),
        (V2, "ToolCallLocation", {"path": "/a", "line": None}, "/line"),
        (V2, "ToolCallLocation", {"path": "/a", "line": "3"}, "/line"),
        (V2, "ToolCallLocation", {"path": "\ud800"}, "/path"),
        (V1, "ToolCallUpdate", {"toolCallId": "a", "kind": "_mine"}, "/kind"),
        (V1, "ToolCall", {"toolCallId": "a", "title": "t", "kind": "other"}, "/kind"),
        (V1, "ToolCall", {"toolCallId": "a", "title": "t", "content": []}, "/content"),
        (V1, "RequestPermissionResponse", {"outcome": {"outcome": "canceled"}}, "/outcome"),
    ],
)
def test_a_value_that_would_not_come_back_is_refused(
    profile: Profile, type_: str, value: Any, pointer: str
) -> None:
    with pytest.raises(Refused) as refused:
        encode(profile, type_, value)
    assert refused.value.pointer == pointer


DRAWN = {(profile.name, type_): well_formed(profile.types[type_]) for profile, type_ in TYPES}
FIXED = settings(database=None, derandomize=True, deadline=None, max_examples=40)


@pytest.mark.parametrize(
    ("profile", "type_"), TYPES, ids=[f"{profile.name} {type_}" for profile, type_ in TYPES]
)
@FIXED
@given(data=st.data())
def test_reading_what_was_written_gives_it_back(
    profile: Profile, type_: str, data: st.DataObject
) -> None:
    text = dumps(data.draw(DRAWN[profile.name, type_]))
    value = decode(profile, type_, text)
    written = encode(profile, type_, value)
    assert same(decode(profile, type_, written), value)
    assert encode(profile, type_, parse(written)) == written


@FIXED
@given(st.lists(well_formed(V2.types["ToolCallUpdate"]), min_size=1, max_size=4))
def test_a_v2_state_is_an_update_that_makes_it(updates: list[dict[str, Any]]) -> None:
    texts = [dumps({**update, "toolCallId": "a"}) for update in updates]
    state = fold(V2, "ToolCallUpdate", texts)
    assert same(fold(V2, "ToolCallUpdate", [encode(V2, "ToolCallUpdate", state)]), state)
    assert state.keys() == {"toolCallId"}.union(*updates)


@FIXED
@given(
    well_formed(V1.types["ToolCall"]),
    st.lists(well_formed(V1.types["ToolCallUpdate"]), max_size=3),
)
def test_a_v1_state_is_a_call(call: dict[str, Any], updates: list[dict[str, Any]]) -> None:
    state = fold(V1, "ToolCall", [dumps(call), *map(dumps, updates)])
    assert same(decode(V1, "ToolCall", encode(V1, "ToolCall", state)), state)
