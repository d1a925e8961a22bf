"""The state of fuzzing one candidate: a folder that the next run goes on from."""

import fcntl
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from toolwire.conformance.storage import NotAFailure, StoredFailure, load

from .claiming import Claim, NotOurs
from .journal import History, Journal, read_journal

FOLDER = Path(".toolwire") / "fuzz"
PAGE = "fuzz.html"
"""The name of the page that a state's folder has of it."""


class StateError(Exception):
    """A folder cannot be the state of a run; the message is one line that says why."""


def _has_journal(folder: Path) -> bool:
    """Tell a state that lost its mark, as where hidden files are not copied, or never had it."""
    return (folder / "journal.jsonl").is_file() and (folder / "corpus").is_dir()


_CLAIM = Claim(
    "the state of an earlier run",
    "made by toolwire fuzz, which keeps its state in this folder",
    _has_journal,
)


def default_folder(target: str) -> Path:
    """Give the folder for a candidate: its name, and more where the name had to be changed."""
    name = re.sub(r"[^\w.-]+", "-", target, flags=re.ASCII).strip("-.")[:40]
    if name != target or not name:
        digest = hashlib.sha1(target.encode("utf-8", "replace"), usedforsecurity=False)
        name = f"{name}-{digest.hexdigest()[:6]}".strip("-")
    return FOLDER / name


class State:
    """A folder with a corpus, a journal, and failures. Raises `StateError`.

    It is an empty folder or that of an earlier run: nothing is written into any other.
    Only one run can have it at a time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.corpus = folder / "corpus"
        self.failures = folder / "failures"
        self.unsteady = folder / "unsteady"
        self.path = folder / "journal.jsonl"
        try:
            _CLAIM.take(folder)
            for each in (self.corpus, self.failures, self.unsteady):
                each.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o666)
            self._take_lock()
            self._sweep()
            self.history: History = read_journal(self.path)
            self.journal = Journal(self.path)
        except NotOurs as error:
            raise StateError(str(error)) from None
        except OSError as error:
            raise StateError(f"cannot write to {folder}: {error.strerror}") from None

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise StateError(f"another run is fuzzing in {self.folder}") from None

    def close(self) -> None:
        """Let another run have the folder."""
        self.journal.close()
        os.close(self._lock)

    def _sweep(self) -> None:
        """Take away what a run that was killed was writing aside."""
        for folder in (self.folder, self.corpus, self.failures, self.unsteady):
            for path in folder.glob(".*.*"):
                if path.name != ".gitignore" and path.is_file():
                    path.unlink(missing_ok=True)

    def stored(self) -> Iterator[tuple[Path, StoredFailure | NotAFailure]]:
        """Give the failures of earlier runs, and why a file holds none."""
        for path in sorted(self.failures.glob("*.json")):
            try:
                yield path, load(path)
            except NotAFailure as error:
                yield path, error
