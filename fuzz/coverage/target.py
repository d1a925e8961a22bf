"""What is done with one input, and the target for a candidate: held against the reference."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from toolwire.conformance.candidates import Answer, Candidate, Hello, Unsupported
from toolwire.conformance.judge import Objection
from toolwire.reference import Answers

from ..jobs.features import features
from ..verdict import objection_to, original_of
from .cases import Case, Operation, all_operations


@dataclass(frozen=True, slots=True)
class Look:
    """What an answer is like: the objection to it, if there is one, and its features."""

    objection: Objection | None
    features: Collection[Hashable]


_OPEN = Answers((), (), frozenset(), frozenset())


class Target(Protocol):
    """Something that is fuzzed."""

    @property
    def operations(self) -> Sequence[Operation]:
        """What there is to ask."""
        ...

    def ask(self, case: Case) -> Answer:
        """Give the answer to a case; may hang, or end the process."""
        ...

    def look(self, case: Case, answer: Answer) -> Look:
        """Look at the answer to the case that was asked last."""
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

    def look(self, case: Case, answer: Answer) -> Look:
        """Let the judge look; in what is not supported there is nothing to see."""
        if isinstance(answer, Unsupported):
            return Look(None, ())
        original = original_of(case.seed)
        objection = objection_to(answer, case.seed, original)
        return Look(objection, features(case.seed, original or _OPEN, answer, objection))
