"""Every relative link of the pages resolves, to the heading that it names too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from toolwire.conformance.pages import anchor

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def _headings(text: str) -> set[str]:
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {anchor(heading.replace("`", "")) for heading in found}


def test_every_relative_link_resolves(docs: Path, pages: dict[str, Any]) -> None:
    root, broken, seen = docs.parent, [], 0
    for page in pages.values():
        for target in _LINK.findall(page.prose):
            if re.match(r"\w+:", target):
                continue
            seen += 1
            path, _, fragment = target.partition("#")
            file = (root / page.name).parent / path if path else root / page.name
            if not file.exists():
                broken.append(f"{page.name}: {target}")
            elif fragment and fragment not in _headings(file.read_text("utf-8")):
                broken.append(f"{page.name}: {target}: no such heading")
    assert broken == []
    assert seen > 50


def test_the_readme_leads_to_every_page(docs: Path, pages: dict[str, Any]) -> None:
    targets = {target.partition("#")[0] for target in _LINK.findall(pages["README.md"].prose)}
    assert {f"docs/{file.name}" for file in docs.glob("*.md")} <= targets
