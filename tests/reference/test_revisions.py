"""A revision is another's table with a few changes, and each knows what the other knows."""

from typing import Any

import pytest

from toolwire.reference import PROFILES, Profile
from toolwire.reference import acp_v2 as old
from toolwire.reference import acp_v2_1_20 as new
from toolwire.reference.revisions import (
    Change,
    bounded,
    named,
    reconciled,
    revised,
    with_fields,
    with_variants,
    with_words,
)
from toolwire.reference.shapes import (
    Array,
    Integer,
    Object,
    Opaque,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    optional,
    required,
)

LEAF = Object("Leaf", (required("n", Integer(0, 9)), optional("_meta", Opaque(is_object=True))))
COLOUR = Word("Colour", ("red", "blue"), Unknown.KEPT)
KIND = Tagged("Kind", "type", {"leaf": LEAF, "far": None}, raw=Object("OtherKind", ()))
EITHER = Untagged("Either", (KIND, Text()))
ROOT = Object(
    "Root",
    (
        required("leaf", LEAF),
        required("leaves", Array(LEAF)),
        required("either", EITHER),
        required("kinds", Array(KIND, skips=True)),
        optional("colour", COLOUR),
    ),
)
APART = Object("Apart", (required("colour", COLOUR), required("text", Text())))
FIRST = Profile("first", {"Root": ROOT, "Leaf": LEAF, "Apart": APART})


def test_the_shapes_of_a_profile_are_named_once_the_outer_ones_first() -> None:
    found = list(named(FIRST))
    assert [name for name, _ in found] == [
        "Root",
        "Leaf",
        "Apart",
        "Either",
        "Colour",
        "Kind",
        "OtherKind",
    ]
    assert all(getattr(shape, "name", None) == name for name, shape in found)
    assert dict(found)["Kind"] is KIND


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_named_type_of_a_protocol_is_found(profile: Profile) -> None:
    found = dict(named(profile))
    assert found.keys() >= profile.types.keys()
    assert all(found[name] is shape for name, shape in profile.types.items())


# Changes


def changed(change: Change, shape: Any) -> Any:
    """Give what a change makes of a shape, of whatever kind it is."""
    return change(shape)


def test_fields_are_added_before_the_metadata() -> None:
    shape = changed(with_fields(required("a", Text()), optional("b", Text())), LEAF)
    assert list(shape.by_name) == ["n", "a", "b", "_meta"]
    assert [field.name for field in shape.fields] == ["n", "a", "b", "_meta"]
    assert [field.name for field in changed(with_fields(required("a", Text())), APART).fields] == [
        "colour",
        "text",
        "a",
    ]


def test_metadata_that_is_added_comes_last() -> None:
    meta = optional("_meta", Opaque(is_object=True))
    assert changed(with_fields(meta), APART).fields[-1] is meta


def test_a_number_is_given_other_bounds() -> None:
    shape = changed(bounded("n", 1, 5), LEAF)
    assert shape.by_name["n"].shape == Integer(1, 5)
    assert shape.by_name["_meta"] is LEAF.by_name["_meta"]


def test_words_and_variants_are_added_to_those_there_are() -> None:
    assert changed(with_words("green"), COLOUR).known == ("red", "blue", "green")
    shape = changed(with_variants({"new": LEAF, "newer": None}), KIND)
    assert list(shape.variants) == ["leaf", "far", "new", "newer"]
    assert shape.raw is KIND.raw


# A revision


def test_a_changed_shape_is_changed_wherever_it_stands_and_stays_one() -> None:
    second = revised(FIRST, "second", {"Leaf": bounded("n", 1, 5)})
    leaf, root = second.types["Leaf"], second.types["Root"]
    assert isinstance(leaf, Object)
    assert isinstance(root, Object)
    assert leaf.by_name["n"].shape == Integer(1, 5)
    assert root.by_name["leaf"].shape is leaf
    leaves, either, kinds = (root.by_name[name].shape for name in ("leaves", "either", "kinds"))
    assert isinstance(leaves, Array)
    assert isinstance(either, Untagged)
    assert isinstance(kinds, Array)
    assert leaves.item is leaf
    [kind, _] = either.variants
    assert kinds.item is kind
    assert kinds.skips
    assert isinstance(kind, Tagged)
    assert kind.variants == {"leaf": leaf, "far": None}
    assert kind.variants["leaf"] is leaf
    assert kind.raw is KIND.raw


def test_what_is_not_changed_is_the_same_object() -> None:
    second = revised(FIRST, "second", {"Leaf": bounded("n", 1, 5)})
    assert second.types["Apart"] is APART
    root = second.types["Root"]
    assert isinstance(root, Object)
    assert root.by_name["colour"].shape is COLOUR
    same = revised(FIRST, "same", {})
    assert all(same.types[name] is shape for name, shape in FIRST.types.items())


def test_a_revision_changes_nothing_of_the_profile_that_it_comes_from() -> None:
    before = dict(FIRST.types)
    second = revised(FIRST, "second", {"Leaf": bounded("n", 1, 5), "Colour": with_words("green")})
    assert second.name == "second"
    assert FIRST.types == before
    assert FIRST.name == "first"
    assert LEAF.by_name["n"].shape == Integer(0, 9)
    assert COLOUR.known == ("red", "blue")


def test_an_outer_shape_is_changed_with_its_inner_ones_changed_before() -> None:
    second = revised(
        FIRST,
        "second",
        {"Root": with_fields(required("new", Text())), "Leaf": bounded("n", 1, 5)},
    )
    root = second.types["Root"]
    assert isinstance(root, Object)
    assert list(root.by_name)[-1] == "new"
    assert root.by_name["leaf"].shape is second.types["Leaf"]


@pytest.mark.parametrize("name", ["Leav", "leaf", "n"])
def test_a_name_that_no_shape_has_is_a_mistake(name: str) -> None:
    with pytest.raises(LookupError, match=f"^first has no shape {name}$"):
        revised(FIRST, "second", {"Colour": with_words("green"), name: with_words("x")})


def test_a_revision_keeps_what_can_be_done_with_its_types() -> None:
    assert new.PROFILE.folds == old.PROFILE.folds
    assert new.PROFILE.streams == old.PROFILE.streams
    assert new.PROFILE.methods == old.PROFILE.methods
    assert list(new.PROFILE.types) == list(old.PROFILE.types)


# What is between two revisions

SECOND = revised(
    FIRST,
    "second",
    {
        "Leaf": bounded("n", 1, 5),
        "Kind": with_variants({"new": APART, "newer": None}),
        "Colour": with_words("green"),
    },
)


def test_bounds_of_the_other_revision_are_noted_in_both() -> None:
    for here, other, bounds, elsewhere in (
        (FIRST, SECOND, (0, 9), (1, 5)),
        (SECOND, FIRST, (1, 5), (0, 9)),
    ):
        leaf = reconciled(here, other).types["Leaf"]
        assert isinstance(leaf, Object)
        assert leaf.by_name["n"].shape == Integer(*bounds, elsewhere=elsewhere)


def test_variants_that_only_the_other_revision_knows_are_noted() -> None:
    kind = dict(named(reconciled(FIRST, SECOND)))["Kind"]
    assert isinstance(kind, Tagged)
    assert list(kind.variants) == ["leaf", "far"]
    assert kind.elsewhere == {"new": APART, "newer": None}
    kind = dict(named(reconciled(SECOND, FIRST)))["Kind"]
    assert isinstance(kind, Tagged)
    assert kind.elsewhere == {}


def test_a_shape_that_has_no_twin_or_an_equal_one_stays_as_it_is() -> None:
    other = Profile("other", {"Apart": APART})
    assert reconciled(FIRST, other).types["Root"] is ROOT
    assert reconciled(FIRST, other).types["Leaf"] is LEAF
    noted = reconciled(FIRST, SECOND)
    assert noted.types["Apart"] is APART
    assert dict(named(noted))["Colour"] is COLOUR


def test_a_twin_of_another_kind_is_none() -> None:
    other = Profile("other", {"Leaf": Word("Leaf", ("x",), Unknown.KEPT), "Kind": LEAF})
    assert reconciled(FIRST, other).types["Root"] is ROOT


def test_a_noted_shape_stays_one_wherever_it_stands() -> None:
    noted = reconciled(FIRST, SECOND)
    root = noted.types["Root"]
    assert isinstance(root, Object)
    leaves = root.by_name["leaves"].shape
    assert isinstance(leaves, Array)
    assert root.by_name["leaf"].shape is leaves.item is noted.types["Leaf"]
    assert noted.name == "first"


@pytest.mark.parametrize("name", ["acp-v2", "acp-v2-1.20"])
def test_a_type_of_v2_is_one_shape_wherever_it_stands(name: str) -> None:
    types = PROFILES[name].types
    update, notification, chunk, session_update = (
        types[name]
        for name in (
            "ToolCallUpdate",
            "SessionNotification",
            "ToolCallContentChunk",
            "SessionUpdate",
        )
    )
    assert isinstance(update, Object)
    assert isinstance(notification, Object)
    assert isinstance(chunk, Object)
    assert isinstance(session_update, Tagged)
    assert notification.by_name["update"].shape is session_update
    assert session_update.variants["tool_call_update"] is update
    assert session_update.variants["tool_call_content_chunk"] is chunk
    contents, locations = (update.by_name[name].shape for name in ("content", "locations"))
    assert isinstance(contents, Array)
    assert isinstance(locations, Array)
    assert contents.item is types["ToolCallContent"] is chunk.by_name["content"].shape
    assert locations.item is types["ToolCallLocation"]


def test_what_the_revisions_of_v2_know_of_one_another() -> None:
    elsewhere: dict[str, set[str]] = {"acp-v2": set(), "acp-v2-1.20": set()}
    for name, found in elsewhere.items():
        for called, shape in named(PROFILES[name]):
            if isinstance(shape, Tagged):
                found |= {f"{called}:{tag}" for tag in shape.elsewhere}
            if isinstance(shape, Object):
                found |= {
                    f"{called}.{field.name} {field.shape.elsewhere}"
                    for field in shape.fields
                    if isinstance(field.shape, Integer) and field.shape.elsewhere
                }
    assert elsewhere == {
        "acp-v2": {
            "SessionUpdate:plan_removed",
            "SessionUpdate:replay_complete",
            "SessionUpdate:session_message",
            "SessionUpdate:session_message_chunk",
            "SessionUpdate:subagent_update",
            "ToolCallContent:session",
            "ToolCallLocation.line (1, 4294967295)",
            "ResourceLink.size (0, 18446744073709551615)",
        },
        "acp-v2-1.20": {
            "ToolCallLocation.line (0, 4294967295)",
            "ResourceLink.size (-9223372036854775808, 9223372036854775807)",
        },
    }
