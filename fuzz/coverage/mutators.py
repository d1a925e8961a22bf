"""Our mutator and crossover, as libFuzzer calls them: bytes in and out, and a seed for chance."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from toolwire.reference import PROFILES
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.seeds import Seed, dump_seed
from toolwire.strategies.trials import Input

from .cases import Cases, Operation, case_of

_MOST_BYTES = 1 << 12
"""The most bytes of an input's texts. Coverage counts how often a line is run, and so rewards what
is larger; but that slows everything which comes of it."""
_MOST_TEXTS = 16
"""The most texts of an input, for the same reason."""
_BYTES = 8
"""One mutation in so many is of the bytes of one text: a constant of the candidate's code, or what
libFuzzer does, which knows what the candidate has compared its input with, and the dictionary."""
_AFRESH = 6
"""One in so many starts from nothing."""
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?', re.DOTALL)


class Mutators:
    """Mutates and crosses the inputs of a process; both are repeatable from what they are given.

    `pool` are inputs of which parts may be taken, and `constants` the JSON of strings and numbers
    that the candidate's own code holds. `called` counts the calls of either.
    """

    def __init__(
        self,
        atheris: Any,
        cases: Cases,
        operations: Sequence[Operation],
        pool: Sequence[Seed],
        constants: Sequence[str] = (),
    ) -> None:
        self.called = 0
        self._constants = constants
        self.on_call: Callable[[], None] = lambda: None
        self._atheris = atheris
        self._cases = cases
        self._random = Random(0)
        profiles = dict.fromkeys(profile for profile, _, _ in operations)
        self._mutators = {
            name: Mutator(
                PROFILES[name],
                {(op, type_) for profile, op, type_ in operations if profile == name},
            )
            for name in profiles
        }
        self._operations = operations
        self._pools = {
            name: [seed.input for seed in pool if seed.profile == name] for name in profiles
        }

    def mutate(self, data: bytes, max_size: int, seed: int) -> bytes:
        """Change an input a little; it stays as it is where that would be too large."""
        self._called()
        random = self._random
        random.seed(seed)
        how = random.getrandbits(12)
        one = self._cases.read(data).seed
        if not how >> 10 and (other := self._other(random, one.profile)) is not None:
            one = Seed(one.profile, other)
        if not how % _BYTES:
            made = self._changed_bytes(random, one)
        elif how % _AFRESH == 1:
            made = self._made_anew(random)
        else:
            mutator = self._mutators[one.profile]
            other = self._other(random, one.profile)
            made = Seed(
                one.profile,
                mutator.mutate(random, one.input, other=other, max_size=_MOST_BYTES),
            )
        return self._written(made, max_size) or data

    def cross(self, data: bytes, other: bytes, max_size: int, seed: int) -> bytes:
        """Give an input with parts of both, or the first one changed.

        libFuzzer would cross as often as it mutates.
        """
        self._called()
        random = self._random
        random.seed(seed)
        if random.getrandbits(2):
            return self.mutate(data, max_size, seed)
        one, two = self._cases.read(data).seed, self._cases.read(other).seed
        if one.profile != two.profile:
            return self._written(two, max_size) or data
        mutator = self._mutators[one.profile]
        crossed = mutator.cross(random, one.input, two.input, max_size=_MOST_BYTES)
        return self._written(Seed(one.profile, crossed), max_size) or data

    def _called(self) -> None:
        self.called += 1
        if self.called == 1:
            self.on_call()

    def _other(self, random: Random, profile: str) -> Input | None:
        pool = self._pools[profile]
        return pool[int(random.random() * len(pool))] if pool else None

    def _made_anew(self, random: Random) -> Seed:
        profile, op, type_ = self._operations[int(random.random() * len(self._operations))]
        made = self._mutators[profile].generator.input_of(random, op, type_)
        return Seed(profile, made)

    def _changed_bytes(self, random: Random, one: Seed) -> Seed:
        texts = list(one.input.texts)
        if not texts:
            return one
        at = int(random.random() * len(texts))
        text = texts[at]
        octets = text if isinstance(text, bytes) else text.encode()
        if self._constants and random.getrandbits(1):
            texts[at] = self._with_constant(random, octets)
        else:
            # Not to be looked up earlier: Atheris puts another there when it begins to fuzz.
            texts[at] = self._atheris.Mutate(octets, min(_MOST_BYTES, 2 * len(octets) + 64))
        return Seed(one.profile, replace(one.input, texts=tuple(texts)))

    def _with_constant(self, random: Random, octets: bytes) -> bytes:
        """Put one of the candidate's constants in the place of a string or a number."""
        tokens = list(_TOKEN.finditer(octets))
        if not tokens:
            return octets
        token = tokens[int(random.random() * len(tokens))]
        constant = self._constants[int(random.random() * len(self._constants))]
        return octets[: token.start()] + constant.encode() + octets[token.end() :]

    def _written(self, seed: Seed, max_size: int) -> bytes | None:
        if len(seed.input.texts) > _MOST_TEXTS:
            return None
        try:
            case = case_of(seed)
        except ValueError:
            return None  # a text that is not UTF-8 where that cannot be said
        data = dump_seed(case.seed)
        if len(data) > max_size:
            return None
        self._cases.remember(data, case)
        return data
