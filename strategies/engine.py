"""Running Hypothesis so that the same seed gives the same inputs, whatever else is loaded.

Hypothesis keeps examples from earlier runs, reads a profile from the environment, and draws
constants that it finds in whatever local modules are loaded. None of that happens here.
"""

import hashlib
import random
from collections.abc import Callable
from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

T = TypeVar("T")

BACKEND = "toolwire"


class SeededProvider(HypothesisProvider):
    """Hypothesis's own source of choices, without the constants of loaded modules."""

    def _maybe_draw_constant(self, *_: object, **__: object) -> None:
        return None


AVAILABLE_PROVIDERS.setdefault(BACKEND, f"{__name__}.{SeededProvider.__name__}")


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
        backend=BACKEND,
    )
    @hypothesis.given(strategy)
    def run(value: T) -> None:
        if fails(value):
            found.append(value)
            raise Found

    state = random.getstate()
    try:
        run()
    except Found:
        return found[-1]
    finally:
        random.setstate(state)
    return None
