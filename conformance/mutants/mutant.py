"""Mutants: the reference with one rule broken at one site, by a named operator."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from toolwire.reference import Rule

from .hooks import Hooks
from .sites import Site


@dataclass(frozen=True)
class Argument:
    """Why a mutant is equivalent: what it does differently nobody is asked to do otherwise.

    It is a statement about a site; where it `holds` there is nothing to kill.
    """

    name: str
    reason: str
    holds: Callable[[Site], bool]


@dataclass(frozen=True)
class Operator:
    """A way to break a rule, whatever the profile.

    `rules` are those that it breaks, at each site that `sites` gives and `fits`; a requirement of
    one of them must kill the mutant, or any where it names none. `build` says how. `arguments`
    remove what is equivalent. `touches` gives the names in a trace by which a mutant of a site can
    be met, if there are others than the site's own; with None it can be met everywhere.
    """

    name: str
    rules: tuple[Rule, ...]
    sites: Callable[[str], Iterable[Site]]
    build: Callable[[Site], Hooks]
    fits: Callable[[Site], bool] = lambda _: True
    arguments: tuple[Argument, ...] = ()
    touches: Callable[[Site], Iterable[str] | None] = lambda site: (site.name,)

    def mutants(self, profile: str) -> "Iterator[Mutant]":
        """Give a mutant of every site that fits."""
        for site in self.sites(profile):
            if self.fits(site):
                yield Mutant(self, site)


@dataclass(frozen=True)
class Mutant:
    """An operator at a site."""

    operator: Operator
    site: Site

    @property
    def id(self) -> str:
        """Give the name under which the matrix knows the mutant."""
        return f"{self.operator.name}@{self.site.name}"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Give the rules that are broken."""
        return self.operator.rules

    @property
    def equivalent(self) -> Argument | None:
        """Give the argument by which it is equivalent, if one holds."""
        return next((each for each in self.operator.arguments if each.holds(self.site)), None)

    @property
    def touched(self) -> frozenset[str] | None:
        """Give the names in a trace by which it can be met; None for everywhere."""
        names = self.operator.touches(self.site)
        return None if names is None else frozenset(names)

    def hooks(self) -> Hooks:
        """Give what is changed of the reference."""
        return self.operator.build(self.site)
