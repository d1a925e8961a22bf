"""What an operator is that needs more than a place: rules of sessions, streams and what is written.

Such a rule acts on a whole profile (its streams, its sessions), not at a site of its table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hypothesis.strategies import SearchStrategy

from toolwire.reference import Profile, Rule

from .trials import Trial


@dataclass(frozen=True)
class SituationOperator:
    """How a rule is put to the test in a profile.

    `trials` enumerates, and gives nothing for a profile that does not know the rule; `draw` gives
    a strategy for further trials, or None where there are none.
    """

    rule: Rule
    trials: Callable[[Profile], Iterator[Trial]]
    draw: Callable[[Profile], SearchStrategy[Trial] | None] | None = None
