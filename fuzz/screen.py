"""What is shown while fuzzing: one live line on a terminal, a plain line now and then elsewhere."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

_FIRST, _LONGEST = 10.0, 60.0
"""The seconds between two plain lines, at first and in the end."""


class Screen:
    """Shows the line that `now` gives, and lines that stay. Used as a context."""

    def __init__(self, now: Callable[[], str], stream: TextIO | None = None) -> None:
        self._now = now
        self._console = Console(file=stream or sys.stderr, highlight=False, soft_wrap=True)
        self._live: Live | None = None
        self._pause, self._next = _FIRST, 0.0

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(
                console=self._console,
                get_renderable=lambda: Text(self._now(), no_wrap=True, overflow="ellipsis"),
                refresh_per_second=4,
                transient=True,
            )
            self._live.start()
        self._next = time.monotonic() + self._pause
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def say(self, line: str, style: str = "") -> None:
        """Show a line that stays."""
        self._console.print(Text(line, style=style))

    def tick(self) -> None:
        """Show how far it is, where there is no terminal and the time has come."""
        if self._live is None and time.monotonic() >= self._next:
            self.say(self._now())
            self._pause = min(2 * self._pause, _LONGEST)
            self._next = time.monotonic() + self._pause
