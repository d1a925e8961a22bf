"""At which places an operator applies."""

from collections.abc import Callable

from toolwire.reference.shapes import (
    NO_DEFAULT,
    Object,
    Presence,
    Tagged,
    Unknown,
    Word,
)

from . import making
from .places import Place


def shaped(*shapes: type) -> Callable[[Place], bool]:
    """Apply at places of these shapes."""
    return lambda place: isinstance(place.shape, shapes) and not place.contested


def field(presence: Presence, tolerant: bool | None = None) -> Callable[[Place], bool]:
    """Apply at fields of this presence; `tolerant` narrows that."""
    return lambda place: (
        place.field is not None
        and place.field.presence is presence
        and tolerant in (None, place.field.tolerant)
        and not place.contested
    )


def root(place: Place) -> bool:
    """Apply to the document as a whole."""
    return not place.path


def outermost(place: Place) -> bool:
    """Apply to the document of the type that no other holds."""
    return root(place) and place.type == "SessionNotification"


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


def tagged(raw: bool) -> Callable[[Place], bool]:
    """Apply at unions by tag that keep unlisted variants, or do not."""
    return lambda place: (
        isinstance(place.shape, Tagged)
        and (place.shape.raw is not None) is raw
        and not place.contested
    )


def has_members(place: Place) -> bool:
    """Apply at objects that can have more than one member."""
    return is_variant(place) and len(making.full(place)) > 1
