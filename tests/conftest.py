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


@pytest.fixture(autouse=True, scope="session")
def same_summary_on_each_machine() -> Iterator[None]:
    """What a pytest that a test starts prints must not depend on where: it cuts no line in CI."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CI", "BUILD_NUMBER"):
            patch.delenv(name, raising=False)
        yield
