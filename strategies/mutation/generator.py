"""Well-formed documents of every type, and inputs of every operation, as fast as they can be."""

from random import Random

from toolwire.reference import Profile, parse
from toolwire.reference.jsonvalues import Json

from ..spelling import escaped, solidus, spaced, turned
from ..trials import Input
from .composites import Makers
from .moods import MOODS
from .opaque import opaque
from .placed import placed_maker
from .scalars import Make
from .sequences import input_makers

_PLACED = 4
"""One document in so many is about one place of the table."""
_SPELLED = 32
"""One document in so many is spelled otherwise."""


class Generator:
    """Makes documents and inputs of one profile; compiled from its table once."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._moods = [Makers(mood) for mood in MOODS]
        self._placed: dict[str, Make] = {}
        self._inputs = input_makers(profile, self._moods, self.document)
        self.operations = tuple(self._inputs)
        """Every (op, type) of which inputs can be made."""

    def makers(self, random: Random) -> Makers:
        """Give the makers of a mood: half of the time of the plain one, else of any."""
        draw = random.random()
        return self._moods[0 if draw < 0.5 else int((draw - 0.5) * 2 * len(self._moods))]

    def plain(self, random: Random, type_: str) -> str:
        """Give a well-formed document of a type as JSON without white space or needless escapes.

        Raises `KeyError` for a type that the profile has not.
        """
        if not random.getrandbits(16) % _PLACED:
            if type_ not in self._placed:
                self._placed[type_] = placed_maker(self.profile, type_, self._moods)
            return self._placed[type_](random)
        return self.makers(random).of(self.profile.types[type_])(random)

    def document(self, random: Random, type_: str) -> str:
        """Give a well-formed document of a type as JSON, now and then spelled in an odd way.

        Raises `KeyError` for a type that the profile has not.
        """
        made = self.plain(random, type_)
        if random.getrandbits(16) % _SPELLED:
            return made
        return spelled(random, parse(made))

    def anything(self, random: Random) -> str:
        """Give any JSON, whatever the profile."""
        return opaque(random)

    def input(self, random: Random) -> Input:
        """Give an input of any operation that the profile has."""
        return self.input_of(random, *self.operations[int(random.random() * len(self.operations))])

    def input_of(self, random: Random, op: str, type_: str) -> Input:
        """Give an input of an operation on a type.

        Raises `KeyError` when the profile has no such operation.
        """
        return self._inputs[op, type_](random)


def spelled(random: Random, value: Json) -> str:
    """Spell a value in one of the ways in which nobody would, though JSON lets one."""
    if random.getrandbits(1):
        value = turned(value)
    return (escaped, solidus, spaced)[int(random.random() * 3)](value)
