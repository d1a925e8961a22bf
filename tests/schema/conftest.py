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
