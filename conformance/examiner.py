"""Examining a candidate: every trial of a requirement, judged, with its controls first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolwire.corpus.cases import StoredCase, cases_of
from toolwire.reference import PROFILES, Rule
from toolwire.strategies.engine import derive_seed, smallest_failing
from toolwire.strategies.folds import one_by_one
from toolwire.strategies.trials import Input, Trial

from .attribution import owner as owner_of
from .candidates import Answer, Candidate, Hello, Unsupported, is_given_up
from .drawing import drawn_trials
from .interview import Carried, Interview
from .judge import ALONE, Objection, judge
from .oracle import oracle
from .reduction import is_costly, reduce_failure
from .requirements import Requirement, trials_of
from .results import GIVEN_UP, Failure, Result, Source


class Examiner:
    """Examines one candidate, requirement by requirement.

    `name` is what reports call the candidate; `seed` and `examples` say what is drawn; `cases` are
    the user's own, beside those of the corpus.
    """

    def __init__(
        self,
        candidate: Candidate,
        hello: Hello,
        name: str,
        *,
        seed: int,
        examples: int,
        cases: Sequence[StoredCase] = (),
    ) -> None:
        self.name = name
        self._candidate = candidate
        self._hello = hello
        self._seed = seed
        self._examples = examples
        self._cases = cases
        self._interviews: dict[str, Interview] = {}
        self._judged: dict[tuple[str, Input, Rule | None], Objection | None] = {}

    def interview(self, profile: str) -> Interview:
        """Give the conversation about `profile`."""
        if profile not in self._interviews:
            self._interviews[profile] = Interview(
                self._candidate, self._hello, profile, oracle(profile)
            )
        return self._interviews[profile]

    def examine(self, requirement: Requirement) -> Result:
        """Put `requirement` to the test: the enumerated trials, the corpus, then drawn ones."""
        tally = _Tally(requirement, self.name)
        self._try_all(
            tally, trials_of(requirement.profile).get(requirement.rule, ()), Source.ENUMERATED
        )
        stored = cases_of(requirement.profile, requirement.rule, self._cases)
        self._try_all(tally, [trial_of(case) for case in stored], Source.CORPUS)
        self._draw(tally)
        return tally.result()

    def examine_trials(
        self, requirement: Requirement, trials: Sequence[Trial], source: Source
    ) -> Result:
        """Put `requirement` to the test by these of its trials alone."""
        tally = _Tally(requirement, self.name)
        self._try_all(tally, trials, source)
        return tally.result()

    def _try_all(self, tally: "_Tally", trials: Sequence[Trial], source: Source) -> None:
        """Try trials together, by the next way for those that turn out not to be supported."""
        interview = self.interview(tally.requirement.profile)
        waiting = [(each.site, interview.ways(tally.requirement.rule, each)) for each in trials]
        while waiting:
            found = []
            for site, others in waiting:
                if (way := next(others, None)) is not None:
                    found.append((way, others))
                else:
                    tally.lack(site)
            interview.ask(asked for way, _ in found for asked in way.inputs)
            waiting = []
            for way, others in found:
                if isinstance(interview.answer(way.asked), Unsupported):
                    waiting.append((way.trial.site, others))
                else:
                    self._judge(tally, way, source)

    def _judge(self, tally: "_Tally", way: Carried, source: Source) -> Failure | None:
        """Judge one trial; give the failure if it is one."""
        interview, site = self.interview(tally.requirement.profile), way.trial.site
        for asked in way.inputs:
            if is_given_up(answer := interview.answer(asked)):
                tally.block(GIVEN_UP, site, asked, answer)
                return None
        for control, carried in way.controls:
            if isinstance(interview.answer(carried), Unsupported):
                continue
            if self._objection(tally.requirement, carried, control=True) is not None:
                owner = owner_of(tally.requirement.profile, control)
                tally.block(owner, site, carried, interview.answer(carried))
                return None
        objection = self._objection(tally.requirement, way.asked)
        if objection is not None and _is_elsewhere(objection, way):
            owner = f"{tally.requirement.profile}/{Rule.VALUE}"
            tally.block(owner, site, way.asked, interview.answer(way.asked))
            return None
        if objection is not None:
            for original, carried in way.alike:
                if self._is_right(tally.requirement, carried):
                    owner = owner_of(tally.requirement.profile, original)
                    tally.block(owner, site, way.asked, interview.answer(way.asked))
                    return None
        tally.tried[source] += 1
        tally.spoken.add(site)
        if objection is None:
            return None
        failure = Failure(
            tally.requirement,
            site,
            source,
            way.asked,
            oracle(tally.requirement.profile).answers(way.asked),
            interview.answer(way.asked),
            objection,
        )
        tally.add(failure)
        return failure

    def _is_right(self, requirement: Requirement, asked: Input) -> bool:
        answer = self.interview(requirement.profile).answer(asked)
        return not isinstance(answer, Unsupported) and self._objection(requirement, asked) is None

    def _objection(
        self, requirement: Requirement, asked: Input, *, control: bool = False
    ) -> Objection | None:
        rule = None if control or requirement.rule not in ALONE else requirement.rule
        key = (requirement.profile, asked, rule)
        if key not in self._judged:
            answer = self.interview(requirement.profile).answer(asked)
            acceptable = oracle(requirement.profile).answers(asked)
            self._judged[key] = judge(requirement.profile, asked, acceptable, answer, rule=rule)
        return self._judged[key]

    def _draw(self, tally: "_Tally") -> None:
        """Look for a failure that what was enumerated has not shown, and keep the smallest."""
        strategy = drawn_trials(tally.requirement)
        if strategy is None or not (tally.tried or tally.blocked):
            return
        known = set(tally.failures)
        shown: list[Failure] = []

        def fails(trial: Trial | None) -> bool:
            if trial is None:
                return False
            drawn = _Tally(tally.requirement, self.name)
            self._try_all(drawn, [trial], Source.DRAWN)
            tally.tried.update(drawn.tried)
            tally.blocked.update(drawn.blocked)
            tally.blocking = tally.blocking or drawn.blocking
            new = [each for each in drawn.failures.values() if each.signature not in known]
            shown.extend(new)
            return bool(new)

        seed = derive_seed(self._seed, tally.requirement.id)
        if smallest_failing(strategy, fails, seed, self._examples) is not None:
            tally.add(self._reduced(min(shown, key=lambda failure: failure.asked.size)))

    def _reduced(self, failure: Failure) -> Failure:
        """Make a failing input smaller, unless each try would cost a process."""
        if is_costly(failure.got):
            return failure
        found = reduce_failure(
            failure.requirement,
            failure.site,
            failure.asked,
            failure.got,
            failure.objection,
            self.interview(failure.requirement.profile).ask_anew,
        )
        return replace(
            failure,
            asked=found.asked,
            acceptable=found.acceptable,
            got=found.got,
            objection=found.objection,
        )


class _Tally:
    """Counts while a requirement is examined."""

    def __init__(self, requirement: Requirement, candidate: str) -> None:
        self.requirement = requirement
        self.candidate = candidate
        self.tried: Counter[Source] = Counter()
        self.blocked: Counter[str] = Counter()
        self.blocking: tuple[Input, Answer] | None = None
        self.unsupported = 0
        self.spoken: set[str] = set()
        self._blocked_at: set[str] = set()
        self._lacking_at: set[str] = set()
        self.failed = 0
        self.failures: dict[tuple[str, str], Failure] = {}
        self._failing: set[Input] = set()

    def lack(self, site: str) -> None:
        """Count a trial that the candidate cannot be asked."""
        self.unsupported += 1
        self._lacking_at.add(site)

    def block(self, owner: str, site: str, asked: Input, answer: Answer) -> None:
        """Count a trial that says nothing, and keep the smallest input that is the reason."""
        self.blocked[owner] += 1
        self._blocked_at.add(site)
        if self.blocking is None or asked.size < self.blocking[0].size:
            self.blocking = asked, answer

    def add(self, failure: Failure) -> None:
        """Count a failure, and keep it if it is the smallest of its signature.

        What was asked before fails once, whichever of its places it was asked for.
        """
        if failure.asked in self._failing:
            return
        self._failing.add(failure.asked)
        self.failed += 1
        kept = self.failures.get(failure.signature)
        if kept is None or failure.asked.size < kept.asked.size:
            self.failures[failure.signature] = failure

    def result(self) -> Result:
        """Give what was counted."""
        return Result(
            self.requirement,
            self.candidate,
            dict(self.tried),
            self.failed,
            tuple(sorted(self.failures.values(), key=lambda failure: failure.asked.size)),
            dict(self.blocked),
            self.unsupported,
            self.blocking,
            frozenset(self._blocked_at | (self._lacking_at - self.spoken)),
        )


def trial_of(case: StoredCase) -> Trial:
    """Give the trial that a stored case is; what it lacks of controls is added to a fold.

    The case is about no one place: its title stands for the site.
    """
    asked = Input(case.op, case.type, case.texts, case.limit)
    controls = [Input(case.op, case.type, texts, case.limit) for texts in case.controls]
    if case.op == "fold":
        controls = [*one_by_one(PROFILES[case.profile].folds[case.type], asked), *controls]
    alike = [Input(case.op, case.type, texts, case.limit) for texts in case.alike]
    return Trial(case.title, asked, tuple(controls), tuple(alike))


def _is_elsewhere(objection: Objection, way: Carried) -> bool:
    """Tell whether what went wrong lies neither at the trial's place nor above or below it."""
    if way.path is None or objection.difference is None:
        return False
    pairs = zip(objection.difference.path, way.path, strict=False)
    return any(one != other for one, other in pairs)


def profiles_of(hello: Hello) -> Iterable[str]:
    """Give the profiles to run where the user names none: the candidate's own, else all."""
    return (
        list(PROFILES) if hello.profiles is None else [p for p in PROFILES if p in hello.profiles]
    )
