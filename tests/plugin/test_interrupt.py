"""Ctrl-C in the middle of a run ends the candidates."""

import os
import signal
import subprocess
import sys
import time

import pytest

HANGS = """
import os, subprocess, time
from right import VERSION, fold

def decode(profile, type, text):
    child = subprocess.Popen(["sleep", "1000"])
    open("hangs.tmp", "w").close()
    os.replace("hangs.tmp", f"hangs-{os.getpid()}")
    time.sleep(1_000)
"""


@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_no_process_is_left(project, arguments):
    project.write(hangs=HANGS)
    command = [sys.executable, "-m", "pytest", "--impl=hangs.py", "--impl=right.py", *arguments]
    process = subprocess.Popen(
        [*command, "--impl-timeout=600", "--impl-report=out"],
        cwd=project.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        while not list(project.path.glob("hangs-*")):
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert "KeyboardInterrupt" in output
    # The fixture looks for what was left.
