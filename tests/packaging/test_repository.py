"""What stands in several places of the repository stands there alike."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

import toolwire.corpus

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _text(name: str) -> str:
    file = ROOT / name
    if not file.is_file():
        pytest.skip(f"{name} is there in a checkout only")
    return file.read_text("utf-8")


def _readme_commands() -> list[str]:
    """The command lines of the README's code blocks, fenced or indented."""
    lines = _text("README.md").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("python3 -m venv ")]


def test_ci_runs_the_second_command_of_the_readme() -> None:
    _, second = _readme_commands()[:2]
    assert second in [line.strip() for line in _text(".ci/run").splitlines()]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_first_command_of_the_readme_runs_the_main_job() -> None:
    first = _readme_commands()[0]
    assert first.endswith("pytest --impl=acp")
    assert "acp" in CONFIG["project"]["optional-dependencies"]


def test_the_changelog_has_the_version() -> None:
    version = re.escape(CONFIG["project"]["version"])
    pattern = rf"^## \[{version}\] - (unreleased|\d{{4}}-\d\d-\d\d)$"
    assert re.search(pattern, _text("CHANGELOG.md"), re.MULTILINE)


def test_the_license_is_the_one_that_is_declared() -> None:
    assert CONFIG["project"]["license"] == "Apache-2.0"
    text = _text("LICENSE")
    assert "Apache License\n                           Version 2.0, January 2004" in text
    assert text.rstrip().endswith("limitations under the License.")


def test_every_package_is_under_the_import_contract_and_the_type_checker() -> None:
    packages = set(CONFIG["tool"]["setuptools"]["package-dir"])
    assert set(CONFIG["tool"]["importlinter"]["root_packages"]) == packages
    contracts = {
        contract["id"]: contract for contract in CONFIG["tool"]["importlinter"]["contracts"]
    }
    layers = re.findall(r"[\w.]+", " ".join(contracts["layers"]["layers"]))
    assert {*layers, "toolwire.adapters"} == packages
    assert set(contracts["adapters-stand-alone"]["forbidden_modules"]) == set(layers)
    assert set(contracts["adapters-by-name"]["source_modules"]) == set(layers)
    assert set(re.findall(r"-p ([\w.]+)", _text("tox.ini"))) == packages


def test_ci_tox_and_the_classifiers_name_the_same_pythons() -> None:
    named = re.findall(r":: (3\.\d+)$", "\n".join(CONFIG["project"]["classifiers"]), re.MULTILINE)
    environments = re.search(r"^env_list = (.*)$", _text("tox.ini"), re.MULTILINE)
    assert environments
    assert re.findall(r"py3\d+(?!\S*pytest)", environments[1]) == [
        f"py{v.replace('.', '')}" for v in named
    ]
    in_ci = re.search(r"^pythons=\(([^)]*)\)", _text(".ci/run"), re.MULTILINE)
    assert in_ci
    assert sorted(in_ci[1].split()) == sorted(named)
    assert CONFIG["project"]["requires-python"] == f">={named[0]}"


def test_tox_tests_what_is_installed() -> None:
    if "TOX_ENV_NAME" not in os.environ:
        pytest.skip("only where tox runs the tests")
    assert not Path(toolwire.corpus.__file__).is_relative_to(ROOT / "corpus")
