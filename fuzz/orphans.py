"""What a candidate left behind that has left its session too: it ran away, and is ended yet.

On Linux a process can have what it started come back to it when the parents in between have ended.
Elsewhere there is no means to.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 100
"""So often what is left is looked for: who is ended may leave children of its own."""
_PAUSE = 0.01


@dataclass(frozen=True)
class _Child:
    pid: int
    has_ended: bool
    leads_session: bool


def adopt() -> frozenset[int]:
    """Be the parent of all that runs away from now on; give the children that there are already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    return frozenset(each.pid for each in _children())


def end_orphans(but: Collection[int] = ()) -> None:
    """End the children of this process, and theirs, but not those with some numbers.

    What it has started itself must have ended before, or be among them.
    """
    for _ in range(_ROUNDS):
        found = [each.pid for each in _children() if each.pid not in but]
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)
        for pid in found:
            _reap(pid)


def reap_orphans() -> None:
    """Let go of those that have ended, while what this process has started itself still runs.

    That leads a session, and whoever started it waits for its end.
    """
    for each in _children():
        if each.has_ended and not each.leads_session:
            _reap(each.pid)


def _reap(pid: int) -> None:
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def _children() -> Iterator[_Child]:
    own = str(os.getpid())
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name before stands in brackets, and may hold anything.
            state, parent, _, session, *_ = path.read_text("latin-1").rpartition(")")[2].split()
            if parent == own:
                pid = path.parent.name
                yield _Child(int(pid), state == "Z", session == pid)
