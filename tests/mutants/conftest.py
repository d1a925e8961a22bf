"""How many mutants the tests run: a sample by a fixed seed, or with `TOOLWIRE_MUTANTS=all` all."""

import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

import pytest

from toolwire.conformance.mutants.pool import Pool

SAMPLE = 60
SEED = 20_261_130
ALL = os.environ.get("TOOLWIRE_MUTANTS") == "all"

T = TypeVar("T")


@pytest.fixture(scope="session")
def pool_of() -> Callable[[str], Pool]:
    """Give the trials of a profile, made once for all tests."""
    return cache(Pool)


@pytest.fixture(scope="session")
def sampled() -> Callable[..., list[T]]:
    """Give some of what there is of a profile, or everything of what is `small`."""

    def sample(everything: Sequence[T], count: int = SAMPLE, *, small: bool = False) -> list[T]:
        if ALL or small or len(everything) <= count:
            return list(everything)
        return random.Random(SEED).sample(everything, count)

    return sample
