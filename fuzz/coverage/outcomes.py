"""Features as coverage: what is new about an answer counts as a line that was reached.

So libFuzzer keeps inputs which reach no new line of the candidate, but a new rule of the protocol,
or an answer of a new kind. And a library whose work is done in a language that Atheris does not see
has few lines of its own.
"""

from collections.abc import Callable, Collection, Hashable
from typing import Any

_MOST = 20_000
"""The most features, far from what Atheris can count."""


class Outcomes:
    """Marks features; `atheris` sees each mark as a line."""

    def __init__(self, atheris: Any) -> None:
        self._atheris = atheris
        self._marks: dict[Hashable, Callable[[], None]] = {}

    def note(self, features: Collection[Hashable]) -> None:
        """Mark the features of an answer."""
        new = [each for each in features if each not in self._marks]
        # In an order of their own: that of a set differs from process to process, and with it
        # would the numbers by which libFuzzer knows the marks.
        for feature in sorted(new, key=repr)[: _MOST - len(self._marks)]:
            self._marks[feature] = _mark(self._atheris)
        for feature in features:
            mark = self._marks.get(feature)
            if mark is not None:
                mark()


def _mark(atheris: Any) -> Callable[[], None]:
    def mark() -> None:
        pass

    made: Callable[[], None] = atheris.instrument_func(mark)
    return made
