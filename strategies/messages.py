"""Whole documents: well-formed ones, and ones with a variant that nobody knows."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from toolwire.reference import Profile, dumps
from toolwire.reference.lookup import find_profile, find_type
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Tagged, Word

from . import drawn
from .contexts import grown
from .places import Place, places, put_at
from .values import signed


def documents(profile: Profile | str, type_: str) -> st.SearchStrategy[str]:
    """Well-formed documents of a type, as JSON texts.

    Every library that knows the profile reads them and loses nothing: all words, variants and
    members are known ones, and null stands only where it clears. They satisfy the JSON Schema of
    what a sender may write. Between tokens there is no white space; `json_texts` spells them
    otherwise.

    Raises LookupError for a profile or a type that there is not, naming those that come near.
    """
    found = find_profile(profile)
    find_type(found, type_)
    return _documents(found, type_)


@cache
def _documents(profile: Profile, type_: str) -> st.SearchStrategy[str]:
    shape = profile.types[type_]
    whole = drawn.well_formed(shape, sent=True)
    # What only an unknown variant has is left out with it.
    raws = {id(each.raw) for _, each in named(profile) if isinstance(each, Tagged)}
    spots = [
        (place, drawn.well_formed(place.shape, sent=True))
        for place in places(profile, type_, whole=True)
        if (place.field is not None or isinstance(place.shape, Word))
        and place.path
        and not place.contested
        and raws.isdisjoint({id(place.owner), *(id(each) for _, each in place.layers)})
    ]
    # As often as a place has words.
    numbers = [
        number
        for number, (place, _) in enumerate(spots)
        for _ in (place.shape.known if isinstance(place.shape, Word) else "1")
    ]

    # Things far within come seldom in whole documents. So every other document is the smallest in
    # which some place is filled; not by `one_of`, which would count each variant as a choice.
    @st.composite
    def strategy(draw: st.DrawFn) -> str:
        is_small: bool = draw(st.booleans()) if spots else False
        if is_small:
            place, values = spots[draw(st.sampled_from(numbers))]
            value = put_at(place.document, place.path, draw(values))
        else:
            value = draw(whole)
        return dumps(signed(shape, value))

    return strategy()


def unknown_variants(profile: Profile | str, type_: str) -> st.SearchStrategy[str]:
    """Documents with one object whose tag no revision of the protocol lists, as JSON texts.

    The object is the document itself or stands somewhere in it; the rest is well-formed. What
    becomes of it is the profile's to say: it is kept or skipped, or it is refused, with its list
    or the whole document.

    Raises LookupError for a profile or a type that there is not, or a type without such objects.
    """
    found = find_profile(profile)
    find_type(found, type_)
    return _unknown_variants(found, type_)


@cache
def _unknown_variants(profile: Profile, type_: str) -> st.SearchStrategy[str]:
    unions = places_where(profile, type_, _is_union, "object with a tag")
    write = as_written(profile)

    @st.composite
    def strategy(draw: st.DrawFn) -> str:
        place = write(draw(grown(draw(st.sampled_from(unions)))))
        variant = draw(drawn.unknown_variants(place.shape))
        return dumps(put_at(place.document, place.path, variant))

    return strategy()


def _is_union(place: Place) -> bool:
    return isinstance(place.shape, Tagged)


def places_where(
    profile: Profile, type_: str, is_one: Callable[[Place], bool], what: str
) -> list[Place]:
    """Give the places of a type, down into all that it holds, of which `is_one` is true.

    Raises LookupError where there are none, naming the types that hold `what`.
    """

    def within(name: str) -> list[Place]:
        return [
            place
            for place in places(profile, name, whole=True)
            if not place.contested and is_one(place)
        ]

    found = within(type_)
    if not found:
        others = ", ".join(filter(within, profile.types)) or "none"
        raise LookupError(f"{type_} of {profile.name} holds no {what}; these do: {others}")
    return found


def as_written(profile: Profile) -> Callable[[Place], Place]:
    """Give a function that makes a place's document one that a sender writes."""

    def write(place: Place) -> Place:
        return replace(place, document=signed(profile.types[place.type], place.document))

    return write
