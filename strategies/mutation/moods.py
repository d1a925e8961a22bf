"""Moods: what a document is full of, so that things which are rare alone are found together.

If each rare thing is drawn by itself, three of them hardly ever meet in one document. So some
documents are drawn in a mood in which some of them are common (swarm testing).
"""

from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True)
class Mood:
    """How likely things are in a document.

    `null` is for a field that null clears, `empty` for what careless code takes for no value (an
    empty string or list, zero), `unknown` for words and variants that are not listed, and `full`
    for an object with all its members.
    """

    null: float = 0.125
    empty: float = 0.0
    unknown: float = 0.05
    full: float = 0.05


PLAIN = Mood()
MOODS = tuple(
    Mood(*levels) for levels in product((0.125, 0.5), (0.0, 0.35), (0.05, 0.4), (0.05, 0.6))
)
"""Every mixture of the usual and the unusual; the first is the plain one."""
