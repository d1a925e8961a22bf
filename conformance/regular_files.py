"""Files in a folder that others may write to: no link is followed, and no pipe waited for."""

import os
import stat
from pathlib import Path


class NotRegular(OSError):
    """What lies at a path is no regular file; the message names the path."""

    def __init__(self, path: Path) -> None:
        super().__init__(None, "it is no regular file", str(path))

    def __str__(self) -> str:
        return f"{self.filename} is no regular file"


def check_regular(path: Path) -> None:
    """Raise `NotRegular` for what is there and no regular file, and OSError."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise NotRegular(path)


def open_regular(path: Path, flags: int) -> int:
    """Open a regular file and give its descriptor. Raises `NotRegular` and OSError."""
    try:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError:
        check_regular(path)
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegular(path)
    return descriptor


def is_at(path: Path, descriptor: int) -> bool:
    """Tell whether a file that was opened still lies at its path."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(descriptor))
    except OSError:
        return False


def read_regular(path: Path) -> bytes:
    """Read a regular file. Raises `NotRegular` and OSError."""
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        return file.read()
