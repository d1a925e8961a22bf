"""The seam: whatever is under test, Toolwire asks it through this."""

from collections.abc import Sequence
from typing import Protocol

from toolwire.strategies.request import Request

from .answer import Answer, Hello
from .fault import Fault, FaultKind

_STDERR_LINES = 20


class CandidateError(Exception):
    """There is no candidate to ask: almost always a mistake in how it was named or started.

    `message` is one line that says what is wrong; `hint`, when there is one, what to do.
    `stderr` is the end of what the candidate wrote there. `str()` shows all three.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        stderr: str = "",
        kind: FaultKind = FaultKind.COULD_NOT_START,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.stderr = stderr
        self.kind = kind

    def __str__(self) -> str:
        lines = [self.message]
        if self.hint:
            lines.append(f"hint: {self.hint}")
        if tail := self.stderr.rstrip().splitlines()[-_STDERR_LINES:]:
            lines.append("its stderr ends:")
            lines.extend(f"    {line}" for line in tail)
        return "\n".join(lines)


class Candidate(Protocol):
    """An implementation under test."""

    @property
    def spec(self) -> str:
        """What `--impl` said."""
        ...

    @property
    def unblamed(self) -> Sequence[Fault]:
        """The faults that no single request brought about again when it was asked alone."""
        ...

    def start(self) -> Hello:
        """Start it and return how it introduced itself.

        Raises `CandidateError` when it gave no usable answer to `hello`.
        """
        ...

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Return one answer for each request, in their order.

        Never raises for what the candidate does: that is a `Faulted` among the answers.
        """
        ...

    def close(self) -> None:
        """End it, and every process that it left behind. May be called again."""
        ...
