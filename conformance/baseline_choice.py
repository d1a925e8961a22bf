"""Which files are a candidate's baseline: those asked for, else its table's, else the ini's."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from .baselines import BaselineError, BaselineFile, load
from .candidates import TableEntry
from .settings import NamedPath, Settings


def baseline_files(
    settings: Settings, entry: TableEntry | None, folder: Path
) -> tuple[BaselineFile, ...]:
    """Read the files of a candidate that has the table `entry`; the later go over the earlier.

    Only the last, which is the one to update, need not be there when it is updated. Files that
    nobody named in the working folder `folder` are called as they are reached from there.
    Raises `pytest.UsageError` for a file that cannot be used, and `CandidateError` for a table's.
    """
    try:
        if settings.baselines is not None:
            return _load(settings.baselines, settings.is_update)
        if entry is None or entry.baseline is None:
            usual = [_called(each.path, folder) for each in settings.usual_baselines]
            return _load(usual, settings.is_update)
    except BaselineError as error:
        raise pytest.UsageError(f"--impl-baseline: {error}") from None
    try:
        return _load([_called(entry.file.parent / entry.baseline, folder)], settings.is_update)
    except BaselineError as error:
        raise entry.mistake("baseline", str(error)) from None


def _called(path: Path, folder: Path) -> NamedPath:
    return NamedPath(os.path.relpath(path, folder), path)


def _load(files: Sequence[NamedPath], is_update: bool) -> tuple[BaselineFile, ...]:
    return tuple(
        load(each.path, each.name, is_needed=not is_update or each != files[-1]) for each in files
    )
