"""Importing what a command needs, which takes a while in which it may be broken off."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 130
"""The exit code of a command that a Ctrl-C has ended."""


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let a Ctrl-C end the process at once in here; Python would show where the import was."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # it is ignored, or somebody else's
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
