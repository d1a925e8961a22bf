"""Reduction: a failing input made smaller, asked of the candidate in batches, within a budget.

The proposals are those of `strategies.reducing`. Of each the reference is asked first, and the
candidate only for those that can still show the same fault (`likeness`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from toolwire.reference import PROFILES, Answers, Rule, answers
from toolwire.strategies.folds import one_by_one
from toolwire.strategies.reducing import Spent, reduce_input
from toolwire.strategies.trials import Input

from .candidates import (
    Answer,
    Faulted,
    FaultKind,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
    is_given_up,
)
from .judge import Objection, judge
from .likeness import Likeness
from .requirements import Requirement

Ask = Callable[[Sequence[Input]], Sequence[Answer]]

_AHEAD = 16
"""Inputs asked at once: few enough that a candidate which hangs at all of them is not given up."""
_CONFIRMATIONS = 3
"""So often the smallest input must fail in the end."""
_MORE_FOR_WAITING = 5
"""A timeout counts as so many faults more."""
_LARGE = 4 << 20
"""So many characters of an answer count as a fault: to write and to judge them takes as long."""


@dataclass(frozen=True)
class Budget:
    """What a reduction may cost, counted and never timed, so that it comes to the same each time.

    `questions` are inputs put to the candidate, `rounds` the batches of proposals, `volume` the
    characters of all proposals, `faults` the processes that may end or hang meanwhile, and what
    takes as long.
    """

    questions: int = 2_000
    rounds: int = 400
    volume: int = 20_000_000
    faults: int = 4


WITHIN_A_RUN = Budget()
BY_ITSELF = Budget(questions=20_000, rounds=2_000, volume=200_000_000, faults=60)


@dataclass(frozen=True)
class Reduction:
    """What came of a reduction: the smallest input, what it shows, and what it cost.

    `steady` tells whether that input failed each time it was asked again; if not, it is the one
    that was to be reduced. `spent` tells whether the budget ended the search.
    """

    asked: Input
    acceptable: Answers
    got: Answer
    objection: Objection
    questions: int
    rounds: int
    steady: bool = True
    spent: bool = False


def reduce_failure(
    requirement: Requirement,
    site: str,
    asked: Input,
    got: Answer,
    objection: Objection,
    ask: Ask,
    budget: Budget = WITHIN_A_RUN,
) -> Reduction:
    """Reduce the failure of `asked` at `site`, where the answer was `got`.

    `ask` puts inputs to the candidate, each time anew.
    """
    work = _Work(requirement.profile, requirement.rule, site, asked, objection, ask, budget)
    return _reduce(work, asked, got, objection, ask)


def reduce_unattributed(
    profile: str, asked: Input, got: Answer, objection: Objection, ask: Ask, budget: Budget
) -> Reduction:
    """Reduce a failure of which nobody has said yet what requirement it is about.

    The smaller input touches no rule that the first one does not, and fails alike.
    """
    work = _Work(profile, None, "", asked, objection, ask, budget)
    return _reduce(work, asked, got, objection, ask)


def _reduce(work: "_Work", asked: Input, got: Answer, objection: Objection, ask: Ask) -> Reduction:
    work.prepare(got)
    smallest = reduce_input(asked, work.keeps)
    if smallest == asked:
        return work.reduction(asked, got, objection)
    seen = objection
    for _ in range(1 if is_costly(got) else _CONFIRMATIONS):
        [answer] = ask([smallest])
        again = work.objection(smallest, answer)
        if again is None or not work.likeness.is_shown(again):
            return work.reduction(asked, got, objection, steady=False)
        seen = again
    return work.reduction(smallest, answer, seen)


class _Work:
    """Counts what a reduction costs, and tells which inputs keep what is shown."""

    def __init__(
        self,
        profile: str,
        rule: Rule | None,
        site: str,
        asked: Input,
        objection: Objection,
        ask: Ask,
        budget: Budget,
    ) -> None:
        self._profile = PROFILES[profile]
        self._rule = rule
        self._asked = asked
        self._ask = ask
        self._budget = budget
        self._ahead = 1
        self._controlled = False
        self._right: dict[Input, bool] = {}
        self._known: dict[Input, Answers] = {}
        self.likeness = Likeness.of(rule, site, self._answers(asked), objection)
        self.questions = self.rounds = self.volume = self.faults = 0
        self.spent = False

    def prepare(self, got: Answer) -> None:
        """Look whether each text of a fold is read rightly alone, so that it must stay so."""
        if not is_costly(got):
            self._ahead = _AHEAD
        self._ask_controls([self._asked])
        self._controlled = self._is_controlled(self._asked)

    def keeps(self, inputs: Sequence[Input]) -> list[bool]:
        """Tell which of some inputs show the same. Raises `Spent`."""
        self.rounds += 1
        self._spend(self.rounds > self._budget.rounds)
        if self.spent:
            raise Spent
        self._known.clear()
        shown = [
            asked
            for asked, answer in self._put(list(self._likely(inputs)))
            if self.likeness.is_shown(self.objection(asked, answer))
        ]
        if self._controlled:
            self._ask_controls(shown)
            shown = [each for each in shown if self._is_controlled(each)]
        return [each in shown for each in inputs]

    def _likely(self, inputs: Sequence[Input]) -> Iterator[Input]:
        """Give the inputs of which the reference says that they can show the same."""
        for each in inputs:
            self.volume += each.size
            self._spend(self.volume > self._budget.volume)
            if self.spent:
                return
            if self.likeness.may_be(self._answers(each)):
                yield each

    def objection(self, asked: Input, answer: Answer) -> Objection | None:
        """Judge an answer; one that is not supported is not objected to."""
        if isinstance(answer, Unsupported):
            return None
        acceptable = self._answers(asked)
        return judge(self._profile.name, asked, acceptable, answer, rule=self._rule)

    def reduction(
        self, asked: Input, got: Answer, objection: Objection, *, steady: bool = True
    ) -> Reduction:
        """Give what came of it."""
        return Reduction(
            asked,
            self._answers(asked),
            got,
            objection,
            self.questions,
            self.rounds,
            steady,
            self.spent,
        )

    def _answers(self, asked: Input) -> Answers:
        if asked not in self._known:
            self._known[asked] = answers(
                self._profile, asked.op, asked.type, asked.texts, asked.limit
            )
        return self._known[asked]

    def _ask_controls(self, inputs: Sequence[Input]) -> None:
        """Learn which controls the candidate gets right; what it does not support is not wrong."""
        controls = dict.fromkeys(each for asked in inputs for each in self._controls(asked))
        for control, answer in self._put([each for each in controls if each not in self._right]):
            self._right[control] = self.objection(control, answer) is None

    def _is_controlled(self, asked: Input) -> bool:
        """Tell whether an input has controls, and all are right."""
        found = [self._right.get(each, False) for each in self._controls(asked)]
        return bool(found) and all(found)

    def _controls(self, asked: Input) -> list[Input]:
        """Give the texts of a fold, each to be read alone: what is wrong there is no fold's."""
        kinds = self._profile.folds.get(asked.type)
        return one_by_one(kinds, asked) if asked.op == "fold" and kinds is not None else []

    def _put(self, inputs: Sequence[Input]) -> Iterator[tuple[Input, Answer]]:
        """Ask in batches, after each fault of one alone; of what cannot be paid for, nothing."""
        at = 0
        while at < len(inputs) and not self.spent:
            batch = inputs[at : at + self._ahead]
            at += len(batch)
            self.questions += len(batch)
            found = self._ask(batch)
            yield from zip(batch, found, strict=True)
            faults = sum(map(_faults, found))
            self._ahead = 1 if faults else min(_AHEAD, 2 * self._ahead)
            self.faults += faults
            self._spend(self.questions >= self._budget.questions)
            self._spend(self.faults >= self._budget.faults or any(map(is_given_up, found)))

    def _spend(self, is_spent: bool) -> None:
        self.spent = self.spent or is_spent


def is_costly(answer: Answer) -> bool:
    """Tell whether an answer cost a process, or as much; what a Python module raises costs none."""
    return _faults(answer) > 0


def _faults(answer: Answer) -> int:
    """Give as how many faults an answer counts."""
    if isinstance(answer, Faulted):
        if answer.fault.traceback:
            return 0
        return 1 + _MORE_FOR_WAITING * (answer.fault.kind is FaultKind.TIMEOUT)
    items = answer.items if isinstance(answer, StreamItems) else (answer,)
    texts = (each.text for each in items if isinstance(each, Understood))
    errors = (each.error for each in items if isinstance(each, Refused))
    return sum(map(len, chain(texts, errors))) // _LARGE
