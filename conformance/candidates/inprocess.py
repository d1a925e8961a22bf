"""A Python candidate in this very process, for a debugger: nothing protects Toolwire from it."""

import bdb
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from toolwire.strategies.request import Request

from .. import worker
from .answer import Answer, Hello
from .candidate import CandidateError
from .fault import Fault
from .python import PythonTarget
from .reader import MalformedError, read_answer, read_hello

_THE_USERS = (KeyboardInterrupt, bdb.BdbQuit, pytest.exit.Exception)
"""Exceptions that are not the module's: the user ends the run, or leaves the debugger."""


class InProcessCandidate:
    """A `Candidate` that calls a module directly, by the rules of `worker.py`.

    The working folder stays first on `sys.path`, as it is in a worker. Exceptions of the types
    `passing` are the user's and go through. `loader` is `worker.load_file`'s.
    """

    def __init__(
        self,
        target: PythonTarget,
        cwd: Path,
        *,
        passing: tuple[type[BaseException], ...] = _THE_USERS,
        loader: Callable[[str, str], Any] | None = None,
    ) -> None:
        self._target = target
        self._cwd = cwd
        self._passing = passing
        self._loader = loader
        self._module: Any = None

    @property
    def spec(self) -> str:
        """What `--impl` said."""
        return self._target.spec

    @property
    def unblamed(self) -> Sequence[Fault]:
        """Always empty: it is asked one request at a time."""
        return ()

    def start(self) -> Hello:
        """Load the module. Raises `CandidateError`."""
        if (folder := os.fspath(self._cwd)) not in sys.path[:1]:
            sys.path.insert(0, folder)
        target = self._target
        try:
            if target.file is not None:
                self._module = worker.load_file(str(target.file), self._loader)
            else:
                self._module = worker.load_module(str(target.module))
            return read_hello(worker.hello(self._module))
        except worker.LoadError as error:
            said = target.explain(error.reason, error.message, error.missing, beside=error.beside)
            raise said from error.__cause__
        except MalformedError as error:
            raise CandidateError(f"the module {self.spec!r} is no candidate: {error}") from None

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Return one answer for each request, in their order; what it raises is one too.

        Raises what the user raises: `KeyboardInterrupt`, the debugger's and pytest's exit.
        Raises `RuntimeError` before `start` and after `close`.
        """
        if self._module is None:
            raise RuntimeError("the candidate has not been started")
        return ask_module(self._module, requests, self._passing)

    def close(self) -> None:
        """Let go of the module; it stays imported."""
        self._module = None


def ask_module(
    module: Any,
    requests: Sequence[Request],
    passing: tuple[type[BaseException], ...] = _THE_USERS,
) -> list[Answer]:
    """Return the module's answers; what it raises is one. Raises what the user raises."""
    return [
        read_answer(
            worker.answer(module, request.to_message(id), passing), request.op, trusted=True
        )
        for id, request in enumerate(requests, start=1)
    ]
