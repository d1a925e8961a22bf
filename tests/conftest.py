"""For all tests."""

from collections.abc import Iterator

import pytest

from toolwire.strategies.engine import no_constants

pytest_plugins = "pytester"


@pytest.fixture(autouse=True)
def same_draws_on_each_machine() -> Iterator[None]:
    """What Hypothesis draws must not depend on which modules are loaded, nor from where."""
    with no_constants():
        yield
