"""Candidates that a `conftest.py` or a plugin offers, by the hook `pytest_toolwire_candidates`."""

import traceback
from collections.abc import Mapping
from typing import Any

import pytest

from .display import printable


class Hooks:
    """The hooks that Toolwire adds to pytest's."""

    @pytest.hookspec
    def pytest_toolwire_candidates(self, config: pytest.Config) -> Mapping[str, object] | None:
        """Give candidates that `--impl` can name, each an object like a module: with `decode`.

        They come before everything else of their name, and run in pytest's own process.
        """


def offered(config: pytest.Config) -> dict[str, Any]:
    """Give what is offered, by name. Raises `pytest.UsageError` for what is no offer."""
    hook = config.hook.pytest_toolwire_candidates
    try:
        offers = hook(config=config)
    except Exception as error:
        *_, frame = traceback.extract_tb(error.__traceback__)
        what = printable(f"{type(error).__name__}: {error}")
        raise _mistake(f"raised {what} ({frame.filename}:{frame.lineno})") from None
    found: dict[str, Any] = {}
    for each in offers:
        if not isinstance(each, Mapping) or not all(isinstance(name, str) for name in each):
            raise _mistake(f"must give a mapping from names to candidates, not {_shown(each)}")
        for name, candidate in each.items():
            if name in found:
                raise _mistake(f"gives {name!r} twice, in two conftest.py files or plugins")
            found[name] = candidate
    return found


def _shown(value: object) -> str:
    return printable(repr(value), 80)


def _mistake(reason: str) -> pytest.UsageError:
    return pytest.UsageError(f"pytest_toolwire_candidates {reason}")
