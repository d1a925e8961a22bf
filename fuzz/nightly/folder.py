"""The folder of a night's report: only what a night has written is ever taken away there."""

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from toolwire.conformance.storage import write_aside

JSON, MARKDOWN, HTML = "nightly.json", "nightly.md", "nightly.html"
SUITE, FUZZ, FAILURES = "suite", "fuzz", "failures"
"""The folders in it: the two stages' own reports, and the failing inputs of both."""
LOGS = ("suite.log", "fuzz.log", "corpus.log")
_FILES = (JSON, MARKDOWN, HTML, *LOGS)
_FOLDERS = (SUITE, FUZZ, FAILURES)
_MARK, _MARKED = ".gitignore", "# made by toolwire nightly, which clears this folder\n*\n"
"""The file by which an earlier night's folder is known."""


class NotOurs(Exception):
    """A folder cannot be that of a report; the message says why."""


def prepare(folder: Path) -> None:
    """Make the folder, or clear it of an earlier night's report. Raises `NotOurs`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not _is_marked(folder):
            raise NotOurs(f"{folder} is neither empty nor the folder of an earlier night")
        write_aside(folder / _MARK, _MARKED)
        for name in _FILES:
            (folder / name).unlink(missing_ok=True)
        for name in _FOLDERS:
            if (folder / name).exists():
                shutil.rmtree(folder / name)
    except OSError as error:
        raise NotOurs(f"cannot write to {folder}: {error.strerror}") from None


def _is_marked(folder: Path) -> bool:
    try:
        return (folder / _MARK).read_bytes() == _MARKED.encode()
    except FileNotFoundError:
        return False


def collect(files: Iterable[Path], folder: Path) -> None:
    """Copy the files that are there into `folder`. Raises OSError."""
    for file in files:
        folder.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            shutil.copyfile(file, folder / file.name)
