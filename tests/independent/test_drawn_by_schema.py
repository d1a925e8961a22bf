"""An independent voice: what hypothesis-jsonschema draws from our schemas, the reference takes.

It knows nothing of the tables but the exported schema of what a sender may write. It works with no
recent Hypothesis, so these tests have an environment of their own, `tox -e jsonschema`, and are
skipped wherever it is not installed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema_rs import Draft202012Validator

from toolwire.conformance.candidates import Understood
from toolwire.conformance.judge import judge
from toolwire.reference import PROFILES, Accepted, Anything, Json, Profile, answers, dumps, parse
from toolwire.reference.schema import json_schema
from toolwire.reference.shapes import Shape, Tagged
from toolwire.strategies import documents
from toolwire.strategies.trials import decoding

hypothesis_jsonschema = pytest.importorskip(
    "hypothesis_jsonschema", reason="hypothesis-jsonschema is not installed: tox -e jsonschema"
)

TYPES = [(profile, type_) for profile in PROFILES.values() for type_ in profile.types]
EACH_TYPE = pytest.mark.parametrize(
    ("profile", "type_"), TYPES, ids=[f"{profile.name} {type_}" for profile, type_ in TYPES]
)
FIXED = settings(
    max_examples=10,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),  # large schemas are slow, and that is known
)


def apart(schema: Json) -> Json:
    """Give the schema with its unions taken apart: a schema for each tag, any of which may hold.

    A union says what holds `if` it has a tag. Of those conditions the library makes all products,
    which for more than a few tags is never ready.
    """
    if isinstance(schema, list):
        return [apart(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: apart(each) for name, each in schema.items()}
    if "allOf" not in schema:
        return schema
    [tag] = schema["required"]
    named = schema["properties"][tag]
    known = named.get("enum") or named["examples"]
    branches = [(each["if"]["properties"][tag], [each["then"]]) for each in schema["allOf"]]
    with_table = [word for tags, _ in branches for word in _words(tags)]
    without = [word for word in known if word not in with_table]
    if without:
        branches.append(({"enum": without}, []))
    if "enum" not in named and all("not" not in tags for tags, _ in branches):
        branches.append(({"not": {"enum": known}}, []))
    return {
        "anyOf": [
            {
                "type": "object",
                "properties": {tag: {"type": "string", **tags}},
                "required": [tag],
                "allOf": [{}, *then],
            }
            for tags, then in branches
        ]
    }


def _words(tags: dict[str, Json]) -> list[str]:
    """Give the tags that a condition names."""
    return tags.get("enum") or ([tags["const"]] if "const" in tags else [])


def taken_apart(profile: Profile, type_: str) -> dict[str, Any]:
    """Give the schema for the library, which finds no definition where there is an `$id`."""
    schema = json_schema(profile, type_)
    del schema["$id"]
    return apart(schema)


def echoed(shape: Shape, value: Json) -> str:
    """Give what a library answers that hands a document on as it is, but for the tag's name.

    Of a variant that it does not know, it keeps nothing where that is to be skipped.
    """
    if not isinstance(shape, Tagged):
        return dumps(value)
    if shape.skipped is not None and value[shape.tag] not in shape.variants:
        return dumps({shape.written_tag: shape.skipped})
    if shape.written is not None:
        value = {shape.written if name == shape.tag else name: each for name, each in value.items()}
    return dumps(value)


@EACH_TYPE
def test_what_is_drawn_is_taken_and_comes_back(profile: Profile, type_: str) -> None:
    schema = Draft202012Validator(json_schema(profile, type_))
    settled = 0

    @FIXED
    @given(hypothesis_jsonschema.from_schema(taken_apart(profile, type_)))
    def run(value: Json) -> None:
        nonlocal settled
        assert schema.is_valid(value)
        settled += check(profile, type_, value)

    run()
    assert settled


def check(profile: Profile, type_: str, value: Json) -> bool:
    """See that the reference takes a document and gives it back; tell whether that is settled.

    Where it is not, one reading must do so.
    """
    text = dumps(value)
    found = answers(profile, "decode", type_, [text])
    assert any(isinstance(each, Accepted | Anything) for each in found.acceptable), text
    answer = Understood(echoed(profile.types[type_], value))
    objection = judge(profile.name, decoding(type_, text), found, answer)
    assert objection is None, (objection, text)
    return found.settled


@pytest.mark.parametrize(
    "change",
    [
        lambda location: location.pop("required"),
        lambda location: location["properties"]["path"].update(type=["string", "null"]),
        lambda location: location["properties"]["line"].update(minimum=-9, maximum=-1),
        lambda location: location["properties"]["line"].update(type="string"),
    ],
)
def test_a_wrong_schema_would_be_noticed(change: Callable[[Any], object]) -> None:
    profile = PROFILES["acp-v2"]
    schema = taken_apart(profile, "ToolCallLocation")
    change(schema["$defs"]["ToolCallLocation"])

    @settings(FIXED, max_examples=200)
    @given(hypothesis_jsonschema.from_schema(schema))
    def run(value: Json) -> None:
        check(profile, "ToolCallLocation", value)

    with pytest.raises(AssertionError):
        run()


@EACH_TYPE
def test_the_schema_taken_apart_takes_the_same(profile: Profile, type_: str) -> None:
    """What it takes, the exported one does; here that what a sender may write is taken by both."""
    schema = Draft202012Validator(taken_apart(profile, type_))

    @FIXED
    @given(documents(profile, type_))
    def run(text: str) -> None:
        assert schema.is_valid(parse(text)), text

    run()
