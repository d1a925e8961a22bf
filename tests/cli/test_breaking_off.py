"""A Ctrl-C while a command is still imported ends it without a traceback."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolwire.fuzz.nightly.stage import Command

PROGRAM = str(Path(sys.executable).with_name("toolwire"))
WRONG = "NAME, VERSION, PROFILES = 'x', '1', {}\ndef decode(profile, type, text): return text\n"


@pytest.mark.parametrize(
    ("slow", "command"),
    [
        ("click", [PROGRAM, "list"]),
        ("click", [sys.executable, "-P", "-m", "toolwire.conformance", "list"]),
        ("asyncio", [PROGRAM, "fuzz", "--impl=x.py"]),
        ("pytest", Command("pytest", ["--impl=x.py"]).argv),
    ],
    ids=["script", "module", "fuzz", "stage"],
)
def test_while_a_module_is_imported(slow, command, tmp_path):
    (tmp_path / "x.py").write_text(WRONG)
    (tmp_path / "slow").mkdir()
    module = tmp_path / "slow" / f"{slow}.py"
    module.write_text("import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(60)\n")
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "slow"), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "begun").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (130, "", "")
