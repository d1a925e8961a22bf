"""`docs/baselines.md` shows what happens, from the first file to an entry that is fixed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.baselines.file import _ENTRY

FILE = "toolwire-baseline.json"


@pytest.fixture
def mine(docs: Path, tmp_path: Path, pages: dict[str, Any]) -> Path:
    """The example with the mistake of the quickstart."""
    [patch] = [b.text for b in pages["docs/quickstart.md"].blocks if b.language == "diff"]
    right, wrong = (line[1:] for line in patch.splitlines())
    code = (docs / "examples" / "tool_call_update.py").read_text("utf-8")
    (tmp_path / "right.py").write_text(code, "utf-8")
    (tmp_path / "mine.py").write_text(code.replace(right, wrong), "utf-8")
    return tmp_path


def test_the_page_shows_what_happens(run: Any, mine: Path, pages: dict[str, Any]) -> None:
    shown = {block.note: block.text for block in pages["docs/baselines.md"].blocks if block.note}

    def check(name: str, status: int, *options: str) -> None:
        arguments = ("--impl=mine.py", "--impl-examples=0", f"--impl-baseline={FILE}", *options)
        done = run(mine, "pytest", *arguments)
        assert done.returncode == status, done.stdout
        lines = [line.rstrip() for line in shown.pop(f"output: baseline {name}").splitlines()]
        for line in lines:
            if line != "[...]" and not line.startswith("=="):
                assert line in done.stdout, name

    check("update", 0, "--impl-baseline-update")
    written = (mine / FILE).read_text("utf-8")
    assert written == shown.pop(f"file: {FILE}") + "\n"
    reason = '"reason": "merging is being rewritten, issue 12"'
    (mine / FILE).write_text(written.replace('"reason": ""', reason), "utf-8")
    check("known", 0, "-rx")
    dated = written.replace('"reason": ""', f'{reason}, "expires": "2019-12-31"')
    (mine / FILE).write_text(dated, "utf-8")
    check("expired", 1)
    (mine / "mine.py").write_text((mine / "right.py").read_text("utf-8"), "utf-8")
    check("fixed", 1)
    assert shown == {}


def test_the_table_has_every_member(pages: dict[str, Any]) -> None:
    table = pages["docs/baselines.md"].text.partition("| member |")[2].partition("\n\n")[0]
    assert {line.split("`")[1] for line in table.splitlines() if "`" in line} == set(_ENTRY)
