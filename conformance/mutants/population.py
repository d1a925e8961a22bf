"""The mutants of a profile: every operator whose rule is a requirement of it, at every site."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from toolwire.reference import Rule

from ..requirements import requirements
from .mutant import Argument, Mutant, Operator
from .operators import OPERATORS


@cache
def operators_of(profile: str) -> tuple[Operator, ...]:
    """Give the operators that break a rule which is a requirement of `profile`."""
    known = {each.rule for each in requirements(profile)}
    return tuple(each for each in OPERATORS if not each.rules or not known.isdisjoint(each.rules))


@cache
def population(profile: str) -> tuple[Mutant, ...]:
    """Give every mutant of `profile`, the equivalent ones too, each once."""
    found = {
        mutant.id: mutant
        for operator in operators_of(profile)
        for mutant in operator.mutants(profile)
    }
    return tuple(found.values())


def breaking(mutants: Iterable[Mutant], rules: Iterable[Rule]) -> list[Mutant]:
    """Give those of `mutants` that break one of `rules`."""
    wanted = set(rules)
    return [each for each in mutants if not wanted.isdisjoint(each.rules)]


@dataclass(frozen=True)
class Counts:
    """How many mutants an operator makes of a profile, and how many of them are equivalent."""

    made: int
    equivalent: Mapping[str, int]


def counts(profile: str) -> Mapping[str, Counts]:
    """Give for each operator of a profile how many mutants it makes, by its name."""
    made = Counter(each.operator.name for each in population(profile))
    arguments: dict[str, Counter[str]] = {}
    for each in population(profile):
        argument = each.equivalent
        if argument is not None:
            arguments.setdefault(each.operator.name, Counter())[argument.name] += 1
    return {
        each.name: Counts(made[each.name], dict(arguments.get(each.name, {})))
        for each in operators_of(profile)
    }


def arguments() -> Mapping[str, Argument]:
    """Give every argument that some operator has, by its name."""
    return {each.name: each for operator in OPERATORS for each in operator.arguments}
