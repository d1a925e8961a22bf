"""Talking to a candidate line by line, so that each departure from its protocol shows at once.

What the suite itself forgives, or sees only when the next answer is due, is an error here: this is
the seam of `toolwire check`. A talk of which something was wrong is over.
"""

import json
import time
from collections.abc import Sequence
from typing import Any

from .candidates import Answer, Faulted, FaultKind, Hello
from .candidates.channel import Channel
from .candidates.process import ProcessCandidate
from .candidates.reader import PROTOCOL, MalformedError, read_answer, read_hello, read_message
from .display import printable

_QUIET = 0.05
"""How long nothing more may come after the last answer, in seconds."""
_WIDTH = 160

ONLY_ANSWERS = "write nothing to stdout but one answer a line, as strict JSON; logs go to stderr"
AT_ONCE = "read line by line, answer each request as soon as it is read, and flush stdout each time"
NEWLINE = "end each answer with a newline, and flush stdout"
LIVE_ON = (
    "no request may end the program: turn the library's errors into answers "
    '{"id":…,"ok":false,"error":"…"}, and read on until stdin ends'
)
IDS = 'give each answer the "id" of its request'
IN_ORDER = "answer the requests in the order in which they come"
ONCE = 'answer each request once, with the "id" of that request'
TEXT = 'give "text" as a string that holds JSON: the value written as JSON, and that in a string'
FORM = 'answer {"id":…,"ok":true,"text":"…"}, {"id":…,"ok":false,"error":"…"} or \
{"id":…,"unsupported":true}'
RAISE = "raise ValueError for a refusal, and NotImplementedError for what the library lacks"
SMALLER = "an answer holds one message, and not more than 64 MiB"


class Wrong(Exception):
    """The candidate departed from the protocol: what was sent, what came, what to do about it."""

    def __init__(self, sent: str, came: str, cure: str, stderr: str = "") -> None:
        super().__init__(came)
        self.sent = sent
        self.came = came
        self.cure = cure
        self.stderr = stderr


class Talk:
    """A process of its own, not yet greeted. Raises `OSError` when it cannot be started."""

    def __init__(self, candidate: ProcessCandidate) -> None:
        self._limits = candidate.limits
        self._trusted = candidate.trusted
        self._channel = Channel(candidate.command, candidate.limits)
        self._next_id = 0

    def hello(self, **more: object) -> Hello:
        """Greet it, with further members. Raises `Wrong`."""
        request = {"op": "hello", "protocol": PROTOCOL, **more}
        [message], sent = self._exchange([request], self._limits.hello)
        if message.get("ok") is not True or message.get("protocol") != PROTOCOL:
            raise self._wrong(sent, shown(message), f'answer "ok":true and "protocol":{PROTOCOL}')
        try:
            return read_hello(message)
        except MalformedError as error:
            raise self._wrong(sent, shown(message), str(error)) from None

    def ask(self, *requests: dict[str, Any], cut: int | None = None) -> list[Answer]:
        """Send requests all at once and return their answers. Raises `Wrong`.

        With `cut`, the line of the first is sent in two pieces, the second a moment later.
        """
        messages, sent = self._exchange(requests, self._limits.timeout, cut)
        answers: list[Answer] = []
        for message, request in zip(messages, requests, strict=True):
            answer = read_answer(message, request["op"], trusted=self._trusted)
            if isinstance(answer, Faulted):
                came, cure = f"{shown(message)}: {answer.fault.detail}", FORM
                if "fault" in message:
                    came = answer.fault.detail
                    cure = RAISE if answer.fault.kind is FaultKind.CRASHED else "return a str"
                elif not isinstance(message.get("text", ""), str):
                    cure = TEXT
                raise self._wrong(sent, came, cure, answer.fault.traceback)
            answers.append(answer)
        return answers

    def finish(self) -> None:
        """Let it see the end of its stdin, at which it must exit with 0. Raises `Wrong`."""
        sent = "the end of its stdin"
        surplus = self._channel.finish(self._limits.timeout)
        exited = self._channel.exited
        _, how = self._channel.end()
        if surplus:
            raise self._wrong(sent, _shown_line(surplus[0]), ONCE)
        if not exited:
            came = f"it was still running {self._limits.timeout:g} s later"
            raise self._wrong(sent, came, "when stdin ends, leave the loop and exit with 0")
        if how != "exited with code 0":
            raise self._wrong(sent, f"it {how}", "when stdin ends, exit with 0")

    def end(self) -> None:
        """End the process at once."""
        self._channel.end()

    def _exchange(
        self, requests: Sequence[dict[str, Any]], seconds: float, cut: int | None = None
    ) -> tuple[list[dict[str, Any]], str]:
        first = self._next_id
        self._next_id += len(requests)
        lines = [_line({"id": first + n, **request}) for n, request in enumerate(requests)]
        sent = _shown_line(lines[0])
        if len(lines) > 1:
            sent = f"{len(lines)} requests at once, from {sent}"
        if cut is not None:
            self._channel.send(lines[0][:cut])
            self._wait_in_quiet(sent)
            lines[0] = lines[0][cut:]
        for line in lines:
            self._channel.send(line)
        messages: list[dict[str, Any]] = []
        deadline = time.monotonic() + seconds
        while len(messages) < len(lines):
            came = self._channel.receive(deadline - time.monotonic())
            for line in came:
                messages.append(self._read(line, first + len(messages), sent))
            if came:
                deadline = time.monotonic() + seconds
            elif self._channel.over:
                raise self._gone(sent)
            elif time.monotonic() >= deadline:
                raise self._silent(sent, seconds)
        self._wait_in_quiet(sent)
        return messages, sent

    def _read(self, line: bytes, due: int, sent: str) -> dict[str, Any]:
        try:
            message = read_message(line)
        except MalformedError as error:
            raise self._wrong(sent, str(error), ONLY_ANSWERS) from None
        number = message["id"]
        if number == due and due < self._next_id:
            return message
        if due == self._next_id:
            raise self._wrong(sent, f"a line too many: {_shown_line(line)}", ONCE)
        came = f"id {number} while id {due} was due: {_shown_line(line)}"
        if 0 <= number < due:
            raise self._wrong(sent, came, ONCE)
        raise self._wrong(sent, came, IN_ORDER if number < self._next_id else IDS)

    def _wait_in_quiet(self, sent: str) -> None:
        end = time.monotonic() + _QUIET
        while (left := end - time.monotonic()) > 0:
            for line in self._channel.receive(left):
                self._read(line, self._next_id, sent)
            if self._channel.over:
                raise self._gone(sent, answered=True)

    def _gone(self, sent: str, *, answered: bool = False) -> Wrong:
        kind, how = self._channel.end()
        came = f"it answered, and then {how}" if answered else f"no answer: it {how}"
        return self._wrong(sent, came, SMALLER if kind is FaultKind.TOO_LARGE else LIVE_ON)

    def _silent(self, sent: str, seconds: float) -> Wrong:
        unfinished = self._channel.unfinished
        if not unfinished:
            return self._wrong(sent, f"nothing within {seconds:g} s", AT_ONCE)
        came = f"within {seconds:g} s no whole line, but {_shown_line(unfinished)}"
        return self._wrong(sent, came, NEWLINE)

    def _wrong(self, sent: str, came: str, cure: str, traceback: str = "") -> Wrong:
        self._channel.end()
        return Wrong(sent, came, cure, traceback or self._channel.stderr)


def shown(message: dict[str, Any]) -> str:
    """Show a message in one line that a person reads."""
    return _shown_line(_line(message))


def _line(message: dict[str, Any]) -> bytes:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="surrogatepass") + b"\n"


def _shown_line(line: bytes) -> str:
    return printable(line.rstrip(b"\n").decode(errors="backslashreplace"), _WIDTH)
