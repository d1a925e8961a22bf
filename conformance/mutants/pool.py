"""The trials of a profile, found by what they touch, with the reference's own answers.

A mutant is run on the inputs whose trace touches its site, and on the trials of the rules that it
breaks. Of those, the ones that it answers as the reference does say nothing: they are right.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from toolwire.reference import PROFILES, Rule
from toolwire.strategies.engine import derive_seed, smallest_failing
from toolwire.strategies.trials import Input, Trial

from ..candidates import Answer, Refused, StreamItems
from ..drawing import drawn_trials
from ..oracle import oracle
from ..requirements import requirements, trials_of
from .candidate import ChangedReference
from .hooks import Hooks
from .mutant import Mutant

MOST = 8_000
"""An input of more characters is asked only where its own rule is broken: nobody else needs it."""
SEED = 1


def same_answer(one: Answer, other: Answer) -> bool:
    """Tell whether two answers say the same; why something is refused says nothing."""
    if isinstance(one, Refused) and isinstance(other, Refused):
        return one.stage == other.stage
    if isinstance(one, StreamItems) and isinstance(other, StreamItems):
        pairs = zip(one.items, other.items, strict=False)
        return len(one.items) == len(other.items) and all(same_answer(a, b) for a, b in pairs)
    return one == other


def names_in(site: str) -> Iterable[str]:
    """Give what a site of a trace is a site of: itself, its field, its type."""
    yield site
    bare = site.partition(":")[0].removesuffix("[]")
    yield bare
    yield bare.partition(".")[0]


class Pool:
    """The trials of one profile: the enumerated ones, or with `examples` drawn ones."""

    def __init__(self, profile: str, examples: int = 0) -> None:
        self.profile = profile
        self._examples = examples
        self._reference = ChangedReference("reference", profile, Hooks())

    @cached_property
    def trials(self) -> Mapping[Rule, Sequence[Trial]]:
        """Give the trials of each requirement, the smaller first."""
        known = trials_of(self.profile)
        return {
            each.rule: sorted(
                self._drawn(each.rule) if self._examples else known.get(each.rule, ()),
                key=lambda trial: trial.input.size,
            )
            for each in requirements(self.profile)
        }

    def _drawn(self, rule: Rule) -> Iterable[Trial]:
        [requirement] = [each for each in requirements(self.profile) if each.rule is rule]
        strategy = drawn_trials(requirement)
        found: dict[Input, Trial] = {}

        def keep(trial: Trial | None) -> bool:
            if trial is not None:
                found.setdefault(trial.input, trial)
            return False

        if strategy is not None:
            seed = derive_seed(SEED, requirement.id)
            smallest_failing(strategy, keep, seed, self._examples)
        return found.values()

    @cached_property
    def inputs(self) -> Sequence[Input]:
        """Give every input that is not long, of trials and of what is beside them, each once."""
        found: dict[Input, None] = {}
        for trials in self.trials.values():
            for trial in trials:
                for each in (trial.input, *trial.controls, *trial.alike):
                    if each.size <= MOST:
                        found.setdefault(each)
        return list(found)

    @cached_property
    def _touching(self) -> Mapping[str, Sequence[Input]]:
        known = oracle(self.profile)
        found: dict[str, dict[Input, None]] = defaultdict(dict)
        for each in self.inputs:
            trace = known.answers(each).trace
            for name in {name for _, site in trace for name in names_in(site)}:
                found[name][each] = None
            if each.op != "decode":
                found[f"{each.op} {each.type}"][each] = None
        return {name: list(inputs) for name, inputs in found.items()}

    def reference(self, asked: Input) -> Answer:
        """Give what the reference itself answers."""
        return self._reference.answer(asked)

    def prepare(self) -> None:
        """Work out what every mutant needs."""
        assert self._touching is not None
        for each in self.inputs:
            self.reference(each)

    def met_by(self, mutant: Mutant) -> Sequence[Input]:
        """Give the inputs by which a mutant can be met, those of its own rules first."""
        if mutant.touched is None:
            return self.inputs
        found: dict[Input, None] = {}
        for rule in mutant.rules:
            for trial in self.trials.get(rule, ()):
                for each in (trial.input, *trial.controls, *trial.alike):
                    if each.size <= MOST:
                        found.setdefault(each)
        for name in mutant.touched:
            found.update(dict.fromkeys(self._touching.get(name, ())))
        return list(found)


def is_known(profile: str, rule: Rule) -> bool:
    """Tell whether a rule is a requirement of a profile that has trials."""
    return rule in {each.rule for each in requirements(profile)} and profile in PROFILES
