"""Well-formed documents: senders write them, readers take them, and nothing of the tables lacks."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from jsonschema_rs import Draft202012Validator

from toolwire.reference import PROFILES, Accepted, Json, Profile, Rule, answers, parse, same
from toolwire.reference.revisions import named
from toolwire.reference.schema import json_schema
from toolwire.reference.shapes import (
    Array,
    Field,
    Object,
    Presence,
    Shape,
    Tagged,
    Untagged,
    Word,
    required,
)
from toolwire.strategies import documents, tool_call_updates, unknown_variants
from toolwire.strategies.places import places
from toolwire.strategies.values import smallest_object

TYPES = [(profile, type_) for profile in PROFILES.values() for type_ in profile.types]
EACH_TYPE = pytest.mark.parametrize(
    ("profile", "type_"), TYPES, ids=[f"{profile.name} {type_}" for profile, type_ in TYPES]
)
ENOUGH = 2_000
PLAIN = settings(database=None, derandomize=True)


@EACH_TYPE
def test_a_sender_may_write_them_and_every_reader_takes_them(
    profile: Profile, type_: str, drawn_values: Any
) -> None:
    schema = Draft202012Validator(json_schema(profile, type_))
    is_renamed = getattr(profile.types[type_], "written", None) is not None
    for text in drawn_values(documents(profile.name, type_), 40):
        value = parse(text)
        assert schema.is_valid(value), text
        found = answers(profile, "decode", type_, [text])
        assert found.settled, text
        assert isinstance(found.expected, Accepted), text
        assert is_renamed or _keeps(found.expected.value, value), text


def _keeps(read: Json, written: Json) -> bool:
    """Tell whether all that was written is there; a reader adds defaults, and drops what is one."""
    if isinstance(written, dict):
        return all(name not in read or _keeps(read[name], each) for name, each in written.items())
    if isinstance(written, list):
        return len(read) == len(written) and all(map(_keeps, read, written))
    return same(read, written)


# Every word, field and variant of the tables

Label = tuple[str, str]


def _is_usual(field: Field) -> bool:
    return not field.contested and field.presence is not Presence.TOLD


def _tables(shape: Tagged) -> dict[str, Object]:
    """Give the variants of which the table says what they hold, and of which nobody disputes it."""
    return {
        tag: variant
        for tag, variant in shape.variants.items()
        if variant is not None and tag not in shape.contested
    }


def wanted(shape: Shape) -> Iterator[Label]:
    """Give all that documents of a shape can have."""
    match shape:
        case Word():
            yield from ((shape.name, word) for word in shape.known)
        case Array():
            yield from wanted(shape.item)
        case Object():
            for field in filter(_is_usual, shape.fields):
                yield shape.name, field.name
                if field.presence is Presence.PATCH:
                    yield shape.name, f"{field.name}: null"
                yield from wanted(field.shape)
        case Tagged():
            for tag, variant in _tables(shape).items():
                yield shape.name, tag
                yield from wanted(variant)
        case Untagged():
            for number, each in enumerate(shape.variants):
                yield shape.name, str(number)
                yield from wanted(each)
        case _:
            pass


def had(shape: Shape, value: Json) -> Iterator[Label]:
    """Give what a document of a shape has."""
    match shape:
        case Word():
            yield shape.name, value
        case Array():
            for item in value:
                yield from had(shape.item, item)
        case Object():
            for field in shape.fields:
                if field.name in value:
                    member = value[field.name]
                    is_cleared = member is None and field.presence is Presence.PATCH
                    yield shape.name, f"{field.name}: null" if is_cleared else field.name
                    if not is_cleared:
                        yield from had(field.shape, member)
        case Tagged():
            yield shape.name, value[shape.tag]
            yield from had(_tables(shape)[value[shape.tag]], value)
        case Untagged():
            number, variant = next(
                (number, each)
                for number, each in enumerate(shape.variants)
                if isinstance(each, Object) is isinstance(value, dict)
                and (not isinstance(each, Object) or smallest_object(each).keys() <= value.keys())
            )
            yield shape.name, str(number)
            yield from had(variant, value)
        case _:
            pass


@EACH_TYPE
def test_everything_of_the_table_is_drawn(profile: Profile, type_: str) -> None:
    """It stops as soon as all is there."""
    shape = profile.types[type_]
    waiting = set(wanted(shape))
    count = 0

    class Done(Exception):
        pass

    @settings(
        max_examples=ENOUGH,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        print_blob=False,
    )
    @given(documents(profile, type_))
    def draw(text: str) -> None:
        nonlocal count
        count += bool(waiting)
        waiting.difference_update(had(shape, parse(text)))
        if not waiting:
            raise Done

    with suppress(Done):
        draw()
    assert not waiting
    assert count <= ENOUGH


def test_what_is_left_out_is_what_no_table_tells_or_not_every_reader_knows() -> None:
    """The rest of the tables is what the test before waits for."""
    shapes = [shape for profile in PROFILES.values() for _, shape in named(profile)]
    fields = [
        field
        for shape in shapes
        if isinstance(shape, Object)
        for field in shape.fields
        if not _is_usual(field)
    ]
    assert fields
    assert all(field.contested or field.presence is Presence.TOLD for field in fields)
    for shape in shapes:
        if isinstance(shape, Tagged):
            for tag in shape.variants.keys() - _tables(shape):
                assert shape.variants[tag] is None or tag in shape.contested


@pytest.mark.parametrize("name", ["acp-v1", "acp-v2", "acp-v2-1.20", "acp-0.0.26"])
def test_updates_of_tool_calls_are_documents(name: str, drawn_values: Any) -> None:
    profile = PROFILES[name]
    texts = drawn_values(tool_call_updates(name), 40)
    assert texts == drawn_values(documents(profile, "ToolCallUpdate"), 40)


def test_a_document_may_be_asked_for_with_a_profile_of_ones_own(drawn_values: Any) -> None:
    mine = Profile("mine", {"Mine": Object("Mine", (required("word", Word("W", ("a",), "a")),))})
    assert set(drawn_values(documents(mine, "Mine"), 5)) == {'{"word":"a"}'}


def test_the_simplest_is_the_smallest() -> None:
    simplest = find(documents("acp-v2", "ToolCallUpdate"), lambda _: True, settings=PLAIN)
    assert simplest == '{"toolCallId":""}'


# Unknown variants

WITH_UNIONS = [
    (profile, type_)
    for profile, type_ in TYPES
    if any(isinstance(place.shape, Tagged) for place in places(profile, type_, whole=True))
]


@pytest.mark.parametrize(
    ("profile", "type_"), WITH_UNIONS, ids=lambda each: str(getattr(each, "name", each))
)
def test_a_variant_that_nobody_knows(profile: Profile, type_: str, drawn_values: Any) -> None:
    """Each touches the rule about it; where the protocol is open a newer sender may write it."""
    schema = Draft202012Validator(json_schema(profile, type_))
    rules = set[Rule]()
    for text in drawn_values(unknown_variants(profile, type_), 30):
        found = answers(profile, "decode", type_, [text])
        assert found.settled, text
        touched = {rule for rule, _ in found.trace} & UNKNOWN
        assert touched, text
        assert schema.is_valid(parse(text)) is (Rule.UNKNOWN_VARIANT_REFUSED not in touched), text
        rules |= touched
    assert rules


UNKNOWN = {
    Rule.UNKNOWN_VARIANT_KEPT,
    Rule.UNKNOWN_VARIANT_SKIPPED,
    Rule.UNKNOWN_VARIANT_REFUSED,
}
