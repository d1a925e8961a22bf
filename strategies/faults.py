"""Operators: for each rule of reading, what to put at a place so that the rule must act.

An operator says at which places it applies, which values it tries there, and how a value becomes a
trial. What is enumerated are all its values at every place in the smallest document; what is drawn
are the same operators in larger documents, with values drawn where an operator can draw.
"""

from collections.abc import Sequence

from toolwire.reference import Rule, dumps
from toolwire.reference.names import near_names
from toolwire.reference.shapes import (
    Array,
    Integer,
    Number,
    Opaque,
    Presence,
    Tagged,
    Text,
    Unknown,
    Word,
    takes_null,
)
from toolwire.reference.texts import SPECIAL_NAMES

from . import drawn, fitting, making, spelling, trying
from .operator import Operator
from .places import at
from .values import (
    EXACT_NUMERALS,
    LONG_TEXTS,
    TEXTS,
    UNKNOWN_MEMBER,
    coercible,
    well_formed,
)

OPERATORS: Sequence[Operator] = (
    # The text
    Operator(
        Rule.NOT_JSON,
        fitting.root,
        lambda place: list(spelling.broken(dumps(place.document)).items()),
        making.broken,
    ),
    Operator(Rule.NOT_JSON, fitting.shaped(Opaque), trying.broken_values, making.broken, once=True),
    Operator(Rule.ESCAPES, fitting.is_variant, trying.nothing, making.respelled(spelling.escaped)),
    Operator(Rule.ESCAPES, fitting.is_variant, trying.nothing, making.respelled(spelling.solidus)),
    Operator(
        Rule.ESCAPES,
        fitting.field(Presence.OPTIONAL, Presence.DEFAULTED, Presence.PATCH),
        trying.nothing,
        making.respelled(spelling.escaped),
        drawn=False,
    ),
    Operator(Rule.WHITE_SPACE, fitting.root, trying.nothing, making.respelled(spelling.spaced)),
    Operator(
        Rule.MEMBER_ORDER,
        fitting.has_members,
        trying.nothing,
        making.turning,
    ),
    Operator(
        Rule.ODD_TEXT,
        fitting.shaped(Opaque),
        trying.odd_texts,
        making.as_it_stands,
        once=True,
        drawn=False,
    ),
    Operator(
        Rule.ODD_TEXT,
        lambda place: (
            fitting.shaped(Integer, Number, Text, Word, Tagged)(place) and place.path != ()
        ),
        trying.odd_values,
        making.replacing,
        drawn=False,
    ),
    Operator(
        Rule.ODD_TEXT,
        fitting.root,
        lambda _: trying.bottomless(),
        making.as_it_stands,
        first=True,
        drawn=False,
    ),
    # Values
    Operator(
        Rule.VALUE,
        fitting.is_value,
        trying.ordinary,
        making.adding,
    ),
    Operator(
        Rule.TEXT,
        lambda place: fitting.shaped(Text)(place) and place.shape == Text(),
        lambda _: TEXTS,
        making.replacing,
        lambda _: drawn.texts(),
    ),
    Operator(
        Rule.TEXT,
        fitting.shaped(Text),
        lambda _: LONG_TEXTS,
        making.replacing,
        once=True,
        drawn=False,
    ),
    Operator(Rule.VALUE, fitting.shaped(Array), trying.long_lists, making.replacing, drawn=False),
    Operator(
        Rule.OPAQUE,
        fitting.shaped(Opaque),
        lambda place: well_formed(place.shape),
        making.replacing,
        lambda place: drawn.well_formed(place.shape),
    ),
    Operator(
        Rule.OPAQUE,
        lambda place: fitting.field(Presence.REQUIRED)(place) and takes_null(place.shape),
        lambda _: (None,),
        making.replacing,
        drawn=False,
    ),
    Operator(
        Rule.NESTING,
        fitting.shaped(Opaque),
        lambda place: (
            value
            for value in trying.nesting(place)
            if value.text.startswith("{") or place.shape == Opaque()
        ),
        making.replacing,
    ),
    Operator(
        Rule.DIGITS,
        fitting.shaped(Opaque),
        lambda place: [{"a": number} for number in EXACT_NUMERALS],
        making.replacing,
    ),
    Operator(
        Rule.SPECIAL_NAME,
        fitting.shaped(Opaque),
        lambda place: [{name: {"a": 1}} for name in SPECIAL_NAMES],
        making.replacing,
    ),
    Operator(
        Rule.SPECIAL_NAME,
        fitting.is_variant,
        lambda place: [{name: {"a": 1}} for name in SPECIAL_NAMES],
        making.with_member,
    ),
    Operator(Rule.WRONG_TYPE, fitting.root, trying.malformed_or_null, making.replacing),
    # Presence
    Operator(
        Rule.REQUIRED_ABSENT, fitting.field(Presence.REQUIRED), trying.nothing, making.dropping
    ),
    Operator(
        Rule.REQUIRED_MALFORMED,
        fitting.field(Presence.REQUIRED, tolerant=False),
        trying.malformed_or_null,
        making.malforming,
    ),
    Operator(
        Rule.REQUIRED_DEFAULT,
        fitting.field(Presence.REQUIRED, tolerant=True),
        trying.malformed_or_null,
        making.replacing,
    ),
    Operator(
        Rule.OPTIONAL_ABSENT,
        fitting.field(Presence.OPTIONAL, Presence.DEFAULTED),
        trying.nothing,
        making.lacking,
        drawn=False,
    ),
    Operator(
        Rule.OPTIONAL_ABSENT,
        fitting.field(Presence.OPTIONAL, Presence.DEFAULTED),
        trying.nothing,
        making.dropping,
    ),
    Operator(
        Rule.OPTIONAL_NULL, fitting.field(Presence.OPTIONAL), trying.nothing, making.replacing
    ),
    Operator(
        Rule.OPTIONAL_MALFORMED,
        fitting.field(Presence.OPTIONAL, tolerant=True),
        trying.plainly_malformed,
        making.replacing,
    ),
    Operator(
        Rule.OPTIONAL_MALFORMED_REFUSED,
        fitting.field(Presence.OPTIONAL, Presence.DEFAULTED, tolerant=False),
        trying.plainly_malformed,
        making.malforming,
    ),
    Operator(
        Rule.DEFAULT_NULL,
        fitting.field(Presence.DEFAULTED),
        trying.nothing,
        making.malforming,
    ),
    Operator(Rule.LEFT_OUT, fitting.may_lack, trying.nothing, making.dropping),
    Operator(Rule.LEFT_OUT, fitting.may_lack, trying.nothing, making.replacing),
    Operator(
        Rule.PATCH_ABSENT,
        fitting.field(Presence.PATCH),
        trying.nothing,
        making.lacking,
        drawn=False,
    ),
    Operator(Rule.PATCH_ABSENT, fitting.field(Presence.PATCH), trying.nothing, making.dropping),
    Operator(Rule.PATCH_NULL, fitting.field(Presence.PATCH), trying.nothing, making.replacing),
    Operator(
        Rule.PATCH_MALFORMED,
        fitting.field(Presence.PATCH),
        trying.plainly_malformed,
        making.replacing,
    ),
    # Lists
    Operator(
        Rule.BAD_ITEM,
        lambda place: fitting.shaped(Array)(place) and getattr(place.shape, "skips", False),
        trying.bad_lists,
        making.listing,
    ),
    Operator(
        Rule.BAD_ITEM_REFUSED,
        lambda place: fitting.shaped(Array)(place) and not getattr(place.shape, "skips", True),
        trying.bad_lists,
        making.malforming,
    ),
    Operator(Rule.EMPTY_LIST, fitting.shaped(Array), lambda _: ([],), making.replacing),
    # Words, variants, names
    Operator(
        Rule.WORD, fitting.shaped(Word), lambda place: well_formed(place.shape), making.wording
    ),
    Operator(
        Rule.UNKNOWN_WORD_KEPT,
        fitting.word(Unknown.KEPT),
        trying.words_unheard_of,
        making.replacing,
        lambda place: drawn.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_REPLACED,
        lambda place: fitting.word(None)(place) and fitting.has_default(place),
        trying.words_unheard_of,
        making.replacing,
        lambda place: drawn.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_IN_UPDATE,
        lambda place: fitting.word(None)(place) and not fitting.has_default(place),
        trying.words_unheard_of,
        making.replacing,
        lambda place: drawn.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_WORD_MALFORMED,
        fitting.word(Unknown.MALFORMED),
        trying.words_unheard_of,
        making.nearly_right,
        lambda place: drawn.unknown_words(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_VARIANT_KEPT,
        fitting.tagged(lambda shape: shape.raw is not None),
        trying.variants_unheard_of,
        making.replacing,
        lambda place: drawn.unknown_variants(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_VARIANT_SKIPPED,
        fitting.tagged(lambda shape: shape.skipped is not None),
        trying.variants_unheard_of,
        making.replacing,
        lambda place: drawn.unknown_variants(place.shape),
    ),
    Operator(
        Rule.UNKNOWN_VARIANT_REFUSED,
        fitting.tagged(lambda shape: not shape.is_open),
        trying.variants_unheard_of,
        making.malforming,
    ),
    Operator(
        Rule.KNOWN_VARIANT_MALFORMED,
        fitting.tagged(lambda shape: shape.is_open),
        trying.malformed_variants,
        making.passing_for_raw,
    ),
    Operator(Rule.TAG, fitting.shaped(Tagged), trying.bad_tags, making.malforming),
    Operator(
        Rule.ALIAS,
        fitting.tagged(lambda shape: bool(shape.aliases)),
        trying.other_spellings,
        making.adding,
    ),
    # Not drawn: no control would hold what else is drawn into the object.
    Operator(Rule.CONSTANT, fitting.is_marked, trying.nothing, making.as_it_is, drawn=False),
    Operator(Rule.FIRST_VARIANT, fitting.untagged, trying.mixed_variants, making.mixing),
    Operator(
        Rule.UNKNOWN_MEMBER,
        fitting.is_variant,
        lambda place: [{UNKNOWN_MEMBER: value} for value in (1, None, {"a": [None]}, "x")],
        making.with_member,
        lambda place: drawn.well_formed(Opaque()).map(lambda value: {UNKNOWN_MEMBER: value}),
    ),
    Operator(
        Rule.EXACT_NAME,
        lambda place: place.field is not None and not place.contested,
        lambda place: near_names(str(place.path[-1])),
        making.renaming,
    ),
    # Numbers
    Operator(
        Rule.NO_COERCION,
        lambda place: place.path != () and not place.contested,
        lambda place: coercible(place.shape),
        making.nearly_right,
    ),
    Operator(Rule.BOUNDS, fitting.shaped(Integer, Number), trying.bounds, making.bounding),
    Operator(
        Rule.BELOW_ZERO,
        lambda place: fitting.shaped(Integer)(place) and getattr(place.shape, "low", -1) >= 0,
        lambda _: (-1, -2147483648),
        making.nearly_right,
    ),
    Operator(Rule.FRACTION, fitting.shaped(Integer), lambda _: (1.5, 0.1), making.nearly_right),
    Operator(Rule.WIDTH, fitting.shaped(Integer), trying.too_wide, making.nearly_right),
    # What only some published readers know
    Operator(
        Rule.NEWER_MEMBER,
        lambda place: place.contested,
        lambda place: (at(place.document, place.path),),
        making.adding,
    ),
)
