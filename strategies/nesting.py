"""Documents that are nested as deeply as one likes."""

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from toolwire.reference import Profile, dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.lookup import find_profile, find_type
from toolwire.reference.shapes import Object, Opaque

from .messages import as_written, places_where
from .places import Place, put_at
from .values import UNKNOWN_MEMBER, deep

_KINDS = (("[", "]"), ('{"a":', "}"))


def deeply_nested(
    profile: Profile | str, type_: str, max_depth: int = 100_000
) -> st.SearchStrategy[str]:
    """Documents in which containers lie within one another, up to `max_depth` of them, as texts.

    The depth is that of the whole document: `{"a":[1]}` is 2 deep. The nested value stands where
    the protocol allows any JSON, or in a member that it does not know. Only the depth is drawn
    and the text made of it, so that Hypothesis finds the smallest depth at which a reader fails.

    A reader must read texts that are up to 127 deep. What becomes of deeper ones is open where
    the profile does not say (`toolwire.reference.answers`).

    Raises LookupError for a profile or a type that there is not, or a type whose documents nest
    nothing, and ValueError for a `max_depth` that no document of the type is that shallow for.
    """
    found = find_profile(profile)
    find_type(found, type_)
    spots = _spots(found, type_)
    least = min(lowest for lowest, _ in spots)
    if max_depth < least:
        raise ValueError(f"{type_} of {found.name} is at least {least} deep, not {max_depth}")

    @st.composite
    def nested(draw: st.DrawFn) -> str:
        depth = draw(st.integers(least, max_depth))
        place = draw(st.sampled_from([place for lowest, place in spots if lowest <= depth]))
        opening, closing = draw(st.sampled_from(_KINDS))
        levels = depth - len(place.path)
        value: Json = deep(levels, opening=opening, closing=closing)
        if place.shape == Opaque(is_object=True) and opening == "[":
            value = {"a": deep(levels - 1, opening=opening, closing=closing)}
        return dumps(put_at(place.document, place.path, value))

    return nested()


@cache
def _spots(profile: Profile, type_: str) -> list[tuple[int, Place]]:
    """Give where a value may be nested in a document of the type, with the least depth of it."""
    found = map(as_written(profile), places_where(profile, type_, _holds_any, "nested JSON"))
    spots = [_with_member(each) if isinstance(each.shape, Object) else each for each in found]
    return [(max(len(each.path) + 1, _depth(each.document)), each) for each in spots]


def _holds_any(place: Place) -> bool:
    return isinstance(place.shape, Opaque | Object)


def _with_member(place: Place) -> Place:
    """Give the place of a member of the object at `place` that nobody knows."""
    path = (*place.path, UNKNOWN_MEMBER)
    document = put_at(place.document, path, None)
    return replace(place, shape=Opaque(), path=path, document=document)


def _depth(value: Json) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
