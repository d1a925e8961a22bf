"""A protocol as a whole: its name, its types and which of them can be folded."""

from collections.abc import Mapping
from dataclasses import dataclass

from .shapes import Shape


@dataclass(frozen=True)
class Fold:
    """A fold starts from a text of type `first`, which texts of type `rest` then patch."""

    first: str
    rest: str


@dataclass(frozen=True, eq=False)
class Profile:
    """One revision of a protocol.

    `types` are those that a candidate is asked for, the outer ones first. `folds` are the
    types for which the operation `fold` is defined.
    """

    name: str
    types: Mapping[str, Shape]
    folds: Mapping[str, Fold]
