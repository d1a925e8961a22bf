"""No field, word, variant or bound of the tables is without a requirement that touches it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import requirements, trials_of
from toolwire.reference import (
    PROFILES,
    Accepted,
    Answers,
    Fold,
    Json,
    Profile,
    RefusedAnswer,
    Rule,
    SessionFold,
    Streamed,
    Written,
    same,
)
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
from toolwire.strategies.trials import Trial
from toolwire.strategies.values import coercible, malformed

Touch = tuple[Rule, str]

each_profile = pytest.mark.parametrize("profile", PROFILES)

# What the tables have a say about

WHEN = {
    Presence.REQUIRED: (Rule.REQUIRED_ABSENT,),
    Presence.OPTIONAL: (Rule.OPTIONAL_ABSENT, Rule.OPTIONAL_NULL),
    Presence.DEFAULTED: (Rule.OPTIONAL_ABSENT, Rule.DEFAULT_NULL),
    Presence.PATCH: (Rule.PATCH_ABSENT, Rule.PATCH_NULL),
}
MALFORMED = {
    (Presence.REQUIRED, False): Rule.REQUIRED_MALFORMED,
    (Presence.REQUIRED, True): Rule.REQUIRED_DEFAULT,
    (Presence.OPTIONAL, False): Rule.OPTIONAL_MALFORMED_REFUSED,
    (Presence.OPTIONAL, True): Rule.OPTIONAL_MALFORMED,
    (Presence.DEFAULTED, False): Rule.OPTIONAL_MALFORMED_REFUSED,
    (Presence.PATCH, True): Rule.PATCH_MALFORMED,
}
SESSION_RULES = (
    Rule.SESSION_CREATES,
    Rule.SESSION_PATCHES,
    Rule.SESSION_IDS,
    Rule.SESSION_OTHER,
    Rule.SESSION_ODD,
)
STREAM_RULES = tuple(rule for rule in Rule if rule.startswith("stream-"))


def owed(profile: Profile) -> Iterator[Touch]:
    """Give what the profile has a say about: pairs of a rule and a site."""
    for name, shape in profile.types.items():
        kinds = shape.variants if isinstance(shape, Untagged) else (shape,)
        yield from ((Rule.WRONG_TYPE, kind.name) for kind in kinds if hasattr(kind, "name"))
        yield from _of(shape, set())
        rules = profile.texts.get(name)
        if rules is not None:
            settled = {
                Rule.LAST_COUNTS: rules.last_counts,
                Rule.DEEP_REFUSED: rules.shallow,
                Rule.DEEP_FORGIVEN: rules.forgiven is not None,
            }
            yield from ((rule, "text") for rule, is_settled in settled.items() if is_settled)
    for fold in profile.folds.values():
        if isinstance(fold, Fold):
            yield from _of_calls(profile.types[fold.first], profile.types[fold.rest])
        else:
            yield from _of_session(fold)
    for name, stream in profile.streams.items():
        rules_of_it = (r for r in STREAM_RULES if stream.method or r is not Rule.STREAM_OTHER)
        yield from ((rule, name) for rule in rules_of_it)
    for name in profile.commands:
        yield from ((rule, name) for rule in (Rule.COMMAND_LINE, Rule.LINE_LIMIT))
    yield from ((Rule.CUT, name) for name in profile.cuts)


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
            objects = [each for each in shape.variants if isinstance(each, Object)]
            if len(objects) > 1:
                yield from ((Rule.FIRST_VARIANT, each.name) for each in objects)
            for variant in shape.variants:
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
    if shape.constants:
        yield Rule.CONSTANT, shape.name
    if len([each for each in shape.fields if each.presence is not Presence.TOLD]) > 1:
        yield Rule.MEMBER_ORDER, shape.name
    for field in shape.fields:
        site = f"{shape.name}.{field.name}"
        if field.contested:
            yield Rule.NEWER_MEMBER, site
        elif field.presence is Presence.TOLD:
            yield Rule.DEEP_FORGIVEN, "text"
        else:
            yield from _of_field(field, site)
            yield from _of(field.shape, seen)


def _of_field(field: Field, site: str) -> Iterator[Touch]:
    yield Rule.VALUE, site
    yield Rule.EXACT_NAME, site
    yield from ((rule, site) for rule in WHEN[field.presence])
    if malformed(field.shape):
        yield MALFORMED[field.presence, field.tolerant], site
    if field.left_out:
        yield Rule.LEFT_OUT, site
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
            if low >= 0:
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
    yield _of_unknown(shape), shape.name
    yield from ((Rule.ALIAS, f"{shape.name}:{alias}") for alias in shape.aliases)
    for tag, variant in shape.variants.items():
        if variant is None:
            continue
        site = f"{shape.name}:{tag}"
        if tag in shape.contested:
            yield Rule.NEWER_MEMBER, site
            continue
        yield Rule.VALUE, site
        if shape.is_open and any(field.presence is Presence.REQUIRED for field in variant.fields):
            yield Rule.KNOWN_VARIANT_MALFORMED, site
        yield from _of(variant, seen)
    if shape.raw is not None:
        for field in shape.raw.fields:
            yield from _of_field(field, f"{shape.raw.name}.{field.name}")


def _of_unknown(shape: Tagged) -> Rule:
    if shape.skipped is not None:
        return Rule.UNKNOWN_VARIANT_SKIPPED
    is_kept = shape.raw is not None
    return Rule.UNKNOWN_VARIANT_KEPT if is_kept else Rule.UNKNOWN_VARIANT_REFUSED


def _of_calls(state: Shape, update: Shape) -> Iterator[Touch]:
    assert isinstance(state, Object)
    assert isinstance(update, Object)
    for field in update.fields:
        if field.presence is not Presence.REQUIRED and not field.contested:
            yield from _of_fold(field, f"{state.name}.{field.name}")


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
    if field.tolerant and malformed(field.shape):
        yield Rule.FOLD_MALFORMED, site


def _of_session(fold: SessionFold) -> Iterator[Touch]:
    yield from ((rule, "Session") for rule in SESSION_RULES)
    if fold.appends is not None:
        yield Rule.CONTENT_REPLACES, "Session"
        for onto in ("nothing", "list", "cleared"):
            yield Rule.CHUNK_APPENDS, f"{fold.state}.content:{onto}"


# What the trials touch

UNTRACED = {Rule.LEFT_OUT, Rule.CONSTANT}
"""What is about writing alone, so that no reader notes it: a trial is about all that it touches."""

NOTED_AS = {Rule.STREAM_BAD_TOLD: Rule.STREAM_BAD}
"""What is noted under another name: a bad line is bad, whether or not it is reported."""


def touched_by(profile: str, rule: Rule, trial: Trial) -> Iterator[str]:
    """Give the sites at which a trial touches its rule."""
    for touched, site in oracle(profile).answers(trial.input).trace:
        if touched is NOTED_AS.get(rule, rule):
            yield site
        elif rule in UNTRACED:
            yield from (site, site.partition(".")[0])


@cache
def touched(profile: str) -> Mapping[Rule, set[str]]:
    """Give for each rule the sites at which its enumerated trials touch it."""
    return {
        rule: {site for trial in trials for site in touched_by(profile, rule, trial)}
        for rule, trials in trials_of(profile).items()
    }


def uncovered(profile: str, sites: Mapping[Rule, set[str]]) -> set[Touch]:
    return {(r, site) for r, site in owed(PROFILES[profile]) if site not in sites.get(r, set())}


@each_profile
def test_everything_in_the_table_is_touched_by_a_trial_of_its_rule(profile: str) -> None:
    assert uncovered(profile, touched(profile)) == set()


OF_NO_SITE = {
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
def test_no_rule_could_go_missing_unseen(profile: str) -> None:
    """Without the trials of any one rule the table would not be covered, but for the text's."""
    found = touched(profile)
    unseen = {
        rule
        for rule in found
        if not uncovered(profile, {r: s for r, s in found.items() if r is not rule})
    }
    assert unseen == OF_NO_SITE & found.keys()


@each_profile
def test_each_requirement_has_trials_and_they_alone(profile: str) -> None:
    named = {requirement.rule for requirement in requirements(profile)}
    assert set(trials_of(profile)) == named
    assert all(trials_of(profile).values())


def _is_about_less(profile: str, rule: Rule, trial: Trial) -> bool:
    """Tell whether a trial is of its rule though nothing in the trace says so.

    The reference notes no value without members, no tag that is spelled as it is written, no
    depth that every reader takes, and no item in a list that is malformed as a whole. A text that
    is nothing but nesting is settled in a profile that settles depth.
    """
    [text] = trial.input.texts if trial.input.op == "decode" else [""]
    match rule:
        case Rule.VALUE:
            return text in ("null", "{}")
        case Rule.ALIAS:
            return '"canceled"' in str(text)
        case Rule.DEEP_FORGIVEN:
            return trial.site.endswith((": 126 containers", ": 127 containers"))
        case Rule.NO_COERCION:
            return trial.site.endswith("[]")
        case Rule.ODD_TEXT:
            return set(str(text)) == {"[", "]"} and trial.input.type in PROFILES[profile].texts
        case _:
            return False


@each_profile
def test_each_trial_touches_its_rule(profile: str) -> None:
    missing = [
        (rule, trial.site, trial.input.texts)
        for rule, trials in trials_of(profile).items()
        for trial in trials
        if not any(touched_by(profile, rule, trial)) and not _is_about_less(profile, rule, trial)
    ]
    assert missing == []


# What the trials want

REFUSED = {
    Rule.NOT_JSON,
    Rule.DEEP_REFUSED,
    Rule.WRONG_TYPE,
    Rule.OPTIONAL_MALFORMED_REFUSED,
    Rule.DEFAULT_NULL,
    Rule.BAD_ITEM_REFUSED,
    Rule.FOLD_REFUSED,
}
REFUSED_OR_CAUGHT = {
    Rule.REQUIRED_ABSENT,
    Rule.REQUIRED_MALFORMED,
    Rule.UNKNOWN_WORD_MALFORMED,
    Rule.UNKNOWN_VARIANT_REFUSED,
    Rule.KNOWN_VARIANT_MALFORMED,
    Rule.TAG,
    Rule.NO_COERCION,
    Rule.BELOW_ZERO,
    Rule.FRACTION,
}
"""What is malformed is refused, or is as what is malformed otherwise in the same place."""

LIKE_A_CONTROL = {
    Rule.ESCAPES,
    Rule.WHITE_SPACE,
    Rule.MEMBER_ORDER,
    Rule.BAD_ITEM,
    Rule.UNKNOWN_MEMBER,
    Rule.FOLD_NULL_KEEPS,
    Rule.FOLD_MALFORMED,
    Rule.META_STAYS,
    Rule.SESSION_OTHER,
    Rule.STREAM_NEWLINE,
    Rule.STREAM_CRLF,
    Rule.STREAM_LAST,
    Rule.STREAM_UTF8,
    Rule.STREAM_OTHER,
    Rule.STREAM_CUT,
}
"""What means nothing."""

UNLIKE_ITS_CONTROLS = {
    Rule.TEXT,
    Rule.OPAQUE,
    Rule.DIGITS,
    Rule.NESTING,
    Rule.LEFT_OUT,
    Rule.REQUIRED_DEFAULT,
    Rule.PATCH_ABSENT,
    Rule.PATCH_NULL,
    Rule.PATCH_MALFORMED,
    Rule.EMPTY_LIST,
    Rule.UNKNOWN_WORD_KEPT,
    Rule.UNKNOWN_WORD_REPLACED,
    Rule.UNKNOWN_WORD_IN_UPDATE,
    Rule.UNKNOWN_VARIANT_KEPT,
    Rule.UNKNOWN_VARIANT_SKIPPED,
    Rule.ALIAS,
    Rule.CONSTANT,
    Rule.BOUNDS,
    Rule.NEWER_MEMBER,
    Rule.SESSION_CREATES,
    Rule.SESSION_PATCHES,
    Rule.SESSION_IDS,
    Rule.CHUNK_APPENDS,
    Rule.COMMAND_LINE,
    Rule.CUT,
}
"""What says something."""

OPEN = {Rule.ODD_TEXT, Rule.WIDTH, Rule.SESSION_ODD}
"""What has several right answers; and so has what another revision reads otherwise."""


def _kind(profile: str, trial: Trial) -> str:
    """Say what is wanted of a trial: open, refused, or like a control or unlike all of them."""
    asked = oracle(profile)
    found = asked.answers(trial.input)
    if not found.settled:
        return "as another revision" if found.oddities == {"another-revision"} else "open"
    if isinstance(found.expected, RefusedAnswer):
        return "refused"
    controls = map(asked.answers, trial.controls)
    is_like = any(same(_meaning(found), _meaning(each)) for each in controls)
    return "like a control" if is_like else "unlike its controls"


def _meaning(found: Answers) -> Json:
    """Give what is understood; nothing that a text could mean for what is refused."""
    match found.expected:
        case Accepted(value):
            return value
        case Written(text):
            return text
        case Streamed(lines):
            items = [line.expected for line in lines]
            return [item.value for item in items if isinstance(item, Accepted)]
        case _:
            return object()


def wanted(rule: Rule) -> set[str]:
    """Give what may be wanted of the trials of a rule."""
    if rule in OPEN:
        return {"open", "refused", "as another revision"}
    if rule in REFUSED:
        return {"refused"}
    if rule in REFUSED_OR_CAUGHT:
        return {"refused", "like a control", "as another revision"}
    if rule in LIKE_A_CONTROL:
        return {"like a control"}
    if rule in UNLIKE_ITS_CONTROLS:
        return {"unlike its controls", "as another revision"}
    if rule in (Rule.EXACT_NAME, Rule.LINE_LIMIT):
        return {"refused", "like a control", "unlike its controls"}
    return {"like a control", "unlike its controls"}


@each_profile
@pytest.mark.parametrize("rule", Rule)
def test_each_trial_wants_what_its_rule_says(rule: Rule, profile: str) -> None:
    trials = trials_of(profile).get(rule, ())
    otherwise = [
        (trial.site, trial.input.texts, kind)
        for trial in trials
        if (kind := _kind(profile, trial)) not in wanted(rule)
    ]
    assert otherwise == []


WITHOUT_CONTROLS = {Rule.VALUE, Rule.WORD, Rule.ALIAS, Rule.COMMAND_LINE}
"""The rules on which others rest: their plainest trials have nothing beside them."""


@each_profile
def test_controls_are_settled_and_others_than_the_trial(profile: str) -> None:
    asked = oracle(profile)
    wrong: list[tuple[Rule, Sequence[object]]] = []
    for rule, trials in trials_of(profile).items():
        for trial in trials:
            beside = (*trial.controls, *trial.alike)
            if not beside and rule not in WITHOUT_CONTROLS:
                wrong.append((rule, trial.input.texts))
            for control in beside:
                is_itself = control == trial.input and rule not in NOTED_AS
                if is_itself or not (rule is Rule.ODD_TEXT or asked.answers(control).settled):
                    wrong.append((rule, control.texts))
    assert wrong == []


def test_what_a_text_does_not_hold_is_told_and_denied() -> None:
    """A member that the reader adds of itself is true in some trial, and false in another."""
    asked = oracle("megacode")
    answers = [
        asked.answers(trial.input).expected for trial in trials_of("megacode")[Rule.DEEP_FORGIVEN]
    ]
    values = [each.value for each in answers if isinstance(each, Accepted)]
    assert {value["too_deep"] for value in values if "too_deep" in value} == {True, False}
