"""Makers of documents about one place of the table, each place as often as any other.

A document that is drawn from the outside in seldom reaches what lies far inside: one content block
of a few, in one item of a list that may be absent.
"""

from collections.abc import Sequence

from toolwire.reference import Profile, dumps
from toolwire.reference.shapes import Object

from ..places import Place, places, put_at
from .composites import Makers, any_of
from .scalars import Make

_HOLE = "toolwire: here"


def placed_maker(profile: Profile, type_: str, moods: Sequence[Makers]) -> Make:
    """Give the maker of documents of a type: the smallest with any one object of the table, made
    in any one of `moods`.

    What only some revisions or readers know is left to the documents drawn from the outside in.
    """
    found = [
        _maker(place, place.shape, moods)
        for place in places(profile, type_, whole=True)
        if isinstance(place.shape, Object) and not place.contested
    ]
    return any_of(found or [any_of([each.of(profile.types[type_]) for each in moods])])


def _maker(place: Place, shape: Object, moods: Sequence[Makers]) -> Make:
    around = dumps(put_at(place.document, place.path, _HOLE))
    before, _, after = around.partition(dumps(_HOLE))
    _, _, variant = place.site.partition(":")
    head = f"{dumps(place.tag)}:{dumps(variant)}" if variant else ""
    make = any_of([each.object(shape, head) for each in moods])
    return lambda random: before + make(random) + after
