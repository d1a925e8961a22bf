"""Changing inputs a little, with a protocol's table at hand."""

from collections.abc import Collection
from dataclasses import replace
from random import Random

from toolwire.reference import Profile

from ..edits import apply, dropping, writing
from ..outlines import as_input, outline
from ..trials import Input
from .generator import Generator

MAX_SIZE = 1 << 16
"""The most bytes of all texts of an input, unless the caller says otherwise."""
_TRIES = 8


class Mutator:
    """Mutates inputs of one profile. `operations` are the (op, type) that it may make."""

    def __init__(
        self, profile: Profile, operations: Collection[tuple[str, str]] | None = None
    ) -> None:
        self.profile = profile
        self.generator = Generator(profile)
        known = [(op, type_) for op, types in profile.operations.items() for type_ in types]
        self._operations = [each for each in known if operations is None or each in operations]
        if not self._operations:
            raise ValueError(f"{profile.name} has none of these operations")

    def mutate(
        self, random: Random, one: Input, *, other: Input | None = None, max_size: int = MAX_SIZE
    ) -> Input:
        """Give `one` changed a little, perhaps with a part of `other`, within `max_size` bytes."""
        for _ in range(_TRIES):
            made = self._changed(random, one)
            if (made.op, made.type) in self._operations and size(made) <= max_size:
                return made
        return self._fallback(random, one, max_size)

    def cross(self, random: Random, one: Input, other: Input, *, max_size: int = MAX_SIZE) -> Input:
        """Give an input that has parts of both, in at most `max_size` bytes."""
        if one.op in ("fold", "stream") and (one.op, one.type) == (other.op, other.type):
            texts = (
                *one.texts[: int(random.random() * (len(one.texts) + 1))],
                *other.texts[int(random.random() * (len(other.texts) + 1)) :],
            )
            made = replace(one, texts=texts or one.texts)
            if (one.op, one.type) in self._operations and size(made) <= max_size:
                return made
        return self.mutate(random, one, other=other, max_size=max_size)

    def _changed(self, random: Random, one: Input) -> Input:
        found = outline(one)
        node = found.nodes[int(random.random() * len(found.nodes))]
        if node.parts and random.getrandbits(1):
            number = found.nodes.index(node)
            edit = dropping(number, int(random.random() * len(node.parts)))
        else:
            new = ("null", "0", '""', "[]", "{}", "-1", "1e400")[int(random.random() * 7)]
            edit = writing((node.start, node.end), new)
        return as_input(one, apply(found, edit))

    def _fallback(self, random: Random, one: Input, max_size: int) -> Input:
        if (one.op, one.type) in self._operations and size(one) <= max_size:
            return one
        op, type_ = self._operations[int(random.random() * len(self._operations))]
        made = self.generator.input_of(random, op, type_)
        return made if size(made) <= max_size else replace(made, texts=("",))


def size(asked: Input) -> int:
    """Give how many bytes all texts of an input have."""
    return sum(
        len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode())
        for text in asked.texts
    )
