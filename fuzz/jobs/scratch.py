"""The folder for what a job needs meanwhile."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .config import JobConfig


def make_scratch() -> Path:
    """Make a folder for jobs. Raises OSError."""
    return Path(tempfile.mkdtemp(prefix="toolwire-fuzz-"))


def remove_scratch(folder: Path) -> None:
    """Take it away again, as far as that can be done."""
    shutil.rmtree(folder, ignore_errors=True)


def leave_no_scratch(config: JobConfig) -> None:
    """Take a job's folder away, and with the last of them the parent's, which has gone."""
    if config.scratch is not None:
        remove_scratch(config.scratch)
        with suppress(OSError):
            config.scratch.parent.rmdir()


@contextmanager
def scratch_of(config: JobConfig) -> Iterator[Path]:
    """Give a job its folder: the one that it was given, or else one of its own for this while."""
    if config.scratch is not None:
        yield config.scratch
        return
    own = make_scratch()
    try:
        yield own
    finally:
        remove_scratch(own)
