"""Examining a candidate: every trial of a requirement, judged, with its controls first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from toolwire.corpus.cases import cases_of
from toolwire.reference import PROFILES, Rule
from toolwire.strategies.engine import derive_seed, smallest_failing
from toolwire.strategies.trials import Input, Trial

from .candidates import Candidate, Faulted, FaultKind, Hello, Unsupported
from .drawing import drawn_trials
from .interview import Carried, Interview
from .judge import Objection, judge
from .oracle import oracle
from .requirements import Requirement, owners_of, trials_of
from .results import Failure, Result, Source


class Examiner:
    """Examines one candidate, requirement by requirement.

    `name` is what reports call the candidate; `seed` and `examples` say what is drawn.
    """

    def __init__(
        self, candidate: Candidate, hello: Hello, name: str, *, seed: int, examples: int
    ) -> None:
        self.name = name
        self._candidate = candidate
        self._hello = hello
        self._seed = seed
        self._examples = examples
        self._interviews: dict[str, Interview] = {}

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
        self._try_all(tally, trials_of(requirement.profile).get(requirement.rule, ()), Source.ENUMERATED)
        stored = [
            Trial(case.why, Input(case.op, case.type, case.texts))
            for case in cases_of(requirement.profile, requirement.rule)
        ]
        self._try_all(tally, stored, Source.CORPUS)
        self._draw(tally)
        return tally.result()

    def _try_all(self, tally: "_Tally", trials: Sequence[Trial], source: Source) -> None:
        """Try trials together, by the next way for those that turn out not to be supported."""
        interview = self.interview(tally.requirement.profile)
        waiting = [interview.ways(tally.requirement.rule, trial) for trial in trials]
        while waiting:
            found = [(way, others) for others in waiting for way in islice(others, 1)]
            tally.unsupported += len(waiting) - len(found)
            interview.ask(asked for way, _ in found for asked in way.inputs)
            waiting = []
            for way, others in found:
                if isinstance(interview.answer(way.asked), Unsupported):
                    waiting.append(others)
                else:
                    self._judge(tally, way, source)

    def _judge(self, tally: "_Tally", way: Carried, source: Source) -> Failure | None:
        """Judge one trial; give the failure if it is one."""
        interview = self.interview(tally.requirement.profile)
        for control, carried in way.controls:
            if isinstance(interview.answer(carried), Unsupported):
                continue
            if self._objection(tally.requirement, carried) is not None:
                tally.blocked[_owner(tally.requirement.profile, control)] += 1
                return None
        answer = interview.answer(way.asked)
        if isinstance(answer, Faulted) and answer.fault.kind is FaultKind.GAVE_UP:
            tally.blocked["the candidate was given up"] += 1
            return None
        objection = self._objection(tally.requirement, way.asked)
        tally.tried[source] += 1
        if objection is None:
            return None
        failure = Failure(
            tally.requirement,
            way.trial.site,
            source,
            way.asked,
            oracle(tally.requirement.profile).answers(way.asked),
            answer,
            objection,
        )
        tally.add(failure)
        return failure

    def _objection(self, requirement: Requirement, asked: Input) -> Objection | None:
        answer = self.interview(requirement.profile).answer(asked)
        acceptable = oracle(requirement.profile).answers(asked)
        digits = requirement.rule is Rule.DIGITS
        return judge(requirement.profile, asked, acceptable, answer, digits=digits)

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
            new = [each for each in drawn.failures.values() if each.signature not in known]
            shown.extend(new)
            return bool(new)

        seed = derive_seed(self._seed, tally.requirement.id)
        if smallest_failing(strategy, fails, seed, self._examples) is not None:
            tally.add(min(shown, key=lambda failure: failure.asked.size))


class _Tally:
    """Counts while a requirement is examined."""

    def __init__(self, requirement: Requirement, candidate: str) -> None:
        self.requirement = requirement
        self.candidate = candidate
        self.tried: Counter[Source] = Counter()
        self.blocked: Counter[str] = Counter()
        self.unsupported = 0
        self.failed = 0
        self.failures: dict[tuple[str, str], Failure] = {}

    def add(self, failure: Failure) -> None:
        """Count a failure, and keep it if it is the smallest of its signature."""
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
        )


def _owner(profile: str, control: Input) -> str:
    """Name the requirement that a control is a trial of, as far as it is one."""
    rule = owners_of(profile).get(control)
    return f"{profile}/{rule or Rule.VALUE}"


def profiles_of(hello: Hello) -> Iterable[str]:
    """Give the profiles to run where the user names none: the candidate's own, else all."""
    return list(PROFILES) if hello.profiles is None else [p for p in PROFILES if p in hello.profiles]
