"""The tables are whole: what walks them finds in every shape what it counts on."""

from collections.abc import Iterator
from typing import get_args

import pytest

from toolwire.reference import PROFILES, Profile
from toolwire.reference.names import near_names
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Field,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
)


def below(shape: Shape, seen: dict[int, Shape] | None = None) -> Iterator[Shape]:
    """Give a shape and all within it, each once."""
    seen = {} if seen is None else seen
    if id(shape) in seen:
        return
    seen[id(shape)] = shape
    yield shape
    inside: list[Shape | None]
    match shape:
        case Array():
            inside = [shape.item]
        case Object():
            inside = [field.shape for field in shape.fields]
        case Tagged():
            inside = [*shape.variants.values(), *shape.elsewhere.values(), shape.raw]
        case Untagged():
            inside = list(shape.variants)
        case _:
            inside = []
    for each in inside:
        if each is not None:
            yield from below(each, seen)


def shapes(profile: Profile) -> list[Shape]:
    found = {id(each): each for shape in profile.types.values() for each in below(shape)}
    return list(found.values())


EVERY = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)


def fields(profile: Profile) -> list[tuple[Object, Field]]:
    objects = [shape for shape in shapes(profile) if isinstance(shape, Object)]
    return [(shape, field) for shape in objects for field in shape.fields]


def test_a_profile_stands_under_its_name() -> None:
    assert {name: profile.name for name, profile in PROFILES.items()} == {
        "acp-v1": "acp-v1",
        "acp-v2": "acp-v2",
    }


@pytest.mark.parametrize(
    ("name", "types", "folds"),
    [
        (
            "acp-v2",
            "SessionNotification SessionUpdate ToolCallUpdate ToolCallContentChunk ToolCallContent"
            " ToolCallLocation Diff DiffChange DiffPatch ToolKind ToolCallStatus ContentBlock",
            {"ToolCallUpdate": ("ToolCallUpdate", "ToolCallUpdate")},
        ),
        (
            "acp-v1",
            "SessionNotification SessionUpdate RequestPermissionRequest RequestPermissionResponse"
            " ToolCall ToolCallUpdate",
            {"ToolCall": ("ToolCall", "ToolCallUpdate")},
        ),
    ],
)
def test_a_profile_has_its_types(name: str, types: str, folds: dict[str, tuple[str, str]]) -> None:
    profile = PROFILES[name]
    assert list(profile.types) == types.split()
    assert {type_: (fold.first, fold.rest) for type_, fold in profile.folds.items()} == folds


@EVERY
def test_every_shape_is_one_of_the_vocabulary(profile: Profile) -> None:
    assert {type(shape) for shape in shapes(profile)} == set(get_args(Shape))


@EVERY
def test_a_type_bears_its_name(profile: Profile) -> None:
    for name, shape in profile.types.items():
        assert not isinstance(shape, Text | Integer | Number | Opaque | Array)
        assert shape.name == name


@EVERY
def test_a_name_is_one_shape_alone(profile: Profile) -> None:
    named: dict[str, Shape] = {}
    for shape in shapes(profile):
        if name := getattr(shape, "name", None):
            assert named.setdefault(name, shape) is shape


@EVERY
def test_a_field_stands_once_in_its_object_and_beside_no_tag(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Object):
            assert list(shape.by_name) == [field.name for field in shape.fields]
        if isinstance(shape, Tagged):
            for variant in [*shape.variants.values(), *shape.elsewhere.values(), shape.raw]:
                assert variant is None or shape.tag not in variant.by_name
            assert not shape.variants.keys() & shape.elsewhere.keys()
            assert shape.variants.keys() >= set(shape.contested)


@EVERY
def test_a_field_that_is_not_required_is_tolerant(profile: Profile) -> None:
    for shape, field in fields(profile):
        if field.presence is not Presence.REQUIRED:
            assert field.tolerant, f"{shape.name}.{field.name}"
        elif field.tolerant:
            assert field.default is not NO_DEFAULT, f"{shape.name}.{field.name}"


@EVERY
def test_what_is_kept_raw_has_no_field_that_can_refuse_it(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Tagged) and shape.raw is not None:
            assert all(field.tolerant for field in shape.raw.fields)


@EVERY
def test_metadata_is_an_object_everywhere_and_merges_where_it_is_patched(profile: Profile) -> None:
    for shape, field in fields(profile):
        patched = field.presence is Presence.PATCH
        assert field.merges is (field.name == "_meta" and patched), shape.name
        if field.name == "_meta":
            assert field.shape == Opaque(is_object=True), shape.name
            assert shape.fields[-1] is field


@EVERY
def test_a_default_is_a_value_of_its_shape(profile: Profile) -> None:
    for shape, field in fields(profile):
        match field.shape, field.default:
            case Word(known=known), str(word):
                assert word in known
            case Array(skips=skips), ():
                assert skips
            case _, default:
                assert default is NO_DEFAULT, f"{shape.name}.{field.name}"


@EVERY
def test_words_and_bounds_are_in_order(profile: Profile) -> None:
    for shape in shapes(profile):
        match shape:
            case Word(known=known, unknown=unknown, default=default):
                assert len(set(known)) == len(known) > 0
                assert isinstance(unknown, Unknown) or unknown in known
                assert default is None or default in known
            case Integer(low=low, high=high, other_low=other_low):
                assert low < high
                assert other_low is None or low < other_low < high
            case Number(low=low, high=high):
                assert low is None or high is None or low < high
            case _:
                pass


@EVERY
def test_a_fold_patches_an_object_by_another_with_the_same_fields(profile: Profile) -> None:
    for fold in profile.folds.values():
        first, rest = profile.types[fold.first], profile.types[fold.rest]
        assert isinstance(first, Object)
        assert isinstance(rest, Object)
        assert first.by_name.keys() == rest.by_name.keys()
        for name, field in rest.by_name.items():
            assert field.shape == first.by_name[name].shape


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("toolCallId", ("tool_call_id", "toolcallid", "TOOLCALLID", "ToolCallId")),
        ("_meta", ("meta", "field_meta", "_META")),
        ("path", ("PATH", "Path")),
    ],
)
def test_names_that_are_nearly_a_members(name: str, near: tuple[str, ...]) -> None:
    assert near_names(name) == near


@EVERY
def test_no_near_name_is_a_name_of_the_same_object(profile: Profile) -> None:
    for shape, field in fields(profile):
        assert shape.by_name.keys().isdisjoint(near_names(field.name))
