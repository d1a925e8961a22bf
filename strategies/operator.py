"""What an operator is: how one rule is put to the test."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hypothesis.strategies import SearchStrategy

from toolwire.reference import Rule
from toolwire.reference.jsonvalues import Json

from .places import Place
from .trials import Trial


@dataclass(frozen=True)
class Operator:
    """How a rule is put to the test.

    `fits` tells at which places. `values` gives what to try there; `make` turns a place and a
    value into a trial, or None where that value says nothing there. `draw` gives a strategy for
    further values. With `once`, the outermost place of a type that fits is enough, with `first`
    that of the outermost type alone; without `drawn`, larger documents would add nothing.
    """

    rule: Rule
    fits: Callable[[Place], bool]
    values: Callable[[Place], Iterable[Json]]
    make: Callable[[Place, Json], Trial | None]
    draw: Callable[[Place], SearchStrategy[Json]] | None = None
    once: bool = False
    first: bool = False
    drawn: bool = True

    def places(self, all_places: Iterable[Place]) -> list[Place]:
        """Give those of `all_places` at which the rule is put to the test."""
        fitting = [place for place in all_places if self.fits(place)]
        if self.first:
            return fitting[:1]
        if not self.once:
            return fitting
        outermost: dict[str, Place] = {}
        for place in sorted(fitting, key=lambda place: len(place.path)):
            outermost.setdefault(place.type, place)
        return list(outermost.values())

    def trials(self, place: Place) -> Iterator[Trial]:
        """Enumerate the trials at `place`."""
        for value in self.values(place):
            trial = self.make(place, value)
            if trial is not None:
                yield trial
