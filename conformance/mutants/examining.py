"""Examining one mutant: which requirements kill it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolwire.reference import Rule
from toolwire.strategies.trials import Input, Trial

from ..examiner import Examiner
from ..requirements import Requirement
from ..results import Result, Source
from .candidate import ChangedReference
from .legal import REFERENCE, Legal
from .mutant import Mutant
from .pool import MOST, Pool, same_answer

_AT_ONCE = 8
"""How many trials of a requirement are tried before it is asked whether one has failed."""


@dataclass(frozen=True)
class Kills:
    """What became of a mutant: the rules whose requirements kill it, and what was tried.

    `changed` counts the inputs that it answers otherwise than the reference, of those `asked`.
    """

    mutant: str
    rules: tuple[Rule, ...]
    asked: int
    changed: int


class Answering(ChangedReference):
    """A changed reference that is asked only what it may answer otherwise."""

    def __init__(self, mutant: Mutant, pool: Pool) -> None:
        super().__init__(mutant.id, pool.profile, mutant.hooks())
        self._pool = pool
        self._asked: set[Input] = set()

    def changes(self, asked: Input) -> bool:
        """Tell whether the mutant answers otherwise than the reference."""
        self._asked.add(asked)
        return not same_answer(super().answer(asked), self._pool.reference(asked))

    def answer(self, asked: Input) -> object:  # type: ignore[override]
        """Answer as the mutant what it was asked as one, and else as the reference."""
        if asked in self._asked or asked.size > MOST:
            return super().answer(asked)
        return self._pool.reference(asked)


def examine(mutant: Mutant, pool: Pool, *, only: Rule | None = None) -> Kills:
    """Find the requirements that kill a mutant, or whether that of one rule does."""
    candidate = Answering(mutant, pool)
    met = pool.met_by(mutant)
    changed = {each for each in met if candidate.changes(each)}
    examiner = Examiner(candidate, candidate.start(), mutant.id, seed=0, examples=0)
    killing = tuple(
        rule
        for rule in _in_turn(mutant, pool)
        if (only in (None, rule) and _kills(examiner, candidate, pool, rule, changed))
        or (
            only in (None, rule)
            and rule in mutant.rules
            and _kills_at_length(examiner, candidate, pool, rule)
        )
    )
    return Kills(mutant.id, killing, len(met), len(changed))


def judge_legal(variant: Legal, pool: Pool) -> Iterator[Result]:
    """Give what comes of each requirement for a legal variant.

    The reference itself is judged by every trial. So a trial whose input another variant answers
    as the reference does cannot fail; who lacks something is asked in other ways, and so for
    everything that is not long.
    """
    candidate = ChangedReference(variant.name, pool.profile, variant.build(pool.profile))
    examiner = Examiner(candidate, candidate.start(), variant.name, seed=0, examples=0)
    for rule, trials in pool.trials.items():
        wanted = [trial for trial in trials if _may_fail(variant, candidate, pool, trial)]
        requirement = Requirement(pool.profile, rule)
        yield examiner.examine_trials(requirement, wanted, Source.ENUMERATED)


def _may_fail(variant: Legal, candidate: ChangedReference, pool: Pool, trial: Trial) -> bool:
    if variant is REFERENCE:
        return True
    if variant.lacks:
        return trial.input.size <= MOST
    asked = trial.input
    return not same_answer(candidate.answer(asked), pool.reference(asked))


def _in_turn(mutant: Mutant, pool: Pool) -> Iterator[Rule]:
    yield from (rule for rule in mutant.rules if rule in pool.trials)
    yield from (rule for rule in pool.trials if rule not in mutant.rules)


def _kills(
    examiner: Examiner, candidate: Answering, pool: Pool, rule: Rule, changed: set[Input]
) -> bool:
    trials = [trial for trial in pool.trials[rule] if trial.input in changed]
    return _fails(examiner, pool, rule, trials)


def _kills_at_length(examiner: Examiner, candidate: Answering, pool: Pool, rule: Rule) -> bool:
    """Try the long inputs of a rule one by one."""
    for trial in pool.trials[rule]:
        if trial.input.size > MOST and candidate.changes(trial.input):
            for control in trial.controls:
                candidate.changes(control)
            if _fails(examiner, pool, rule, [trial]):
                return True
    return False


def _fails(examiner: Examiner, pool: Pool, rule: Rule, trials: Sequence[Trial]) -> bool:
    requirement = Requirement(pool.profile, rule)
    return any(
        examiner.examine_trials(
            requirement, trials[start : start + _AT_ONCE], Source.ENUMERATED
        ).failed
        for start in range(0, len(trials), _AT_ONCE)
    )
