"""What changed between two revisions is read off their tables."""

from dataclasses import replace

import pytest

from toolwire.reference import PROFILES, Fold, Profile
from toolwire.reference.changes import Change, differences
from toolwire.reference.profile import TextRules
from toolwire.reference.revisions import reconciled
from toolwire.reference.shapes import (
    Array,
    Boolean,
    Integer,
    Number,
    Object,
    Opaque,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
    defaulted,
    optional,
    patch,
    required,
    strict,
)
from toolwire.reference.wording import type_in_words

TEXT = Text()
KIND = Word("Kind", ("a", "b"), Unknown.KEPT)
ITEM = Object("Item", (required("x", TEXT), optional("n", Integer())))
UNION = Tagged("Union", "type", {"item": ITEM, "untold": None})
FIRST = Untagged("First", (KIND, ITEM))


def profile(*shapes: Shape) -> Profile:
    return Profile("p", {type_in_words(shape): shape for shape in shapes})


def changes(old: Shape, new: Shape) -> list[Change]:
    found = differences(profile(old), profile(new))
    return [change for change in found if not change.site.startswith("decode ")]


@pytest.mark.parametrize("name", PROFILES)
def test_nothing_differs_from_itself(name: str) -> None:
    assert differences(PROFILES[name], PROFILES[name]) == []


def test_the_revisions_of_the_v2_draft() -> None:
    found = differences(PROFILES["acp-v2"], PROFILES["acp-v2-1.20"])
    assert {change.site: change.is_open for change in found} == {
        "SessionUpdate:replay_complete": True,
        "SessionUpdate:plan_removed": True,
        "SessionUpdate:subagent_update": True,
        "SessionUpdate:session_message": True,
        "SessionUpdate:session_message_chunk": True,
        "ToolCallUpdate.capabilities": False,
        "ToolCallContent:session": True,
        "ToolCallLocation.line": True,
        "DiffPatch._meta": False,
        "ToolCallStatus:paused": False,
        "ToolCallCapabilities": False,
        "SessionReference": False,
        "ResourceLink.size": True,
        "ToolCallCancelCapabilities": False,
        "Icon._meta": False,
    }
    back = differences(PROFILES["acp-v2-1.20"], PROFILES["acp-v2"])
    assert {change.site for change in back} == {change.site for change in found}


def test_notes_of_the_other_revision_change_nothing() -> None:
    old, new = PROFILES["acp-v2"], PROFILES["acp-v2-1.20"]
    assert differences(old, reconciled(old, new)) == []


@pytest.mark.parametrize(
    ("old", "new", "site", "what", "is_open"),
    [
        (ITEM, replace(ITEM, fields=ITEM.fields[:1]), "Item.n", "field taken away", False),
        (
            ITEM,
            replace(ITEM, fields=(*ITEM.fields, patch("m", Array(KIND, skips=True)))),
            "Item.m",
            "new field: presence patch; type list of Kind; a malformed value counts as left out, "
            "bad items are skipped",
            False,
        ),
        (
            ITEM,
            replace(ITEM, fields=(ITEM.fields[0], strict("n", Integer(1), always=True))),
            "Item.n",
            "type integer, 1 to 2^32 - 1 (was integer, 0 to 2^32 - 1); a malformed value makes "
            "the object malformed (was counts as absent); notes always written, an absent one as "
            "null (was none)",
            True,
        ),
        (
            ITEM,
            replace(ITEM, fields=(ITEM.fields[0], defaulted("n", Integer(), 3))),
            "Item.n",
            "presence optional, not null (was optional); a malformed value makes the object "
            "malformed (was counts as absent); default 3 (was none)",
            False,
        ),
        (
            ITEM,
            replace(ITEM, constants={"type": "Item"}),
            "Item",
            "constants type Item (was none)",
            False,
        ),
        (KIND, replace(KIND, known=("a",)), "Kind:b", "word taken away", False),
        (KIND, replace(KIND, known=("a", "b", "c")), "Kind:c", "new word", False),
        (
            KIND,
            replace(KIND, unknown="a", default="b"),
            "Kind",
            "another word is read as a (was kept as it came); default b (was none)",
            False,
        ),
        (
            UNION,
            replace(UNION, variants={"item": ITEM}),
            "Union:untold",
            "variant taken away",
            True,
        ),
        (
            UNION,
            replace(UNION, variants={**UNION.variants, "new": ITEM}),
            "Union:new",
            "new variant: is Item",
            True,
        ),
        (
            UNION,
            replace(UNION, variants={**UNION.variants, "untold": ITEM}),
            "Union:untold",
            "is Item (was without a table)",
            False,
        ),
        (
            UNION,
            replace(UNION, skipped="other", written="kind", aliases={"thing": "item"}),
            "Union",
            "another tag is read as other (was malformed); other spellings thing of item (was "
            "none); tag written as kind (was none)",
            False,
        ),
        (
            FIRST,
            replace(FIRST, variants=(ITEM, KIND)),
            "First",
            "order Item, Kind (was Kind, Item)",
            False,
        ),
        (
            ITEM,
            Word("Item", ("a",), Unknown.MALFORMED),
            "Item",
            "word (was object): another word is malformed",
            False,
        ),
    ],
)
def test_a_change_in_words(old: Shape, new: Shape, site: str, what: str, is_open: bool) -> None:
    assert Change(site, what, is_open) in changes(old, new)


def test_one_change_is_one_entry() -> None:
    assert len(changes(KIND, replace(KIND, known=("a", "b", "c")))) == 1
    assert len(changes(UNION, replace(UNION, raw=None, written="kind"))) == 1


def test_what_stands_in_a_new_shape_is_not_listed_again() -> None:
    held = Object("Holder", (required("item", TEXT),))
    found = changes(held, replace(held, fields=(required("item", ITEM),)))
    assert [(change.site, change.what) for change in found] == [
        ("Holder.item", "type Item (was string)"),
        ("Item", "new object"),
    ]


def test_operations_methods_and_rules_of_texts_are_compared() -> None:
    old = profile(ITEM)
    new = replace(
        old,
        types={**old.types, "Kind": KIND},
        folds={"Item": Fold("Item", "Item")},
        commands={"Command": 100},
        methods={"do/it": "Item"},
        texts={"Item": TextRules(last_counts=True)},
    )
    assert [(change.site, change.what) for change in differences(old, new)] == [
        ("Kind", "new word: another word is kept as it came"),
        ("decode Kind", "new operation"),
        ("fold Item", "new operation: first Item; rest Item"),
        ("encode Command", "new operation: limit 100"),
        ("do/it", "new method: type Item"),
        ("texts of Item", "new rule: last counts yes"),
    ]
    longer = replace(new, commands={"Command": 200})
    assert [change.what for change in differences(new, longer)] == ["limit 200 (was 100)"]


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (Text("uri"), "string (URI)"),
        (Text("instant"), "string (instant)"),
        (Boolean(), "boolean"),
        (Integer(-(2**63), 2**63 - 1), "integer, -2^63 to 2^63 - 1"),
        (Integer(1, 12), "integer, 1 to 12"),
        (Integer(0, 5_000_000), "integer, 0 to 5,000,000"),
        (Number(), "number"),
        (Number(0.0, 1.0), "number, 0 to 1"),
        (Number(0.5), "number, 0.5 to any"),
        (Opaque(), "any JSON"),
        (Array(Array(KIND)), "list of list of Kind"),
    ],
)
def test_a_type_in_words(shape: Shape, words: str) -> None:
    assert type_in_words(shape) == words
