"""Merging: of a corpus that has grown, those inputs that reach all that the whole of it reaches."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from ..jobs.config import JobConfig
from ..seeding import is_seed_name
from .libfuzzer import merge_options
from .life import COMMAND, Life


class MergeError(Exception):
    """A corpus was not merged, and is as it was; the message says why in one line."""


@dataclass(frozen=True)
class Merged:
    """What came of a merge: how many inputs there were, and how many are left."""

    before: int
    after: int


def merge(config: JobConfig, env: dict[str, str], *, seconds: float = 600.0) -> Merged:
    """Leave in the corpus of a job, which must be complete, no more than is needed.

    Raises `MergeError`, also where nothing was merged: libFuzzer itself calls that a success, for
    instance when it cannot start its own program again.
    """
    old = [each for each in config.corpus.iterdir() if is_seed_name(each.name)]
    if not old:
        raise MergeError(f"there is nothing to merge in {config.corpus}")
    scratch = Path(tempfile.mkdtemp(prefix="toolwire-merge-"))
    try:
        kept = _needed(config, old, scratch, env, seconds)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    for each in old:
        if each.name not in kept:
            each.unlink(missing_ok=True)
    return Merged(len(old), len(kept))


def _needed(
    config: JobConfig, old: list[Path], scratch: Path, env: dict[str, str], seconds: float
) -> set[str]:
    """Give the names of the files that are needed. Raises `MergeError`."""
    with open(os.devnull, "wb") as nowhere:
        life = Life(replace(config, events=nowhere.fileno(), runs=None), scratch, 0)
        for folder in (life.deadly, life.new, life.scratch / "old"):
            folder.mkdir()
        for each in old:  # libFuzzer reads all that lies in a folder, and the paths it is given
            shutil.copyfile(each, life.scratch / "old" / each.name)
        command = [*COMMAND, str(life.write())]
        try:
            run = subprocess.run(
                [*command, *merge_options(life, life.scratch / "old", life.new)],
                cwd=config.folder,
                env={**env, "PYTHONHASHSEED": "0"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(nowhere.fileno(),),
                start_new_session=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise MergeError(f"the merge was not done within {seconds:g} s") from None
    kept = {each.name for each in life.new.iterdir()} & {each.name for each in old}
    if not kept:
        end = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise MergeError(f"nothing was merged: {''.join(end) or 'libFuzzer says nothing'}")
    return kept
