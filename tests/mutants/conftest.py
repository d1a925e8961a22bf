"""How many mutants and legal variants the tests run: some, drawn by a fixed seed.

With `TOOLWIRE_MUTANTS=all` it is all, and with `most` all but what takes the longest: the variants
of one type only, and drawn trials.
"""

import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

import pytest

from toolwire.conformance.mutants.pool import Pool

SAMPLE = 60
SEED = 20_261_130
WANTED = os.environ.get("TOOLWIRE_MUTANTS", "some")

T = TypeVar("T")


@pytest.fixture(scope="session")
def pool_of() -> Callable[..., Pool]:
    """Give the trials of a profile, or so many drawn ones of each rule, made once for all tests."""
    return cache(Pool)


@pytest.fixture(scope="session")
def sampled() -> Callable[..., list[T]]:
    """Give some of what there is of a profile, or everything of what is `small`."""

    def sample(
        everything: Sequence[T], count: int = SAMPLE, *, small: bool = False, slow: bool = False
    ) -> list[T]:
        is_whole = WANTED == "all" or (WANTED == "most" and not slow)
        if is_whole or small or len(everything) <= count:
            return list(everything)
        return random.Random(SEED).sample(everything, count)

    return sample
