"""The mistakes that `docs/python-adapter.md` names give the messages that it quotes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

_HEAD = 'import json\nPROFILES = {"acp-v2": ["ToolCallLocation"]}\n'
_READ = "def decode(profile, type, text):\n    "

BEFORE = {
    "not found": ("mypkg.adapter", ""),
    "library missing": ("adapter", "import mylib\n"),
    "no decode": ("adapter", "def parse(text): ...\n"),
    "profiles": ("adapter", 'PROFILES = {"acp-v2": "x"}\ndef decode(*_): ...\n'),
    "profile name": ("adapter", 'PROFILES = {"acp2": ["x"]}\ndef decode(*_): ...\n'),
}
WHILE_ASKED = {
    "value": f"{_HEAD}{_READ}return json.loads(text)\n",
    "coroutine": f"{_HEAD}async {_READ}return text\n",
    "surrogate": f"{_HEAD}{_READ}return json.dumps(json.loads(text), ensure_ascii=False)\n",
    "parameters": f"{_HEAD}def decode(text):\n    return text\n",
    "other exception": f"{_HEAD}{_READ}return json.dumps({{'path': json.loads(text)['path']}})\n",
    "slow": f"import time\n{_HEAD}{_READ}time.sleep(60)\n",
    "exit": f"import os\n{_HEAD}{_READ}os._exit(3)\n",
}


@pytest.fixture(scope="module")
def quoted(pages: dict[str, Any]) -> list[str]:
    """The messages in the first column of the table of mistakes."""
    rows = re.findall(r"^\| `([^`]*)` \|", pages["docs/python-adapter.md"].text, re.MULTILINE)
    messages = [row for row in rows if " " in row and "(profile" not in row]
    assert len(messages) == len(BEFORE) + len(WHILE_ASKED)
    return messages


@pytest.mark.parametrize("mistake", BEFORE)
def test_a_mistake_that_ends_the_run(
    mistake: str, run: Any, tmp_path: Path, quoted: list[str]
) -> None:
    target, code = BEFORE[mistake]
    (tmp_path / "adapter.py").write_text(code)
    done = run(tmp_path, "pytest", f"--impl={target}")
    assert done.returncode == 4
    message = quoted[list(BEFORE).index(mistake)]
    assert _holds(done.stderr, message), done.stderr


@pytest.mark.parametrize("mistake", WHILE_ASKED)
def test_a_mistake_that_shows_when_it_is_asked(
    mistake: str, run: Any, tmp_path: Path, quoted: list[str]
) -> None:
    (tmp_path / "adapter.py").write_text(WHILE_ASKED[mistake])
    rule = {"surrogate": "any-text-is-answered", "other exception": "required-member-missing"}
    options = ["--impl-examples=0", "-k", rule.get(mistake, "acp-v2/values-are-kept")]
    message = quoted[len(BEFORE) + list(WHILE_ASKED).index(mistake)]
    if mistake == "slow":
        options.append("--impl-timeout=0.5")
        message = message.replace("5 s", "0.5 s")
    done = run(tmp_path, "pytest", "--impl=adapter", *options)
    assert done.returncode == 1
    assert _holds(done.stdout, message), done.stdout


def _holds(output: str, message: str) -> bool:
    """Tell whether `output` has `message`, in which `…` stands for anything on the line."""
    return re.search(".*".join(map(re.escape, message.split("…"))), output) is not None
