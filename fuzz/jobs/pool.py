"""The seeds that a job works from, and which of them it takes next.

Each has energy by how rare is what it showed first, and how new it is: what has been seen a
thousand times is not what the next discovery comes from.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from toolwire.strategies.seeds import Seed

_NEWEST = 64
"""So many of the last seeds have more energy than what they showed gives them."""
_MORE_FOR_NEW = 4.0
_KEPT = 3_000
"""So many seeds are taken from at most; of more, the newest."""
_EVERY = 128
"""So many inputs pass before energies are worked out anew."""


@dataclass(frozen=True)
class _Entry:
    seed: Seed
    new: tuple[Hashable, ...]


class Pool:
    """Seeds with their energy. The same calls give the same choices, whenever they are made."""

    def __init__(self) -> None:
        self._seen: Counter[Hashable] = Counter()
        self._entries: list[_Entry] = []
        self._offered: list[_Entry] = []
        self._energies: list[float] = []
        self._until_anew = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def coverage(self) -> int:
        """Give how many features were seen."""
        return len(self._seen)

    def note(self, seed: Seed, features: Iterable[Hashable]) -> bool:
        """Take note of what a seed showed; keep it, and say so, if some of that is new."""
        found = list(features)
        new = tuple(each for each in found if each not in self._seen)
        self._seen.update(found)
        self._until_anew -= 1
        if new:
            self._entries.append(_Entry(seed, new))
        return bool(new)

    def choose(self, random: Random) -> Seed:
        """Take a seed by energy. There must be one."""
        if self._until_anew <= 0 or not self._offered:
            self._offer()
        [entry] = random.choices(self._offered, cum_weights=self._energies)
        return entry.seed

    def _offer(self) -> None:
        """Work out all energies; what is kept meanwhile waits for the next time."""
        self._offered = self._entries[-_KEPT:]
        energies = [self._rarity(each) for each in self._offered]
        energies[-_NEWEST:] = [_MORE_FOR_NEW * each for each in energies[-_NEWEST:]]
        self._energies = list(accumulate(energies))
        self._until_anew = _EVERY

    def _rarity(self, entry: _Entry) -> float:
        return math.sqrt(max(1.0 / self._seen[each] for each in entry.new))
