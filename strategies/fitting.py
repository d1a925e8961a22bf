"""At which places an operator applies."""

from collections.abc import Callable

from toolwire.reference.shapes import (
    NO_DEFAULT,
    Object,
    Presence,
    Tagged,
    Unknown,
    Untagged,
    Word,
)

from . import making
from .places import Place


def shaped(*shapes: type) -> Callable[[Place], bool]:
    """Apply at places of these shapes."""
    return lambda place: isinstance(place.shape, shapes) and not place.contested


def field(*presences: Presence, tolerant: bool | None = None) -> Callable[[Place], bool]:
    """Apply at fields of these presences; `tolerant` narrows that."""
    return lambda place: (
        place.field is not None
        and place.field.presence in presences
        and tolerant in (None, place.field.tolerant)
        and not place.contested
    )


def root(place: Place) -> bool:
    """Apply to the document as a whole."""
    return not place.path


def is_value(place: Place) -> bool:
    """Apply everywhere but at what is contested, and at a word that is the whole document."""
    return not place.contested and not (root(place) and isinstance(place.shape, Word))


def is_variant(place: Place) -> bool:
    """Apply at objects, those of a variant among them."""
    return isinstance(place.shape, Object) and not place.contested


def word(unknown: Unknown | None) -> Callable[[Place], bool]:
    """Apply at words whose unlisted ones are `unknown`; None: are read as a listed one."""
    return lambda place: (
        isinstance(place.shape, Word)
        and not place.contested
        and (
            place.shape.unknown is unknown
            if unknown is not None
            else isinstance(place.shape.unknown, str)
        )
    )


def has_default(place: Place) -> bool:
    """Apply at fields that have a default."""
    return place.field is not None and place.field.default is not NO_DEFAULT


def tagged(which: Callable[[Tagged], bool]) -> Callable[[Place], bool]:
    """Apply at unions by tag of which `which` is true."""
    return lambda place: (
        isinstance(place.shape, Tagged) and which(place.shape) and not place.contested
    )


def untagged(place: Place) -> bool:
    """Apply at unions without a tag of which several variants are objects."""
    if not isinstance(place.shape, Untagged) or place.contested:
        return False
    return sum(isinstance(variant, Object) for variant in place.shape.variants) > 1


def may_lack(place: Place) -> bool:
    """Apply at fields of which the document says that an absent one is not written."""
    return place.field is not None and place.field.left_out


def is_marked(place: Place) -> bool:
    """Apply at objects that are written with members that say nothing."""
    return isinstance(place.shape, Object) and bool(place.shape.constants)


def has_members(place: Place) -> bool:
    """Apply at objects that can have more than one member."""
    return is_variant(place) and len(making.full(place)) > 1
