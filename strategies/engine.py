"""Running Hypothesis so that the same seed gives the same inputs, whatever else is loaded.

Hypothesis keeps examples from earlier runs, reads a profile from the environment, and draws
constants that it finds in whatever local modules are loaded. None of that happens here.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from unittest import mock

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import HypothesisProvider

T = TypeVar("T")


@contextmanager
def no_constants() -> Iterator[None]:
    """Keep Hypothesis from drawing constants that it finds in loaded modules.

    There is no setting for it; versions that do not look for constants lack the method.
    """
    if not hasattr(HypothesisProvider, "_maybe_draw_constant"):
        yield
        return
    with mock.patch.object(HypothesisProvider, "_maybe_draw_constant", return_value=None):
        yield


def derive_seed(seed: int, name: str) -> int:
    """Give the seed that belongs to `name` under the run's `seed`, a number of 64 bits."""
    digest = hashlib.sha256(f"{seed}:{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def smallest_failing(
    strategy: st.SearchStrategy[T], fails: Callable[[T], bool], seed: int, examples: int
) -> T | None:
    """Draw up to `examples` values; give the smallest found for which `fails` is true, or None.

    The same arguments give the same draws. Shrinking calls `fails` more often than `examples`.
    """
    if examples <= 0:
        return None
    found: list[T] = []

    class Found(Exception):
        pass

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        derandomize=False,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(strategy)
    def run(value: T) -> None:
        if fails(value):
            found.append(value)
            raise Found

    state = random.getstate()
    try:
        with no_constants():
            run()
    except Found:
        return found[-1]
    finally:
        random.setstate(state)
    return None
