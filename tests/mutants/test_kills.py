"""Every mutant is killed by the enumerated trials of the rule that was broken."""

from collections.abc import Callable

import pytest

from toolwire.conformance.mutants.examining import examine, failures
from toolwire.conformance.mutants.legal import REFERENCE, Legal, legal_variants
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


@each_profile
def test_the_unbroken_reference_passes_every_must(
    profile: str, pool_of: Callable[[str], Pool]
) -> None:
    assert failures(REFERENCE, pool_of(profile)) == []


@each_profile
def test_a_legal_variant_passes_every_must(
    profile: str,
    pool_of: Callable[[str], Pool],
    sampled: Callable[..., list[Legal]],
) -> None:
    variants = list(legal_variants(profile))
    types = [each for each in variants if each.has_one_type]
    others = [each for each in variants if not each.has_one_type]
    for variant in (*sampled(others, 6), *sampled(types, 2, slow=True)):
        found = failures(variant, pool_of(profile))
        assert [(each.requirement.id, each.site) for each in found] == [], variant.name
