"""Another interpreter for the worker: found by what was said, and asked for its version."""

import os
import re
import shutil
import time
from pathlib import Path

from .candidate import CandidateError
from .channel import Channel
from .child import Command
from .limits import Limits

LEAST_VERSION = (3, 9)
"""The oldest Python that runs `worker.py`."""

_PROBE = "import sys; sys.stdout.write('Python %d.%d\\n' % sys.version_info[:2])"
_HINT = "name a Python, or the folder of a virtual environment"


def find_interpreter(said: str, folder: Path, limits: Limits) -> str:
    """Return the program that `said` names: a path, a virtual environment, a name on PATH.

    A path is taken from `folder`, and links are kept: they tell a virtual environment apart.
    Raises `CandidateError` for what cannot run the worker.
    """
    if not said.strip():
        raise CandidateError("an empty name is no interpreter", hint=_HINT)
    path = _locate(said, folder)
    if not path.exists():
        raise CandidateError(f"the interpreter {said!r} does not exist", hint=_HINT)
    if path.is_dir():
        raise CandidateError(f"the interpreter {said!r} is a folder without bin/python", hint=_HINT)
    if not os.access(path, os.X_OK):
        raise CandidateError(f"the interpreter {said!r} is not executable", hint=_HINT)
    version = _version(said, str(path), folder, limits)
    if version < LEAST_VERSION:
        least, found = (".".join(map(str, each)) for each in (LEAST_VERSION, version))
        raise CandidateError(
            f"the interpreter {said!r} is Python {found}, which is too old: "
            f"a candidate needs {least} or later"
        )
    return str(path)


def _locate(said: str, folder: Path) -> Path:
    try:
        path = folder / Path(said).expanduser()
    except RuntimeError:  # `~somebody` is no user here
        path = folder / said
    # First, for an environment may be called `env`, and a program is.
    program = path / "bin" / "python"
    if program.exists():
        return program
    found = None if "/" in said else shutil.which(said)
    return path if found is None else folder / found


def _version(said: str, program: str, folder: Path, limits: Limits) -> tuple[int, ...]:
    """Ask as if the program were a candidate: it may hang, or write without end."""
    command = Command((program, "-E", "-S", "-c", _PROBE), folder)
    try:
        channel = Channel(command, Limits(answer_size=1000, grace=limits.grace))
    except OSError as error:
        raise CandidateError(
            f"the interpreter {said!r} cannot be run: {error.strerror}", hint=_HINT
        ) from None
    lines: list[bytes] = []
    try:
        deadline = time.monotonic() + limits.hello
        while not lines and not channel.over and (left := deadline - time.monotonic()) > 0:
            lines = channel.receive(left)
        over = channel.over
    finally:
        _, how = channel.end()
    found = re.fullmatch(rb"Python (\d+)\.(\d+)", lines[0]) if lines else None
    if found is None:
        what = "wrote something else" if lines else how if over else "wrote nothing"
        raise CandidateError(
            f"the interpreter {said!r} is no Python: asked for its version, it {what}",
            hint=_HINT,
            stderr=channel.stderr,
        )
    return tuple(map(int, found.groups()))
