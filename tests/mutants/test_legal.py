"""What differs from the reference and is right fails nothing that must be."""

from collections.abc import Callable, Iterator

import pytest

from toolwire.conformance.mutants.candidate import ChangedReference
from toolwire.conformance.mutants.examining import judge_legal
from toolwire.conformance.mutants.hooks import Hooks
from toolwire.conformance.mutants.legal import REFERENCE, Legal, legal_variants
from toolwire.conformance.mutants.pool import Pool, same_answer
from toolwire.conformance.results import Result
from toolwire.conformance.rules import Level
from toolwire.reference import ODDITIES, PROFILES

EXAMPLES = 10
each_profile = pytest.mark.parametrize("profile", PROFILES)


def wrongs(results: Iterator[Result]) -> list[tuple[str, str]]:
    """Give what failed of every MUST, and what is said to stand in the way of a requirement."""
    found = []
    for each in results:
        if each.requirement.level is Level.MUST:
            found += [(each.requirement.id, failure.site) for failure in each.failures]
        found += [(each.requirement.id, f"blocked by {other}") for other in each.blocked]
    return found


@each_profile
def test_the_unbroken_reference_passes_every_must(
    profile: str, pool_of: Callable[..., Pool]
) -> None:
    assert wrongs(judge_legal(REFERENCE, pool_of(profile))) == []
    assert wrongs(judge_legal(REFERENCE, pool_of(profile, EXAMPLES))) == []


@each_profile
def test_a_legal_variant_passes_every_must(
    profile: str, pool_of: Callable[..., Pool], sampled: Callable[..., list[Legal]]
) -> None:
    """By what is enumerated, and by what is drawn, where a false alarm would come and go."""
    variants = list(legal_variants(profile))
    types = [each for each in variants if each.has_one_type]
    others = [each for each in variants if not each.has_one_type]
    for variant in sampled(others, 6):
        assert wrongs(judge_legal(variant, pool_of(profile))) == [], variant.name
    for variant in sampled(others, 6, slow=True):
        assert wrongs(judge_legal(variant, pool_of(profile, EXAMPLES))) == [], variant.name
    for variant in sampled(types, 2, slow=True):
        assert wrongs(judge_legal(variant, pool_of(profile))) == [], variant.name


def test_each_differs_in_some_profile(pool_of: Callable[..., Pool]) -> None:
    """But for what is slow, and for choices and types, which may be the reference's own."""
    alike = {REFERENCE.name, "slow answers"}
    waiting = set[str]()
    for profile in PROFILES:
        for variant in legal_variants(profile):
            hooks = variant.build(profile)
            if variant.name not in alike and not hooks.choices and hooks.types is None:
                waiting.add(variant.name)
                if _differs(variant, pool_of(profile)):
                    alike.add(variant.name)
    assert waiting <= alike


def _differs(variant: Legal, pool: Pool) -> bool:
    made = ChangedReference(variant.name, pool.profile, variant.build(pool.profile))
    return any(not same_answer(made.answer(each), pool.reference(each)) for each in pool.inputs)


@each_profile
def test_every_reading_is_somebodys(profile: str) -> None:
    choices = [each.build(profile).choices for each in legal_variants(profile)]
    for name, oddity in ODDITIES.items():
        assert {each[name] for each in choices if name in each} >= set(oddity.readings)


def test_numbers_in_strings_are_no_legal_variant(pool_of: Callable[..., Pool]) -> None:
    """What is wrong is told from what differs."""
    wrong = Legal("strings", lambda _: Hooks(spell=lambda value: f'"{value}"'))
    assert wrongs(judge_legal(wrong, pool_of("subc")))
