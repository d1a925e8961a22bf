"""A folder that the user names for Toolwire to write into: an empty one, or one that was ours.

Its mark is a `.gitignore` of everything, and the first thing that is written there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from toolwire.conformance.regular_files import NotRegular, read_regular
from toolwire.conformance.storage import write_aside

_MARK = ".gitignore"
_ASIDE = f".{_MARK}."
"""So begins the name of a mark that somebody who was killed was writing."""


class NotOurs(Exception):
    """A folder is not for Toolwire to write into; the message says why."""


def _is_never(_folder: Path) -> bool:
    return False


@dataclass(frozen=True)
class Claim:
    """A kind of folder: `what` it is, the line that marks it, and how it is known without."""

    what: str
    line: str
    is_unmarked: Callable[[Path], bool] = _is_never

    def check(self, folder: Path) -> None:
        """Raise `NotOurs` for a folder in which others' files lie, and OSError; write nothing."""
        if folder.exists() and not (self._is_ours(folder) or _is_empty(folder)):
            raise NotOurs(f"{folder} is neither empty nor {self.what}")

    def take(self, folder: Path) -> None:
        """Make and mark the folder, as far as need be. Raises `NotOurs` and OSError."""
        self.check(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / _MARK).exists():
            write_aside(folder / _MARK, self._mark)

    @property
    def _mark(self) -> str:
        return f"# {self.line}\n*\n"

    def _is_ours(self, folder: Path) -> bool:
        try:
            is_marked = read_regular(folder / _MARK) == self._mark.encode()
        except (FileNotFoundError, NotRegular):
            is_marked = False
        return is_marked or self.is_unmarked(folder)


def _is_empty(folder: Path) -> bool:
    return all(each.name.startswith(_ASIDE) for each in folder.iterdir())
