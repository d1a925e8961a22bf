"""No field, word, variant or bound of the tables is without a requirement that touches it."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.reference import PROFILES, Profile, Rule
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Field,
    Integer,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
)
from toolwire.strategies.values import coercible, malformed

Touch = tuple[Rule, str]

each_profile = pytest.mark.parametrize("profile", PROFILES)

WHEN = {
    Presence.REQUIRED: (Rule.REQUIRED_ABSENT,),
    Presence.OPTIONAL: (Rule.OPTIONAL_ABSENT, Rule.OPTIONAL_NULL),
    Presence.PATCH: (Rule.PATCH_ABSENT, Rule.PATCH_NULL),
}
MALFORMED = {
    Presence.REQUIRED: Rule.REQUIRED_MALFORMED,
    Presence.OPTIONAL: Rule.OPTIONAL_MALFORMED,
    Presence.PATCH: Rule.PATCH_MALFORMED,
}


def owed(profile: Profile) -> Iterator[Touch]:
    """Give what the table has a say about: pairs of a rule and a site."""
    for name, shape in profile.types.items():
        yield Rule.WRONG_TYPE, getattr(shape, "name", name)
        yield from _of(shape, set())
    for fold in profile.folds.values():
        state, update = profile.types[fold.first], profile.types[fold.rest]
        assert isinstance(state, Object)
        assert isinstance(update, Object)
        for field in update.fields:
            if field.presence is not Presence.REQUIRED and not field.contested:
                yield from _of_fold(field, f"{state.name}.{field.name}")


def _of(shape: Shape, seen: set[int]) -> Iterator[Touch]:
    if id(shape) in seen:
        return
    seen.add(id(shape))
    match shape:
        case Object():
            yield from _of_object(shape, seen)
        case Tagged():
            yield from _of_tagged(shape, seen)
        case Untagged():
            for variant in shape.variants:
                yield Rule.FIRST_VARIANT, variant.name
                yield from _of(variant, seen)
        case Array():
            yield from _of(shape.item, seen)
        case Word():
            for word in shape.known:
                yield Rule.WORD, f"{shape.name}:{word}"
            if shape.unknown is Unknown.KEPT:
                yield Rule.UNKNOWN_WORD_KEPT, shape.name
            if shape.unknown is Unknown.MALFORMED:
                yield Rule.UNKNOWN_WORD_MALFORMED, shape.name
        case _:
            pass


def _of_object(shape: Object, seen: set[int]) -> Iterator[Touch]:
    yield Rule.UNKNOWN_MEMBER, shape.name
    if len(shape.fields) > 1:
        yield Rule.MEMBER_ORDER, shape.name
    for field in shape.fields:
        site = f"{shape.name}.{field.name}"
        if field.contested:
            yield Rule.NEWER_MEMBER, site
        else:
            yield from _of_field(field, site)
            yield from _of(field.shape, seen)


def _of_field(field: Field, site: str) -> Iterator[Touch]:
    yield Rule.VALUE, site
    yield Rule.EXACT_NAME, site
    yield from ((rule, site) for rule in WHEN[field.presence])
    if malformed(field.shape):
        is_default = field.presence is Presence.REQUIRED and field.tolerant
        yield Rule.REQUIRED_DEFAULT if is_default else MALFORMED[field.presence], site
    if coercible(field.shape):
        yield Rule.NO_COERCION, site
    match field.shape:
        case Text(form=None):
            yield Rule.TEXT, site
        case Opaque():
            yield Rule.OPAQUE, site
        case Array(skips=skips):
            yield Rule.EMPTY_LIST, site
            yield Rule.BAD_ITEM if skips else Rule.BAD_ITEM_REFUSED, site
        case Word(unknown=str()):
            is_replaced = field.default is not NO_DEFAULT
            yield Rule.UNKNOWN_WORD_REPLACED if is_replaced else Rule.UNKNOWN_WORD_IN_UPDATE, site
        case Integer(low=low):
            yield from ((Rule.BOUNDS, f"{site}:{end}") for end in ("low", "high"))
            yield from ((rule, site) for rule in (Rule.FRACTION, Rule.WIDTH))
            if low == 0:
                yield Rule.BELOW_ZERO, site
        case Number(low=low, high=high):
            bounds = {"low": low, "high": high}
            yield from (
                (Rule.BOUNDS, f"{site}:{end}") for end, at in bounds.items() if at is not None
            )
        case _:
            pass


def _of_tagged(shape: Tagged, seen: set[int]) -> Iterator[Touch]:
    yield Rule.TAG, shape.name
    is_open = shape.raw is not None
    yield Rule.UNKNOWN_VARIANT_KEPT if is_open else Rule.UNKNOWN_VARIANT_REFUSED, shape.name
    for tag, variant in shape.variants.items():
        if variant is None:
            continue
        site = f"{shape.name}:{tag}"
        if tag in shape.contested:
            yield Rule.NEWER_MEMBER, site
            continue
        yield Rule.VALUE, site
        if is_open and any(field.presence is Presence.REQUIRED for field in variant.fields):
            yield Rule.KNOWN_VARIANT_MALFORMED, site
        yield from _of(variant, seen)
    if shape.raw is not None:
        for field in shape.raw.fields:
            yield from _of_field(field, f"{shape.raw.name}.{field.name}")


def _of_fold(field: Field, site: str) -> Iterator[Touch]:
    if field.merges:
        merging = (Rule.META_MERGES, Rule.META_REMOVES, Rule.META_WHOLE, Rule.META_CLEARS)
        yield from ((rule, site) for rule in (*merging, Rule.META_STARTS))
        return
    if field.name == "_meta":
        yield Rule.META_STAYS, site
        return
    yield Rule.FOLD_OMITTED, site
    yield Rule.FOLD_LIST if isinstance(field.shape, Array) else Rule.FOLD_VALUE, site
    yield Rule.FOLD_NULL if field.presence is Presence.PATCH else Rule.FOLD_NULL_KEEPS, site
    if malformed(field.shape):
        yield Rule.FOLD_MALFORMED, site


@cache
def touched(profile: str) -> Mapping[Rule, set[str]]:
    """Give for each rule the sites at which its enumerated trials touch it."""
    asked = oracle(profile)
    return {
        rule: {
            site
            for trial in trials
            for touched, site in asked.answers(trial.input).trace
            if touched is rule
        }
        for rule, trials in trials_of(profile).items()
    }


def uncovered(profile: str, sites: Mapping[Rule, set[str]]) -> set[Touch]:
    return {(r, site) for r, site in owed(PROFILES[profile]) if site not in sites.get(r, set())}


@each_profile
def test_everything_in_the_table_is_touched_by_a_trial_of_its_rule(profile: str) -> None:
    assert uncovered(profile, touched(profile)) == set()


@each_profile
def test_no_rule_could_go_missing_unseen(profile: str) -> None:
    """Without the trials of any one rule the table would not be covered, but for the text's."""
    unseen = {
        rule
        for rule in touched(profile)
        if not uncovered(profile, {r: s for r, s in touched(profile).items() if r is not rule})
    }
    assert unseen == {
        Rule.NOT_JSON,
        Rule.ESCAPES,
        Rule.WHITE_SPACE,
        Rule.ODD_TEXT,
        Rule.DIGITS,
        Rule.SPECIAL_NAME,
        Rule.NESTING,
        Rule.FOLD_REFUSED,
    }


@each_profile
def test_each_requirement_has_trials_and_they_alone(profile: str) -> None:
    named = {requirement.rule for requirement in requirements(profile)}
    assert set(trials_of(profile)) == named
    assert all(trials_of(profile).values())


@each_profile
def test_each_trial_touches_its_rule(profile: str) -> None:
    asked = oracle(profile)
    missing = [
        (rule, trial.input.texts)
        for rule, trials in trials_of(profile).items()
        for trial in trials
        if rule not in {touched for touched, _ in asked.answers(trial.input).trace}
    ]
    assert missing == []


@each_profile
def test_each_trial_says_which_answer_it_wants_and_has_its_controls_right(profile: str) -> None:
    """Where several answers are right, one of them still is wrong; the controls are settled."""
    asked = oracle(profile)
    open_controls = [
        control.texts
        for rule, trials in trials_of(profile).items()
        for trial in trials
        for control in (*trial.controls, *trial.alike)
        if rule is not Rule.ODD_TEXT and not asked.answers(control).settled
    ]
    assert open_controls == []
