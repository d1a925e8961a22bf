"""Who is to blame for a fault, when requests are asked ahead.

A fault alone does not tell which of the requests in flight brought it about, or whether it was
not one that had been answered long before. So those in flight are asked again one at a time,
and only one at which a new process fails, having answered nothing before it, is blamed. As soon
as one was, the others return to the ordinary way. When none fails alone nobody is blamed: their
answers count, the fault is kept, and fewer requests are asked ahead from then on, since asking
ahead may be what the candidate cannot bear.

That a request was answered twice shows only in what follows. The id tells which one it was, so
that it becomes the first suspect, and a suspect asked alone is then followed by itself.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from toolwire.strategies.request import Request

from .answer import Answer, Faulted
from .conversation import Broken
from .fault import Fault, FaultKind


class GaveUpError(Exception):
    """The candidate is not asked any more."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.detail)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of asking some requests of one process.

    `first` is the id of the first of them: 1 in a new process.
    """

    first: int
    answers: list[Answer]
    broken: Broken | None


class Process(Protocol):
    """A process that is started again whenever it is needed."""

    def exchange(self, requests: Sequence[Request], *, alone: bool) -> Exchange:
        """Ask, ahead unless `alone`. Raises `GaveUpError`."""
        ...

    def blame_nobody(self, fault: Fault) -> None:
        """Take notice of a fault that no request brought about alone."""
        ...


class Batch:
    """Asks each of some requests until it has an answer, be it a fault."""

    def __init__(self, process: Process, requests: Sequence[Request]) -> None:
        self._process = process
        self._requests = requests
        self._answers: list[Answer | None] = [None] * len(requests)
        self._waiting = deque(range(len(requests)))
        self._suspects: deque[int] = deque()
        self._suspicion: Fault | None = None
        self._cleared: set[int] = set()
        self._stretches: list[tuple[int, list[int]]] = []

    def run(self) -> list[Answer]:
        """Return the answers, in the order of the requests."""
        try:
            while self._waiting or self._suspects:
                if self._suspects:
                    self._ask_alone(self._suspects.popleft())
                else:
                    self._ask_ahead()
        except GaveUpError as gave_up:
            rest: Answer = Faulted(gave_up.fault)
            return [rest if answer is None else answer for answer in self._answers]
        return [answer for answer in self._answers if answer is not None]

    def _ask_ahead(self) -> None:
        indexes = list(self._waiting)
        exchange = self._exchange(indexes, alone=False)
        for index, answer in zip(indexes, exchange.answers, strict=False):
            self._answers[index] = answer
        broken = exchange.broken
        if broken is None:
            self._waiting.clear()
            return
        suspects = indexes[len(exchange.answers) : broken.sent]
        self._waiting = deque(indexes[broken.sent :])
        suspects[:0] = self._answered_again(broken)
        if not suspects:
            self._process.blame_nobody(broken.fault)
        elif len(suspects) == 1 and exchange.first == 1 and not exchange.answers:
            self._answers[suspects[0]] = Faulted(broken.fault)
        else:
            self._suspects.extend(suspects)
            self._suspicion = broken.fault

    def _ask_alone(self, index: int) -> None:
        assert self._suspicion is not None
        twice = self._suspicion.kind is FaultKind.ANSWERED_TWICE
        exchange = self._exchange([index, index] if twice else [index], alone=True)
        broken = exchange.broken
        if broken is None:
            self._answers[index] = exchange.answers[0]
            self._cleared.add(index)
            if not self._suspects:
                self._process.blame_nobody(self._suspicion)
            return
        if exchange.first == 1:
            self._answers[index] = Faulted(broken.fault)
            self._waiting.extendleft(reversed(self._suspects))
            self._suspects.clear()
            return
        # The process had been asked others before, and one of them may have spoiled it.
        self._suspicion = broken.fault
        self._suspects.appendleft(index)
        self._suspects.extendleft(again for again in self._answered_again(broken) if again != index)

    def _exchange(self, indexes: list[int], *, alone: bool) -> Exchange:
        requests = [self._requests[index] for index in indexes]
        exchange = self._process.exchange(requests, alone=alone)
        if exchange.first == 1:
            self._stretches.clear()
        self._stretches.append((exchange.first, indexes))
        return exchange

    def _answered_again(self, broken: Broken) -> list[int]:
        """Return the request that was answered twice, unless it was cleared or is another's."""
        if broken.again is not None:
            for first, indexes in self._stretches:
                if first <= broken.again < first + len(indexes):
                    index = indexes[broken.again - first]
                    return [] if index in self._cleared else [index]
        return []
