"""Revisions of one protocol: one table as a short difference from another, and what is between.

A revision is written as changes to named shapes (`revised`). What one of two revisions knows and
the other does not, is open in the other: `reconciled` notes it in a table, and the readers ask
(`oddities`, `another-revision`). Unknown words and members need no note: a revision that does not
know them keeps the word, and ignores the member, as its own rules say.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from .profile import Profile
from .shapes import Array, Field, Integer, Object, Shape, Tagged, Untagged

Change = Callable[[Any], Shape]
"""What a revision does to a shape: takes it as it was, gives it as it is."""


def revised(profile: Profile, name: str, changes: Mapping[str, Change]) -> Profile:
    """Give the revision of `profile` called `name`; `changes` go by the names of shapes.

    Raises LookupError for a name that no shape of `profile` has.
    """
    waiting = set(changes)

    def change(shape: Shape) -> Shape:
        called = getattr(shape, "name", None)
        if called is None:
            return shape
        waiting.discard(called)
        return changes[called](shape) if called in changes else shape

    types = _rewritten(profile.types, change)
    if waiting:
        raise LookupError(f"{profile.name} has no shape {min(waiting)}")
    return replace(profile, name=name, types=types)


def with_fields(*fields: Field) -> Change:
    """Add fields to an object, before its metadata."""

    def change(shape: Object) -> Shape:
        metadata = tuple(each for each in shape.fields if each.name == "_meta")
        rest = tuple(each for each in shape.fields if each.name != "_meta")
        return replace(shape, fields=(*rest, *fields, *metadata))

    return change


def bounded(name: str, low: int, high: int) -> Change:
    """Give the number in the field `name` of an object other bounds."""

    def change(shape: Object) -> Shape:
        fields = [
            replace(field, shape=Integer(low, high)) if field.name == name else field
            for field in shape.fields
        ]
        return replace(shape, fields=tuple(fields))

    return change


def with_words(*words: str) -> Change:
    """Add words to a word's."""
    return lambda shape: replace(shape, known=(*shape.known, *words))


def with_variants(variants: Mapping[str, Object | None]) -> Change:
    """Add variants to a union by tag."""
    return lambda shape: replace(shape, variants={**shape.variants, **variants})


def reconciled(profile: Profile, other: Profile) -> Profile:
    """Give `profile` with notes of what `other`, a revision of the same protocol, knows."""
    there = dict(named(other))

    def change(shape: Shape) -> Shape:
        twin = there.get(getattr(shape, "name", ""))
        if isinstance(shape, Tagged) and isinstance(twin, Tagged):
            news = {tag: each for tag, each in twin.variants.items() if tag not in shape.variants}
            return replace(shape, elsewhere=news) if news else shape
        if isinstance(shape, Object) and isinstance(twin, Object):
            return _with_other_bounds(shape, twin)
        return shape

    return replace(profile, types=_rewritten(profile.types, change))


def _with_other_bounds(shape: Object, twin: Object) -> Object:
    fields = []
    for field in shape.fields:
        here, there = field.shape, getattr(twin.by_name.get(field.name), "shape", None)
        if isinstance(here, Integer) and isinstance(there, Integer) and here != there:
            field = replace(field, shape=replace(here, elsewhere=(there.low, there.high)))
        fields.append(field)
    return shape if tuple(fields) == shape.fields else replace(shape, fields=tuple(fields))


def named(profile: Profile) -> Iterator[tuple[str, Shape]]:
    """Give the shapes of `profile` that have a name, each once, the outer ones first."""
    seen: set[str] = set()
    waiting = list(profile.types.values())
    while waiting:
        shape = waiting.pop(0)
        name = getattr(shape, "name", None)
        if name is not None and name not in seen:
            seen.add(name)
            yield name, shape
        waiting.extend(_inside(shape))


def _inside(shape: Shape) -> list[Shape]:
    match shape:
        case Array():
            return [shape.item]
        case Object():
            return [field.shape for field in shape.fields]
        case Tagged():
            raw = () if shape.raw is None else (shape.raw,)
            return [*(each for each in shape.variants.values() if each is not None), *raw]
        case Untagged():
            return list(shape.variants)
        case _:
            return []


def _rewritten(types: Mapping[str, Shape], change: Callable[[Shape], Shape]) -> dict[str, Shape]:
    """Give `types` with every shape put through `change`, the inner ones first.

    A shape that stands in several places stays one shape.
    """
    done: dict[int, tuple[Shape, Shape]] = {}

    def rewrite(shape: Any) -> Any:
        if id(shape) not in done:
            done[id(shape)] = shape, change(_rebuilt(shape, rewrite))
        return done[id(shape)][1]

    return {name: rewrite(shape) for name, shape in types.items()}


def _rebuilt(shape: Shape, rewrite: Callable[[Any], Any]) -> Shape:
    """Give `shape` with what is inside it rewritten; itself if that changes nothing."""
    match shape:
        case Array():
            new: Shape = replace(shape, item=rewrite(shape.item))
        case Object():
            new = replace(
                shape,
                fields=tuple(replace(each, shape=rewrite(each.shape)) for each in shape.fields),
            )
        case Tagged():
            new = replace(
                shape,
                variants={tag: each and rewrite(each) for tag, each in shape.variants.items()},
                raw=shape.raw and rewrite(shape.raw),
            )
        case Untagged():
            new = replace(shape, variants=tuple(map(rewrite, shape.variants)))
        case _:
            return shape
    is_same = all(a is b for a, b in zip(_inside(shape), _inside(new), strict=True))
    return shape if is_same else new
