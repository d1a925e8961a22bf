"""Carriers: how a text of one type travels in a text of another.

A case is written for the innermost type that owns its rule. A candidate that knows only an outer
type gets it inside one, as text, so that what is odd about its spelling reaches the candidate. The
ways are read off the profile's table: wherever an outer type's smallest document holds a value of
the inner type, the inner text is put in its place.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from toolwire.reference import PROFILES, Json, NotJson, SourceText, dumps, parse
from toolwire.reference.shapes import Object
from toolwire.strategies.making import malformed_around
from toolwire.strategies.places import Path, Place, at, places, put_at
from toolwire.strategies.trials import Input, decoding

Carry = Callable[[str], str | None]


@dataclass(frozen=True)
class Route:
    """A way from a type to an outer one; `steps` wrap a text, the innermost first.

    `raw` holds, for each variant on the way that could wrongly pass for an unknown one when what
    it carries is refused, that variant malformed in some ways. `path` leads to what is carried.
    """

    type: str
    steps: tuple[Carry, ...] = ()
    raw: tuple[tuple[Input, ...], ...] = ()
    path: Path = ()
    _carried: dict[Input, Input | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def carry(self, asked: Input) -> Input | None:
        """Give `asked` as it travels this way, or None for what cannot be carried.

        Only what is one JSON text can, and a tag is put only into an object that lacks it.
        """
        if not self.steps:
            return asked
        if asked not in self._carried:
            carried = self._carry(asked)
            if asked.size > _WORTH_KEEPING:
                return carried
            self._carried[asked] = carried
        return self._carried[asked]

    def _carry(self, asked: Input) -> Input | None:
        if asked.op != "decode":
            return None
        text: SourceText | None = asked.texts[0]
        for step in self.steps:
            if not isinstance(text, str):
                return None
            text = step(text)
        return None if text is None else Input("decode", self.type, (text,))


@cache
def routes(profile: str, type_: str) -> tuple[Route, ...]:
    """Give the ways from `type_` outwards, itself first, the shorter before the longer."""
    found = [Route(type_)]
    if type_ not in PROFILES[profile].types:
        return tuple(found)  # a session or a stream: nothing carries them
    for route in found:
        found += [
            Route(
                outer,
                (*route.steps, carry),
                route.raw + ((raw,) if raw else ()),
                path + route.path,
            )
            for outer, carry, raw, path in _carriers(profile, route.type)
            if len(route.steps) < _LONGEST
        ]
    return tuple(found)


_LONGEST = 6
_WORTH_KEEPING = 20_000


_Carrier = tuple[str, Carry, tuple[Input, ...], Path]


@cache
def _carriers(profile: str, inner: str) -> tuple[_Carrier, ...]:
    return tuple(_find_carriers(profile, inner))


def _find_carriers(profile: str, inner: str) -> Iterator[_Carrier]:
    shape = PROFILES[profile].types[inner]
    for outer in PROFILES[profile].types:
        if outer == inner:
            continue
        for place in places(PROFILES[profile], outer):
            if place.shape is shape and not place.contested:
                malformed = [dumps(document) for document in malformed_around(place)]
                yield (
                    outer,
                    _carry_into(place),
                    tuple(decoding(outer, text) for text in malformed),
                    place.path,
                )


def _carry_into(place: Place) -> Carry:
    """Give the function that puts a text into `place`."""
    mark = "toolwire:here"
    before, after = dumps(put_at(place.document, place.path, mark)).split(f'"{mark}"')
    if place.tag is None or not isinstance(place.shape, Object) or place.field is not None:

        def carry(text: str) -> str | None:
            return None if _parsed(text) is None else f"{before}{text}{after}"

        return carry

    tag = place.tag
    member = f"{dumps(tag)}:{dumps(at(place.document, place.path)[tag])}"

    def splice(text: str) -> str | None:
        parsed = _parsed(text)
        if parsed is None or not isinstance(parsed[0], dict) or tag in parsed[0]:
            return None
        rest = text.lstrip()[1:]
        return f"{before}{{{member}{',' if parsed[0] else ''}{rest}{after}"

    return splice


def _parsed(text: str) -> tuple[Json] | None:
    try:
        return (parse(text),)
    except NotJson:
        return None
