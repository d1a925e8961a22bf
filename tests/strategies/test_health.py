"""Hypothesis finds nothing to complain of: its default settings, but for what makes it repeatable.

All health checks are on. There is no deadline only because a machine may be busy.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire import strategies
from toolwire.reference import PROFILES

# Said, since the profile that Hypothesis loads where `CI` is set leaves a check out. The checks
# look at ten examples, or fifty that are thrown away.
DEFAULT = settings(
    database=None, derandomize=True, deadline=None, max_examples=20, suppress_health_check=()
)
TYPES = [(profile.name, type_) for profile in PROFILES.values() for type_ in profile.types]
TEXT = '{"a":[1,2.5,"é",{"b":null}],"c":1e5}'


def _strategies() -> dict[str, st.SearchStrategy[Any]]:
    found: dict[str, st.SearchStrategy[Any]] = {}

    def add(name: str, *arguments: Any) -> None:
        try:
            made = getattr(strategies, name)(*arguments)
        except LookupError:  # what has none of these is the business of other tests
            return
        found[" ".join(map(str, (name, *arguments)))] = made

    for profile in PROFILES:
        for name in ("tool_call_updates", "update_sequences", "sessions"):
            add(name, profile)
    for profile, type_ in TYPES:
        for name in ("documents", "unknown_variants", "with_fault", "deeply_nested"):
            add(name, profile, type_)
    add("json_texts", TEXT)
    add("chunked", TEXT.encode())
    return found


ALL = _strategies()


def test_every_public_strategy_is_here() -> None:
    named = {name.partition(" ")[0] for name in ALL}
    assert named == {name for name in strategies.__all__ if name[0].islower()}
    assert len(ALL) > 150


@pytest.mark.parametrize("name", ALL)
def test_it_passes_the_health_checks(name: str) -> None:
    count = 0

    @DEFAULT
    @given(ALL[name])
    def run(_: Any) -> None:
        nonlocal count
        count += 1

    run()
    assert count
