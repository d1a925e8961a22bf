"""A job as the parent sees it: a process, the events that it tells, and its end."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread

from toolwire.conformance.storage import replace_file

from .jobs.config import JobConfig
from .jobs.events import Event, Progress, Reason, Started, Stopped, load_event
from .processes import describe, signal_session

_STDERR = 16_000
_LONGEST = 1 << 28
"""The longest line that is read; a job that writes longer ones is not one of ours."""

Hear = Callable[["Job", Event], None]


class Job:
    """A running job. `hear` is called for each event, in a thread that does nothing else.

    Raises OSError when it cannot be started.
    """

    def __init__(self, number: int, config: JobConfig, folder: Path, hear: Hear) -> None:
        self.number = number
        self.config = config
        self.started: Started | None = None
        self.progress = Progress(0, 0, 0)
        self.stopped: Stopped | None = None
        self.is_given_up = False
        self._is_told = False
        self._hear = hear
        self._stderr = bytearray()
        reader, writer = os.pipe()
        try:
            path = (folder / f"job-{number}.json").absolute()
            content = replace(config, events=writer).to_json()
            replace_file(path, f"{json.dumps(content, indent=1)}\n".encode())
            self._process = subprocess.Popen(
                [sys.executable, "-m", "toolwire.fuzz.jobs", str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a candidate in the job's process may flood it
                stderr=subprocess.PIPE,
                cwd=config.folder,
                pass_fds=[writer],
                start_new_session=True,  # a Ctrl-C at the terminal is the parent's alone
            )
        except BaseException:
            os.close(reader)
            raise
        finally:
            os.close(writer)
        self._threads = [
            Thread(target=self._read_events, args=(reader,), daemon=True),
            Thread(target=self._read_stderr, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_over(self) -> bool:
        """Tell whether the process has ended and all that it told was heard."""
        return self._process.poll() is not None and not self._threads[0].is_alive()

    @property
    def is_done(self) -> bool:
        """Tell whether it ended as it should: with nothing left to do, or told to by `stop`."""
        if self.stopped is None:
            return self._is_told and self._process.poll() == -signal.SIGTERM
        reason = self.stopped.reason
        return reason is not Reason.LOST and (reason is not Reason.SIGNAL or self._is_told)

    @property
    def is_lost(self) -> bool:
        """Tell whether it ended because it could not go on, by its own word."""
        return self.stopped is not None and self.stopped.reason is Reason.LOST

    @property
    def why_lost(self) -> str:
        """Say why it ended, where it should not have."""
        if self.stopped is not None:
            by_signal = "the job ended because a signal told it to, which this run had not sent"
            return self.stopped.detail or by_signal
        status = self._process.poll()
        tail = bytes(self._stderr).decode(errors="replace").strip().splitlines()
        last = f": {tail[-1]}" if tail else ""
        return f"the job ended with {describe(status)}{last}"

    @property
    def stderr(self) -> str:
        """Give the end of what it wrote to stderr."""
        return bytes(self._stderr).decode(errors="replace")

    def stop(self) -> None:
        """Tell it to stop."""
        self._is_told = True
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)

    def resume(self) -> bool:
        """Let it go on if a signal has stopped it; tell whether one had."""
        if not hasattr(os, "waitid"):  # macOS, before Python 3.13
            return False
        try:
            stopped = os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOHANG)
        except ChildProcessError:
            return False
        if stopped is not None:
            self._process.send_signal(signal.SIGCONT)
        return stopped is not None

    def kill(self) -> None:
        """End it at once, with what is left in its session."""
        signal_session(self._process)
        self._process.wait()

    def _read_events(self, reader: int) -> None:
        with os.fdopen(reader, "rb") as pipe:
            while line := pipe.readline(_LONGEST):
                # What is no event was written by a candidate that found the descriptor.
                with suppress(ValueError):
                    self._take(load_event(line))

    def _take(self, event: Event) -> None:
        match event:
            case Started():
                self.started = event
            case Progress() if event.executions >= self.progress.executions:
                self.progress = event
            case Stopped():
                self.stopped = event
            case _:
                pass
        self._hear(self, event)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as pipe:
            while data := os.read(pipe.fileno(), 1 << 16):
                self._stderr += data
                del self._stderr[:-_STDERR]
