"""The values that a JSON text means, with classes for what plain Python values cannot hold."""

from typing import Any

Json = Any
"""What a JSON text means: dict, list, str, int, float, bool or None (and the classes below)."""

DEPTH_LIMIT = 127
"""Containers within containers up to which every parser must read a text."""


class NotJson(ValueError):
    """The text is not JSON: its UTF-8 is broken or RFC 8259 has no such production."""


class Numeral(float):
    """A number that neither a 64-bit integer nor a double holds exactly.

    As a float it is the nearest double; `text` keeps the digits as they were written.
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "Numeral":
        """Make the number that `text`, a JSON numeral, spells."""
        self = super().__new__(cls, text)
        self.text = text
        oddness.count += 1
        return self

    def __repr__(self) -> str:
        return f"Numeral({self.text!r})"


class Repeated(dict[str, Json]):
    """An object in which at least one name stands twice; as a dict, the last one counts."""

    pairs: list[tuple[str, Json]]

    def __init__(self, pairs: list[tuple[str, Json]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs
        oddness.count += 1

    def names(self) -> set[str]:
        """Give the names that stand more than once."""
        seen: set[str] = set()
        return {name for name, _ in self.pairs if name in seen or seen.add(name)}  # type: ignore[func-returns-value]

    def first(self) -> dict[str, Json]:
        """Give the object in which the first of each name counts."""
        return dict(reversed(self.pairs))


class DeepList(list[Json]):
    """A list that lies within `DEPTH_LIMIT` other containers."""


class DeepDict(dict[str, Json]):
    """An object that lies within `DEPTH_LIMIT` other containers."""


class DeepRepeated(Repeated, DeepDict):
    """Both at once."""


class Oddness:
    """Counts the odd values made. Other threads may add to it: that costs a survey, no more."""

    count = 0


oddness = Oddness()
