"""The folder of a night's report: only what a night has written is ever taken away there."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..claiming import Claim, NotOurs

JSON, MARKDOWN, HTML = "nightly.json", "nightly.md", "nightly.html"
SUITE, FUZZ, FAILURES = "suite", "fuzz", "failures"
"""The folders in it: the two stages' own reports, and the failing inputs of both."""
LOGS = ("suite.log", "fuzz.log", "corpus.log")
_FILES = (JSON, MARKDOWN, HTML, *LOGS)
_FOLDERS = (SUITE, FUZZ, FAILURES)
_CLAIM = Claim(
    "the folder of an earlier night", "made by toolwire nightly, which clears this folder"
)


class ReportError(Exception):
    """A folder cannot be that of a report; the message says why."""


def check(folder: Path) -> None:
    """Raise `ReportError` for a folder that `prepare` would not take; write nothing."""
    with _told(folder):
        _CLAIM.check(folder)


def prepare(folder: Path) -> None:
    """Make the folder, or clear it of an earlier night's report. Raises `ReportError`."""
    with _told(folder):
        _CLAIM.take(folder)
        for name in _FILES:
            (folder / name).unlink(missing_ok=True)
        for name in _FOLDERS:
            if (folder / name).exists():
                shutil.rmtree(folder / name)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turn what goes wrong with a folder into a `ReportError`."""
    try:
        yield
    except NotOurs as error:
        raise ReportError(str(error)) from None
    except OSError as error:
        raise ReportError(f"cannot write to {folder}: {error.strerror}") from None


def collect(files: Iterable[Path], folder: Path) -> None:
    """Copy the files that are there into `folder`. Raises OSError."""
    for file in files:
        folder.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            shutil.copyfile(file, folder / file.name)
