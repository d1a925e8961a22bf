"""How a place and a value become a trial: what is put in, and which controls show the rest."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from toolwire.reference import dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import (
    Array,
    Object,
    Presence,
    Tagged,
    Untagged,
    Word,
)

from . import spelling, trying
from .places import Place, at, drop_at, put_at
from .trials import Trial, decoding
from .values import (
    UNKNOWN_MEMBER,
    fits_several,
    malformed,
    smallest_object,
    telling,
    usual_fields,
)


def replacing(place: Place, value: Json) -> Trial | None:
    """Put another value in; the control is the document as it was."""
    trial = _trial(place, put_at(place.document, place.path, value), place.document)
    return trial if trial.controls else None


def adding(place: Place, value: Json) -> Trial:
    """Put a well-formed value in; the control is the document without it."""
    trial = _trial(place, put_at(place.document, place.path, value), *_without(place))
    is_removed = place.field is not None and place.field.presence is not Presence.REQUIRED
    return trial if is_removed else replace(trial, path=place.path)


def bounding(place: Place, bound: Json) -> Trial:
    """Put a bound in; the control is another number, or where that is the bound itself, none."""
    return replacing(place, bound) or adding(place, bound)


def wording(place: Place, word: Json) -> Trial:
    """Put a word in; the controls are another word, and the document without any."""
    assert isinstance(place.shape, Word)
    others = [other for other in place.shape.known if other != word][:1]
    documents_of_others = [put_at(place.document, place.path, other) for other in others]
    document = put_at(place.document, place.path, word)
    return _trial(place, document, *documents_of_others, *_without(place))


def malforming(place: Place, value: Json) -> Trial:
    """Put in what is refused or caught; a control shows that what catches it does catch.

    For null in a required member, another shows that its absence is refused.
    """
    document = put_at(place.document, place.path, value)
    controls = [place.document, *_caught(place), *_not_raw(place, document)]
    if value is None and place.field is not None and place.field.presence is Presence.REQUIRED:
        controls.append(drop_at(place.document, place.path))
    return _trial(place, document, *controls)


def passing_for_raw(place: Place, value: Json) -> Trial:
    """Put in a malformed variant; whoever keeps it raw does so too if it is malformed otherwise."""
    document = put_at(place.document, place.path, value)
    trial = _trial(place, document, place.document, *_caught(place))
    assert isinstance(place.shape, Tagged)
    alike = [
        decoding(place.type, dumps(put_at(place.document, place.path, other)))
        for other in trying.malformed_variants(place)
        if other[place.shape.tag] == value[place.shape.tag] and other != value
    ]
    return replace(trial, alike=tuple(alike))


def nearly_right(place: Place, value: Json) -> Trial:
    """Put in what is nearly right; a control shows that what is plainly wrong is caught."""
    plainly = malformed(place.union or place.shape)[0]
    if isinstance(place.shape, Array):
        plainly = 5
    return _trial(
        place,
        put_at(place.document, place.path, value),
        place.document,
        *_caught(place),
        put_at(place.document, place.path, plainly),
    )


def _trial(place: Place, document: Json, *controls: Json) -> Trial:
    asked = decoding(place.type, dumps(document))
    beside = [decoding(place.type, dumps(control)) for control in controls]
    return Trial(place.site, asked, tuple(each for each in beside if each != asked))


def _without(place: Place) -> tuple[Json, ...]:
    """Give the document without the nearest optional field that holds the place, if any does."""
    path = place.path
    for layer_path, owner in reversed(place.layers):
        name = path[len(layer_path)]
        if owner.by_name[str(name)].presence is not Presence.REQUIRED:
            return (drop_at(place.document, (*layer_path, name)),)
    return ()


def _caught(place: Place) -> tuple[Json, ...]:
    """Give the document with something plainly malformed at what catches it, if it is caught.

    Where nothing is caught, it stands at the nearest optional member: who forgives what is
    malformed there breaks a rule of its own.
    """
    if place.catcher is not None:
        path, shape = place.catcher
        return (put_at(place.document, path, malformed(shape)[0]),)
    for layer_path, owner in reversed(place.layers):
        name = str(place.path[len(layer_path)])
        field = owner.by_name[name]
        if field.presence is not Presence.REQUIRED:
            bad = malformed(field.shape)[:1]
            return tuple(put_at(place.document, (*layer_path, name), each) for each in bad)
    return ()


def _not_raw(place: Place, document: Json) -> tuple[Json, ...]:
    """Give the document with the variant that holds the place malformed otherwise, if any does.

    Who keeps such a variant raw, as if it were an unknown one, breaks another rule.
    """
    return tuple(islice((other for other in malformed_around(place) if other != document), 1))


def malformed_around(place: Place) -> Iterator[Json]:
    """Give the document with the variant that could pass for an unknown one malformed.

    Another variant stands in for one of which nothing is required.
    """
    if place.raw is not None:
        path, shape = place.raw
        tag = at(place.document, path)[shape.tag]
        own = list(trying.malformed_versions(shape, tag, shape.variants[tag]))
        for value in own or trying.malformed_variants(replace(place, shape=shape)):
            yield put_at(place.document, path, value)


def mixing(place: Place, value: Json) -> Trial:
    """Put in what several variants have.

    The controls are what only one variant fits, with an unknown member and without.
    """
    shape = place.shape
    assert isinstance(shape, Untagged)
    alone = [smallest_object(each) for each in shape.variants if isinstance(each, Object)]
    controls = [
        put_at(place.document, place.path, {**each, **more})
        for each in alone
        for more in ({}, {UNKNOWN_MEMBER: 1})
        if not fits_several(shape, each)
    ]
    return _trial(place, put_at(place.document, place.path, value), *controls)


def dropping(place: Place, _: Json) -> Trial:
    """Leave a member out."""
    document = drop_at(place.document, place.path)
    if place.field is not None and place.field.presence is Presence.REQUIRED:
        controls = (*_caught(place), *_not_raw(place, document))
        return _trial(place, document, place.document, *controls)
    return _trial(place, document, place.document)


def lacking(place: Place, _: Json) -> Trial:
    """Leave a member out of an object that has every other; the control has it too.

    So who gets the absence of another member wrong does not hide what becomes of this one's.
    """
    assert place.owner is not None
    path = place.path[:-1]
    document = put_at(place.document, path, filled(place.owner, at(place.document, path)))
    return _trial(place, drop_at(document, place.path), document)


def as_it_is(place: Place, _: Json) -> Trial:
    """Ask for the document as it is; the control is the document without what is in question."""
    return _trial(place, place.document, *_without(place))


def listing(place: Place, value: Json) -> Trial:
    """Put in a list with a bad item; the control is the list without it."""
    return _trial(place, put_at(place.document, place.path, value), place.document)


def with_member(place: Place, member: Json) -> Trial:
    """Add a member to the object; a control has it under a name that means nothing anywhere."""
    here = at(place.document, place.path)
    [(name, value)] = member.items()
    document = put_at(place.document, place.path, {**here, name: value})
    plain = put_at(place.document, place.path, {**here, UNKNOWN_MEMBER: value})
    return _trial(place, document, place.document, plain)


def renaming(place: Place, name: Json) -> Trial | None:
    """Write the member under a near name; it is then as if it were not there."""
    if place.owner is None or name in place.owner.by_name or name == place.tag:
        return None
    owner_path = place.path[:-1]
    owner = at(place.document, owner_path)

    def renamed(new: Json) -> Json:
        members = {new if old == place.path[-1] else old: value for old, value in owner.items()}
        return put_at(place.document, owner_path, members)

    dropped = drop_at(place.document, place.path)
    return _trial(place, renamed(name), place.document, dropped, renamed(UNKNOWN_MEMBER))


def respelled(spell: Callable[[Json], str]) -> Callable[[Place, Json], Trial | None]:
    """Spell the whole document otherwise."""

    def make(place: Place, _: Json) -> Trial | None:
        plain, spelled = dumps(place.document), spell(place.document)
        if spelled == plain:
            return None
        return Trial(place.site, decoding(place.type, spelled), (decoding(place.type, plain),))

    return make


def as_it_stands(place: Place, text: Json) -> Trial:
    """Ask for a text as it stands."""
    return Trial(
        place.site,
        decoding(place.type, text),
        (decoding(place.type, dumps(place.document)),),
    )


def broken(place: Place, spelled: Json) -> Trial:
    """Ask for a text that is no JSON; what is wrong with it stands for the site."""
    fault, text = spelled
    control = decoding(place.type, dumps(place.document))
    return Trial(fault, decoding(place.type, text), (control,))


def full(place: Place) -> dict[str, Json]:
    """Give the object with every member that it may have, each smallest."""
    assert isinstance(place.shape, Object)
    return filled(place.shape, at(place.document, place.path))


def filled(shape: Object, members: dict[str, Json]) -> dict[str, Json]:
    """Give `members` with all that an object of `shape` may have, in its order, each smallest."""
    others = {name: value for name, value in members.items() if name not in shape.by_name}
    return {**others, **{field.name: telling(field) for field in usual_fields(shape)}}


def turning(place: Place, _: Json) -> Trial:
    """Write the members of a full object, and of all around it, in the opposite order."""
    document = put_at(place.document, place.path, full(place))
    spelled = decoding(place.type, dumps(spelling.turned(document)))
    return Trial(place.site, spelled, (decoding(place.type, dumps(document)),))
