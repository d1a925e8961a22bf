"""Processes that are started in sessions of their own: ending all of one, and how one ended."""

import os
import signal
import subprocess
from contextlib import suppress


def signal_session(
    process: "subprocess.Popen[bytes]", number: signal.Signals = signal.SIGKILL
) -> None:
    """Send a signal to a process and all that it started and left in its session.

    What is there no more, or belongs to somebody else, is left alone.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def describe(status: int | None) -> str:
    """Say how a process ended, by what `Popen` tells of it: "SIGSEGV", say, or "exit code 1"."""
    if status is None or status >= 0:
        return f"exit code {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
