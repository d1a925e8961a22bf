"""The mistakes that `docs/other-languages.md` names give the messages that it quotes.

Each is made in the example program in Python, since what language it is in makes no difference.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import CandidateError, FaultKind, Limits, Options, resolve
from toolwire.conformance.checking import check

PYTHON = "cmd:python3 adapter.py"
_PRINT = 'print(json.dumps({"id": request["id"], **answer(request)}), flush=True)'
_HELLO = 'if request["op"] == "hello":'

Change = tuple[str, str]

BEFORE: dict[str, tuple[str, Change]] = {
    "not on PATH": ("cmd:nodejs adapter.py", ("", "")),
    "not found": ("cmd:./adapter", ("", "")),
    "may not be run": ("cmd:./adapter.py", ("", "")),
    "exits with 1": (PYTHON, ("import json\n", "import json, no_such_library\n")),
    "exits with 0": (PYTHON, ("for line in sys.stdin.buffer:", "for line in []:")),
    "waits for the end": (PYTHON, ("sys.stdin.buffer:", "sys.stdin.buffer.readlines():")),
    "no newline": (PYTHON, (", flush=True", ', end="", flush=True')),
    "a debug line": (PYTHON, ("import sys\n", "import sys\nprint('adapter is ready')\n")),
    "no ok": (
        PYTHON,
        (_HELLO, "if not request['id']: return {'unsupported': True}\n    " + _HELLO),
    ),
    "no name": (PYTHON, ('            "name": "location-example",\n', "")),
    "another version": (PYTHON, ('"protocol": 1', '"protocol": 2')),
    "counts for itself": (PYTHON, ('"id": request["id"]', '"id": request["id"] + 1')),
    "answers twice": (
        PYTHON,
        (
            _PRINT,
            _PRINT.replace("print(", "print((").replace(
                "), flush", ") + '\\n') * 2, end='', flush"
            ),
        ),
    ),
    "profile name": (PYTHON, ('"acp-v2"', '"acp2"')),
}
WHILE_ASKED: dict[str, Change] = {
    "value": ("json.dumps(read_location(text), allow_nan=False)", "read_location(text)"),
    "no ok": ('{"ok": True, "text"', '{"text"'),
    "no error": ('{"ok": False, "error": str(error)}', '{"ok": False}'),
    "prints": ("    location = json", "    print('reading…')\n    location = json"),
    "ends": ("except (ValueError, RecursionError)", "except NotImplementedError"),
    "answers again": (_PRINT, f"{_PRINT}\n    if request['id']: {_PRINT}"),
    "another id": ('"id": request["id"]', '"id": request["id"] and request["id"] + 1000'),
    "as they become ready": (
        _PRINT,
        "import random, threading, time\n"
        "    def later(request):\n"
        "        time.sleep(random.random() / 50)\n"
        f"        {_PRINT}\n"
        "    threading.Thread(target=later, args=[request]).start()",
    ),
    "silent": (_PRINT, f"if request['id']: continue\n    {_PRINT}"),
    "given up": ("    location = json", "    sys.exit(9)\n    location = json"),
}


RULES = {
    "no error": "any-text-is-answered",
    "ends": "any-text-is-answered",
    "as they become ready": "any-text-is-answered",
    "given up": "acp-v2",
}
"""The requirements under which a mistake shows, where it is not any of them."""


@pytest.fixture(scope="module")
def quoted(pages: dict[str, Any]) -> list[str]:
    """The messages in the first columns of the tables of mistakes."""
    text = pages["docs/other-languages.md"].text
    _, _, mistakes = text.partition("## What one meets on the way\n")
    messages = re.findall(r"^\| `(.*?)` \|", mistakes, re.MULTILINE)
    assert len(messages) == len(BEFORE) + len(WHILE_ASKED)
    return messages


@pytest.fixture
def write(docs: Path, tmp_path: Path) -> Any:
    """Return a function that writes the example with one change."""

    def write(change: Change) -> None:
        code = (docs / "examples" / "location_program.py").read_text("utf-8")
        old, new = change
        assert old in code
        (tmp_path / "adapter.py").write_text(code.replace(old, new) if old else code, "utf-8")

    return write


@pytest.mark.parametrize("mistake", BEFORE)
def test_a_mistake_that_ends_the_run(
    mistake: str, write: Any, run: Any, tmp_path: Path, quoted: list[str]
) -> None:
    spec, change = BEFORE[mistake]
    if mistake == "not on PATH" and shutil.which("nodejs"):
        spec = spec.replace("nodejs", "no-such-node")
    write(change)
    message = quoted[list(BEFORE).index(mistake)]
    if mistake == "profile name":
        done = run(tmp_path, "pytest", f"--impl={spec}")
        assert done.returncode == 4
        assert _holds(done.stderr, message), done.stderr
        return
    limits = Limits(hello=0.5)
    with pytest.raises(CandidateError) as caught:
        resolve(spec, cwd=tmp_path, limits=limits).start()
    message = message.replace("30 s", "0.5 s").replace("nodejs", spec.split()[0][4:])
    assert _holds(caught.value.message, message), caught.value
    if caught.value.kind in (FaultKind.COULD_NOT_START, FaultKind.TIMEOUT):
        return  # `check` says the same; it would wait for half a minute
    assert [each.name for each in check(spec, tmp_path, Options(timeout=1.0)) if each.wrong]


@pytest.mark.parametrize("mistake", WHILE_ASKED)
def test_a_mistake_that_shows_when_it_is_asked(
    mistake: str, write: Any, run: Any, tmp_path: Path, quoted: list[str]
) -> None:
    write(WHILE_ASKED[mistake])
    options = ["--impl-examples=0", "-k", RULES.get(mistake, "acp-v2/values-are-kept")]
    message = quoted[len(BEFORE) + list(WHILE_ASKED).index(mistake)]
    if "wrong-id" in message or "timeout" in message:
        options.append("--impl-timeout=0.5")
        message = message.replace("5 s", "0.5 s")
    done = run(tmp_path, "pytest", f"--impl={PYTHON}", *options)
    assert done.returncode == (0 if "by no input" in message else 1)
    assert _holds(done.stdout, message), done.stdout
    assert [each.name for each in check(PYTHON, tmp_path, Options(timeout=0.3)) if each.wrong]


def _holds(output: str, message: str) -> bool:
    """Tell whether `output` has `message`, in which `…` stands for anything on the line."""
    return re.search(".*".join(map(re.escape, message.split("…"))), output) is not None
