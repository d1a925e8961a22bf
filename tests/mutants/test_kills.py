"""Every mutant is killed by the enumerated trials of the rule that was broken."""

from collections.abc import Callable

import pytest

from toolwire.conformance.mutants.examining import examine
from toolwire.conformance.mutants.mutant import Mutant
from toolwire.conformance.mutants.pool import Pool
from toolwire.conformance.mutants.population import population
from toolwire.reference import PROFILES

SMALL = ("subc", "megacode")
each_profile = pytest.mark.parametrize("profile", PROFILES)


@each_profile
def test_a_mutant_is_killed_by_its_own_requirement(
    profile: str,
    pool_of: Callable[[str], Pool],
    sampled: Callable[..., list[Mutant]],
) -> None:
    mutants = [each for each in population(profile) if each.equivalent is None]
    some = sampled(mutants, small=profile in SMALL)
    survivors = [each.id for each in some if not _is_killed(each, pool_of(profile))]
    assert survivors == []


def _is_killed(mutant: Mutant, pool: Pool) -> bool:
    if not mutant.rules:
        return bool(examine(mutant, pool).rules)
    return any(examine(mutant, pool, only=rule).rules for rule in mutant.rules)


@each_profile
def test_an_equivalent_mutant_is_killed_by_nothing(
    profile: str,
    pool_of: Callable[[str], Pool],
    sampled: Callable[..., list[Mutant]],
) -> None:
    equivalent = [each for each in population(profile) if each.equivalent is not None]
    for mutant in sampled(equivalent, 20):
        assert examine(mutant, pool_of(profile)).rules == (), mutant.id
