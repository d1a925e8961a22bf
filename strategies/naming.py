"""Strategies that Hypothesis can name in few words.

When it makes a failure smaller, Hypothesis writes what strategies are over and over, down to their
arguments. Of one that is made from a protocol's table that is megabytes, and minutes.
"""

from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


def told_as(what: str, strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Give a strategy that draws what `strategy` does; its `repr` says no more than `what`."""

    @st.composite
    def drawn(draw: st.DrawFn, what: str) -> T:
        return draw(strategy)

    return drawn(what)
