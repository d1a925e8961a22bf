"""Making inputs fast: a generator and a mutator on `random.Random`, from a protocol's table.

Both work on text, so that what is odd about a spelling stays; the same state of the `Random` and
the same inputs give the same outputs everywhere.
"""

from .generator import Generator
from .mutator import Mutator
from .tokens import dictionary

__all__ = ["Generator", "Mutator", "dictionary"]
