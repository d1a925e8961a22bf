"""Lines to and from a process, without ever waiting for one side only.

One selector watches its stdout, its stderr, its end, and its stdin while something is left to
write. So a candidate that does not read while it writes, or writes only to stderr, or leaves
its pipes to a grandchild, holds nothing up.
"""

import os
import selectors
import time
from collections.abc import Callable

from .child import Child, Command, describe_exit
from .fault import FaultKind
from .limits import Limits

_PIECE = 1 << 16
_LEFT_IN_PIPE = 1 << 20
"""How much is read of what a process left in a pipe: the most that a pipe holds on Linux."""


class Channel:
    """A process and the lines that pass. Raises `OSError` when it cannot be started."""

    def __init__(self, command: Command, limits: Limits) -> None:
        self._limits = limits
        self._child = child = Child(command, limits.memory)
        self._unsent = bytearray()
        self._writing = False
        self._input_broken = False
        self._lines: list[bytes] = []
        self._partial = bytearray()
        self._stderr = bytearray()
        self._exited = False
        self._output_closed = False
        self._stderr_closed = False
        self._too_large = False
        self._end: tuple[FaultKind, str] | None = None
        self._selector = selectors.DefaultSelector()
        for fd, act in (
            (child.stdout, self._read),
            (child.stderr, self._read_stderr),
            (child.ended, self._notice_end),
        ):
            self._selector.register(fd, selectors.EVENT_READ, act)

    def send(self, line: bytes) -> None:
        """Take a line to be written as the process reads."""
        if not self._input_broken:
            self._unsent += line

    def receive(self, seconds: float) -> list[bytes]:
        """Wait at most so long; return the whole lines that came, often none."""
        if self._unsent:
            self._write()
        if not self.over:
            self._turn(seconds)
        lines, self._lines = self._lines, []
        return lines

    @property
    def over(self) -> bool:
        """Whether no more lines can come."""
        return self._exited or self._output_closed or self._too_large

    @property
    def stderr(self) -> str:
        """The end of what the process has written to stderr."""
        self._read_stderr()
        return self._stderr[-self._limits.stderr_size :].decode(errors="replace")

    def end(self) -> tuple[FaultKind, str]:
        """End the process; return why no more lines could come, if it was `over` before."""
        if self._end is None:
            self._end = self._kill()
        return self._end

    @property
    def exited(self) -> bool:
        """Whether the process was seen to end by itself."""
        return self._exited

    @property
    def unfinished(self) -> bytes:
        """What came since the last whole line: the beginning of a line, if its end is missing."""
        return bytes(self._partial)

    def finish(self, seconds: float) -> list[bytes]:
        """Close the process's stdin and let it end by itself; return the first line that came."""
        if self._end is None:
            self._unsent.clear()
            self._stop_writing()
            self._child.close_input()
            self._wait_for_end(seconds)
        lines, self._lines = self._lines, []
        return lines

    def close(self) -> None:
        """Close the process's stdin, let it end by itself for a moment, then end it."""
        self.finish(self._limits.grace)
        self.end()

    def _kill(self) -> tuple[FaultKind, str]:
        if self._output_closed and not self._exited:
            # A process that exits closes its stdout a moment before.
            self._wait_for_end(self._limits.grace)
        exited = self._exited
        status = self._child.kill()
        # What it wrote before its end is still in the pipe, and its last words matter.
        self._drain(self._read_stderr)
        self._release()
        if self._too_large:
            return FaultKind.TOO_LARGE, f"an answer passed {self._limits.answer_size} bytes"
        if not exited:
            return FaultKind.CLOSED_OUTPUT, "closed its stdout and lived on"
        midway = " in the middle of an answer" if self._partial else ""
        return FaultKind.CRASHED, describe_exit(status) + midway

    def _turn(self, seconds: float) -> None:
        for key, _ in self._selector.select(max(0.0, seconds)):
            act: Callable[[], object] = key.data
            act()

    def _wait_for_end(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not self._exited and (left := deadline - time.monotonic()) > 0:
            self._turn(left)
            del self._lines[1:]

    def _write(self) -> None:
        try:
            while self._unsent:
                with memoryview(self._unsent) as view, view[:_PIECE] as piece:
                    written = os.write(self._child.stdin, piece)
                del self._unsent[:written]
        except BlockingIOError:
            if not self._writing:
                self._writing = True
                self._selector.register(self._child.stdin, selectors.EVENT_WRITE, self._write)
            return
        except BrokenPipeError:
            # It may still answer what it has read; if not, its end or the deadline tells.
            self._input_broken = True
            self._unsent.clear()
        self._stop_writing()

    def _stop_writing(self) -> None:
        if self._writing:
            self._writing = False
            self._selector.unregister(self._child.stdin)

    def _read(self) -> bool:
        """Read a piece of stdout; return whether there may be more at once."""
        if self._output_closed or self._too_large:
            return False
        try:
            piece = os.read(self._child.stdout, _PIECE)
        except BlockingIOError:
            return False
        if not piece:
            self._output_closed = True
            self._selector.unregister(self._child.stdout)
            return False
        *ends, rest = piece.split(b"\n")
        for part in ends:
            self._partial += part
            if self._passes_limit():
                return False
            self._lines.append(bytes(self._partial))
            self._partial.clear()
        self._partial += rest
        return not self._passes_limit()

    def _passes_limit(self) -> bool:
        if len(self._partial) <= self._limits.answer_size:
            return False
        self._too_large = True
        self._partial.clear()
        self._selector.unregister(self._child.stdout)
        return True

    def _read_stderr(self) -> bool:
        """Read a piece of stderr; return whether there may be more at once."""
        if self._stderr_closed:
            return False
        try:
            piece = os.read(self._child.stderr, _PIECE)
        except BlockingIOError:
            return False
        if not piece:
            self._stderr_closed = True
            self._selector.unregister(self._child.stderr)
            return False
        self._stderr += piece
        if len(self._stderr) > 2 * self._limits.stderr_size:
            del self._stderr[: -self._limits.stderr_size]
        return True

    def _notice_end(self) -> None:
        # A grandchild may hold the pipes, so their end may never come: take what is there.
        self._exited = True
        self._selector.unregister(self._child.ended)
        self._drain(self._read)

    def _drain(self, read: Callable[[], bool]) -> None:
        for _ in range(_LEFT_IN_PIPE // _PIECE):
            if not read():
                return

    def _release(self) -> None:
        self._stderr_closed = True
        self._selector.close()
        self._child.release()
