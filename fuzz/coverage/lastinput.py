"""The input that is being executed, kept where it outlives the process that executes it.

A candidate may end its process in ways that leave nothing behind: `os._exit`, a signal, or SIGKILL
because it hangs. So each input is written to a mapped file first, which costs a microsecond, and
the supervisor reads it there.
"""

import mmap
import struct
import time
from dataclasses import dataclass
from pathlib import Path

CAPACITY = 1 << 20
"""The most bytes of an input."""
_HEAD = struct.Struct("<QQdI?")
_START = 64


@dataclass(frozen=True, slots=True)
class Execution:
    """How far a job is: how many inputs were executed, and how often the mutator was called.

    `data` is the last input, begun at the monotonic time `since`; while the candidate is asked it
    `is_asking`.
    """

    count: int
    mutations: int
    since: float
    data: bytes
    is_asking: bool


class LastInput:
    """The mapped file of one job. One process writes, another may read."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_START + CAPACITY))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _START + CAPACITY)
        before = self.read()
        self.count, self.mutations = before.count, before.mutations

    def begin(self, data: bytes) -> None:
        """Note that the candidate is now asked `data`."""
        self.count += 1
        size = len(data)
        self._map[_START : _START + size] = data
        # Not by `pack_into`, which writes zeros first: who reads meanwhile would see them.
        head = _HEAD.pack(self.count, self.mutations, time.monotonic(), size, True)
        self._map[: len(head)] = head

    def end(self) -> None:
        """Note that the candidate has answered."""
        self._map[_HEAD.size - 1] = 0

    def read(self) -> Execution:
        """Give what was noted last."""
        count, mutations, since, size, is_asking = _HEAD.unpack_from(self._map)
        return Execution(count, mutations, since, self._map[_START : _START + size], is_asking)
