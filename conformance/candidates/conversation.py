"""Requests and answers with one process, from its `hello` to its first fault.

Answers come in the order of the requests, so that the oldest unanswered request is always the
one that is due: it alone has a deadline, and only its id may come next. At the first line that
is not its answer the conversation is over; who is to blame is not decided here.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolwire.strategies.request import Request

from .answer import Answer, Faulted, Hello
from .candidate import CandidateError
from .channel import Channel
from .child import Command
from .fault import Fault, FaultKind
from .limits import Limits
from .reader import PROTOCOL, MalformedError, printable, read_answer, read_hello, read_message


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a conversation ended.

    `sent` counts the requests of the last `ask` that had been sent; those past the answered
    ones were in flight. `again` is the id that was answered twice.
    """

    fault: Fault
    sent: int = 0
    again: int | None = None


class HelloRefusedError(CandidateError):
    """The answer to `hello` was a refusal; `message` members beyond the protocol are kept."""

    def __init__(self, error: str, members: dict[str, object], stderr: str) -> None:
        super().__init__(error, stderr=stderr)
        self.members = members


class Conversation:
    """A process that has been started and not yet greeted. Raises `OSError` if it cannot be."""

    def __init__(self, command: Command, limits: Limits, *, trusted: bool = False) -> None:
        self._limits = limits
        self._trusted = trusted
        self._channel = Channel(command, limits)
        self.next_id = 0
        """The id of the next request."""

    def hello(self) -> Hello:
        """Greet the process. Raises `CandidateError`, and ends it, when that fails."""
        self._channel.send(b'{"id":0,"op":"hello","protocol":%d}\n' % PROTOCOL)
        self.next_id = 1
        deadline = time.monotonic() + self._limits.hello
        while not (lines := self._channel.receive(deadline - time.monotonic())):
            if self._channel.over:
                raise self._not_greeted(*self._channel.end())
            if time.monotonic() >= deadline:
                said = f"did not answer hello within {self._limits.hello:g} s{self._unfinished()}"
                raise self._not_greeted(FaultKind.TIMEOUT, said)
        try:
            message = read_message(lines[0])
            if message["id"] != 0:
                said = f"answered id {message['id']} while hello, id 0, was due"
                raise self._not_greeted(FaultKind.WRONG_ID, said)
            protocol = message.get("protocol")
            if type(protocol) is int and protocol != PROTOCOL:
                said = f"speaks candidate protocol {protocol}; this Toolwire speaks {PROTOCOL}"
                raise self._not_greeted(FaultKind.WRONG_PROTOCOL, said)
            if message.get("ok") is False and isinstance(error := message.get("error"), str):
                self._channel.end()
                raise HelloRefusedError(printable(error), message, self._channel.stderr)
            if message.get("ok") is not True:
                raise MalformedError('"ok": true is missing')
            if protocol != PROTOCOL:
                raise MalformedError(f'"protocol": {PROTOCOL} is missing')
            hello = read_hello(message)
        except MalformedError as error:
            said = f"answered hello wrongly: {error}"
            raise self._not_greeted(FaultKind.MALFORMED_ANSWER, said) from None
        if len(lines) > 1:
            raise self._not_greeted(FaultKind.ANSWERED_TWICE, "wrote two lines to answer hello")
        return hello

    def ask(self, requests: Sequence[Request], ahead: int) -> tuple[list[Answer], Broken | None]:
        """Ask, at most `ahead` requests at once.

        Returns the answers that came, in order, and why there are not more of them, if so.
        """
        answers: list[Answer] = []
        sizes: deque[int] = deque()
        first, sent, size_ahead = self.next_id, 0, 0
        channel, timeout = self._channel, self._limits.timeout
        deadline = time.monotonic() + timeout
        lines: list[bytes] = []
        while True:
            while (
                sent < len(requests)
                and len(sizes) < ahead
                and (size_ahead < self._limits.ahead_size or not sizes)
            ):
                line = requests[sent].to_line(first + sent)
                channel.send(line)
                sizes.append(len(line))
                size_ahead += len(line)
                sent += 1
            self.next_id = first + sent
            if not sizes:
                return answers, None
            lines = channel.receive(deadline - time.monotonic())
            for line in lines:
                due = first + len(answers)
                try:
                    message = read_message(line)
                except MalformedError as error:
                    return answers, self._broken(FaultKind.MALFORMED_ANSWER, str(error), sent)
                if (id := message["id"]) != due or not sizes:
                    return answers, self._wrong(id, due, sent)
                answer = read_answer(message, requests[len(answers)].op, trusted=self._trusted)
                if isinstance(answer, Faulted):
                    answer = Faulted(replace(answer.fault, stderr=channel.stderr))
                answers.append(answer)
                size_ahead -= sizes.popleft()
            now = time.monotonic()
            if lines:
                deadline = now + timeout
            elif channel.over:
                return answers, self._broken(*channel.end(), sent)
            elif now >= deadline:
                said = f"gave no answer within {timeout:g} s{self._unfinished()}"
                return answers, self._broken(FaultKind.TIMEOUT, said, sent)

    def end(self) -> None:
        """End the process at once."""
        self._channel.end()

    def close(self) -> None:
        """Let the process end by itself for a moment, then end it."""
        self._channel.close()

    def _unfinished(self) -> str:
        size = len(self._channel.unfinished)
        return f", only {size:,} bytes without a newline at their end" if size else ""

    def _wrong(self, id: int, due: int, sent: int) -> Broken:
        if 0 <= id < due:
            said = "answered hello again" if id == 0 else "answered a request again"
            return self._broken(FaultKind.ANSWERED_TWICE, said, sent, again=id)
        if due == self.next_id:
            said = f"answered id {id}, which was not asked"
        else:
            said = f"answered id {id} while id {due} was due"
        return self._broken(FaultKind.WRONG_ID, said, sent)

    def _broken(self, kind: FaultKind, detail: str, sent: int, again: int | None = None) -> Broken:
        self._channel.end()
        return Broken(Fault(kind, detail, self._channel.stderr), sent, again)

    def _not_greeted(self, kind: FaultKind, detail: str) -> CandidateError:
        self._channel.end()
        if kind in (FaultKind.CRASHED, FaultKind.CLOSED_OUTPUT):
            detail = f"{detail} before it answered hello"
            kind = FaultKind.COULD_NOT_START
        return CandidateError(detail, stderr=self._channel.stderr, kind=kind)
