"""A process of its own session, so that it can be ended with all that it started."""

import contextlib
import errno
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Command:
    """How a process is started: arguments, working folder, additions to the environment."""

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str] | None = None


class Child:
    """A running process with three pipes, whose ends here never block.

    Raises `OSError` when the program cannot be run. `memory` bounds the bytes of its address
    space, and of each process that it starts. A process that leaves its session is out
    of reach: POSIX has no means to end it.
    """

    def __init__(self, command: Command, memory: int | None = None) -> None:
        self._process = subprocess.Popen(
            command.argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=command.cwd,
            env=None if command.env is None else {**os.environ, **command.env},
            start_new_session=True,
        )
        self._waiter: threading.Thread | None = None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._files = (self._process.stdin, self._process.stdout, self._process.stderr)
        if memory is not None:
            self._limit(memory)
        self.stdin, self.stdout, self.stderr = (file.fileno() for file in self._files)
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        self.ended = self._watch()
        """A descriptor that becomes readable when the process has ended."""

    def _limit(self, memory: int) -> None:
        """Bound the memory of the process that has just begun; nothing runs between fork and exec.

        (`preexec_fn` would, and is not safe beside threads.)
        """
        try:
            if sys.platform != "linux":
                raise OSError(errno.ENOSYS, "a memory limit needs Linux")
            pid, limit = self._process.pid, resource.RLIMIT_AS
            _, most = resource.prlimit(pid, limit)
            if most != resource.RLIM_INFINITY:
                memory = min(memory, most)
            resource.prlimit(pid, limit, (memory, memory))
        except BaseException:
            self.kill()
            for file in self._files:
                file.close()
            raise

    def close_input(self) -> None:
        """Let the process see the end of its stdin."""
        self._files[0].close()

    def kill(self) -> int:
        """End the process and its group; return its exit status, negative for a signal."""
        # The group first: while its leader is not reaped, no other can have its number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        if self._waiter is not None:
            self._waiter.join()
        return status

    def release(self) -> None:
        """Close the descriptors, after `kill`."""
        for file in self._files:
            file.close()
        os.close(self.ended)

    def _watch(self) -> int:
        if sys.platform == "linux":
            with contextlib.suppress(AttributeError, OSError):
                return os.pidfd_open(self._process.pid)
        reader, writer = os.pipe()

        def wait() -> None:
            self._process.wait()
            os.close(writer)

        self._waiter = threading.Thread(target=wait, name="toolwire-candidate", daemon=True)
        self._waiter.start()
        return reader


def describe_exit(status: int) -> str:
    """Return how a process ended, in words."""
    if status >= 0:
        return f"exited with code {status}"
    try:
        return f"was killed by signal {-status} ({signal.Signals(-status).name})"
    except ValueError:
        return f"was killed by signal {-status}"
