"""What becomes of each shape, and of a profile as a whole."""

import json

import jsonschema_rs
import pytest
from jsonschema_rs import Draft202012Validator

from toolwire.reference import PROFILES, Profile
from toolwire.reference.revisions import named
from toolwire.reference.schema import Strength, json_schema
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Field,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Presence,
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

SENDER, RECEIVER = Strength.SENDER, Strength.RECEIVER
A, B = Object("A", (required("a", Text()),)), Object("B", (required("b", Text()),))


def both(shape):
    """Give the two schemas of `shape`, its own definition if it has a name."""
    made = [json_schema(Profile("p", {"T": shape}), "T", strength) for strength in Strength]
    name = getattr(shape, "name", None)
    if name is not None:
        return [each["$defs"][name] for each in made]
    return [
        {
            key: value
            for key, value in each.items()
            if key not in ("$schema", "$id", "title", "$defs")
        }
        for each in made
    ]


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(
    ("profile", "type_"),
    [(profile, type_) for profile in PROFILES.values() for type_ in [None, *profile.types]],
)
def test_it_is_a_schema(profile, type_, strength):
    schema = json_schema(profile, type_, strength)
    jsonschema_rs.meta.validate(schema)
    Draft202012Validator(schema)  # every reference leads somewhere
    text = json.dumps(schema)
    assert text == json.dumps(json_schema(profile, type_, strength))
    assert json.loads(text) == schema
    assert all(f'"#/$defs/{name}"' in text for name in schema["$defs"])


@pytest.mark.parametrize("strength", Strength)
def test_the_whole_of_a_profile(profile, strength):
    schema = json_schema(profile, strength=strength)
    assert schema["$id"] == f"urn:toolwire:{profile.name}:{strength.value}"
    assert schema["anyOf"] == [{"$ref": f"#/$defs/{name}"} for name in profile.types]
    assert next(iter(schema["$defs"])) == next(iter(profile.types))
    shapes = {name for name, _ in named(profile)}
    if strength is RECEIVER:  # what is tolerant is not looked into
        assert profile.types.keys() <= schema["$defs"].keys() <= shapes
    else:
        assert schema["$defs"].keys() == shapes
    for type_ in profile.types:
        alone = json_schema(profile, type_, strength)
        assert alone["$defs"].items() <= schema["$defs"].items()


def test_the_head():
    schema = json_schema(PROFILES["acp-v2"], "ToolCallUpdate")
    assert {name: value for name, value in schema.items() if name != "$defs"} == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:toolwire:acp-v2:ToolCallUpdate:sender",
        "title": "ToolCallUpdate of acp-v2: what a sender may write",
        "$ref": "#/$defs/ToolCallUpdate",
    }


def test_a_type_that_the_profile_has_not():
    with pytest.raises(KeyError):
        json_schema(PROFILES["subc"], "ToolCall")


@pytest.mark.parametrize(
    ("shape", "sender", "receiver"),
    [
        (Text("uri"), {"type": "string", "format": "uri"}, {"type": "string"}),
        (Text("instant"), {"type": "string", "format": "date-time"}, {"type": "string"}),
        (
            Integer(0, 9),
            {"type": "integer", "minimum": 0, "maximum": 9},
            {"type": "integer", "minimum": 0},
        ),
        (Integer(-9, 9), {"type": "integer", "minimum": -9, "maximum": 9}, {"type": "integer"}),
        (
            Integer(1, 9, (0, 12)),
            {"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "integer", "minimum": 0},
        ),
        (Number(0.0, None), {"type": "number", "minimum": 0.0}, {"type": "number"}),
        (Opaque(), {}, {}),
        (Opaque(is_object=True), {"type": "object"}, {"type": "object"}),
        (Word("W", ("a",), Unknown.KEPT), {"type": "string", "examples": ["a"]}, None),
        (Word("W", ("a",), Unknown.MALFORMED), {"enum": ["a"]}, {"enum": ["a"]}),
        (Word("W", ("a",), "a"), {"enum": ["a"]}, {"type": "string"}),
        (
            Array(Null(), skips=True),
            {"type": "array", "items": {"type": "null"}},
            {"type": "array"},
        ),
        (Array(Null()), {"type": "array", "items": {"type": "null"}}, None),
    ],
)
def test_a_shape(shape, sender, receiver):
    """None for the receiver: it is as the sender."""
    assert both(shape) == [sender, sender if receiver is None else receiver]


@pytest.mark.parametrize(
    ("field", "sender", "receiver"),
    [
        (required("f", A), {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}),
        (defaulted("f", Text(), ""), {"type": "string"}, {"type": "string"}),
        (strict("f", Text()), {"type": ["string", "null"]}, {"type": ["string", "null"]}),
        (
            strict("f", A),
            {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]},
            {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]},
        ),
        (
            strict("f", Text(), left_out=True),
            {"type": "string"},
            {"type": ["string", "null"]},
        ),
        (strict("f", Opaque(), left_out=True), {"not": {"type": "null"}}, {}),
        (strict("f", Opaque()), {}, {}),
        (strict("f", Null()), {"type": "null"}, {"type": "null"}),
        (optional("f", Text()), {"type": ["string", "null"]}, {}),
        (patch("f", Text()), {"type": ["string", "null"]}, {}),
        (Field("f", Text(), Presence.REQUIRED, tolerant=True, default=""), {"type": "string"}, {}),
        (Field("f", Text(), Presence.PATCH), {"type": ["string", "null"]}, None),
    ],
)
def test_a_field(field, sender, receiver):
    needed = {"required": ["f"]} if field.presence is Presence.REQUIRED else {}
    for made, member in zip(
        both(Object("O", (field,))), (sender, sender if receiver is None else receiver), strict=True
    ):
        assert made == {"type": "object", "properties": {"f": member}, **needed}


def test_what_the_reader_tells_is_no_member():
    told = Field("told", Text(), Presence.TOLD, default=NO_DEFAULT)
    assert both(Object("O", (told,))) == [{"type": "object"}, {"type": "object"}]


def test_a_constant_is_written_and_not_looked_at():
    sender, receiver = both(Object("O", (), constants={"type": "O"}))
    assert sender == {
        "type": "object",
        "properties": {"type": {"const": "O"}},
        "required": ["type"],
    }
    assert receiver == {"type": "object"}


@pytest.mark.parametrize(
    ("shape", "sender", "receiver"),
    [
        (Tagged("U", "t", {"a": A, "n": None}), "a n", "a n"),
        (Tagged("U", "t", {"a": A}, aliases={"ä": "a"}), "a", "a ä"),
        (Tagged("U", "t", {"a": A}, elsewhere={"b": B, "n": None}), "a", "a b n"),
        (Tagged("U", "t", {"a": A}, skipped="z", written="u"), "a ä b n z", "a ä b n z"),
        (Tagged("U", "t", {"a": A}, raw=Object("Z", ())), "a ä b n z", "a ä b n z"),
        (Tagged("U", "t", {"a": A}, skipped="z", aliases={"ä": "a"}), "a b n z", "a ä b n z"),
    ],
)
def test_the_tags_of_a_union(shape, sender, receiver):
    """Each variant has the member of its name; an unknown one has none that is asked for."""
    for strength, tags in ((SENDER, sender), (RECEIVER, receiver)):
        schema = Draft202012Validator(json_schema(Profile("p", {"U": shape}), "U", strength))
        for tag in ("a", "ä", "b", "n", "z"):
            members = {"a": "", "b": "", "t": tag}
            assert schema.is_valid(members) is (tag in tags.split()), (strength, tag)
        for wrong in ({}, {"t": "a"}, {"t": 0, "a": ""}, {"t": None, "a": ""}, [], "a", {"u": "a"}):
            assert not schema.is_valid(wrong), (strength, wrong)


def test_the_variants_fields_stand_beside_the_tag():
    shape = Tagged("U", "t", {"a": A, "b": B, "c": A}, aliases={"ä": "a"})
    sender, receiver = both(shape)
    tags = [each["if"]["properties"]["t"] for each in sender["allOf"]]
    assert tags == [{"enum": ["a", "c"]}, {"const": "b"}]
    assert receiver["allOf"][0]["if"]["properties"]["t"] == {"enum": ["a", "c", "ä"]}


def test_the_fields_of_a_kept_variant_are_well_formed_where_it_is_written():
    shape = Tagged("U", "t", {"a": A}, raw=Object("Z", (optional("z", Text()),)))
    sender, receiver = (
        Draft202012Validator(json_schema(Profile("p", {"U": shape}), "U", each))
        for each in Strength
    )
    odd = {"t": "z", "z": 5}
    assert (sender.is_valid(odd), receiver.is_valid(odd)) == (False, True)


def test_two_shapes_of_one_name():
    """The second is written out where it stands, and hides none."""
    union = Untagged("A", (Word("A", ("x",), Unknown.MALFORMED), B))
    schema = json_schema(Profile("p", {"A": union}), "A")
    assert schema["$defs"]["A"] == {"anyOf": [{"enum": ["x"]}, {"$ref": "#/$defs/B"}]}
    assert schema["$defs"].keys() == {"A", "B"}


def test_the_profiles_have_no_two_objects_of_one_name(profile):
    """Else a definition would be repeated wherever the second stands."""
    definitions = json_schema(profile)["$defs"].values()
    inlined = [json.dumps(each) for each in definitions]
    assert not [text for text in inlined if text.count('"properties"') > 1 and '"if"' not in text]
