"""The tables that the pages show for `pyproject.toml` can be read, and name every key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from toolwire.conformance.candidates.table import _KEYS, find_entry


def test_the_tables_are_good(pages: dict[str, Any], tmp_path: Path) -> None:
    shown = [
        block.text
        for page in pages.values()
        for block in page.blocks
        if block.language == "toml" and "tool.toolwire.candidates" in block.text
    ]
    assert len(shown) >= 2
    for text in shown:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
        for name in tomllib.loads(text)["tool"]["toolwire"]["candidates"]:
            assert find_entry(name, tmp_path) is not None


def test_every_key_is_explained(pages: dict[str, Any]) -> None:
    text = pages["docs/python-adapter.md"].text
    table = text.partition("| key | what it is |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == sorted(_KEYS)
