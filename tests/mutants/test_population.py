"""The population is what the operators make of the tables."""

from collections import Counter
from typing import Any

import pytest

from toolwire.conformance.mutants.operators import OPERATORS
from toolwire.conformance.mutants.population import arguments, counts, operators_of, population
from toolwire.conformance.requirements import requirements
from toolwire.reference import PROFILES, Rule
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Presence, Word

each_profile = pytest.mark.parametrize("profile", PROFILES)


def _fields(profile: str) -> set[str]:
    return {
        f"{name}.{field.name}"
        for name, shape in named(PROFILES[profile])
        if isinstance(shape, Object)
        for field in shape.fields
        if not field.contested and field.presence is not Presence.TOLD
    }


def _sites(profile: str, operator: str) -> set[str]:
    return {m.site.name for m in population(profile) if m.operator.name == operator}


def test_operators_have_names_of_their_own() -> None:
    assert max(Counter(each.name for each in OPERATORS).values()) == 1


@each_profile
def test_each_operator_that_is_of_the_profile_makes_each_mutant_once(profile: str) -> None:
    made = [mutant.id for each in operators_of(profile) for mutant in each.mutants(profile)]
    assert len(made) == len(set(made)) == len(population(profile))
    assert sum(each.made for each in counts(profile).values()) == len(made)


@each_profile
def test_a_member_is_lost_at_every_field(profile: str) -> None:
    contested = {"SessionReference.sessionId", "SessionReference._meta"}
    hidden = contested if profile == "acp-v1" else set()
    assert _sites(profile, "a member is lost") == _fields(profile) - hidden


@each_profile
def test_a_listed_word_is_refused_at_every_word(profile: str) -> None:
    words = {
        f"{name}:{word}"
        for name, shape in named(PROFILES[profile])
        if isinstance(shape, Word)
        for word in shape.known
    }
    assert _sites(profile, "a listed word is refused") == words


@each_profile
def test_every_requirement_is_broken_by_some_operator(profile: str) -> None:
    broken = {rule for mutant in population(profile) for rule in mutant.rules}
    assert {each.rule for each in requirements(profile)} <= broken


def test_every_operator_makes_mutants_of_some_profile() -> None:
    made: Counter[Any] = Counter()
    for profile in PROFILES:
        made.update(mutant.operator.name for mutant in population(profile))
    assert [each.name for each in OPERATORS if not made[each.name]] == []


def test_every_argument_excludes_something_and_says_why() -> None:
    used = {
        mutant.equivalent.name
        for profile in PROFILES
        for mutant in population(profile)
        if mutant.equivalent is not None
    }
    assert used == set(arguments())
    assert all(each.reason.endswith(".") for each in arguments().values())


def test_every_rule_is_broken() -> None:
    assert {rule for each in OPERATORS for rule in each.rules} == set(Rule)
