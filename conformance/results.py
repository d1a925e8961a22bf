"""What comes of a requirement: the outcome, how often it was put to the test, and the failures."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from toolwire.reference import Answers
from toolwire.strategies.trials import Input

from .candidates import Answer
from .judge import Objection
from .requirements import Requirement

GIVEN_UP = "the candidate was given up"
"""Among what blocked a requirement: the candidate is not asked any more."""


class Outcome(StrEnum):
    """What a run says of a requirement and a candidate."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    """Failed, at a level below the one that fails a run."""
    KNOWN = "known"
    """Failed, and in no other way than the baseline says."""
    OBSERVED = "observed"
    """Differed where nothing is asked for."""
    NOT_EXERCISED = "not-exercised"
    """No trial said anything, for another requirement stood in the way; or not all was asked."""
    NOT_SUPPORTED = "not-supported"
    """The candidate has no operation or type that could show it."""


WITH_FAILURES = (Outcome.FAILED, Outcome.WARNED, Outcome.KNOWN, Outcome.OBSERVED)
"""The outcomes of a requirement that a candidate got wrong."""


class Source(StrEnum):
    """Where a trial comes from."""

    ENUMERATED = "enumerated"
    CORPUS = "corpus"
    DRAWN = "drawn"


@dataclass(frozen=True)
class Failure:
    """One input that a candidate gets wrong.

    `site` is the place of the protocol's table that the trial is about, `asked` the input as the
    candidate got it. Failures with the same `signature` have the same cause.
    """

    requirement: Requirement
    site: str
    source: Source
    asked: Input
    acceptable: Answers
    got: Answer
    objection: Objection

    @property
    def signature(self) -> tuple[str, str]:
        """Give what stays the same when the input is made smaller: what happened, and where."""
        return self.objection.kind, self.site


@dataclass(frozen=True)
class Result:
    """What came of one requirement for one candidate.

    `tried` counts, by source, the trials that said something; `blocked` those that did not, by
    the requirement that a control failed, and `blocking` is the smallest such control with its
    answer; `unsupported` those that the candidate cannot be asked.
    `failures` hold the smallest input of each signature; `failed` counts all that failed.
    `silent` are the sites at which something that is not drawn was blocked, or all of it was
    unsupported.
    """

    requirement: Requirement
    candidate: str
    tried: Mapping[Source, int]
    failed: int = 0
    failures: tuple[Failure, ...] = ()
    blocked: Mapping[str, int] = field(default_factory=dict)
    unsupported: int = 0
    blocking: tuple[Input, Answer] | None = None
    silent: Collection[str] = ()

    @property
    def exercised(self) -> int:
        """Give how many trials said something."""
        return sum(self.tried.values())

    def outcome(self, failing_level: int) -> Outcome:
        """Give the outcome where levels of at least `failing_level` (a weight) fail a run."""
        if self.failed:
            weight = self.requirement.level.weight
            if weight == 0:
                return Outcome.OBSERVED
            return Outcome.FAILED if weight >= failing_level else Outcome.WARNED
        if self.exercised and GIVEN_UP not in self.blocked:
            return Outcome.PASSED
        return Outcome.NOT_EXERCISED if self.blocked else Outcome.NOT_SUPPORTED
