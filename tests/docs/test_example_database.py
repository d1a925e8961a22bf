"""The settings of the page about nights for Hypothesis's own database of examples."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.database import (
    DirectoryBasedExampleDatabase,
    ExampleDatabase,
    GitHubArtifactDatabase,
    MultiplexedDatabase,
    ReadOnlyDatabase,
)

FAILS = """
from hypothesis import given, strategies as st
from pathlib import Path

@given(st.integers())
def test_it(number):
    with Path("asked").open("a") as file:
        print(number, file=file)
    assert number < 1_000
"""


@pytest.fixture
def database(docs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Give what the example makes in an environment; the settings are as before then."""
    for name in ("CI", "GITHUB_TOKEN", "EXAMPLES_REDIS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    before = settings.get_current_profile_name()

    def make(**variables: str) -> ExampleDatabase:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        file = docs / "examples" / "example_database.py"
        spec = importlib.util.spec_from_file_location("example_database", file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert settings.default.database is not None
        found: ExampleDatabase = module.example_database()
        return found

    yield make
    settings.load_profile(before)


def test_ci_has_a_folder_of_its_own(database: Any) -> None:
    assert isinstance(database(CI="true", GITHUB_TOKEN="x"), DirectoryBasedExampleDatabase)


def test_a_developer_reads_those_of_ci(database: Any) -> None:
    found = database(GITHUB_TOKEN="x")
    assert isinstance(found, MultiplexedDatabase)
    own, shared = found._wrapped
    assert isinstance(own, DirectoryBasedExampleDatabase)
    assert isinstance(shared, ReadOnlyDatabase)
    assert isinstance(shared._wrapped, GitHubArtifactDatabase)


def test_a_team_shares_them_by_redis(database: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fakeredis = pytest.importorskip("fakeredis")
    monkeypatch.setattr("redis.Redis.from_url", lambda url: fakeredis.FakeRedis())
    found = database(EXAMPLES_REDIS="redis://nowhere.example/0")
    own, shared = found._wrapped
    found.save(b"key", b"value")
    assert list(shared.fetch(b"key")) == list(own.fetch(b"key")) == [b"value"]


def test_what_failed_once_is_tried_first_the_next_time(docs: Path, tmp_path: Path) -> None:
    """A round trip through the folder, from one process to another."""
    (tmp_path / "conftest.py").write_text((docs / "examples" / "example_database.py").read_text())
    (tmp_path / "test_it.py").write_text(FAILS)
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "TOX", "GITHUB"))}
    asked = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            cwd=tmp_path,
            env={**clean, "CI": "true"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert "1 failed" in done.stdout, done.stdout + done.stderr
        asked.append((tmp_path / "asked").read_text().split())
        (tmp_path / "asked").unlink()
    assert list((tmp_path / ".hypothesis" / "examples").rglob("*"))
    assert asked[0][0] != "1000"
    assert asked[1][0] == "1000"
