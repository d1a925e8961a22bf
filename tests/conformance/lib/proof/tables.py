"""A protocol's table with something changed in it."""

from collections.abc import Callable
from dataclasses import replace

from toolwire.reference import Profile
from toolwire.reference.profile import TextRules
from toolwire.reference.shapes import Array, Field, Object, Shape, Tagged, Untagged

ChangeField = Callable[[str, Field], Field]
"""Gives another field for the one that stands at a site (`ToolCallUpdate.title`)."""

ChangeShape = Callable[[Shape], Shape]
"""Gives another shape for one whose parts are changed already."""

ChangeTexts = Callable[[TextRules], TextRules]
"""Gives other rules of a type's texts."""


def altered(
    profile: Profile,
    field: ChangeField = lambda _, same: same,
    shape: ChangeShape = lambda same: same,
    texts: ChangeTexts = lambda same: same,
) -> Profile:
    """Give `profile` with every field, shape and rule of texts put through these.

    What is shared stays shared.
    """
    made: dict[int, Shape] = {}

    def of(old: Shape) -> Shape:
        if id(old) not in made:
            made[id(old)] = shape(parts(old))
        return made[id(old)]

    def parts(old: Shape) -> Shape:
        match old:
            case Object():
                fields = [
                    field(f"{old.name}.{each.name}", replace(each, shape=of(each.shape)))
                    for each in old.fields
                ]
                return replace(old, fields=tuple(fields))
            case Tagged():
                return replace(
                    old,
                    variants={tag: each and of(each) for tag, each in old.variants.items()},
                    elsewhere={tag: each and of(each) for tag, each in old.elsewhere.items()},
                    raw=old.raw and of(old.raw),
                )
            case Untagged():
                return replace(old, variants=tuple(map(of, old.variants)))
            case Array():
                return replace(old, item=of(old.item))
            case _:
                return replace(old)

    types = {name: of(each) for name, each in profile.types.items()}
    rules = {name: texts(each) for name, each in profile.texts.items()}
    return replace(profile, types=types, texts=rules)
