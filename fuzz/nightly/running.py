"""Running the command of a stage: what it says is passed on and kept, and it can be stopped."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from ..processes import signal_session
from ..stopping import Stopping

_POLL = 0.05
_GRACE = 30.0
"""The seconds that a command has to end in, once it was told to."""
_TO_READ = 5.0
"""The seconds for the rest of what it said, which a process that it left behind may hold open."""


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit status, how long it took, and whether its time was over."""

    status: int
    seconds: float
    was_late: bool


@dataclass(frozen=True)
class Manner:
    """How a command is told to stop: by a signal, to it or to all processes of its session."""

    number: signal.Signals
    to_all: bool


TERMINATE = Manner(signal.SIGTERM, to_all=False)
INTERRUPT = Manner(signal.SIGINT, to_all=True)
"""As a terminal does it, which pytest and its workers understand."""


class Runner:
    """Runs commands one after the other, until the night is told to stop.

    When it is told a second time, the command that runs is killed.
    """

    def __init__(self, stopping: Stopping) -> None:
        self.stopping = stopping
        self._kill: Callable[[], None] = lambda: None
        stopping.again = lambda: self._kill()

    def run(
        self, argv: Sequence[str], log: Path, manner: Manner, deadline: float | None = None
    ) -> Ended:
        """Run a command; its output goes on to ours, and into `log`. Raises OSError.

        It is told to stop when the night is, and at `deadline`, a monotonic time.
        """
        begun = time.monotonic()
        was_late = False
        end: float | None = None
        with log.open("wb", buffering=0) as file:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a Ctrl-C at the terminal is for us to pass on
            )
            self._kill = lambda: signal_session(process)
            reader = Thread(target=_pass_on, args=(process, file), daemon=True)
            reader.start()
            while process.poll() is None:
                now = time.monotonic()
                is_late = deadline is not None and now >= deadline
                if end is None and (is_late or self.stopping.told):
                    was_late = is_late and not self.stopping.told
                    end = now + _GRACE
                    _tell(process, manner)
                elif end is not None and now >= end:
                    self._kill()
                time.sleep(_POLL)
            self._kill = lambda: None
            reader.join(_TO_READ)
        return Ended(process.returncode, time.monotonic() - begun, was_late)


def _tell(process: "subprocess.Popen[bytes]", manner: Manner) -> None:
    if manner.to_all:
        signal_session(process, manner.number)
    else:
        with suppress(ProcessLookupError):
            process.send_signal(manner.number)


def _pass_on(process: "subprocess.Popen[bytes]", log: RawIOBase) -> None:
    """Pass on what a process says, as it comes; that nobody reads it any more is no harm."""
    assert process.stdout is not None
    ours: BinaryIO | None = sys.stdout.buffer
    while data := os.read(process.stdout.fileno(), 1 << 16):
        with suppress(ValueError):  # closed, where the process left another behind
            log.write(data)
        if ours is not None:
            try:
                ours.write(data)
                ours.flush()
            except OSError:
                ours = None
    process.stdout.close()
