"""Updates of tool calls: one, several of one call, and all of a session."""

from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from toolwire.reference import PROFILES, Fold, Profile, SessionFold, dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.lookup import find_profile
from toolwire.reference.shapes import Object, Presence

from . import drawn, session_folds
from .messages import documents
from .naming import told_as
from .values import signed, variants

F = TypeVar("F", Fold, SessionFold)

_MOST = 6
"""So many updates come after those that start."""


def tool_call_updates(profile: Profile | str) -> st.SearchStrategy[str]:
    """Well-formed updates of a tool call, each a JSON text as `documents` gives it.

    Raises LookupError for a profile that there is not, or that has no updates of tool calls.
    """
    found = find_profile(profile)
    _, fold = _fold(found, Fold, "updates of tool calls")
    return documents(found, fold.rest)


def update_sequences(profile: Profile | str) -> st.SearchStrategy[list[str]]:
    """Updates of one tool call in order, as JSON texts; the first is what the call starts as.

    That is a tool call where the profile has those, else an update. All have the same id, and
    they leave out, set, clear and set again the same members. `toolwire.reference.fold` says what
    becomes of the call.

    Raises LookupError for a profile that there is not, or that has no updates of tool calls.
    """
    found = find_profile(profile)
    _, fold = _fold(found, Fold, "updates of tool calls")
    return _update_sequences(found, fold)


@cache
def _update_sequences(profile: Profile, fold: Fold) -> st.SearchStrategy[list[str]]:
    first, rest = profile.types[fold.first], profile.types[fold.rest]
    assert isinstance(first, Object)
    assert isinstance(rest, Object)
    # What every update must have names the call.
    names = {each.name: each.shape for each in rest.fields if each.presence is Presence.REQUIRED}
    calls = st.fixed_dictionaries({name: drawn.well_formed(each) for name, each in names.items()})
    later = st.lists(drawn.members(rest, sent=True), min_size=1, max_size=_MOST)

    def texts(call: dict[str, Json], start: Json, updates: list[Json]) -> list[str]:
        return [
            dumps(signed(first, {**start, **call})),
            *(dumps(signed(rest, {**update, **call})) for update in updates),
        ]

    sequences = st.builds(texts, calls, _starts(first), later)
    return told_as(f"updates of {profile.name}", sequences)


def _starts(shape: Object) -> st.SearchStrategy[dict[str, Json]]:
    """Give what a call starts as: it clears nothing, and no key of metadata that is patched."""
    merged = {field.name for field in shape.fields if field.merges}

    def start(members: dict[str, Json]) -> dict[str, Json]:
        for name in merged & members.keys():
            kept = {key: value for key, value in members[name].items() if value is not None}
            members = {**members, name: kept}
        return members

    return drawn.members(shape).map(start)


def sessions(profile: Profile | str) -> st.SearchStrategy[list[str]]:
    """Updates of a session in order, each a JSON text: those of up to three calls, and others.

    Each call starts before anything else is said of it, and once. `toolwire.reference.fold` of
    the type `Session` says what becomes of each call.

    Raises LookupError for a profile that there is not, or that has no sessions.
    """
    found = find_profile(profile)
    type_, _ = _fold(found, SessionFold, "sessions")
    return _sessions(found, type_)


@cache
def _sessions(profile: Profile, type_: str) -> st.SearchStrategy[list[str]]:
    session = next(each for each in session_folds.sessions(profile) if each.type == type_)
    kinds, union = session.kinds, session.updates
    start = kinds.starts or kinds.patches
    calls = {start, kinds.patches, kinds.appends}
    of_calls = {tag: variant for tag, variant in variants(union) if tag in calls}
    others = [
        drawn.tagged(union.tag, tag, drawn.members(variant, sent=True))
        for tag, variant in variants(union)
        if tag not in calls
    ]
    starts = _starts(of_calls[start])
    members = {tag: drawn.members(variant, sent=True) for tag, variant in of_calls.items()}
    later = st.sampled_from([tag for tag in of_calls if tag != kinds.starts])
    # None stands for an update that is about no call.
    names: st.SearchStrategy[str | None] = st.sampled_from(
        ("a", "b", "c", None) if others else ("a", "b", "c")
    )

    @st.composite
    def strategy(draw: st.DrawFn) -> list[str]:
        started = set[str]()
        updates = list[Json]()
        for name in draw(st.lists(names, min_size=1, max_size=_MOST)):
            if name is None:
                updates.append(draw(st.one_of(others)))
                continue
            tag = draw(later) if name in started else start
            own = draw(members[tag] if name in started else starts)
            started.add(name)
            updates.append({union.tag: tag, **own, kinds.call_id: name})
        return [dumps(signed(union, update)) for update in updates]

    return strategy()


def _fold(profile: Profile, kind: type[F], what: str) -> tuple[str, F]:
    """Give the first fold of a kind, with its type; a LookupError names the profiles with one."""
    found = _folds(profile, kind)
    if not found:
        others = ", ".join(name for name, each in PROFILES.items() if _folds(each, kind))
        raise LookupError(f"{profile.name} has no {what}; these have: {others}")
    return found[0]


def _folds(profile: Profile, kind: type[F]) -> list[tuple[str, F]]:
    return [(type_, fold) for type_, fold in profile.folds.items() if isinstance(fold, kind)]
