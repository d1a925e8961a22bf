"""What is done with one input, and the target for a candidate: held against the reference."""

from collections.abc import Sequence
from typing import Protocol

from toolwire.conformance.candidates import Answer, Candidate, Hello, Unsupported
from toolwire.conformance.judge import Objection

from ..verdict import objection_to
from .cases import Case, Operation, all_operations


class Target(Protocol):
    """Something that is fuzzed."""

    @property
    def operations(self) -> Sequence[Operation]:
        """What there is to ask."""
        ...

    def ask(self, case: Case) -> Answer:
        """Give the answer to a case; may hang, or end the process."""
        ...

    def objection(self, case: Case, answer: Answer) -> Objection | None:
        """Give what is wrong with an answer, or None."""
        ...


class Differential:
    """A candidate in this process, judged by the reference.

    `hello` says what it has, as far as it does; the rest comes to light by asking.
    """

    def __init__(self, candidate: Candidate, hello: Hello, profiles: Sequence[str]) -> None:
        self._candidate = candidate
        own = hello.profiles
        self._operations = [
            (profile, op, type_)
            for profile, op, type_ in all_operations(profiles)
            if own is None or type_ in own.get(profile, ())
        ]

    @property
    def operations(self) -> Sequence[Operation]:
        """What the candidate says it has, and has not been found to lack."""
        return self._operations

    def ask(self, case: Case) -> Answer:
        """Ask the candidate."""
        [answer] = self._candidate.ask([case.request])
        return answer

    def objection(self, case: Case, answer: Answer) -> Objection | None:
        """Give what the judge objects to; to what is not supported, nothing."""
        if isinstance(answer, Unsupported):
            return None
        return objection_to(answer, case.seed)
