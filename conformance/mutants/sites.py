"""Sites: the places of a profile's tables at which a mutant can be made, each once.

A shape that has a name is one site however often it is used, and so is each of its fields: who
breaks it breaks it everywhere. What only some published readers know is no site of the ordinary
rules, for nothing else may rest on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from toolwire.reference import PROFILES, Fold, Profile
from toolwire.reference.shapes import Array, Field, Object, Presence, Shape, Tagged, Untagged, Word
from toolwire.strategies.places import Place, all_places


@dataclass(frozen=True)
class Site:
    """Where a mutant is made: `name` as the trace calls it, and what stands there.

    Of a field, `owner` and `field` are there; `word` is one word, tag or oddity of the shape.
    """

    profile: str
    name: str
    shape: Any = None
    owner: Object | None = None
    field: Field | None = None
    word: str = ""
    is_update: bool = False

    @property
    def table(self) -> Profile:
        """Give the profile."""
        return PROFILES[self.profile]

    @property
    def own_field(self) -> Field:
        """Give the field of a site that has one."""
        assert self.field is not None
        return self.field

    @property
    def own_object(self) -> Object:
        """Give the object of a field, or the object that stands at the site."""
        found = self.shape if self.owner is None else self.owner
        assert isinstance(found, Object)
        return found


def whole(profile: str) -> Iterator[Site]:
    """Give the text as such."""
    yield Site(profile, "text")


@cache
def _places(profile: str) -> tuple[Place, ...]:
    return tuple(place for place in all_places(PROFILES[profile]) if not place.contested)


@cache
def fields(profile: str) -> tuple[Site, ...]:
    """Give every field of every object, once."""
    table = PROFILES[profile]
    rest = {id(table.types[f.rest]) for f in table.folds.values() if isinstance(f, Fold)}
    found = {
        place.site: Site(
            profile,
            place.site,
            place.shape,
            place.owner,
            place.field,
            is_update=id(place.owner) in rest,
        )
        for place in _places(profile)
        if place.field is not None and place.field.presence is not Presence.TOLD
    }
    return tuple(found.values())


def contested_fields(profile: str) -> Iterator[Site]:
    """Give the fields that only some published readers know."""
    found = {
        place.site: Site(profile, place.site, place.shape, place.owner, place.field)
        for place in all_places(PROFILES[profile])
        if place.field is not None and place.field.contested
    }
    yield from found.values()


def contested_variants(profile: str) -> Iterator[Site]:
    """Give the variants that only some published readers know."""
    for site in tagged(profile):
        for tag in site.shape.contested:
            yield Site(profile, f"{site.name}:{tag}", site.shape, word=tag)


@cache
def _named(profile: str, kind: type) -> tuple[Site, ...]:
    shapes: list[Shape] = [place.shape for place in _places(profile)]
    shapes += [each.item for each in shapes if isinstance(each, Array)]
    found = {str(getattr(each, "name", "")): each for each in shapes if isinstance(each, kind)}
    return tuple(Site(profile, name, each) for name, each in found.items())


def objects(profile: str) -> tuple[Site, ...]:
    """Give every object that has a name, those of variants among them."""
    return _named(profile, Object)


def words(profile: str) -> tuple[Site, ...]:
    """Give every kind of word."""
    return _named(profile, Word)


def each_word(profile: str) -> Iterator[Site]:
    """Give every word that is listed."""
    for site in words(profile):
        for word in site.shape.known:
            yield Site(profile, f"{site.name}:{word}", site.shape, word=word)


def tagged(profile: str) -> tuple[Site, ...]:
    """Give every union by tag."""
    return _named(profile, Tagged)


def variants(profile: str) -> Iterator[Site]:
    """Give every variant that has a table and that every published reader knows."""
    for site in tagged(profile):
        for tag, variant in site.shape.variants.items():
            if variant is not None and tag not in site.shape.contested:
                yield Site(profile, f"{site.name}:{tag}", site.shape, owner=variant, word=tag)


def aliases(profile: str) -> Iterator[Site]:
    """Give every other spelling of a tag."""
    for site in tagged(profile):
        for alias in site.shape.aliases:
            yield Site(profile, f"{site.name}:{alias}", site.shape, word=alias)


def untagged(profile: str) -> tuple[Site, ...]:
    """Give every union without a tag."""
    return _named(profile, Untagged)


def roots(profile: str) -> Iterator[Site]:
    """Give every type that is asked for."""
    for name, shape in PROFILES[profile].types.items():
        yield Site(profile, getattr(shape, "name", name), shape, word=name)
