"""What the tests of the public strategies share: how values are drawn, the same each time."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

T = TypeVar("T")
Drawer = Callable[[st.SearchStrategy[T], int], list[T]]


@pytest.fixture
def drawn_values() -> Drawer[T]:
    """Draw that many values; the same each time."""

    def draw(strategy: st.SearchStrategy[T], examples: int) -> list[T]:
        found: list[T] = []

        @settings(
            max_examples=examples,
            database=None,
            derandomize=True,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def run(value: T) -> None:
            found.append(value)

        run()
        return found

    return draw
