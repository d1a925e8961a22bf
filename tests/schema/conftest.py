"""The schemas under test, compiled, and the installed command."""

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from toolwire.reference import PROFILES, Json, Profile
from toolwire.reference.schema import Strength, json_schema
from toolwire.reference.shapes import Array, Object, Shape, Tagged, Untagged

Takes = Callable[[Strength, str, Json], bool]


@cache
def _validator(name: str, type_: str, strength: Strength) -> Draft202012Validator:
    return Draft202012Validator(json_schema(PROFILES[name], type_, strength))


@pytest.fixture(params=PROFILES)
def profile(request: pytest.FixtureRequest) -> Profile:
    return PROFILES[request.param]


@pytest.fixture
def takes(profile: Profile) -> Takes:
    """Tell whether a schema of the profile takes a value as a text of a type."""
    return lambda strength, type_, value: _validator(profile.name, type_, strength).is_valid(value)


@pytest.fixture
def signed() -> Callable[[Shape, Json], Json]:
    """Give a well-formed value of a shape with the constants that a sender writes beside it."""
    return _signed


def _signed(shape: Shape, value: Json) -> Json:
    match shape:
        case Array():
            return [_signed(shape.item, item) for item in value]
        case Object():
            return {**shape.constants, **_members(shape, value)}
        case Tagged():
            variant = shape.variants.get(value[shape.tag], shape.raw)
            return value if variant is None else _signed(variant, value)
        case Untagged():
            return _signed(next(each for each in shape.variants if _may_be(each, value)), value)
        case _:
            return value


def _members(shape: Object, value: Json) -> Json:
    known = shape.by_name
    return {
        name: _signed(known[name].shape, member) if name in known else member
        for name, member in value.items()
    }


def _may_be(shape: Shape, value: Json) -> bool:
    """Tell whether a well-formed value of a union without tags is one of `shape`."""
    if not isinstance(shape, Object):
        return not isinstance(value, dict)
    needed = {field.name for field in shape.fields if field.presence.value == "required"}
    return isinstance(value, dict) and needed <= value.keys()


@pytest.fixture
def toolwire(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs the installed `toolwire schema`, in an empty folder."""
    program = Path(sys.executable).with_name("toolwire")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, "schema", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run
