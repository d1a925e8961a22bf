"""Folding: what an update does to a state, from the shapes of both."""

from collections.abc import Callable
from typing import TypeAlias

from .jsonvalues import Json
from .shapes import Array, Field, Object, Presence
from .trace import Rule, Trace

Act: TypeAlias = Callable[
    [Object, Object, dict[str, Json], dict[str, Json], Trace | None], dict[str, Json]
]
"""What an update does to a state, as `patch` does it."""


def patch(
    state_shape: Object,
    update_shape: Object,
    state: dict[str, Json],
    update: dict[str, Json],
    trace: Trace | None = None,
) -> dict[str, Json]:
    """Give the state that follows from `state` by `update`, both in normal form; changes neither.

    A field that the update has replaces the state's, also by null, which is kept as null; one
    that it has not leaves the state's. Required fields name the thing and are left alone, as is
    metadata unless it merges. (`ToolCallUpdate::apply_update` of v2, `ToolCall::update` of v1.)
    """
    result = dict(state)
    for field in update_shape.fields:
        target = state_shape.by_name.get(field.name)
        if target is None or field.presence is Presence.REQUIRED:
            continue
        site = f"{state_shape.name}.{field.name}"
        if field.name not in update:
            if trace is not None and field.name in state:
                trace.add((Rule.FOLD_OMITTED, site))
            continue
        value = update[field.name]
        if field.name == "_meta" and not field.merges:
            if trace is not None:
                trace.add((Rule.META_STAYS, site))
        elif field.merges and isinstance(value, dict):
            result[field.name] = merge_metadata(state.get(field.name), value, site, trace)
        else:
            if trace is not None:
                trace.add((_rule(field, value), site))
            result[field.name] = value
            if value == target.default_value():
                del result[field.name]
    return _in_order(state_shape, result)


def differing_names(
    state_shape: Object, update_shape: Object, state: dict[str, Json], update: dict[str, Json]
) -> list[str]:
    """Give the fields by which an update names another thing than the state: both require them."""
    return [
        field.name
        for field in update_shape.fields
        if field.presence is Presence.REQUIRED
        and field.name in state_shape.by_name
        and state.get(field.name) != update.get(field.name)
    ]


def unchanging(state_shape: Object, update_shape: Object, touched: Trace) -> Trace:
    """Give what an update that touched these rules leaves alone although it names it."""
    rules = {
        Rule.OPTIONAL_NULL: Rule.FOLD_NULL_KEEPS,
        Rule.OPTIONAL_MALFORMED: Rule.FOLD_MALFORMED,
        Rule.PATCH_MALFORMED: Rule.FOLD_MALFORMED,
    }
    return {
        (effect, f"{state_shape.name}.{field.name}")
        for field in update_shape.fields
        for rule, effect in rules.items()
        if (rule, f"{update_shape.name}.{field.name}") in touched
    }


def merge_metadata(
    stored: dict[str, Json] | None,
    update: dict[str, Json],
    site: str = "_meta",
    trace: Trace | None = None,
) -> dict[str, Json]:
    """Give the metadata that follows from `stored` by `update` (`apply_meta_update` of v2).

    A member that is null removes its key, any other replaces that key's value whole; nothing and
    null are as `{}` before.
    """
    merged = dict(stored or {})
    if trace is not None and stored is None:
        trace.add((Rule.META_STARTS, site))
    for key, value in update.items():
        if trace is not None:
            if value is None:
                trace.add((Rule.META_REMOVES, site))
            elif isinstance(merged.get(key), dict):
                trace.add((Rule.META_WHOLE, site))
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = value
    if trace is not None and merged.keys() - update.keys():
        trace.add((Rule.META_MERGES, site))
    return merged


def _rule(field: Field, value: Json) -> Rule:
    if value is None:
        return Rule.META_CLEARS if field.merges else Rule.FOLD_NULL
    return Rule.FOLD_LIST if isinstance(field.shape, Array) else Rule.FOLD_VALUE


def _in_order(shape: Object, state: dict[str, Json]) -> dict[str, Json]:
    return {field.name: state[field.name] for field in shape.fields if field.name in state}
