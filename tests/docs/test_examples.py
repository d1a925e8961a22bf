"""The examples of the documentation do what the pages say that they do."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = {
    "docs/examples/location.py": ("docs/python-adapter.md",),
    "docs/examples/tool_call_update.py": ("docs/python-adapter.md", "docs/quickstart.md"),
    "docs/examples/stream.py": ("docs/python-adapter.md",),
    "docs/examples/session.py": ("docs/python-adapter.md",),
    "docs/examples/commands.py": ("docs/python-adapter.md",),
    "cmd:python3 docs/examples/location_program.py": ("docs/other-languages.md",),
    "cmd:node docs/examples/location.mjs": ("docs/other-languages.md",),
}


@pytest.mark.parametrize("target", EXAMPLES)
def test_an_example_passes_what_it_supports(
    target: str, run: Any, docs: Path, tmp_path: Path, pages: dict[str, Any]
) -> None:
    if "cmd:node" in target and shutil.which("node") is None:
        pytest.skip("there is no program node")
    (tmp_path / "docs").symlink_to(docs)
    done = run(tmp_path, "pytest", f"--impl={target}", "--impl-examples=3")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = re.search(
        r"^=+ (\d+) passed, (\d+) skipped(?:, \d+ warned)? in ", done.stdout, re.MULTILINE
    )
    assert counts, done.stdout
    passed, skipped = counts.groups()
    said = f"passes {passed} requirements; {skipped} are not supported"
    pages_of_it = [pages[name].text for name in EXAMPLES[target]]
    assert any(said in page for page in pages_of_it), said
    for page in pages_of_it:
        assert f"pytest --impl='{target}'" in page or f"pytest --impl={target}" in page


def test_the_code_on_the_page_is_the_file(docs: Path, pages: dict[str, Any]) -> None:
    shown = [
        block
        for page in pages.values()
        for block in page.blocks
        if block.note.startswith("docs/examples/")
    ]
    assert shown
    for block in shown:
        assert block.text + "\n" == (docs.parent / block.note).read_text("utf-8"), block.page


def test_the_program_knows_nothing_of_toolwire(docs: Path) -> None:
    code = (docs / "examples" / "location_program.py").read_text("utf-8")
    assert re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE) == ["json", "sys"]


def test_the_node_program_needs_node_alone(docs: Path) -> None:
    assert "import " not in (docs / "examples" / "location.mjs").read_text("utf-8")
