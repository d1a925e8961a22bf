"""Deep documents: their depth, and that the limit of a reader is found to the level.

Hypothesis raises Python's recursion limit in a test, so what refuses here counts for itself.
"""

from itertools import accumulate

import pytest
from hypothesis import find, settings

from toolwire.reference import PROFILES, Profile, dumps, parse
from toolwire.reference.shapes import Object, Opaque
from toolwire.strategies import deeply_nested
from toolwire.strategies.places import places

MANY = settings(max_examples=500, database=None, derandomize=True, deadline=None)
TYPES = [
    (profile, type_)
    for profile in PROFILES.values()
    for type_ in profile.types
    if any(isinstance(each.shape, Object | Opaque) for each in places(profile, type_, whole=True))
]


_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def depth_of(text: str) -> int:
    """Count how deep a text is; no string of these documents has a bracket in it."""
    return max(accumulate(map(_STEPS.__getitem__, filter(_STEPS.__contains__, text))))


@pytest.mark.parametrize("limit", [2, 15, 127, 128, 1_000, 9_999])
def test_the_exact_limit_of_a_reader_is_found(limit: int) -> None:
    found = find(
        deeply_nested("acp-v2", "ToolCallUpdate", 10_000),
        lambda text: depth_of(text) > limit,
        settings=MANY,
    )
    assert depth_of(found) == limit + 1


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_a_limit_near_a_hundred_thousand_is_found() -> None:
    found = find(
        deeply_nested("subc", "ToolCallRequest", 100_000),
        lambda text: depth_of(text) > 54_321,
        settings=settings(MANY, max_examples=50),
    )
    assert depth_of(found) == 54_322


@pytest.mark.parametrize(
    ("profile", "type_"), TYPES, ids=[f"{profile.name} {type_}" for profile, type_ in TYPES]
)
def test_the_depth_is_what_was_asked_for(profile: Profile, type_: str) -> None:
    def at_least(depth: int) -> str:
        return find(
            deeply_nested(profile, type_, 60), lambda text: depth_of(text) >= depth, settings=MANY
        )

    for depth in (30, 60):
        text = at_least(depth)
        assert depth_of(text) == depth
        assert dumps(parse(text)) == text
    least = depth_of(at_least(0))
    assert depth_of(find(deeply_nested(profile, type_, least), lambda _: True)) == least
    with pytest.raises(ValueError, match=f"{type_} of {profile.name} is at least {least} deep"):
        deeply_nested(profile, type_, least - 1)


def test_it_stands_in_opaque_json_and_in_unknown_members() -> None:
    for where in ('"rawInput":[[', '"_meta":{"a":{', '"toolwireUnheardOf":[['):
        text = find(
            deeply_nested("acp-v2", "ToolCallUpdate", 50), lambda t, w=where: w in t, settings=MANY
        )
        assert depth_of(text) <= 6
