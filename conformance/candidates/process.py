"""A candidate that is a process: kept alive, and started again after a fault."""

from collections.abc import Callable, Sequence

from toolwire.strategies.request import Request

from .answer import Answer, Hello
from .blame import Batch, Exchange, GaveUpError
from .candidate import CandidateError
from .child import Command
from .conversation import Conversation, HelloRefusedError
from .fault import Fault, FaultKind
from .limits import Limits
from .reader import PROTOCOL

_START_ATTEMPTS = 3
_LEAST_TIMEOUTS = 10
"""So many may be waited for, however long each is: a hang needs two before it is blamed."""

Explain = Callable[[HelloRefusedError], CandidateError]
"""Turns a refused `hello` into what the user is told."""


class ProcessCandidate:
    """A `Candidate` that runs a command.

    With `trusted` the command is `worker.py`, whose way to report a fault is then understood.
    """

    def __init__(
        self,
        spec: str,
        command: Command,
        limits: Limits | None = None,
        *,
        trusted: bool = False,
        explain: Explain | None = None,
    ) -> None:
        self._spec = spec
        self._command = command
        self._limits = limits or Limits()
        self._trusted = trusted
        self._explain = explain or self._explain_refusal
        self._conversation: Conversation | None = None
        self._started = False
        self._ahead = self._limits.ahead
        self._restarts = 0
        self._waited = 0.0
        self._unblamed: list[Fault] = []
        self._last_fault: Fault | None = None
        self._gave_up: Fault | None = None

    @property
    def spec(self) -> str:
        """What `--impl` said."""
        return self._spec

    @property
    def command(self) -> Command:
        """How the process is run."""
        return self._command

    @property
    def limits(self) -> Limits:
        """The bounds within which it must stay."""
        return self._limits

    @property
    def trusted(self) -> bool:
        """Whether the command is `worker.py`."""
        return self._trusted

    @property
    def unblamed(self) -> Sequence[Fault]:
        """The faults that no single request brought about again when it was asked alone."""
        return tuple(self._unblamed)

    def start(self) -> Hello:
        """Start the process and return how it introduced itself. Raises `CandidateError`."""
        self.close()
        self._restarts, self._waited, self._gave_up = 0, 0.0, None
        self._conversation, hello = self._launch()
        self._started = True
        return hello

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Return one answer for each request, in their order; faults are answers too.

        Raises `RuntimeError` before `start` and after `close`.
        """
        if not self._started:
            raise RuntimeError("the candidate has not been started")
        try:
            return Batch(self, requests).run()
        except BaseException:
            # Most likely the user's interrupt: what is in flight now would answer the next ask.
            self._abandon()
            raise

    def close(self) -> None:
        """End the process, and with it all that it left in its group."""
        self._started = False
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            conversation.close()

    def exchange(self, requests: Sequence[Request], *, alone: bool) -> Exchange:
        """Ask the process, started again if need be. Raises `GaveUpError`."""
        conversation = self._conversation
        if conversation is None:
            conversation = self._conversation = self._restart()
        first = conversation.next_id
        answers, broken = conversation.ask(requests, 1 if alone else self._ahead)
        if broken is not None:
            self._conversation = None
            self._last_fault = broken.fault
            if broken.fault.kind is FaultKind.TIMEOUT:
                self._waited += self._limits.timeout
        return Exchange(first, answers, broken)

    def blame_nobody(self, fault: Fault) -> None:
        """Keep a fault that no request brought about alone, and ask less far ahead."""
        self._unblamed.append(fault)
        self._ahead = max(1, self._ahead // 2)

    def _restart(self) -> Conversation:
        for attempt in range(1, _START_ATTEMPTS + 1):
            if self._gave_up is not None:
                break
            if self._restarts == self._limits.restarts:
                self._give_up(f"after {self._restarts} restarts")
                break
            if self._waited >= max(self._limits.patience, _LEAST_TIMEOUTS * self._limits.timeout):
                self._give_up(f"after {self._waited:g} s of waiting for answers")
                break
            self._restarts += 1
            try:
                conversation, _ = self._launch()
            except CandidateError as error:
                if attempt == _START_ATTEMPTS:
                    self._give_up(f"because it could not be started again: {error.message}")
            else:
                return conversation
        assert self._gave_up is not None
        raise GaveUpError(self._gave_up)

    def _give_up(self, reason: str) -> None:
        last, detail, stderr = self._last_fault, f"given up {reason}", ""
        if last is not None:
            detail, stderr = f"{detail}; its last fault was {last.kind}: {last.detail}", last.stderr
        self._gave_up = Fault(FaultKind.GAVE_UP, detail, stderr)

    def _launch(self) -> tuple[Conversation, Hello]:
        try:
            conversation = Conversation(self._command, self._limits, trusted=self._trusted)
        except OSError as error:
            raise self._cannot_run(error) from None
        try:
            return conversation, conversation.hello()
        except HelloRefusedError as error:
            raise self._explain(error) from None
        except CandidateError as error:
            raise CandidateError(
                f"the candidate {self._spec!r} {error.message}",
                hint=self._hint(error.kind),
                stderr=error.stderr,
                kind=error.kind,
            ) from None
        except BaseException:
            conversation.end()
            raise

    def _hint(self, kind: FaultKind) -> str:
        if kind is FaultKind.COULD_NOT_START and self._limits.memory is not None:
            return f"it may have {self._limits.memory >> 20} MiB of address space, perhaps too few"
        return _HINTS.get(kind, "")

    def _abandon(self) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            conversation.end()

    def _cannot_run(self, error: OSError) -> CandidateError:
        if not self._command.cwd.is_dir():
            return CandidateError(f"the working folder {str(self._command.cwd)!r} does not exist")
        program = self._command.argv[0]
        if isinstance(error, FileNotFoundError):
            # Also what a script says whose first line names an interpreter that is not there.
            return CandidateError(
                f"the candidate {self._spec!r} cannot be started: "
                f"there is no program {program!r}, or its interpreter is missing",
                hint="give its path, or a program that is found on PATH",
            )
        return CandidateError(
            f"the candidate {self._spec!r} cannot be started: {program!r}: {error.strerror}"
        )

    def _explain_refusal(self, error: HelloRefusedError) -> CandidateError:
        return CandidateError(
            f"the candidate {self._spec!r} refused hello: {error.message}", stderr=error.stderr
        )


_RIGHT_HELLO = (
    f'right is one line, {{"id":0,"ok":true,"protocol":{PROTOCOL},"name":"…","version":"…"}}, and '
    "nothing else on stdout: logs belong to stderr (docs/candidate-protocol.md, hello)"
)
"""What a right answer to hello is, for who gave another."""

_HINTS = {
    FaultKind.TIMEOUT: "it must read requests, one a line, from stdin, "
    "end each answer with a newline and flush it",
    FaultKind.MALFORMED_ANSWER: _RIGHT_HELLO,
    FaultKind.WRONG_ID: _RIGHT_HELLO,
    FaultKind.ANSWERED_TWICE: _RIGHT_HELLO,
    FaultKind.WRONG_PROTOCOL: "use an adapter for this version, or another version of Toolwire",
}
