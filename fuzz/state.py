"""The state of fuzzing one candidate: a folder that the next run goes on from."""

import fcntl
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from toolwire.conformance.display import printable
from toolwire.conformance.regular_files import NotRegular, check_regular, is_at, open_regular
from toolwire.conformance.storage import NotAFailure, StoredFailure, load

from .claiming import Claim, NotOurs
from .journal import History, Journal, read_journal
from .seeding import damaged

FOLDER = Path(".toolwire") / "fuzz"
PAGE = "fuzz.html"
"""The name of the page that a state's folder has of it."""
_FILES = ("journal.jsonl", "lock", PAGE, "fuzz.json")

_NAMED = 3
"""So many damaged files are named."""


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
            _CLAIM.check(folder)
            self._check_files()
            _CLAIM.take(folder)
            for each in (self.corpus, self.failures, self.unsteady):
                each.mkdir(parents=True, exist_ok=True)
            self._lock = open_regular(folder / "lock", os.O_RDWR | os.O_CREAT)
            self._take_lock()
            self._sweep()
            self.history: History = read_journal(self.path)
            self.journal = Journal(self.path)
        except NotOurs as error:
            raise StateError(str(error)) from None
        except NotRegular as error:
            raise StateError(f"{error}, as all of a state must be: move it away") from None
        except OSError as error:
            where = error.filename or folder
            raise StateError(f"cannot write to {where}: {error.strerror}") from None

    def _check_files(self) -> None:
        """See to it that nothing is written through a link, or to what is no file of a state."""
        for path in (*map(self.folder.joinpath, _FILES), *self.folder.glob("job-*.json")):
            check_regular(path)
        for path in (self.corpus, self.failures, self.unsteady):
            if path.is_symlink():
                raise StateError(f"{path} is a link, where a folder must be: move it away")

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise StateError(f"another run is fuzzing in {self.folder}") from None

    def check(self) -> None:
        """Raise `StateError` if the folder was taken away since it was opened, or its journal."""
        if not is_at(self.folder / "lock", self._lock):
            gone = self.folder
        elif not self.journal.is_in_place:
            gone = self.path
        else:
            return
        raise StateError(f"{gone} was taken away during the run, and what it held is lost")

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

    def check_whose(self, impl: str, library: str) -> None:
        """Raise `StateError` if the last run was about another candidate.

        It is the same one if it is given as it was, or calls itself so: an adapter may be moved.
        """
        before = self.history
        if before.impl is not None and before.impl != impl and before.library != library:
            was = f"that of {before.impl} ({before.library})"
            raise StateError(f"{self.folder} is {was}: name a folder for {impl} ({library})")

    def damage(self) -> Iterator[str]:
        """Say what is left out of the journal and the corpus."""
        if count := self.history.damaged:
            what = "line is" if count == 1 else "lines are"
            yield f"{count} {what} damaged in its journal, and left out"
        if found := damaged(self.corpus):
            what = "1 file" if len(found) == 1 else f"{len(found)} files"
            named = ", ".join(map(str, found[:_NAMED])) + ", ..." * (len(found) > _NAMED)
            yield f"no seed, and left out of its corpus: {what} ({printable(named, 500)})"

    def stored(self) -> Iterator[tuple[Path, StoredFailure | NotAFailure]]:
        """Give the failures of earlier runs, and why a file holds none."""
        for path in sorted(self.failures.glob("*.json")):
            try:
                check_regular(path)
                yield path, load(path)
            except OSError as error:
                yield path, NotAFailure(f"{path}: {error.strerror}")
            except NotAFailure as error:
                yield path, error
