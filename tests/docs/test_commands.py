"""The options and commands that the pages name are those that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from toolwire.conformance.cli import main
from toolwire.conformance.settings import DEFAULT_EXAMPLES, DEFAULT_SEED, DEFAULT_TIMEOUT


@pytest.fixture(scope="module")
def pytest_help(run: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    done = run(tmp_path_factory.mktemp("help"), "pytest", "--help")
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def commands(pages: dict[str, Any]) -> list[list[str]]:
    """The commands in the pages' shell blocks, split as a shell does."""
    lines = [
        line
        for page in pages.values()
        for block in page.blocks
        if block.language == "sh"
        for line in block.text.splitlines()
    ]
    parts = [part for line in lines for part in line.split(" && ")]
    found = [shlex.split(part.replace(".venv/bin/", "")) for part in parts]
    assert len(found) > 20
    return found


def _options(help_text: str) -> set[str]:
    listed = re.findall(r"^  (-.*?)(?:  |$)", help_text, re.MULTILINE)
    return {option for line in listed for option in re.findall(r"--?[a-z][a-z-]*", line)}


def test_every_option_is_in_the_table_of_the_readme(
    pages: dict[str, Any], pytest_help: str
) -> None:
    rows = re.findall(r"^\| `(--impl[a-z-]*)", pages["README.md"].text, re.MULTILINE)
    assert sorted(rows) == sorted(each for each in _options(pytest_help) if "--impl" in each)


def test_the_table_gives_the_defaults(pages: dict[str, Any]) -> None:
    table = pages["README.md"].text
    for option, default in (
        ("timeout=SECONDS", f"{DEFAULT_TIMEOUT:g}"),
        ("examples=N", str(DEFAULT_EXAMPLES)),
        ("seed=SEED", str(DEFAULT_SEED)),
    ):
        assert re.search(rf"^\| `--impl-{option}` \|.*\| {default} \|$", table, re.MULTILINE)


def test_every_pytest_command_has_options_that_there_are(
    commands: list[list[str]], pytest_help: str
) -> None:
    known = _options(pytest_help)
    mine = [command for command in commands if command[0] == "pytest"]
    assert mine
    for _, *arguments in mine:
        given = [each.partition("=")[0] for each in arguments if each.startswith("-")]
        # What pytest-xdist and `-r` take may be written without a space.
        assert {each[:2] if each[1] != "-" else each for each in given} <= known, arguments


def test_every_toolwire_command_parses(commands: list[list[str]]) -> None:
    mine = [arguments for program, *arguments in commands if program == "toolwire"]
    with click.Context(main) as context:
        for name, *arguments in mine:
            command = main.get_command(context, name)
            assert command is not None, name
            command.make_context(name, list(arguments), parent=context)
    assert {name for name, *_ in mine} == set(main.list_commands(click.Context(main)))


def test_the_commands_of_the_readme_come_in_blocks_by_themselves(
    pages: dict[str, Any], docs: Path
) -> None:
    blocks = [block.text for block in pages["README.md"].blocks if block.language == "sh"]
    first, second = [text for text in blocks if text.startswith("python3 -m venv ")]
    assert second in (docs.parent / ".ci" / "run").read_text("utf-8")
    assert "\n" not in first + second
