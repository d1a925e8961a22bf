"""What an operator works with: the input on its map, what may be drawn from, and how to edit."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TypeVar

from toolwire.reference import Profile
from toolwire.reference.shapes import Shape

from ..edits import Edit, apply, dropping, writing
from ..outlines import CUT, PART, Kind, Node, as_input
from ..trials import Input
from .generator import Generator
from .standing import Map, Maps, Spot

T = TypeVar("T")


class Scene:
    """An input that is being changed, and another one of which parts may be taken."""

    def __init__(
        self, random: Random, one: Input, other: Input | None, generator: Generator, maps: Maps
    ) -> None:
        self.random = random
        self.generator = generator
        self.map = maps.of(one)
        self._maps = maps
        self._other = other

    @cached_property
    def other(self) -> Map:
        """Give the map of the other input; of one that is made for it where none was given."""
        if self._other is self.map.asked:
            return self.map
        other = self._other or self.generator.input(self.random)
        return self._maps.of(other)

    @property
    def profile(self) -> Profile:
        """Give the profile that the input is of."""
        return self.generator.profile

    def applied(self, edit: Edit) -> Input:
        """Give the input after `edit`; what came with it of another input's marks is left out."""
        asked, text = self.map.asked, apply(self.map.found, edit)
        for mark, op in ((CUT, "stream"), (PART, "fold")):
            if asked.op != op and mark in text:
                text = text.replace(mark, "")
        return as_input(asked, text)

    def below(self, count: int) -> int:
        """Draw a number from 0 to below `count`."""
        return int(self.random.random() * count)

    def one_of(self, choices: Sequence[T]) -> T:
        """Draw one of `choices`."""
        return choices[int(self.random.random() * len(choices))]

    def made(self, spot: Spot) -> str:
        """Make a new value for where `spot` is, or any where the table has nothing."""
        if spot.shape is None:
            return self.generator.anything(self.random)
        return self.value(spot.shape)

    def value(self, shape: Shape) -> str:
        """Make a well-formed value of `shape`."""
        return self.generator.makers(self.random).of(shape)(self.random)

    def replace(self, node: Node, text: str) -> Edit:
        """Write `text` in the place of a value."""
        return writing((node.start, node.end), text)

    def drop(self, owner: Node, number: int) -> Edit:
        """Leave out a part of `owner`."""
        return dropping(self.map.found.nodes.index(owner), number)

    def part(self, owner: Node, number: int) -> str:
        """Give the text of a part of `owner`."""
        start, end = owner.parts[number]
        return self.map.text[start:end]

    def insert(self, owner: Node, number: int, text: str) -> Edit:
        """Put `text` in before the part of this number, or after the last, with a separator."""
        parts = owner.parts
        if owner.kind is Kind.PARTS:
            return self._insert_text(owner, number, text)
        if not parts:
            at = owner.start + 1
            return writing((at, at), text)
        if number < len(parts):
            at = parts[number][0]
            return writing((at, at), text + ",")
        at = parts[-1][1]
        return writing((at, at), "," + text)

    def _insert_text(self, owner: Node, number: int, text: str) -> Edit:
        is_stream = self.map.asked.op == "stream"
        if number < len(owner.parts):
            at = owner.parts[number][0]
            return writing((at, at), text + ("\n" if is_stream else PART))
        at = owner.end
        if not is_stream:
            return writing((at, at), PART + text)
        is_ended = not at or self.map.text[:at].rstrip(CUT).endswith("\n")
        return writing((at, at), ("" if is_ended else "\n") + text + "\n")
