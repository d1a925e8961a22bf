"""A hunt for the planted faults: what was found, after how long, and when to stop."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from planted import decoder

from toolwire.conformance.candidates import Answer
from toolwire.conformance.candidates.inprocess import ask_module
from toolwire.conformance.judge import Objection, judge
from toolwire.fuzz.verdict import objection_to
from toolwire.reference import Answers
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input

PROFILE = "acp-v2"
OPERATIONS: Sequence[tuple[str, str]] = (
    ("decode", "ToolCallUpdate"),
    ("decode", "Diff"),
    ("fold", "ToolCallUpdate"),
)
"""What is asked of the decoder."""
_LOOK = 32
"""After so many executions one looks at the clock, which can cost more than an execution."""


class Over(BaseException):
    """The hunt is over; not for a property's own handlers."""


@dataclass
class Hunt:
    """What an engine shows of the decoder with all of `faults` on that it has not found.

    `found` are the executions and seconds after which a fault showed itself: after which, with it
    alone on, the judge objected. Seconds are those of the processor, by `clock`.
    """

    seconds: float
    faults: frozenset[int] = decoder.ALL
    clock: Callable[[], float] = time.process_time
    executions: int = 0
    found: dict[int, tuple[int, float]] = field(default_factory=dict)
    begun: float = 0.0

    def begin(self) -> None:
        """Let the time begin."""
        self.begun = self.clock()

    def look(
        self, asked: Input, acceptable: Answers | None = None
    ) -> tuple[Answer, Objection | None]:
        """Ask for an input and judge the answer, by what is `acceptable` where that is known.

        Raises `Over` when the time is up or nothing is left to find.
        """
        if not self.executions % _LOOK and self.is_over:
            raise Over
        self.executions += 1
        seed = Seed(PROFILE, asked)
        answer, objection = _asked(seed, self.faults - self.found.keys(), acceptable)
        if objection is not None:
            self.note(seed, self.executions, self.elapsed)
        return answer, objection

    def note(self, seed: Seed, executions: int, seconds: float) -> None:
        """Take note of which faults an input shows."""
        for fault in sorted(self.faults - self.found.keys()):
            if _asked(seed, frozenset([fault]))[1] is not None:
                self.found[fault] = executions, seconds

    @property
    def is_over(self) -> bool:
        """Tell whether the time is up, or nothing is left to find."""
        return self.elapsed > self.seconds or len(self.found) == len(self.faults)

    @property
    def elapsed(self) -> float:
        """Give the seconds since the hunt began."""
        return self.clock() - self.begun


def _asked(
    seed: Seed, faults: frozenset[int], acceptable: Answers | None = None
) -> tuple[Answer, Objection | None]:
    decoder.FAULTS = faults
    [answer] = ask_module(decoder, [seed.request])
    if acceptable is None:
        return answer, objection_to(answer, seed)
    return answer, judge(seed.profile, seed.input, acceptable, answer)
