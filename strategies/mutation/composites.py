"""Makers of JSON texts for shapes that hold others, compiled from a table once."""

from collections.abc import Mapping
from random import Random

from toolwire.reference import dumps
from toolwire.reference.shapes import (
    Array,
    Boolean,
    Field,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Untagged,
    Word,
)

from ..values import UNKNOWN_WORDS
from .moods import PLAIN, Mood
from .opaque import NAMES, members, metadata, opaque_maker
from .scalars import (
    Make,
    either,
    empty_values,
    integer_maker,
    number_maker,
    one_of,
    text_maker,
    word_maker,
)

_RARE = 16
"""One in so many has what only some readers know."""


class Makers:
    """The makers of the shapes of one table in one mood, each compiled once."""

    def __init__(self, mood: Mood = PLAIN) -> None:
        self._mood = mood
        self._made: dict[int, tuple[Shape, Make]] = {}

    def of(self, shape: Shape) -> Make:
        """Give the maker of well-formed values of `shape`."""
        if id(shape) not in self._made:
            make, empties = self._compile(shape), empty_values(shape)
            if empties and self._mood.empty:
                make = either(make, one_of(empties), self._mood.empty)
            self._made[id(shape)] = shape, make
        return self._made[id(shape)][1]

    def _compile(self, shape: Shape) -> Make:
        match shape:
            case Text():
                return text_maker(shape)
            case Boolean():
                return one_of(("true", "false"))
            case Null():
                return one_of(("null",))
            case Integer():
                return integer_maker(shape)
            case Number():
                return number_maker(shape)
            case Opaque():
                return opaque_maker(shape)
            case Word():
                return word_maker(shape, self._mood.unknown)
            case Array():
                return self._array(shape)
            case Object():
                return self.object(shape)
            case Tagged():
                return self._tagged(shape)
            case Untagged():
                return any_of([self.of(variant) for variant in shape.variants])

    def _array(self, shape: Array) -> Make:
        item = self.of(shape.item)

        def make(random: Random) -> str:
            draw = random.random()
            if draw < 0.6:
                return "[" + item(random) + "]"
            if draw < 0.7:
                return "[]"
            count = 2 + int((draw - 0.7) * 10) if draw < 0.998 else 40
            return "[" + ",".join([item(random) for _ in range(count)]) + "]"

        return make

    def object(
        self, shape: Object, head: str = "", given: Mapping[str, Make] | None = None
    ) -> Make:
        """Give the maker of objects of `shape`.

        They begin with the member `head`, if there is one; what is `given` makes the values of
        fields of that name.
        """
        starts = [f"{dumps(name)}:{dumps(value)}" for name, value in shape.constants.items()]
        if head:
            starts.insert(0, head)
        required, others, contested = list[_Member](), list[_Member](), list[_Member]()
        for field in shape.fields:
            if field.presence is Presence.TOLD:
                continue
            into = contested if field.contested else others
            if field.presence is Presence.REQUIRED and not field.contested:
                into = required
            make_value = (given or {}).get(field.name) or self._field(field)
            into.append((f"{dumps(field.name)}:", make_value))
        count, full = len(others), self._mood.full

        def make(random: Random) -> str:
            parts = starts + [start + value(random) for start, value in required]
            how = random.getrandbits(6)
            if count:
                chosen = random.getrandbits(count)
                if how < 32:
                    chosen &= random.getrandbits(count)
                if random.random() < full:
                    chosen = -1
                for start, value in others:
                    if chosen & 1:
                        parts.append(start + value(random))
                    chosen >>= 1
            if contested and not how % _RARE:
                start, value = contested[random.getrandbits(8) % len(contested)]
                parts.append(start + value(random))
            if not how & 7 and len(parts) > 1:
                random.shuffle(parts)
            return "{" + ",".join(parts) + "}"

        return make

    def _field(self, field: Field) -> Make:
        value = self.of(field.shape)
        if field.merges:
            value = either(value, metadata, 0.7)
        if field.presence is not Presence.PATCH:
            return value
        return either(value, one_of(("null",)), self._mood.null)

    def _tagged(self, shape: Tagged) -> Make:
        usual, contested = list[Make](), list[Make]()
        for tag, variant in shape.variants.items():
            if variant is not None:
                head = f"{dumps(shape.tag)}:{dumps(tag)}"
                into = contested if tag in shape.contested else usual
                into.append(self.object(variant, head))
        make = any_of(usual)
        if contested:
            make = either(make, any_of(contested), 1 / _RARE)
        if shape.raw is not None:
            make = either(make, self._raw(shape, shape.raw), self._mood.unknown)
        return make

    def _raw(self, shape: Tagged, raw: Object) -> Make:
        """Give the maker of variants that are not listed and kept whole."""
        heads = [f"{dumps(shape.tag)}:{dumps(word)}" for word in UNKNOWN_WORDS]
        typed = [self.object(raw, head) for head in heads]
        names = [each for each in NAMES if each != shape.tag and each not in raw.by_name]
        starts = [f"{dumps(each)}:" for each in names]

        def make(random: Random) -> str:
            begun = typed[random.getrandbits(1)](random)
            return ",".join((begun[:-1], *members(random, starts, 1))) + "}"

        return make


_Member = tuple[str, Make]


def any_of(makers: list[Make]) -> Make:
    """Give the maker that lets one of `makers` make it."""
    if len(makers) == 1:
        return makers[0]
    count = len(makers)
    return lambda random: makers[int(random.random() * count)](random)
