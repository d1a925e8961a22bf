"""Outputs that the pages show are what the commands print.

A block under the comment `output: COMMAND` is compared with what the command prints. `[...]` stands
for what is left out; how many inputs were drawn, the time, and the name under which a failure was
stored do not count.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

PREFIX = "output: "


def _pattern(text: str) -> re.Pattern[str]:
    """Give what matches an output of which `text` shows parts."""
    lines = []
    for line in text.splitlines():
        escaped = re.escape(line.rstrip()).replace(re.escape("[...]"), ".*")
        escaped = re.sub(r"\d+\\ of\\ \d+\\ inputs", r"\\d+\\ of\\ \\d+\\ inputs", escaped)
        escaped = re.sub(r"and\\ \d+\\ more$", r"and\\ \\d+\\ more", escaped)
        escaped = re.sub(r"seed\\ 0,\\ \d+", r"seed\\ 0,\\ \\d+", escaped)
        escaped = re.sub(r"\d+\\\.\d+s(\\ \(.*\\\))?", r"[\\d.]+s.*", escaped)
        escaped = re.sub(r"([=_])\1{2,}", r"\1+", escaped)
        escaped = re.sub(r"[0-9a-f]{10}\\\.json", r"[0-9a-f]{10}\\.json", escaped)
        # A command that is not on the path is shown with its own.
        escaped = escaped.replace(r"\ toolwire\ replay", r"\ \S*toolwire\ replay")
        lines.append(r"(?:.*\n)*?" if line == "[...]" else f"{escaped}[ =]*\n+")
    return re.compile("(?m)^" + "".join(lines))


@pytest.fixture(scope="module")
def shown(pages: dict[str, Any]) -> dict[str, list[str]]:
    """The blocks that show outputs, by their commands."""
    found: dict[str, list[str]] = {}
    for page in pages.values():
        for block in page.blocks:
            if block.note.startswith(PREFIX):
                found.setdefault(block.note.removeprefix(PREFIX), []).append(block.text)
    return found


def _check(done: Any, texts: list[str]) -> None:
    for text in texts:
        assert _pattern(text).search(done.stdout), f"{text}\n\nis not in\n\n{done.stdout}"


@pytest.mark.skipif(importlib.util.find_spec("acp") is None, reason="needs the extra acp")
def test_the_pages_show_what_the_sdk_gets_wrong(
    run: Any, tmp_path: Path, shown: dict[str, list[str]]
) -> None:
    mine = {command for command in shown if command.startswith("pytest --impl=acp")}
    assert len(mine) == 4
    done = run(tmp_path, "pytest", "--impl=acp", "--impl-examples=0")
    for command in mine:
        _check(done, shown[command])


def test_the_pages_show_a_stored_case(
    run: Any, tmp_path: Path, shown: dict[str, list[str]]
) -> None:
    code = """
        import json
        PROFILES = {"subc": ["ToolCallRequest"]}
        def decode(profile, type, text):
            return json.dumps(json.loads(text))
    """
    (tmp_path / "echo.py").write_text(dedent(code), "utf-8")
    command = "pytest --impl=echo.py -k required-member-missing"
    done = run(tmp_path, *command.split(), "--impl-examples=0")
    _check(done, shown[command])


def test_the_quickstart_shows_what_happens(
    run: Any, docs: Path, tmp_path: Path, shown: dict[str, list[str]], pages: dict[str, Any]
) -> None:
    (tmp_path / "docs").symlink_to(docs)
    example = "docs/examples/tool_call_update.py"
    done = run(tmp_path, "pytest", f"--impl={example}", "--impl-examples=0")
    _check(done, shown[f"pytest --impl={example}"])

    code = (tmp_path / example).read_text("utf-8")
    [patch] = [b.text for b in pages["docs/quickstart.md"].blocks if b.language == "diff"]
    right, wrong = (line[1:] for line in patch.splitlines())
    assert code.count(right) == 1
    (tmp_path / "mine.py").write_text(code.replace(right, wrong), "utf-8")
    done = run(tmp_path, "pytest", "--impl=mine.py", "--impl-examples=0")
    assert " 1 failed, " in done.stdout
    _check(done, shown["pytest --impl=mine.py"])

    [stored] = (tmp_path / ".toolwire" / "failures").iterdir()
    replay = ("toolwire", "replay", str(stored.relative_to(tmp_path)), "--impl=mine.py")
    done = run(tmp_path, *replay)
    assert done.returncode == 1
    _check(done, shown["toolwire replay"])
    (tmp_path / "mine.py").write_text(code, "utf-8")
    done = run(tmp_path, *replay)
    assert done.returncode == 0
    assert done.stdout.startswith("FIXED ")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no program node")
def test_the_pages_show_what_the_check_says(
    run: Any, docs: Path, tmp_path: Path, shown: dict[str, list[str]]
) -> None:
    (tmp_path / "docs").symlink_to(docs)
    done = run(tmp_path, "toolwire", "check", "--impl=cmd:node docs/examples/location.mjs")
    assert done.returncode == 0
    _check(done, shown["toolwire check"])

    code = (docs / "examples" / "location.mjs").read_text("utf-8")
    written = "JSON.stringify(readLocation(textOf(request.text)))"
    assert written in code
    value = code.replace(written, "readLocation(textOf(request.text))")
    (tmp_path / "adapter.mjs").write_text(value, "utf-8")
    done = run(tmp_path, "toolwire", "check", "--impl=cmd:node adapter.mjs")
    assert done.returncode == 1
    _check(done, shown["toolwire check, wrong"])


def test_the_page_on_fuzzing_shows_what_happens(
    run: Any, docs: Path, tmp_path: Path, shown: dict[str, list[str]], pages: dict[str, Any]
) -> None:
    code = (docs / "examples" / "tool_call_update.py").read_text("utf-8")
    [patch] = [b.text for b in pages["docs/fuzzing.md"].blocks if b.language == "diff"]
    right, wrong = (line[1:] for line in patch.splitlines())
    assert code.count(right) == 1
    (tmp_path / "mine.py").write_text(code.replace(right, wrong), "utf-8")
    done = run(tmp_path, "pytest", "--impl=mine.py")
    assert done.returncode == 0, done.stdout  # as the page says, the suite does not see it
    done = run(tmp_path, "toolwire", "fuzz", "--impl=mine.py", "--runs=2500", "--engine=novelty")
    assert done.returncode == 1, done.stdout + done.stderr
    _check(done, shown["toolwire fuzz"])


def test_the_page_on_nights_shows_how_one_ends(
    run: Any, docs: Path, tmp_path: Path, shown: dict[str, list[str]]
) -> None:
    (tmp_path / "docs").symlink_to(docs)
    options = ("--runs=2000", "--examples=0", "--engine=novelty")
    target = "--impl=docs/examples/tool_call_update.py"
    done = run(tmp_path, "toolwire", "nightly", target, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    _check(done, shown["toolwire nightly"])
