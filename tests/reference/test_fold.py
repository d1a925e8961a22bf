"""What an update does to a state."""

import copy
from collections.abc import Callable

import pytest

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Refused,
    Rule,
    Trace,
    answers,
    dumps,
    fold,
    parse,
)
from toolwire.reference.fold import merge_metadata, patch
from toolwire.reference.shapes import Object

V1, V2 = PROFILES["acp-v1"], PROFILES["acp-v2"]

# What an example shows: the members beside the id of each update and of the state, and the rule
# and site that the fold touches.
V2_EXAMPLES: dict[str, tuple[list[str], str, Rule, str]] = {
    "what is omitted stays": (
        ['"title":"t","kind":"read"', '"kind":"edit"'],
        '"title":"t","kind":"edit"',
        Rule.FOLD_OMITTED,
        "ToolCallUpdate.title",
    ),
    "a value replaces": (
        ['"title":"t"', '"title":"u"'],
        '"title":"u"',
        Rule.FOLD_VALUE,
        "ToolCallUpdate.title",
    ),
    "a value is set where there was none": (
        ["", '"status":"failed"'],
        '"status":"failed"',
        Rule.FOLD_VALUE,
        "ToolCallUpdate.status",
    ),
    "null clears": (
        ['"title":"t"', '"title":null'],
        '"title":null',
        Rule.FOLD_NULL,
        "ToolCallUpdate.title",
    ),
    "what was cleared is set again": (
        ['"title":"t"', '"title":null', '"title":"u"'],
        '"title":"u"',
        Rule.FOLD_VALUE,
        "ToolCallUpdate.title",
    ),
    "a malformed value leaves what there was": (
        ['"title":"t"', '"title":5'],
        '"title":"t"',
        Rule.FOLD_MALFORMED,
        "ToolCallUpdate.title",
    ),
    "a list replaces the list": (
        [
            '"locations":[{"path":"/1"},{"path":"/2"}]',
            '"locations":[{"path":"/3"}]',
        ],
        '"locations":[{"path":"/3"}]',
        Rule.FOLD_LIST,
        "ToolCallUpdate.locations",
    ),
    "an empty list replaces the list": (
        ['"locations":[{"path":"/1"}]', '"locations":[]'],
        '"locations":[]',
        Rule.FOLD_LIST,
        "ToolCallUpdate.locations",
    ),
    "opaque JSON is replaced whole": (
        ['"rawInput":{"a":1,"b":2}', '"rawInput":{"b":null}'],
        '"rawInput":{"b":null}',
        Rule.FOLD_VALUE,
        "ToolCallUpdate.rawInput",
    ),
    "metadata merges by key": (
        ['"_meta":{"a":1,"b":2}', '"_meta":{"b":3,"c":4}'],
        '"_meta":{"a":1,"b":3,"c":4}',
        Rule.META_MERGES,
        "ToolCallUpdate._meta",
    ),
    "null in metadata removes its key": (
        ['"_meta":{"a":1,"b":2}', '"_meta":{"a":null,"c":null}'],
        '"_meta":{"b":2}',
        Rule.META_REMOVES,
        "ToolCallUpdate._meta",
    ),
    "a value in metadata replaces whole": (
        ['"_meta":{"a":{"x":1,"y":2}}', '"_meta":{"a":{"y":null}}'],
        '"_meta":{"a":{"y":null}}',
        Rule.META_WHOLE,
        "ToolCallUpdate._meta",
    ),
    "null clears all metadata": (
        ['"_meta":{"a":1}', '"_meta":null'],
        '"_meta":null',
        Rule.META_CLEARS,
        "ToolCallUpdate._meta",
    ),
    "metadata over null starts empty": (
        ['"_meta":{"a":1}', '"_meta":null', '"_meta":{"b":2,"c":null}'],
        '"_meta":{"b":2}',
        Rule.META_STARTS,
        "ToolCallUpdate._meta",
    ),
    "an empty object leaves metadata as it was": (
        ['"_meta":{"a":1}', '"_meta":{}'],
        '"_meta":{"a":1}',
        Rule.META_MERGES,
        "ToolCallUpdate._meta",
    ),
    "malformed metadata is omitted": (
        ['"_meta":{"a":1}', '"_meta":[]'],
        '"_meta":{"a":1}',
        Rule.FOLD_MALFORMED,
        "ToolCallUpdate._meta",
    ),
}

# The same for a call, which has a title, and updates of it.
V1_EXAMPLES: dict[str, tuple[list[str], str, Rule, str]] = {
    "null keeps": (
        ['"title":"t","content":[{"type":"terminal","terminalId":"x"}]', '"content":null'],
        '"title":"t","content":[{"type":"terminal","terminalId":"x"}]',
        Rule.FOLD_NULL_KEEPS,
        "ToolCall.content",
    ),
    "what is omitted stays": (
        ['"title":"t","rawInput":1', '"title":"u"'],
        '"title":"u","rawInput":1',
        Rule.FOLD_OMITTED,
        "ToolCall.rawInput",
    ),
    "an empty list clears and is left out": (
        ['"title":"t","locations":[{"path":"/1"}]', '"locations":[]'],
        '"title":"t"',
        Rule.FOLD_LIST,
        "ToolCall.locations",
    ),
    "a default is left out again": (
        ['"title":"t","kind":"read","status":"failed"', '"kind":"_x","status":"pending"'],
        '"title":"t"',
        Rule.FOLD_VALUE,
        "ToolCall.kind",
    ),
    "an unknown status leaves what there was": (
        ['"title":"t","status":"failed"', '"status":"_x"'],
        '"title":"t","status":"failed"',
        Rule.FOLD_MALFORMED,
        "ToolCall.status",
    ),
    "the metadata of an update is its own": (
        ['"title":"t","_meta":{"a":1}', '"_meta":{"b":2}'],
        '"title":"t","_meta":{"a":1}',
        Rule.META_STAYS,
        "ToolCall._meta",
    ),
}


def text(members: str) -> str:
    return '{"toolCallId":"a"' + (f",{members}" if members else "") + "}"


@pytest.mark.parametrize("shown", V2_EXAMPLES)
def test_v2(outcome: Callable[[Answer], str], shown: str) -> None:
    updates, state, rule, site = V2_EXAMPLES[shown]
    found = answers(V2, "fold", "ToolCallUpdate", [text(update) for update in updates])
    assert found.settled
    assert outcome(found.expected) == text(state)
    assert (rule, site) in found.trace


@pytest.mark.parametrize("shown", V1_EXAMPLES)
def test_v1(outcome: Callable[[Answer], str], shown: str) -> None:
    updates, state, rule, site = V1_EXAMPLES[shown]
    found = answers(V1, "fold", "ToolCall", [text(update) for update in updates])
    assert found.settled
    assert outcome(found.expected) == text(state)
    assert (rule, site) in found.trace


def test_one_text_folds_to_itself() -> None:
    assert dumps(fold(V2, "ToolCallUpdate", [text('"title":null')])) == text('"title":null')


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_refused_text_refuses_the_fold(at: int) -> None:
    texts = [text(""), text('"title":"t"'), text("")]
    texts[at] = '{"toolCallId":5}'
    trace = answers(V2, "fold", "ToolCallUpdate", texts).trace
    assert (Rule.FOLD_REFUSED, "ToolCallUpdate") in trace
    with pytest.raises(Refused) as refused:
        fold(V2, "ToolCallUpdate", texts)
    assert refused.value.pointer == "/toolCallId"


def test_the_first_text_of_v1_is_a_whole_call() -> None:
    with pytest.raises(Refused, match="title is missing"):
        fold(V1, "ToolCall", [text('"kind":"read"'), text('"title":"t"')])


def test_a_fold_needs_a_text_and_a_type_that_has_one() -> None:
    with pytest.raises(ValueError, match="at least one text"):
        fold(V2, "ToolCallUpdate", [])
    with pytest.raises(KeyError):
        fold(V2, "Diff", ["{}"])


def test_what_only_the_fold_decides_is_not_noted_by_a_decode() -> None:
    trace = answers(V2, "decode", "ToolCallUpdate", [text('"title":5,"_meta":{"a":null}')]).trace
    assert not {rule for rule, _ in trace if rule.startswith(("fold-", "meta-"))}


def test_an_oddity_of_any_text_unsettles_the_fold() -> None:
    found = answers(
        V2, "fold", "ToolCallUpdate", [text('"title":"t"'), text('"title":"u","title":"v"')]
    )
    assert {type(answer) for answer in found.acceptable} > {Accepted}
    assert found.oddities == {"member-twice"}


# A fold changes nothing that it is given.

V2_UPDATE = V2.types["ToolCallUpdate"]
V1_CALL, V1_UPDATE = V1.types["ToolCall"], V1.types["ToolCallUpdate"]


@pytest.mark.parametrize(
    ("shapes", "state", "update"),
    [
        (
            (V2_UPDATE, V2_UPDATE),
            '"title":"t","content":[{"type":"_x"}],"_meta":{"a":{"x":1},"b":2}',
            '"title":null,"content":[],"rawInput":{"k":[1]},"_meta":{"a":null,"c":{"y":2}}',
        ),
        (
            (V1_CALL, V1_UPDATE),
            '"title":"t","status":"failed","locations":[{"path":"/1"}],"_meta":{"a":1}',
            '"status":"pending","locations":[],"rawInput":{"k":[1]},"_meta":{"b":1}',
        ),
    ],
)
def test_a_patch_changes_neither_state_nor_update(
    shapes: tuple[Object, Object], state: str, update: str
) -> None:
    before, change = parse(text(state)), parse(text(update))
    kept = copy.deepcopy((before, change))
    trace: Trace = set()
    once = patch(*shapes, before, change, trace)
    assert (before, change) == kept
    assert patch(*shapes, before, change) == once
    again = patch(*shapes, once, parse(text('"title":"z","_meta":{"d":1}')))
    assert again != once
    assert (before, change) == kept
    assert patch(*shapes, before, change) == once


def test_metadata_is_merged_into_a_new_object() -> None:
    stored, update = {"a": 1}, {"a": None, "b": 2}
    assert merge_metadata(stored, update) == {"b": 2}
    assert (stored, update) == ({"a": 1}, {"a": None, "b": 2})
    assert merge_metadata(None, {"a": None}) == {}
    assert merge_metadata(stored, {}) is not stored


def test_a_list_that_was_malformed_is_each_texts_own() -> None:
    plan = '{"sessionUpdate":"plan","entries":5}'
    [first] = answers(V1, "decode", "SessionUpdate", [plan]).acceptable
    assert isinstance(first, Accepted)
    first.value["entries"].append("spoiled")
    assert answers(V1, "decode", "SessionUpdate", [plan]).expected == Accepted(
        {"sessionUpdate": "plan", "entries": []}
    )
