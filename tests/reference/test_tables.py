"""The tables are whole: what walks them finds in every shape what it counts on."""

from collections.abc import Iterator
from typing import get_args

import pytest

from toolwire.reference import PROFILES, Fold, Profile, Reading, SessionFold
from toolwire.reference.names import near_names
from toolwire.reference.reader import Compiler
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Boolean,
    Field,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Unknown,
    Untagged,
    Word,
    variant_name,
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
    assert list(PROFILES) == ["acp-v1", "acp-v2", "acp-v2-1.20", "acp-0.0.26", "megacode", "subc"]
    assert [profile.name for profile in PROFILES.values()] == list(PROFILES)


V2_TYPES = (
    "SessionNotification SessionUpdate ToolCallUpdate ToolCallContentChunk ToolCallContent"
    " ToolCallLocation Diff DiffChange DiffPatch ToolKind ToolCallStatus ContentBlock"
)
TYPES = {
    "acp-v1": (
        "SessionNotification SessionUpdate RequestPermissionRequest RequestPermissionResponse"
        " ToolCall ToolCallUpdate"
    ),
    "acp-v2": V2_TYPES,
    "acp-v2-1.20": V2_TYPES,
    "acp-0.0.26": (
        "AgentNotification SessionNotification SessionUpdate AgentRequest RequestPermissionRequest"
        " ToolCall ToolCallUpdate ClientResponse RequestPermissionResponse WriteTextFileRequest"
        " ReadTextFileRequest ReadTextFileResponse ClientCapabilities"
    ),
    "megacode": "Line State",
    "subc": "ToolCallRequest",
}

# What else than decode is defined: the operation and its types.
OPERATIONS: dict[str, dict[str, str]] = {
    "acp-v1": {"fold": "ToolCall Session", "stream": "JsonRpc"},
    "acp-v2": {"fold": "ToolCallUpdate Session", "stream": "JsonRpc"},
    "acp-v2-1.20": {"fold": "ToolCallUpdate Session", "stream": "JsonRpc"},
    "acp-0.0.26": {"fold": "ToolCall"},
    "megacode": {"encode": "Command", "cut": "Reason", "stream": "Line"},
    "subc": {},
}

# The names of all types that are not decoded.
BESIDE = {
    "acp-v1": ["Session", "JsonRpc"],
    "acp-v2": ["Session", "JsonRpc"],
    "acp-v2-1.20": ["Session", "JsonRpc"],
    "acp-0.0.26": [],
    "megacode": ["Command", "Reason"],
    "subc": [],
}


@EVERY
def test_a_profile_has_its_types(profile: Profile) -> None:
    assert list(profile.types) == TYPES[profile.name].split()


@EVERY
def test_a_profile_has_its_operations(profile: Profile) -> None:
    operations = {op: list(types) for op, types in profile.operations.items()}
    assert list(operations) == ["decode", "fold", "encode", "cut", "stream"]
    assert operations.pop("decode") == list(profile.types)
    assert {op: types for op, types in operations.items() if types} == {
        op: types.split() for op, types in OPERATIONS[profile.name].items()
    }


@EVERY
def test_every_type_is_listed_once_of_whatever_operation(profile: Profile) -> None:
    listed = [*TYPES[profile.name].split(), *sorted(BESIDE[profile.name])]
    assert sorted(profile.all_types) == sorted(listed)
    assert profile.all_types[: len(profile.types)] == list(profile.types)


@EVERY
def test_operations_are_of_types_that_there_are(profile: Profile) -> None:
    for fold in profile.folds.values():
        names = {fold.first, fold.rest} if isinstance(fold, Fold) else {fold.updates, fold.state}
        assert names <= profile.types.keys()
        if isinstance(fold, SessionFold):
            updates = profile.types[fold.updates]
            assert isinstance(updates, Tagged)
            for tag in (fold.starts, fold.patches, fold.appends):
                variant = None if tag is None else updates.variants[tag]
                assert tag is None or variant is not None
                assert variant is None or fold.call_id in variant.by_name
    for stream in profile.streams.values():
        assert stream.item in profile.types
        assert stream.method is None or profile.methods[stream.method] == stream.item
    assert set(profile.methods.values()) <= profile.types.keys()
    assert profile.texts.keys() <= profile.types.keys()


def test_folds_start_and_go_on_with_these() -> None:
    assert {
        (name, type_): (fold.first, fold.rest)
        for name, profile in PROFILES.items()
        for type_, fold in profile.folds.items()
        if isinstance(fold, Fold)
    } == {
        ("acp-v1", "ToolCall"): ("ToolCall", "ToolCallUpdate"),
        ("acp-v2", "ToolCallUpdate"): ("ToolCallUpdate", "ToolCallUpdate"),
        ("acp-v2-1.20", "ToolCallUpdate"): ("ToolCallUpdate", "ToolCallUpdate"),
        ("acp-0.0.26", "ToolCall"): ("ToolCall", "ToolCallUpdate"),
    }


def test_the_shapes_are_those_of_the_vocabulary() -> None:
    used = {type(shape) for profile in PROFILES.values() for shape in shapes(profile)}
    assert used == set(get_args(Shape))


@EVERY
def test_a_type_bears_its_name(profile: Profile) -> None:
    for name, shape in profile.types.items():
        assert getattr(shape, "name", None) == name


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
def test_what_is_written_beside_the_fields_is_no_field(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Object):
            assert not shape.constants.keys() & shape.by_name.keys()
        if isinstance(shape, Tagged):
            for variant in [*shape.variants.values(), *shape.elsewhere.values(), shape.raw]:
                assert variant is None or shape.written_tag not in variant.by_name


@EVERY
def test_another_spelling_is_of_a_variant_and_is_none(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Tagged):
            assert shape.variants.keys() >= set(shape.aliases.values())
            assert not shape.aliases.keys() & {*shape.variants, *shape.elsewhere}


@EVERY
def test_what_is_unknown_is_kept_or_skipped(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Tagged):
            assert shape.raw is None or shape.skipped is None
            assert shape.skipped not in shape.variants
            assert shape.is_open is (shape.raw is not None or shape.skipped is not None)


@EVERY
def test_the_variants_of_a_union_without_a_tag_have_names_of_their_own(profile: Profile) -> None:
    for shape in shapes(profile):
        if isinstance(shape, Untagged):
            names = [variant_name(variant) for variant in shape.variants]
            assert len(set(names)) == len(names) > 0


@EVERY
def test_a_field_is_tolerant_and_has_a_default_as_its_presence_asks(profile: Profile) -> None:
    for shape, field in fields(profile):
        has_default = field.default is not NO_DEFAULT
        match field.presence:
            case Presence.REQUIRED:
                right = field.tolerant is has_default
            case Presence.OPTIONAL:
                right = field.tolerant or not has_default
            case Presence.DEFAULTED:
                right = has_default and not field.tolerant
            case Presence.PATCH:
                right = field.tolerant and not has_default
            case Presence.TOLD:
                right = isinstance(field.shape, Boolean) and field.default is False
        assert right, f"{shape.name}.{field.name}"


def test_only_the_v1_and_v2_of_acp_are_tolerant_throughout() -> None:
    tolerant = {
        name: {
            field.tolerant
            for _, field in fields(profile)
            if field.presence in (Presence.OPTIONAL, Presence.PATCH)
        }
        for name, profile in PROFILES.items()
    }
    assert tolerant == {
        "acp-v1": {True},
        "acp-v2": {True},
        "acp-v2-1.20": {True},
        "acp-0.0.26": {False},
        "megacode": {False, True},  # the id of a response
        "subc": {False},
    }


@EVERY
def test_only_a_field_that_may_be_absent_is_always_written_or_left_out(profile: Profile) -> None:
    for shape, field in fields(profile):
        may_be_absent = field.presence in (Presence.OPTIONAL, Presence.DEFAULTED)
        assert may_be_absent or not field.always, f"{shape.name}.{field.name}"
        assert may_be_absent or not field.left_out, f"{shape.name}.{field.name}"
        assert not (field.always and field.left_out), f"{shape.name}.{field.name}"


def test_these_are_always_written_or_left_out() -> None:
    def named(mark: str) -> set[str]:
        return {
            f"{name} {shape.name}.{field.name}"
            for name, profile in PROFILES.items()
            for shape, field in fields(profile)
            if getattr(field, mark)
        }

    assert named("always") == {
        "acp-0.0.26 Diff.oldText",
        "acp-0.0.26 ClientCapabilities.fs",
        "acp-0.0.26 FileSystemCapability.readTextFile",
        "acp-0.0.26 FileSystemCapability.writeTextFile",
        "megacode Info.commands",
        "megacode Info.resumed",
        "megacode Info.client_tools",
    }
    assert named("left_out") == {
        "subc ToolCallRequest.tool_call_id",
        "subc ToolCallRequest.progress_token",
    }
    assert named("contested") == {"acp-v1 ToolCall.name", "acp-v1 ToolCallUpdate.name"}


@EVERY
def test_what_is_told_is_told_of_a_text_that_may_forgive(profile: Profile) -> None:
    told = any(field.presence is Presence.TOLD for _, field in fields(profile))
    forgiving = {name for name, rules in profile.texts.items() if rules.forgiven is not None}
    assert told is bool(forgiving)
    assert all(profile.texts[name].shallow for name in forgiving)


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
        if field.default is not NO_DEFAULT:
            value = field.default_value()
            read = Compiler().reader(field.shape)
            assert read(value, Reading({})) == value, f"{shape.name}.{field.name}"


@EVERY
def test_a_default_that_is_given_out_is_the_callers_own(profile: Profile) -> None:
    for _, field in fields(profile):
        value = field.default_value()
        if isinstance(value, list | dict):
            value.clear()
            assert field.default_value() is not value
            assert field.default_value() == ([] if isinstance(value, list) else field.default)


@EVERY
def test_words_and_bounds_are_in_order(profile: Profile) -> None:
    for shape in shapes(profile):
        match shape:
            case Word(known=known, unknown=unknown, default=default):
                assert len(set(known)) == len(known) > 0
                assert isinstance(unknown, Unknown) or unknown in known
                assert default is None or default in known
            case Integer(low=low, high=high, elsewhere=elsewhere):
                assert low < high
                if elsewhere is not None:
                    other_low, other_high = elsewhere
                    assert other_low < other_high
                    assert elsewhere != (low, high)
            case Number(low=low, high=high):
                assert low is None or high is None or low < high
            case _:
                pass


@EVERY
def test_a_fold_patches_an_object_by_another_with_the_same_fields(profile: Profile) -> None:
    for fold in profile.folds.values():
        if isinstance(fold, SessionFold):
            continue
        first, rest = profile.types[fold.first], profile.types[fold.rest]
        assert isinstance(first, Object)
        assert isinstance(rest, Object)
        assert first.by_name.keys() == rest.by_name.keys()
        for name, field in rest.by_name.items():
            assert field.shape == first.by_name[name].shape


@EVERY
def test_a_session_is_of_calls_that_its_updates_can_make_and_patch(profile: Profile) -> None:
    for fold in profile.folds.values():
        if isinstance(fold, Fold):
            continue
        state, updates = profile.types[fold.state], profile.types[fold.updates]
        assert isinstance(state, Object)
        assert isinstance(updates, Tagged)
        assert fold.call_id in state.by_name
        assert fold.starts is None or updates.variants[fold.starts] is state
        patches = updates.variants[fold.patches]
        assert patches is not None
        for name, field in patches.by_name.items():
            assert field.shape == state.by_name[name].shape
        if fold.appends is not None:
            chunk = updates.variants[fold.appends]
            assert chunk is not None
            assert (
                Array(chunk.by_name["content"].shape, skips=True) == state.by_name["content"].shape
            )


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
