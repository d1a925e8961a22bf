"""Every place of the tables: what a sender may put there, and what is forgiven or refused."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.reference import PROFILES, Accepted, RefusedAnswer, answers, dumps
from toolwire.reference.revisions import named
from toolwire.reference.schema import Strength
from toolwire.reference.shapes import (
    Integer,
    Presence,
    Tagged,
    Unknown,
    Untagged,
    Word,
    takes_null,
)
from toolwire.strategies import drawn
from toolwire.strategies.places import all_places, at, drop_at, put_at
from toolwire.strategies.values import (
    coercible,
    malformed,
    signed,
    unknown_variants,
    unknown_words,
    well_formed,
)

SENDER, RECEIVER = Strength.SENDER, Strength.RECEIVER

MANY = settings(
    max_examples=20,  # of each of some forty types
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def places(profile):
    """Give the places, each with its document as a sender writes it: with the constants."""
    return [
        (place, signed(profile.types[place.type], place.document)) for place in all_places(profile)
    ]


@pytest.fixture
def read(profile):
    """Give the only answer of the reference to a document, or None where it is unsettled."""

    def only_answer(type_, document):
        found = answers(profile, "decode", type_, [dumps(document)])
        return found.expected if found.settled else None

    return only_answer


def with_its_tag(place, document, value):
    """Give a variant's value with the tag that it has in the document."""
    there = at(document, place.path)
    if place.field is None and isinstance(there, dict) and place.tag in there:
        return {place.tag: there[place.tag], **value}
    return value


def test_a_sender_may_write_what_is_well_formed(places, takes):
    wrong = []
    for place, document in places:
        for value in (at(document, place.path), *well_formed(place.shape)):
            value = with_its_tag(place, document, signed(place.shape, value))
            changed = put_at(document, place.path, value)
            if not takes(SENDER, place.type, changed) or not takes(RECEIVER, place.type, changed):
                wrong.append((place.type, place.site, changed))
    assert not wrong, (len(wrong), wrong[:5])


@pytest.mark.parametrize(
    ("profile", "type_"),
    [
        pytest.param(profile, type_, id=f"{profile.name}-{type_}")
        for profile in PROFILES.values()
        for type_ in profile.types
    ],
)
@MANY
@given(data=st.data())
def test_a_sender_may_write_whole_documents(profile, type_, takes, data):
    shape = profile.types[type_]
    document = signed(shape, data.draw(drawn.well_formed(shape)))
    assert takes(SENDER, type_, document)
    assert takes(RECEIVER, type_, document)


def test_null_is_written_for_what_is_optional_alone(places, takes):
    wrong = []
    for place, document in places:
        field = place.field
        if field is None or takes_null(place.shape):
            continue
        takes_it = field.presence in (Presence.OPTIONAL, Presence.PATCH)
        changed = put_at(document, place.path, None)
        if takes(SENDER, place.type, changed) is not (takes_it and not field.left_out):
            wrong.append((place.type, place.site, changed))
        if takes_it and not takes(RECEIVER, place.type, changed):
            wrong.append((place.type, place.site, changed))
    assert not wrong, (len(wrong), wrong[:5])


def test_what_may_be_left_out(places, takes, read):
    wrong = []
    for place, document in places:
        if place.field is not None:
            changed = drop_at(document, place.path)
            may_be = place.field.presence is not Presence.REQUIRED
            assert takes(SENDER, place.type, changed) is may_be, (place.type, place.site)
            is_taken = takes(RECEIVER, place.type, changed)
            if is_taken is not isinstance(read(place.type, changed), Accepted):
                wrong.append((place.type, place.site, changed))
    assert not wrong, (len(wrong), wrong[:5])


def is_alternative(profile, place):
    """Tell whether a place is one variant of several that are tried: no fault of it is theirs."""
    unions = [shape for _, shape in named(profile) if isinstance(shape, Untagged)]
    return place.shape is not profile.types[place.type] and any(
        place.shape is variant for union in unions for variant in union.variants
    )


def faults(shape):
    """Give values that are not of `shape` for any reader, though one may forgive them."""
    values = [*malformed(shape), *coercible(shape)]
    match shape:
        case Word() if shape.unknown is not Unknown.KEPT:
            values += unknown_words(shape)
        case Tagged():
            values += [{}, {shape.tag: None}, {shape.tag: True}, {shape.tag: []}]
            values += () if shape.is_open else unknown_variants(shape)
        case Integer():
            low = min(shape.low, *(shape.elsewhere or (0,))[:1])
            values += [1.5, *([low - 1] if low >= 0 else [])]
        case _:
            pass
    return values if takes_null(shape) else [*values, None]


def test_a_fault_is_never_written_and_is_taken_where_it_is_forgiven(profile, places, takes, read):
    wrong, forgiven, refused = [], 0, 0
    for place, document in places:
        if is_alternative(profile, place):
            continue
        nullable = place.field is not None and place.field.presence in (
            Presence.OPTIONAL,
            Presence.PATCH,
        )
        for value in faults(place.shape):
            if value is None and nullable:
                continue
            changed = put_at(document, place.path, value)
            answer = read(place.type, changed)
            assert answer is not None, (place.type, place.site, changed)
            is_read = not isinstance(answer, RefusedAnswer)
            forgiven += is_read
            refused += not is_read
            if (
                takes(SENDER, place.type, changed)
                or takes(RECEIVER, place.type, changed) != is_read
            ):
                wrong.append((place.type, place.site, changed, answer))
    assert not wrong, (len(wrong), wrong[:5])
    assert refused > 10
    assert (forgiven > 0) is (profile.name not in ("acp-0.0.26", "subc"))


def test_a_bad_item_is_never_written(profile, places, takes, read):
    """Also beside good ones."""
    for place, document in places:
        if getattr(place.shape, "skips", False):
            good = at(document, place.path)
            for bad in faults(place.shape.item):
                changed = put_at(document, place.path, [*good, bad])
                assert isinstance(read(place.type, changed), Accepted)
                assert not takes(SENDER, place.type, changed), (place.site, bad)
                assert takes(RECEIVER, place.type, changed), (place.site, bad)


def test_unknown_words_and_variants_are_written_where_the_protocol_is_open(places, takes, read):
    """By a newer sender: the reference keeps them, or skips them."""
    for place, document in places:
        shape, values = place.shape, ()
        if isinstance(shape, Word) and shape.unknown is Unknown.KEPT:
            values = unknown_words(shape)
        elif isinstance(shape, Tagged) and shape.is_open:
            values = unknown_variants(shape)
        for value in values:
            changed = put_at(document, place.path, value)
            assert isinstance(read(place.type, changed), Accepted)
            assert takes(SENDER, place.type, changed), (place.site, value)
            assert takes(RECEIVER, place.type, changed), (place.site, value)


def test_a_number_past_its_width_is_not_written_and_may_be_taken(places, takes):
    for place, document in places:
        if isinstance(place.shape, Integer):
            changed = put_at(document, place.path, place.shape.high + 1)
            assert not takes(SENDER, place.type, changed), place.site
            assert takes(RECEIVER, place.type, changed), place.site
