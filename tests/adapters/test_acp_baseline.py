"""The published SDK with a baseline: green with all that is known, and no longer with less or more.

Its whole run is a matter of half a minute; a part of it shows the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("acp")

PART = ("-k", "coerced or malformed", "-p", "no:cacheprovider")
OPTIONS = ("--impl=acp", "--impl-profile=acp-v1", "--impl-examples=0", *PART)


@pytest.fixture
def baseline(pytester: pytest.Pytester) -> Path:
    update = (*OPTIONS, "--impl-baseline=acp.json", "--impl-baseline-update")
    assert pytester.runpytest_subprocess(*update).ret == 0
    return pytester.path / "acp.json"


def _run(pytester: pytest.Pytester, path: Path, known: list[Any]) -> pytest.RunResult:
    content = {**json.loads(path.read_text("utf-8")), "known": known}
    path.write_text(json.dumps(content), "utf-8")
    return pytester.runpytest_subprocess(*OPTIONS, "--impl-baseline=acp.json")


def test_the_sdk_with_its_baseline(pytester: pytest.Pytester, baseline: Path) -> None:
    known = json.loads(baseline.read_text("utf-8"))["known"]
    assert len(known) > 3
    assert _run(pytester, baseline, known).ret == 0

    removed, *rest = known
    result = _run(pytester, baseline, rest)
    assert (result.ret, result.parseoutcomes()["failed"]) == (1, 1)
    name = f"{removed['requirement']}[[]acp]"
    result.stdout.fnmatch_lines(f"{name}: not in the baseline: '{removed['kind']}' at *")

    invented = {**removed, "kind": "crashed", "sites": removed["sites"][:1]}
    result = _run(pytester, baseline, [*known, invented])
    assert result.ret == 1
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(f"{removed['requirement']}: does not fail: 'crashed' at *")
