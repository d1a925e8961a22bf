"""Operators that break what an update does to a state."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.reference import PROFILES, Fold, Json, Refused, Rule, decode
from toolwire.reference.fold import merge_metadata, patch
from toolwire.reference.shapes import Array, Object, Opaque, Presence, Word
from toolwire.reference.trace import Trace
from toolwire.strategies.folds import foldings
from toolwire.strategies.values import malformed, well_formed

from ..hooks import Hooks, Members, in_field, reading_field, rescuing
from ..mutant import Operator
from ..sites import Site

Effect = Callable[[str, Members, Members, Members], Members]
"""Gives what follows from a member's name, the state before, the update and the right state."""


def folded(profile: str) -> Iterator[Site]:
    """Give every field of a state that updates change; `word` is the type that is folded."""
    found = {each.site: each for each in foldings(PROFILES[profile]) if not each.field.contested}
    for name, each in found.items():
        yield Site(
            profile, name, each.field.shape, each.update, each.field, each.type, is_update=True
        )


def folds(profile: str) -> Iterator[Site]:
    """Give every type that is folded update by update."""
    for name, kinds in PROFILES[profile].folds.items():
        if isinstance(kinds, Fold):
            yield Site(profile, name)


def _acting(effect: Effect) -> Callable[[Site], Hooks]:
    """Let an update have another effect on one member."""

    def build(site: Site) -> Hooks:
        name = site.own_field.name

        def act(
            state_shape: Object,
            update_shape: Object,
            state: Members,
            update: Members,
            trace: Trace | None,
        ) -> Members:
            right = patch(state_shape, update_shape, state, update, trace)
            return effect(name, state, update, right)

        return Hooks(act=act)

    return build


def _with(right: Members, name: str, value: Json) -> Members:
    return {**right, name: value}


def _as_before(name: str, state: Members, right: Members) -> Members:
    rest = {key: each for key, each in right.items() if key != name}
    return {**rest, name: state[name]} if name in state else rest


def _without(name: str, right: Members) -> Members:
    return {key: each for key, each in right.items() if key != name}


def _omitted_clears(name: str, state: Members, update: Members, right: Members) -> Members:
    return right if name in update else _without(name, right)


def _ignored(name: str, state: Members, update: Members, right: Members) -> Members:
    is_value = update.get(name) is not None
    return _as_before(name, state, right) if is_value else right


def _falsy_ignored(name: str, state: Members, update: Members, right: Members) -> Members:
    is_falsy = name in update and update[name] is not None and not update[name]
    return _as_before(name, state, right) if is_falsy else right


def _first_stays(name: str, state: Members, update: Members, right: Members) -> Members:
    is_set = state.get(name) is not None and update.get(name) is not None
    return _as_before(name, state, right) if is_set else right


def _merged(name: str, state: Members, update: Members, right: Members) -> Members:
    one, two = state.get(name), update.get(name)
    if isinstance(one, dict) and isinstance(two, dict):
        return _with(right, name, {**one, **two})
    return right


def _appended(name: str, state: Members, update: Members, right: Members) -> Members:
    new = update.get(name)
    if not isinstance(new, list):
        return right
    return _with(right, name, [*(state.get(name) or []), *new])


def _united(name: str, state: Members, update: Members, right: Members) -> Members:
    new, old = update.get(name), state.get(name) or []
    if not isinstance(new, list):
        return right
    return _with(right, name, [*old, *(item for item in new if item not in old)])


def _by_index(name: str, state: Members, update: Members, right: Members) -> Members:
    new, old = update.get(name), state.get(name) or []
    if not isinstance(new, list):
        return right
    return _with(right, name, [*new, *old[len(new) :]])


def _null_ignored(name: str, state: Members, update: Members, right: Members) -> Members:
    is_null = name in update and update[name] is None
    return _as_before(name, state, right) if is_null else right


def _stays_cleared(name: str, state: Members, update: Members, right: Members) -> Members:
    is_cleared = name in state and state[name] is None
    return _with(right, name, None) if is_cleared else right


def _replaced(name: str, state: Members, update: Members, right: Members) -> Members:
    new = update.get(name)
    return _with(right, name, merge_metadata(None, new)) if isinstance(new, dict) else right


def _deeply(name: str, state: Members, update: Members, right: Members) -> Members:
    def merge(old: Members, new: Members) -> Members:
        merged = merge_metadata(old, new)
        for key, value in new.items():
            before = old.get(key)
            if isinstance(value, dict) and isinstance(before, dict):
                merged[key] = merge(before, value)
        return merged

    new = update.get(name)
    return _with(right, name, merge(state.get(name) or {}, new)) if isinstance(new, dict) else right


def _null_kept(name: str, state: Members, update: Members, right: Members) -> Members:
    new = update.get(name)
    if not isinstance(new, dict):
        return right
    return _with(right, name, {**(state.get(name) or {}), **new})


def _only_over(name: str, state: Members, update: Members, right: Members) -> Members:
    """Merge only into what is there."""
    is_new = isinstance(update.get(name), dict) and state.get(name) is None
    return _as_before(name, state, right) if is_new else right


def _taken(name: str, state: Members, update: Members, right: Members) -> Members:
    return _with(right, name, update[name]) if name in update else right


def _clearing_null(site: Site) -> Hooks:
    """Let null in an update clear, where it says nothing."""
    return in_field(site, presence=Presence.PATCH)


def _malformed_clears(site: Site) -> Hooks:
    hooks = reading_field(site, rescuing(lambda _: None))
    return replace(hooks, folds_alone=True)


def _malformed_sets(site: Site) -> Hooks:
    hooks = reading_field(site, rescuing(lambda _: well_formed(site.shape)[-1]))
    return replace(hooks, folds_alone=True)


def _is_plain(site: Site) -> bool:
    return site.own_field.name != "_meta"


def _is_list(site: Site) -> bool:
    return _is_plain(site) and isinstance(site.shape, Array)


def _is_single(site: Site) -> bool:
    return _is_plain(site) and not isinstance(site.shape, Array)


def _can_be_falsy(site: Site) -> bool:
    return _is_single(site) and not isinstance(site.shape, Word | Object)


def _is_opaque(site: Site) -> bool:
    return _is_single(site) and isinstance(site.shape, Opaque | Object)


def _is_patch(site: Site) -> bool:
    return _is_plain(site) and site.own_field.presence is Presence.PATCH


def _is_two_state(site: Site) -> bool:
    return _is_plain(site) and site.own_field.presence is Presence.OPTIONAL


def _forgives(site: Site) -> bool:
    return _is_plain(site) and site.own_field.tolerant and bool(malformed(site.shape))


def _merges(site: Site) -> bool:
    return site.own_field.merges


def _stays(site: Site) -> bool:
    return site.own_field.name == "_meta" and not site.own_field.merges


def _operator(name: str, rule: Rule, effect: Effect, fits: Callable[[Site], bool]) -> Operator:
    return Operator(name, (rule,), folded, _acting(effect), fits)


FOLD_OPERATORS: tuple[Operator, ...] = (
    _operator("omitted clears the state", Rule.FOLD_OMITTED, _omitted_clears, _is_plain),
    _operator("a value is ignored", Rule.FOLD_VALUE, _ignored, _is_single),
    _operator("a falsy value is ignored", Rule.FOLD_VALUE, _falsy_ignored, _can_be_falsy),
    _operator("the first value stays", Rule.FOLD_VALUE, _first_stays, _is_single),
    _operator("objects are merged", Rule.FOLD_VALUE, _merged, _is_opaque),
    _operator("a list is appended", Rule.FOLD_LIST, _appended, _is_list),
    _operator("a list is united with the old", Rule.FOLD_LIST, _united, _is_list),
    _operator("a list is replaced by index", Rule.FOLD_LIST, _by_index, _is_list),
    _operator("an empty list is ignored", Rule.FOLD_LIST, _falsy_ignored, _is_list),
    _operator("null is ignored", Rule.FOLD_NULL, _null_ignored, _is_patch),
    _operator("what is cleared stays so", Rule.FOLD_NULL, _stays_cleared, _is_patch),
    Operator(
        "null clears the state",
        (Rule.FOLD_NULL_KEEPS,),
        folded,
        _clearing_null,
        _is_two_state,
        touches=lambda site: (site.name, f"{site.own_object.name}.{site.own_field.name}"),
    ),
    Operator(
        "a malformed member clears the state",
        (Rule.FOLD_MALFORMED,),
        folded,
        _malformed_clears,
        _forgives,
        touches=lambda site: (site.name, f"{site.own_object.name}.{site.own_field.name}"),
    ),
    Operator(
        "a malformed member sets the state",
        (Rule.FOLD_MALFORMED,),
        folded,
        _malformed_sets,
        _forgives,
        touches=lambda site: (site.name, f"{site.own_object.name}.{site.own_field.name}"),
    ),
    Operator(
        "a refused text is skipped in a fold",
        (Rule.FOLD_REFUSED,),
        folds,
        lambda site: Hooks(folded=_skipping(site)),
    ),
    _operator("metadata is replaced", Rule.META_MERGES, _replaced, _merges),
    _operator("metadata is merged deeply", Rule.META_WHOLE, _deeply, _merges),
    _operator("a null key of metadata is kept", Rule.META_REMOVES, _null_kept, _merges),
    _operator("null does not clear metadata", Rule.META_CLEARS, _null_ignored, _merges),
    _operator("metadata is only merged into some", Rule.META_STARTS, _only_over, _merges),
    _operator("metadata stays cleared", Rule.META_STARTS, _stays_cleared, _merges),
    _operator("metadata of the update is taken", Rule.META_STAYS, _taken, _stays),
)


def _skipping(site: Site) -> Callable[..., list[str | bytes]]:
    table = PROFILES[site.profile]
    kinds = table.folds[site.name]
    assert isinstance(kinds, Fold)

    def skip(texts: list[str | bytes]) -> list[str | bytes]:
        first, *rest = texts
        kept = [first]
        for text in rest:
            try:
                decode(table, kinds.rest, text)
            except Refused:
                continue
            kept.append(text)
        return kept

    return skip
