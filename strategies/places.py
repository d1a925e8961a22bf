"""Places: every value that a protocol's table has a say about, in the smallest document.

A place is a site of the table (`ToolCallUpdate.title`) seen from one type of the protocol, with a
smallest well-formed document of that type in which it is filled, and the path to it there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from toolwire.reference import Profile
from toolwire.reference.jsonvalues import Json
from toolwire.reference.profile import OPEN, TextRules
from toolwire.reference.shapes import (
    Array,
    Field,
    Object,
    Presence,
    Shape,
    Tagged,
    Untagged,
    variant_name,
)

from .values import smallest, smallest_object, telling

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """Where a value of `shape` stands in `document`, a document of the type `type`.

    `site` is what the trace calls it: a field, or a type for an object, word or list item that is
    no field. For a field, `field` and `owner` are its own and its object's, `tag` the member that
    names the owner's variant. `catcher` leads to the value whose malformedness is caught: the
    nearest tolerant field or item of a skipping list above; None where the text is refused.
    `raw` leads to the variant, with its union, that the value's malformedness makes malformed and
    that could then wrongly pass for an unknown one.
    """

    type: str
    site: str
    shape: Shape
    path: Path
    document: Json
    field: Field | None = None
    owner: Object | None = None
    tag: str | None = None
    catcher: tuple[Path, Shape] | None = None
    raw: tuple[Path, Tagged] | None = None
    contested: bool = False
    union: Untagged | None = None
    """The union without a tag of which the value is taken for one variant."""
    texts: TextRules = OPEN
    """What the document settles about texts of the type."""
    layers: tuple[tuple[Path, Object], ...] = ()
    """The objects on the way to the value, each with its path in the document."""

    def __repr__(self) -> str:
        return f"<Place {self.site} in {self.type}>"


def places(profile: Profile, type_: str, *, whole: bool = False) -> list[Place]:
    """Give the places of `type_`, in the table's order, each site once.

    What belongs to a type that is a type of the profile in its own right is left to that type:
    here it is one value. With `whole`, nothing is left to other types.
    """
    root = profile.types[type_]
    others = {id(shape) for name, shape in profile.types.items() if name != type_ and not whole}
    name = getattr(root, "name", type_)
    settled = profile.texts.get(type_, OPEN)
    start = Place(type_, name, root, (), smallest(root), texts=settled)
    found: dict[tuple[str, bool], Place] = {}
    for place in _within(start, others):
        found.setdefault((place.site, place.contested), place)
    return list(found.values())


@cache
def all_places(profile: Profile) -> tuple[Place, ...]:
    """Give the places of every type of `profile`."""
    return tuple(place for type_ in profile.types for place in places(profile, type_))


def _within(place: Place, others: set[int]) -> Iterator[Place]:
    """Give `place` and every place below it."""
    yield place
    shape = place.shape
    if id(shape) in others:
        return
    match shape:
        case Object():
            yield from _fields(place, shape, None, others)
        case Tagged():
            for tag, variant in shape.variants.items():
                if variant is None:
                    continue
                value = {shape.tag: tag, **smallest_object(variant)}
                here = replace(
                    put(place, value),
                    site=f"{shape.name}:{tag}",
                    shape=variant,
                    field=None,
                    owner=None,
                    tag=shape.tag,
                    raw=(place.path, shape) if shape.is_open else place.raw,
                    contested=place.contested or tag in shape.contested,
                )
                yield here
                if id(variant) not in others:
                    yield from _fields(here, variant, shape.tag, others)
            if shape.raw is not None:
                value = {shape.tag: "_toolwire"}
                yield from _fields(put(place, value), shape.raw, shape.tag, others)
        case Untagged():
            for each in shape.variants:
                here = replace(
                    put(place, smallest(each)),
                    site=variant_name(each),
                    shape=each,
                    field=None,
                    owner=None,
                    union=shape,
                )
                yield here
                if isinstance(each, Object) and id(each) not in others:
                    yield from _fields(here, each, None, others)
        case Array():
            inner = replace(
                place,
                site=f"{place.site}[]",
                shape=shape.item,
                path=(*place.path, 0),
                field=None,
                owner=None,
                tag=None,
                catcher=((*place.path, 0), shape.item) if shape.skips else place.catcher,
                raw=None if shape.skips else place.raw,
            )
            yield from _within(inner, others)
        case _:
            pass


def _fields(place: Place, shape: Object, tag: str | None, others: set[int]) -> Iterator[Place]:
    for field in shape.fields:
        if field.presence is Presence.TOLD:
            continue
        path = (*place.path, field.name)
        document = put_at(place.document, path, telling(field))
        tolerant = field.tolerant
        yield from _within(
            replace(
                place,
                site=f"{shape.name}.{field.name}",
                shape=field.shape,
                path=path,
                document=document,
                field=field,
                owner=shape,
                tag=tag,
                catcher=(path, field.shape) if tolerant else place.catcher,
                raw=None if tolerant else place.raw,
                contested=place.contested or field.contested,
                union=None,
                layers=(*place.layers, (place.path, shape)),
            ),
            others,
        )


def put(place: Place, value: Json) -> Place:
    """Give `place` with `value` in its document."""
    return replace(place, document=put_at(place.document, place.path, value))


def put_at(document: Json, path: Path, value: Json) -> Json:
    """Give a copy of `document` that has `value` at `path`; the last step may be new."""
    if not path:
        return value
    step, *rest = path
    copy: Any = dict(document) if isinstance(document, dict) else list(document)
    inner = copy[step] if rest else None
    copy[step] = put_at(inner, tuple(rest), value)
    return copy


def drop_at(document: Json, path: Path) -> Json:
    """Give a copy of `document` without the member or item at `path`."""
    *way, last = path
    owner = at(document, tuple(way))
    if isinstance(owner, dict):
        rest: Json = {name: value for name, value in owner.items() if name != last}
    else:
        rest = [value for index, value in enumerate(owner) if index != last]
    return put_at(document, tuple(way), rest)


def at(document: Json, path: Path) -> Json:
    """Give the value at `path` of `document`."""
    for step in path:
        document = document[step]
    return document
