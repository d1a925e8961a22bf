"""Programs for `toolwire check`, written to a temporary folder."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwire.conformance.candidates import Options
from toolwire.conformance.checking import Checked, check

PROGRAM = """
import json, os, sys, time

LEFT_OUT = object()

def write(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def hello(request):
    return {"ok": True, "protocol": 1, "name": "echo", "version": "1", "profiles": PROFILES}

def decode(request):
    text = request["text"]
    if isinstance(text, dict):
        return {"ok": False, "error": "not UTF-8"}
    return {"ok": True, "text": text}

def answer(request):
    if request["op"] == "hello":
        return hello(request)
    known = (request.get("profile"), request.get("type")) == ("acp-v2", "ToolCallLocation")
    if request["op"] == "decode" and known:
        return decode(request)
    return {"unsupported": True}

def reply(request):
    write({"id": request["id"], **answer(request)})

PROFILES = {"acp-v2": ["ToolCallLocation"]}
DEFINITIONS
for line in sys.stdin:
    reply(json.loads(line))
"""
"""A candidate that speaks the protocol, but for what `DEFINITIONS` change."""

Check = Callable[..., dict[str, Checked]]


@pytest.fixture
def check_program(tmp_path: Path) -> Check:
    """Return a function that checks `PROGRAM` with definitions; it gives the checks by name."""

    def run(definitions: str = "", timeout: float = 1.0) -> dict[str, Checked]:
        (tmp_path / "program.py").write_text(PROGRAM.replace("DEFINITIONS", definitions), "utf-8")
        spec = f"cmd:{sys.executable} -I -S program.py"
        return {each.name: each for each in check(spec, tmp_path, Options(timeout=timeout))}

    return run


@pytest.fixture
def check_module(tmp_path: Path) -> Check:
    """Return a function that checks a Python module; it gives the checks by name."""

    def run(source: str) -> dict[str, Checked]:
        (tmp_path / "adapter.py").write_text(source, "utf-8")
        return {each.name: each for each in check("adapter.py", tmp_path, Options(timeout=2.0))}

    return run
