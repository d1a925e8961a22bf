"""Making the inputs of a job: documents anew, seeds changed, and seeds crossed."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TypeVar

from toolwire.conformance.candidates import Hello
from toolwire.reference import PROFILES
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.seeds import Seed

from .pool import Pool

_T = TypeVar("_T")

_ANEW = 0.2
_CROSSED = 0.15
_MOST_CHANGES = 4
_ENOUGH = 50
"""So many inputs of an operation are not supported before it is taken to be lacking."""

Operation = tuple[str, str]
"""An operation and a type."""


def operations_of(
    hello: Hello, profiles: Collection[str] | None
) -> dict[str, tuple[Operation, ...]]:
    """Give, for each profile to fuzz, what a candidate has of it, as far as it says.

    `profiles` are those that were asked for; None stands for the candidate's own, else all.
    """
    found = {}
    for name, profile in PROFILES.items():
        if profiles is not None and name not in profiles:
            continue
        own = None if hello.profiles is None else hello.profiles.get(name, ())
        operations = tuple(
            (op, type_)
            for op, types in profile.operations.items()
            for type_ in types
            if own is None or type_ in own
        )
        if operations:
            found[name] = operations
    return found


class Maker:
    """Makes inputs of some profiles' operations; what turns out to be lacking is left out."""

    def __init__(self, operations: Mapping[str, Sequence[Operation]], random: Random) -> None:
        self._random = random
        self._operations = {name: list(each) for name, each in operations.items()}
        self._mutators: dict[str, Mutator] = {}
        self._lacking: Counter[tuple[str, Operation]] = Counter()
        self._had: set[tuple[str, Operation]] = set()

    def have(self, seed: Seed) -> None:
        """Note that the candidate has the operation of a seed."""
        self._had.add((seed.profile, (seed.input.op, seed.input.type)))

    def lack(self, seed: Seed) -> None:
        """Note that the candidate does not support an input.

        Of an operation of which it never supported any, no more inputs are made.
        """
        mine = self._operations.get(seed.profile, [])
        lacking = (seed.input.op, seed.input.type)
        key = (seed.profile, lacking)
        self._lacking[key] += 1
        if lacking in mine and key not in self._had and self._lacking[key] >= _ENOUGH:
            mine.remove(lacking)
            self._mutators.pop(seed.profile, None)
            if not mine:
                del self._operations[seed.profile]

    def can_ask(self, seed: Seed) -> bool:
        """Tell whether the candidate has the operation of a seed, as far as is known."""
        return (seed.input.op, seed.input.type) in self._operations.get(seed.profile, ())

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing left that the candidate has."""
        return not self._operations

    def make(self, pool: Pool) -> Seed:
        """Make an input, from the seeds of the pool or anew."""
        random = self._random
        chance = random.random()
        if len(pool) == 0 or chance < _ANEW:
            return self._anew()
        one = pool.choose(random)
        if not self.can_ask(one):
            return self._anew()
        other = pool.choose(random)
        partner = other.input if other.profile == one.profile else None
        mutator = self._mutator(one.profile)
        if partner is not None and chance < _ANEW + _CROSSED:
            return Seed(one.profile, mutator.cross(random, one.input, partner))
        made = one.input
        for _ in range(1 + int(random.random() ** 2 * _MOST_CHANGES)):
            made = mutator.mutate(random, made, other=partner)
        return Seed(one.profile, made)

    def _anew(self) -> Seed:
        profile = self._one_of(list(self._operations))
        op, type_ = self._one_of(self._operations[profile])
        return Seed(profile, self._mutator(profile).generator.input_of(self._random, op, type_))

    def _one_of(self, choices: Sequence[_T]) -> _T:
        return choices[int(self._random.random() * len(choices))]

    def _mutator(self, profile: str) -> Mutator:
        if profile not in self._mutators:
            mine = self._operations[profile]
            self._mutators[profile] = Mutator(PROFILES[profile], mine)
        return self._mutators[profile]
