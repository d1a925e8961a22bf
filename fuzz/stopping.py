"""How fuzzing is told to stop: by SIGTERM or SIGINT, also while it waits for a candidate."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(BaseException):
    """The process was told to stop while it could be broken off; no `except Exception` takes it."""


class Stopping:
    """Whether the process was told to stop. Takes both signals over when it is made.

    `again` is called when it is told a second time.
    """

    def __init__(self) -> None:
        self.told = False
        self.again: Callable[[], None] = lambda: None
        self._may_break = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._hear)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """Let what is done in here be broken off; raise `Interrupted` then, or if it was told."""
        self._may_break = True
        try:
            if self.told:
                raise Interrupted
            yield
        finally:
            self._may_break = False

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        if self.told:
            self.again()
        self.told = True
        if self._may_break:
            self._may_break = False
            raise Interrupted
