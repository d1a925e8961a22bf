"""Operators: for each rule of reading, what to put at a place so that the rule must act.

An operator says at which places it applies, which values it tries there, and how a value becomes a
trial. What is enumerated are all its values at every place in the smallest document; what is drawn
are the same operators in larger documents, with values drawn where an operator can draw.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from hypothesis.strategies import SearchStrategy

from toolwire.reference import Rule, dumps
from toolwire.reference.codec import SPECIAL_NAMES
from toolwire.reference.jsonvalues import Json, Numeral
from toolwire.reference.names import near_names
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
)

from . import documents, spelling
from .places import Place, at, drop_at, put_at
from .trials import Trial, decoding
from .values import (
    EXACT_NUMERALS,
    TEXTS,
    UNKNOWN_MEMBER,
    Verbatim,
    coercible,
    deep,
    malformed,
    smallest,
    smallest_object,
    unknown_variants,
    unknown_words,
    variants,
    well_formed,
)


@dataclass(frozen=True)
class Operator:
    """How a rule is put to the test.

    `fits` tells at which places. `values` gives what to try there; `make` turns a place and a
    value into a trial, or None where that value says nothing there. `draw` gives a strategy for
    further values. With `once`, the outermost place of a type that fits is enough; without
    `drawn`, larger documents would add nothing.
    """

    rule: Rule
    fits: Callable[[Place], bool]
    values: Callable[[Place], Iterable[Json]]
    make: Callable[[Place, Json], Trial | None]
    draw: Callable[[Place], SearchStrategy[Json]] | None = None
    once: bool = False
    drawn: bool = True

    def places(self, all_places: Iterable[Place]) -> list[Place]:
        """Give those of `all_places` at which the rule is put to the test."""
        fitting = [place for place in all_places if self.fits(place)]
        if not self.once:
            return fitting
        outermost: dict[str, Place] = {}
        for place in sorted(fitting, key=lambda place: len(place.path)):
            outermost.setdefault(place.type, place)
        return list(outermost.values())

    def trials(self, place: Place) -> Iterator[Trial]:
        """Enumerate the trials at `place`."""
        for value in self.values(place):
            trial = self.make(place, value)
            if trial is not None:
                yield trial


# How a value becomes a trial


def _replacing(place: Place, value: Json) -> Trial | None:
    """Put another value in; the control is the document as it was."""
    trial = _trial(place, put_at(place.document, place.path, value), place.document)
    return trial if trial.controls else None


def _adding(place: Place, value: Json) -> Trial:
    """Put a well-formed value in; the control is the document without it."""
    trial = _trial(place, put_at(place.document, place.path, value), *_without(place))
    is_removed = place.field is not None and place.field.presence is not Presence.REQUIRED
    return trial if is_removed else replace(trial, path=place.path)


def _wording(place: Place, word: Json) -> Trial:
    """Put a word in; the controls are another word, and the document without any."""
    assert isinstance(place.shape, Word)
    others = [other for other in place.shape.known if other != word][:1]
    documents_of_others = [put_at(place.document, place.path, other) for other in others]
    document = put_at(place.document, place.path, word)
    return _trial(place, document, *documents_of_others, *_without(place))


def _malforming(place: Place, value: Json) -> Trial:
    """Put in what is refused or caught; a control shows that what catches it does catch.

    For null in a required member, another shows that its absence is refused.
    """
    document = put_at(place.document, place.path, value)
    controls = [place.document, *_caught(place), *_not_raw(place, document)]
    if value is None and place.field is not None and place.field.presence is Presence.REQUIRED:
        controls.append(drop_at(place.document, place.path))
    return _trial(place, document, *controls)


def _passing_for_raw(place: Place, value: Json) -> Trial:
    """Put in a malformed variant; whoever keeps it raw does so too if it is malformed otherwise."""
    document = put_at(place.document, place.path, value)
    trial = _trial(place, document, place.document, *_caught(place))
    assert isinstance(place.shape, Tagged)
    alike = [
        decoding(place.type, dumps(put_at(place.document, place.path, other)))
        for other in _malformed_variants(place)
        if other[place.shape.tag] == value[place.shape.tag] and other != value
    ]
    return replace(trial, alike=tuple(alike))


def _alike(place: Place, value: Json) -> Trial:
    """Put in what is nearly right; a control shows that what is plainly wrong is caught."""
    plainly = malformed(place.shape)[0]
    if isinstance(place.shape, Array):
        plainly = 5
    return _trial(
        place,
        put_at(place.document, place.path, value),
        place.document,
        put_at(place.document, place.path, plainly),
        *_caught(place),
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
    """Give the document with something plainly malformed at what catches it, if it is caught."""
    if place.catcher is None:
        return ()
    path, shape = place.catcher
    return (put_at(place.document, path, malformed(shape)[0]),)


def _not_raw(place: Place, document: Json) -> tuple[Json, ...]:
    """Give the document with the variant that holds the place malformed otherwise, if any does.

    Who keeps such a variant raw, as if it were an unknown one, breaks another rule.
    """
    return tuple(islice((other for other in malformed_around(place) if other != document), 1))


def malformed_around(place: Place) -> Iterator[Json]:
    """Give the document with the variant that could pass for an unknown one malformed."""
    if place.raw is not None:
        path, shape = place.raw
        tag = at(place.document, path)[shape.tag]
        for value in malformed_versions(shape, tag, shape.variants[tag]):
            yield put_at(place.document, path, value)


# Where operators apply


def _shaped(*shapes: type) -> Callable[[Place], bool]:
    return lambda place: isinstance(place.shape, shapes) and not place.contested


def _field(presence: Presence, tolerant: bool | None = None) -> Callable[[Place], bool]:
    return lambda place: (
        place.field is not None
        and place.field.presence is presence
        and tolerant in (None, place.field.tolerant)
        and not place.contested
    )


def _root(place: Place) -> bool:
    return not place.path


def _outermost(place: Place) -> bool:
    return _root(place) and place.type == "SessionNotification"


def _is_variant(place: Place) -> bool:
    return isinstance(place.shape, Object) and not place.contested


def _word(unknown: Unknown | None) -> Callable[[Place], bool]:
    return lambda place: (
        isinstance(place.shape, Word)
        and not place.contested
        and (
            place.shape.unknown is unknown
            if unknown is not None
            else isinstance(place.shape.unknown, str)
        )
    )


def _has_default(place: Place) -> bool:
    return place.field is not None and place.field.default is not NO_DEFAULT


def _tagged(raw: bool) -> Callable[[Place], bool]:
    return lambda place: (
        isinstance(place.shape, Tagged)
        and (place.shape.raw is not None) is raw
        and not place.contested
    )


# What operators try


def _ordinary(place: Place) -> Sequence[Json]:
    """Give the values that no narrower rule than `VALUE` is about."""
    shape = place.shape
    if isinstance(shape, Text | Word | Opaque):
        return (smallest(shape),)
    if isinstance(shape, Integer | Number):
        return [value for value in well_formed(shape) if value not in (shape.low, shape.high)]
    if isinstance(shape, Object):
        return (at(place.document, place.path),)
    return well_formed(shape)


def _bounds(place: Place) -> Sequence[Json]:
    shape = place.shape
    assert isinstance(shape, Integer | Number)
    return [bound for bound in (shape.low, shape.high) if bound is not None]


def _malformed(place: Place) -> Sequence[Json]:
    return malformed(place.shape)


def _malformed_or_null(place: Place) -> Sequence[Json]:
    return (*malformed(place.shape), None)


def _bad_lists(place: Place) -> Iterator[Json]:
    assert isinstance(place.shape, Array)
    good = smallest(place.shape.item)
    for bad in (*malformed(place.shape.item), None):
        yield [bad, good]
        yield [good, bad]


def _too_wide(place: Place) -> Sequence[Json]:
    assert isinstance(place.shape, Integer)
    return (place.shape.high + 1, 2 * (place.shape.high + 1) + 7)


def _unknown_words(place: Place) -> Sequence[Json]:
    assert isinstance(place.shape, Word)
    return unknown_words(place.shape)


def _unknown_variants(place: Place) -> Sequence[Json]:
    assert isinstance(place.shape, Tagged)
    return unknown_variants(place.shape)


def _malformed_variants(place: Place) -> Iterator[Json]:
    assert isinstance(place.shape, Tagged)
    for tag, variant in variants(place.shape):
        yield from malformed_versions(place.shape, tag, variant)


def malformed_versions(shape: Tagged, tag: str, variant: Object | None) -> Iterator[Json]:
    """Give the variant, smallest, with each required member missing and malformed."""
    assert variant is not None
    whole = {shape.tag: tag, **smallest_object(variant)}
    for field in variant.fields:
        if field.presence is Presence.REQUIRED and not field.tolerant:
            yield {name: value for name, value in whole.items() if name != field.name}
            yield {**whole, field.name: malformed(field.shape)[0]}


def _bad_tags(place: Place) -> Iterator[Json]:
    shape = place.shape
    assert isinstance(shape, Tagged)
    tag, variant = variants(shape)[0]
    fields = smallest_object(variant)
    yield fields
    others: list[Json] = [None, True, [], {}, [tag], 0.5, -1]
    for bad in others:
        yield {shape.tag: bad, **fields}


def _mixed_variants(place: Place) -> Iterator[Json]:
    shape = place.shape
    assert isinstance(shape, Untagged)
    objects = [smallest_object(variant) for variant in shape.variants]
    whole: dict[str, Json] = {name: value for each in objects for name, value in each.items()}
    yield whole
    yield dict(reversed(whole.items()))
    for field in shape.variants[0].fields:
        if field.presence is Presence.REQUIRED and field.name not in objects[-1]:
            yield {**whole, field.name: malformed(field.shape)[0]}


# Trials that are more than a value at a place


def _mixing(place: Place, value: Json) -> Trial:
    """Put in what several variants have; the controls are each of them with an unknown member."""
    shape = place.shape
    assert isinstance(shape, Untagged)
    alone = [{**smallest_object(variant), UNKNOWN_MEMBER: 1} for variant in shape.variants]
    controls = [put_at(place.document, place.path, each) for each in alone]
    document = put_at(place.document, place.path, value)
    return _trial(place, document, place.document, *controls)


def _dropping(place: Place, _: Json) -> Trial:
    """Leave a member out."""
    document = drop_at(place.document, place.path)
    if place.field is not None and place.field.presence is Presence.REQUIRED:
        controls = (*_caught(place), *_not_raw(place, document))
        return _trial(place, document, place.document, *controls)
    return _trial(place, document, place.document)


def _listing(place: Place, value: Json) -> Trial:
    """Put in a list with a bad item; the control is the list without it."""
    return _trial(place, put_at(place.document, place.path, value), place.document)


def _with_member(place: Place, member: Json) -> Trial:
    """Add a member to the object; a control has it under a name that means nothing anywhere."""
    here = at(place.document, place.path)
    [(name, value)] = member.items()
    document = put_at(place.document, place.path, {**here, name: value})
    plain = put_at(place.document, place.path, {**here, UNKNOWN_MEMBER: value})
    return _trial(place, document, place.document, plain)


def _renaming(place: Place, name: Json) -> Trial | None:
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


def _spelling(spell: Callable[[Json], str]) -> Callable[[Place, Json], Trial | None]:
    """Spell the whole document otherwise."""

    def make(place: Place, _: Json) -> Trial | None:
        plain, spelled = dumps(place.document), spell(place.document)
        if spelled == plain:
            return None
        return Trial(place.site, decoding(place.type, spelled), (decoding(place.type, plain),))

    return make


def _text(place: Place, text: Json) -> Trial:
    """Ask for a text as it stands."""
    return Trial(
        place.site,
        decoding(place.type, text),
        (decoding(place.type, dumps(place.document)),),
    )


def _broken(place: Place, spelled: Json) -> Trial:
    """Ask for a text that is no JSON; what is wrong with it stands for the site."""
    fault, text = spelled
    control = decoding(place.type, dumps(place.document))
    return Trial(fault, decoding(place.type, text), (control,))


def _broken_values(place: Place) -> Iterator[Json]:
    """Give texts with something that is no JSON within JSON that is handed on."""
    for value in spelling.BAD_VALUES:
        inside = Verbatim(f'{{"a":{value}}}')
        yield f"{value} in opaque JSON", dumps(put_at(place.document, place.path, inside))


def _odd_texts(place: Place) -> Iterator[Json]:
    """Give texts with each textual oddity, in the place or beside it."""
    odd: list[Numeral] = [
        *(deep(depth) for depth in (128, 200, 1_000, 10_000)),
        *(deep(depth, opening='{"a":', closing="}") for depth in (128, 1_000)),
        *(Verbatim(number) for number in ("1e400", "-1e400", "1e-400", "9" * 400, "1" + "0" * 30)),
        *(Verbatim(text) for text in ('"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":1}')),
        Verbatim('{"a":1,"a":2}'),
        Verbatim('{"a":{"b":1,"b":2}}'),
    ]
    for value in odd:
        if place.shape == Opaque(is_object=True) and not value.text.startswith("{"):
            value = Verbatim(f'{{"a":{value.text}}}')
        yield dumps(put_at(place.document, place.path, value))
    yield "\ufeff" + dumps(place.document)


def _bottomless() -> Iterator[Json]:
    """Give texts that are nothing but nesting, closed and not."""
    for depth in (1_000, 100_000):
        yield "[" * depth + "]" * depth
        yield "[" * depth
        yield '{"a":' * depth


def _nesting(place: Place) -> Iterator[Json]:
    """Give values nested as deeply as every reader must take, the document counted in."""
    for depth in (64, 127 - len(place.path)):
        yield deep(depth)
        yield deep(depth, opening='{"a":', closing="}")


def _has_members(place: Place) -> bool:
    return _is_variant(place) and len(_full(place)) > 1


def _full(place: Place) -> dict[str, Json]:
    """Give the object with every member that it may have, each smallest."""
    assert isinstance(place.shape, Object)
    here: dict[str, Json] = at(place.document, place.path)
    fields = [field for field in place.shape.fields if not field.contested]
    return {**here, **{field.name: smallest(field.shape) for field in fields}}


def _turning(place: Place, _: Json) -> Trial:
    """Write the members of a full object, and of all around it, in the opposite order."""
    document = put_at(place.document, place.path, _full(place))
    spelled = decoding(place.type, dumps(spelling.turned(document)))
    return Trial(place.site, spelled, (decoding(place.type, dumps(document)),))


def _nothing(_: Place) -> Sequence[Json]:
    return (None,)


OPERATORS: Sequence[Operator] = (
    # The text
    Operator(
        Rule.NOT_JSON,
        _root,
        lambda place: list(spelling.broken(dumps(place.document)).items()),
        _broken,
    ),
    Operator(Rule.NOT_JSON, _shaped(Opaque), _broken_values, _broken, once=True),
    Operator(Rule.ESCAPES, _is_variant, _nothing, _spelling(spelling.escaped)),
    Operator(Rule.ESCAPES, _is_variant, _nothing, _spelling(spelling.solidus)),
    Operator(Rule.WHITE_SPACE, _root, _nothing, _spelling(spelling.spaced)),
    Operator(
        Rule.MEMBER_ORDER,
        _has_members,
        _nothing,
        _turning,
    ),
    Operator(Rule.ODD_TEXT, _shaped(Opaque), _odd_texts, _text, once=True, drawn=False),
    Operator(Rule.ODD_TEXT, _outermost, lambda _: _bottomless(), _text, drawn=False),
    # Values
    Operator(
        Rule.VALUE,
        lambda place: not place.contested and not (_root(place) and isinstance(place.shape, Word)),
        _ordinary,
        _adding,
    ),
    Operator(
        Rule.TEXT,
        lambda place: _shaped(Text)(place) and place.shape == Text(),
        lambda _: TEXTS,
        _replacing,
        lambda _: documents.texts(),
    ),
    Operator(
        Rule.OPAQUE,
        _shaped(Opaque),
        lambda place: well_formed(place.shape),
        _replacing,
        lambda place: documents.well_formed(place.shape),
    ),
    Operator(
        Rule.NESTING,
        _shaped(Opaque),
        lambda place: (
            value
            for value in _nesting(place)
            if value.text.startswith("{") or place.shape == Opaque()
        ),
        _replacing,
    ),
    Operator(
        Rule.DIGITS,
        _shaped(Opaque),
        lambda place: [{"a": number} for number in EXACT_NUMERALS],
        _replacing,
    ),
    Operator(
        Rule.SPECIAL_NAME,
        _shaped(Opaque),
        lambda place: [{name: {"a": 1}} for name in SPECIAL_NAMES],
        _replacing,
    ),
    Operator(
        Rule.SPECIAL_NAME,
        _is_variant,
        lambda place: [{name: {"a": 1}} for name in SPECIAL_NAMES],
        _with_member,
    ),
    Operator(Rule.WRONG_TYPE, _root, _malformed_or_null, _replacing),
    # Presence
    Operator(Rule.REQUIRED_ABSENT, _field(Presence.REQUIRED), _nothing, _dropping),
    Operator(
        Rule.REQUIRED_MALFORMED,
        _field(Presence.REQUIRED, tolerant=False),
        _malformed_or_null,
        _malforming,
    ),
    Operator(
        Rule.REQUIRED_DEFAULT,
        _field(Presence.REQUIRED, tolerant=True),
        _malformed_or_null,
        _replacing,
    ),
    Operator(Rule.OPTIONAL_ABSENT, _field(Presence.OPTIONAL), _nothing, _dropping),
    Operator(Rule.OPTIONAL_NULL, _field(Presence.OPTIONAL), _nothing, _replacing),
    Operator(Rule.OPTIONAL_MALFORMED, _field(Presence.OPTIONAL), _malformed, _replacing),
    Operator(Rule.PATCH_ABSENT, _field(Presence.PATCH), _nothing, _dropping),
    Operator(Rule.PATCH_NULL, _field(Presence.PATCH), _nothing, _replacing),
    Operator(Rule.PATCH_MALFORMED, _field(Presence.PATCH), _malformed, _replacing),
    # Lists
    Operator(
        Rule.BAD_ITEM,
        lambda place: _shaped(Array)(place) and getattr(place.shape, "skips", False),
        _bad_lists,
        _listing,
    ),
    Operator(
        Rule.BAD_ITEM_REFUSED,
        lambda place: _shaped(Array)(place) and not getattr(place.shape, "skips", True),
        _bad_lists,
        _malforming,
    ),
    Operator(Rule.EMPTY_LIST, _shaped(Array), lambda _: ([],), _replacing),
    # Words, variants, names
    Operator(Rule.WORD, _shaped(Word), lambda place: well_formed(place.shape), _wording),
    Operator(
        Rule.UNKNOWN_WORD_KEPT,
        _word(Unknown.KEPT),
        _unknown_words,
        _replacing,
        lambda place: documents.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_REPLACED,
        lambda place: _word(None)(place) and _has_default(place),
        _unknown_words,
        _replacing,
        lambda place: documents.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_IN_UPDATE,
        lambda place: _word(None)(place) and not _has_default(place),
        _unknown_words,
        _replacing,
        lambda place: documents.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_MALFORMED,
        _word(Unknown.MALFORMED),
        _unknown_words,
        _alike,
        lambda place: documents.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_VARIANT_KEPT,
        _tagged(raw=True),
        _unknown_variants,
        _replacing,
        lambda place: documents.unknown_variants(place.shape),
    ),
    Operator(Rule.UNKNOWN_VARIANT_REFUSED, _tagged(raw=False), _unknown_variants, _malforming),
    Operator(
        Rule.KNOWN_VARIANT_MALFORMED, _tagged(raw=True), _malformed_variants, _passing_for_raw
    ),
    Operator(Rule.TAG, _shaped(Tagged), _bad_tags, _malforming),
    Operator(Rule.FIRST_VARIANT, _shaped(Untagged), _mixed_variants, _mixing),
    Operator(
        Rule.UNKNOWN_MEMBER,
        _is_variant,
        lambda place: [{UNKNOWN_MEMBER: value} for value in (1, None, {"a": [None]}, "x")],
        _with_member,
        lambda place: documents.well_formed(Opaque()).map(lambda value: {UNKNOWN_MEMBER: value}),
    ),
    Operator(
        Rule.EXACT_NAME,
        lambda place: place.field is not None and not place.contested,
        lambda place: near_names(str(place.path[-1])),
        _renaming,
    ),
    # Numbers
    Operator(
        Rule.NO_COERCION,
        lambda place: place.path != () and not place.contested,
        lambda place: coercible(place.shape),
        _alike,
    ),
    Operator(Rule.BOUNDS, _shaped(Integer, Number), _bounds, _replacing),
    Operator(
        Rule.BELOW_ZERO,
        lambda place: _shaped(Integer)(place) and getattr(place.shape, "low", -1) == 0,
        lambda _: (-1, -2147483648),
        _alike,
    ),
    Operator(Rule.FRACTION, _shaped(Integer), lambda _: (1.5, 0.1), _alike),
    Operator(Rule.WIDTH, _shaped(Integer), _too_wide, _alike),
    # What only some published readers know
    Operator(
        Rule.NEWER_MEMBER,
        lambda place: place.contested,
        lambda place: (at(place.document, place.path),),
        _adding,
    ),
)
