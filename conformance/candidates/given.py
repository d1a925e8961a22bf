"""A candidate that pytest's own process was given as an object, such as by a `conftest.py`."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from toolwire.strategies.request import Request

from .. import worker
from .answer import Answer, Hello
from .candidate import CandidateError
from .fault import Fault
from .inprocess import ask_module
from .reader import MalformedError, read_hello


class GivenCandidate:
    """A `Candidate` that calls an object with the names of a module: `decode` and so on.

    Without a `NAME` it is called `spec`. Like all that runs in this process it has no bounds.
    """

    def __init__(self, spec: str, given: Any) -> None:
        self._spec = spec
        self._given = given

    @property
    def spec(self) -> str:
        """What `--impl` said."""
        return self._spec

    @property
    def unblamed(self) -> Sequence[Fault]:
        """Always empty: it is asked one request at a time."""
        return ()

    def start(self) -> Hello:
        """Read how it introduces itself. Raises `CandidateError`."""
        given = self._given
        if not callable(getattr(given, "decode", None)):
            raise CandidateError(
                f"the candidate {self._spec!r} of a conftest.py has no function decode",
                hint="a candidate needs decode(profile, type, text)",
            )
        named = SimpleNamespace(
            NAME=getattr(given, "NAME", self._spec),
            VERSION=getattr(given, "VERSION", ""),
            PROFILES=getattr(given, "PROFILES", None),
        )
        try:
            return read_hello(worker.hello(named))
        except (worker.LoadError, MalformedError) as error:
            raise CandidateError(
                f"what a conftest.py gives as {self._spec!r} is no candidate: {error}"
            ) from None

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Return one answer for each request, in their order; what it raises is one too.

        Raises what the user raises: `KeyboardInterrupt`, the debugger's and pytest's exit.
        """
        return ask_module(self._given, requests)

    def close(self) -> None:
        """Leave the object to whoever gave it."""
