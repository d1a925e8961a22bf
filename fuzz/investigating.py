"""Looking into a finding: asked again, judged, made smaller, and attributed as the suite would."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from toolwire.conformance.attribution import Attribution, attributions, has_trials_at
from toolwire.conformance.baselines import Entry
from toolwire.conformance.candidates import Answer, Unsupported, is_given_up
from toolwire.conformance.interview import Interview
from toolwire.conformance.judge import Objection, judge
from toolwire.conformance.oracle import oracle
from toolwire.conformance.reduction import (
    Ask,
    Budget,
    Reduction,
    is_costly,
    reduce_unattributed,
)
from toolwire.conformance.results import Failure, Source
from toolwire.conformance.starting import Examined
from toolwire.conformance.storage import StoredFailure
from toolwire.reference import PROFILES, Answers
from toolwire.strategies.folds import one_by_one
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input

from .inner import items_of, plainly
from .nearest import are_alike, nearest, said_plainly

BUDGET = Budget(questions=5_000, rounds=800, volume=50_000_000, faults=24)
"""What the reduction of one finding may cost."""
_AGAIN = 2
"""So often an input is asked again before its failure is called unsteady."""


@dataclass(frozen=True)
class Looked:
    """What came of a finding: a failure, if it was shown again.

    `known` is the entry of the baseline that allows it. One that is not `steady` is as the job
    told it.
    """

    failure: Failure
    steady: bool = True
    known: Entry | None = None


class Investigator:
    """Looks into findings about one candidate, which it asks in a process of its own."""

    def __init__(self, examined: Examined) -> None:
        self._examined = examined
        self._today: date = datetime.now(UTC).date()

    def look(self, seed: Seed, kind: str) -> Looked | None:
        """Look into a finding of a job, which says what `kind` of failure it is.

        None is given for what the candidate does not support.
        """
        profile, asked = seed.profile, seed.input
        for _ in range(_AGAIN):
            [got] = self._ask(profile, [asked])
            if isinstance(got, Unsupported):
                return None
            if (objection := self._judge(profile, asked, got)) is not None:
                return self._look_at(profile, asked, got, objection)
        return self._unsteady(profile, asked, got, kind)

    def ask_stored(self, stored: StoredFailure) -> Failure | Unsupported | None:
        """Ask a stored failure again; None if it does not fail any more."""
        requirement, asked = stored.requirement, stored.asked
        [got] = self._ask(requirement.profile, [asked])
        if isinstance(got, Unsupported):
            return got
        acceptable = self._answers(requirement.profile, asked)
        objection = judge(requirement.profile, asked, acceptable, got, rule=requirement.rule)
        if objection is None:
            return None
        return Failure(requirement, stored.site, Source.DRAWN, asked, acceptable, got, objection)

    def known(self, failure: Failure) -> Entry | None:
        """Give the entry of the baseline that allows a failure, if one does.

        The suite may have named it otherwise, so that all is tried that it can be about.
        """
        if self._examined.baseline is None:
            return None
        profile = failure.requirement.profile
        own = Attribution(failure.requirement, failure.site)
        others = attributions(profile, failure.asked, failure.objection)
        found = (self._entry(each, failure.objection.kind) for each in (own, *others))
        return next((each for each in found if each is not None), None)

    def _entry(self, place: Attribution, kind: str) -> Entry | None:
        baseline, identifier = self._examined.baseline, place.requirement.id
        assert baseline is not None
        entry = baseline.find(identifier, kind, place.site)
        if entry is None and not has_trials_at(place.requirement, place.site):
            entry = baseline.find_at_any_site(identifier, kind)
        return None if entry is None or entry.has_expired(self._today) else entry

    def _look_at(self, profile: str, asked: Input, got: Answer, objection: Objection) -> Looked:
        """Reduce and attribute what was shown again."""
        asked, got, objection = self._innermost(profile, asked, got, objection)

        def ask(inputs: Sequence[Input]) -> Sequence[Answer]:
            return self._ask(profile, inputs)

        found = reduce_unattributed(profile, asked, got, objection, ask, BUDGET)
        found = self._less_odd(profile, found, ask) or found
        if not found.steady and not self._is_shown_again(profile, asked, objection):
            return self._unsteady(profile, asked, got, objection.kind)
        failure = self._failure(profile, self._without_framing(profile, found))
        return Looked(failure, known=self.known(failure))

    def _less_odd(self, profile: str, found: Reduction, ask: Ask) -> Reduction | None:
        """Reduce an unsettled input to a less odd one, if what is wrong is not its oddity."""
        if found.acceptable.settled or is_costly(found.got):
            return None
        asked = self._plain(profile, found, ask) or found.asked
        objection = judge(
            profile, asked, nearest(self._answers(profile, asked), found.got), found.got
        )
        if objection is None:
            return None
        further = reduce_unattributed(profile, asked, found.got, objection, ask, BUDGET)
        is_less = further.acceptable.oddities < found.acceptable.oddities
        return further if further.steady and is_less else None

    def _plain(self, profile: str, found: Reduction, ask: Ask) -> Input | None:
        """Give the text without oddities for which the candidate took an odd one, wrongly read.

        To both it answers the same, so that what is wrong is not the oddity's doing.
        """
        for plain in said_plainly(found.asked, found.acceptable):
            [got] = ask([plain])
            if isinstance(got, Unsupported) or not are_alike(found.got, got):
                continue
            if self._judge(profile, plain, got) is not None:
                return plain
        return None

    def _without_framing(self, profile: str, found: Reduction) -> Reduction:
        """Leave out of a stream what is odd about its framing, if it fails as well without."""
        if found.asked.op != "stream" or is_costly(found.got):
            return found
        asked = plainly(found.asked)
        [got] = self._ask(profile, [asked])
        objection = None if isinstance(got, Unsupported) else self._judge(profile, asked, got)
        if objection is None or objection.kind != found.objection.kind:
            return found
        acceptable = self._answers(profile, asked)
        return replace(found, asked=asked, got=got, objection=objection, acceptable=acceptable)

    def _innermost(
        self, profile: str, asked: Input, got: Answer, objection: Objection
    ) -> tuple[Input, Answer, Objection]:
        """Go to a single text of a fold or a stream that the candidate already gets wrong."""
        if is_costly(got):
            return asked, got, objection
        kinds = PROFILES[profile].folds.get(asked.type) if asked.op == "fold" else None
        inner = one_by_one(kinds, asked) if kinds is not None else items_of(profile, asked)
        interview = self._interview(profile)
        inner = [each for each in dict.fromkeys(inner) if interview.supports(each.type)]
        for each, answer in zip(inner, self._ask(profile, inner), strict=True):
            if not isinstance(answer, Unsupported):
                within = self._judge(profile, each, answer)
                if within is not None:
                    return each, answer, within
        return asked, got, objection

    def _is_shown_again(self, profile: str, asked: Input, objection: Objection) -> bool:
        for _ in range(_AGAIN):
            [got] = self._ask(profile, [asked])
            again = None if isinstance(got, Unsupported) else self._judge(profile, asked, got)
            if again is None or again.kind != objection.kind:
                return False
        return True

    @staticmethod
    def _failure(profile: str, found: Reduction) -> Failure:
        """Attribute what was reduced."""
        place = attributions(profile, found.asked, found.objection)[0]
        return Failure(
            place.requirement,
            place.site,
            Source.DRAWN,
            found.asked,
            found.acceptable,
            found.got,
            found.objection,
        )

    def _unsteady(self, profile: str, asked: Input, got: Answer, kind: str) -> Looked:
        objection = Objection(kind)
        place = attributions(profile, asked, objection)[0]
        acceptable = self._answers(profile, asked)
        failure = Failure(
            place.requirement, place.site, Source.DRAWN, asked, acceptable, got, objection
        )
        return Looked(failure, steady=False)

    def _judge(self, profile: str, asked: Input, got: Answer) -> Objection | None:
        return judge(profile, asked, self._answers(profile, asked), got)

    @staticmethod
    def _answers(profile: str, asked: Input) -> Answers:
        return oracle(profile).answers(asked)

    def _interview(self, profile: str) -> Interview:
        return self._examined.examiner.interview(profile)

    def _ask(self, profile: str, inputs: Sequence[Input]) -> list[Answer]:
        """Ask the candidate, which is started again if it was given up.

        Raises `CandidateError` when it cannot be.
        """
        interview = self._interview(profile)
        found = interview.ask_anew(inputs)
        if not any(is_given_up(answer) for answer in found):
            return found
        self._examined.candidate.start()
        return interview.ask_anew(inputs)
