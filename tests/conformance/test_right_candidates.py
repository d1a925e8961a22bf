"""What differs from the reference and is right fails nothing that must be."""

import pytest
from proof.candidates import Made
from proof.exams import examine, failed, touched
from proof.right import READINGS, RIGHT, Right, reading_otherwise, readings

from toolwire.conformance.candidates import Request
from toolwire.conformance.requirements import find, trials_of
from toolwire.conformance.rules import Level
from toolwire.reference import ODDITIES, PROFILES, Rule, dumps
from toolwire.strategies.trials import Input, decoding
from toolwire.strategies.values import smallest

MUST_BE = {("subc", Rule.DIGITS), ("subc", Rule.LEFT_OUT)}
"""What is asked of right candidates in one profile alone."""

each_profile = pytest.mark.parametrize("profile", PROFILES)
each_that_differs = pytest.mark.parametrize(
    ("right", "profile"),
    [
        pytest.param(right, name, id=f"{right.name}-{name}")
        for right in RIGHT
        for name, profile in PROFILES.items()
        if right.differs(profile)
    ],
)


@each_that_differs
def test_it_fails_nothing(right: Right, profile: str) -> None:
    made = right.make(profile)
    results = examine(made, profile, rules=touched(made, profile))
    assert failed(results) == {right.fails[name] for name in (profile,) if name in right.fails}
    for rule, result in results.items():
        is_fold = all(trial.input.op == "fold" for trial in trials_of(profile)[rule])
        assert bool(result.exercised) is not (right.name == "no fold" and is_fold), rule
        assert not result.blocked


def test_what_it_fails_nevertheless_is_below_must() -> None:
    failed = {
        (name, rule)
        for right in RIGHT
        for name, rule in right.fails.items()
        if right.differs(PROFILES[name])
    }
    musts = {(n, rule) for n, rule in failed if find(f"{n}/{rule}").level is Level.MUST}
    assert musts == MUST_BE


@each_profile
@pytest.mark.parametrize("index", range(READINGS))
def test_no_reading_of_an_oddity_fails(index: int, profile: str) -> None:
    made = reading_otherwise(profile, index)
    results = examine(made, profile, 0, {*touched(made, profile), Rule.ODD_TEXT})
    assert failed(results) == set()
    assert all(result.exercised for result in results.values())


def test_every_reading_is_somebodys() -> None:
    taken = [readings(index) for index in range(READINGS)]
    for name, oddity in ODDITIES.items():
        assert {each[name] for each in taken} == set(oddity.readings)


@each_profile
@pytest.mark.parametrize("right", RIGHT, ids=lambda right: right.name)
def test_it_differs_where_the_profile_has_what_it_does_otherwise(
    right: Right, profile: str
) -> None:
    """It gives some input another answer than the reference does, and else it never does."""
    inputs = [
        trial.input
        for trials in trials_of(profile).values()
        for trial in [each for each in trials if each.input.size < 20_000][:40]
    ]
    inputs += _with_a_member_twice(profile)
    requests = [Request(each.op, profile, each.type, each.texts, each.limit) for each in inputs]
    made, plain = right.make(profile), Made("plain")
    made.start()
    assert (made.ask(requests) != plain.ask(requests)) is right.differs(PROFILES[profile])


def _with_a_member_twice(profile: str) -> list[Input]:
    documents = [(name, smallest(shape)) for name, shape in PROFILES[profile].types.items()]
    return [
        decoding(name, f"{dumps(document)[:-1]},{dumps({member: None})[1:]}")
        for name, document in documents
        if isinstance(document, dict)
        for member in document
    ]
