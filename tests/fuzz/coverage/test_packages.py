"""Which packages are the candidate's own where the user names none."""

import sys
from pathlib import Path

import pytest

from toolwire.conformance.candidates import PythonTarget, shipped_adapter
from toolwire.fuzz.coverage.instrumentation import constants
from toolwire.fuzz.coverage.packages import packages_of


@pytest.fixture(autouse=True)
def on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


def test_of_an_adapter_the_library_that_it_adapts() -> None:
    adapter = shipped_adapter("acp")
    assert adapter is not None
    assert packages_of(PythonTarget("acp", file=adapter.file, adapter=adapter)) == ("acp",)


def test_of_a_package_itself(tmp_path: Path) -> None:
    (tmp_path / "some_package").mkdir()
    (tmp_path / "some_package" / "__init__.py").write_text("import some_other\n")
    (tmp_path / "some_package" / "wire.py").write_text("")
    target = PythonTarget("some_package.wire", module="some_package.wire")
    assert packages_of(target) == ("some_package",)


def test_of_a_file_what_it_imports(tmp_path: Path) -> None:
    file = tmp_path / "single.py"
    file.write_text(
        "import json, one_lib.inner\nfrom toolwire.reference import parse\n"
        "from . import beside\ndef decode():\n    from other_lib import x\n"
    )
    assert packages_of(PythonTarget("single.py", file=file)) == ("one_lib", "other_lib")
    module = PythonTarget("single", module="single")
    assert packages_of(module) == ("single", "one_lib", "other_lib")


def test_of_a_file_that_is_no_python_nothing(tmp_path: Path) -> None:
    file = tmp_path / "single.py"
    file.write_text("import (")
    assert packages_of(PythonTarget("single.py", file=file)) == ()


def test_the_constants_of_code_are_its_strings_and_numbers() -> None:
    source = """
def decode(value):
    if value in {"b", "a"} or value == ("é", -1, (2.5,)) or value is True:
        return "two\\nlines", None, 1e999
"""
    code = compile(source, "x", "exec")
    found = list(constants(code))
    assert set(found) >= {'"a"', '"b"', '"\\u00e9"', "-1", "2.5"}
    assert not {"true", "null", "Infinity"} & set(found)
    assert found == list(constants(compile(source, "x", "exec")))
