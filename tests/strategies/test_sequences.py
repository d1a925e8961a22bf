"""Sequences of updates and sessions: what they are made of, and what comes of folding them."""

import json
from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest

from toolwire.reference import PROFILES, Accepted, Fold, Profile, SessionFold, answers
from toolwire.strategies import sessions, update_sequences

FOLDING = [
    (profile, type_, fold)
    for profile in PROFILES.values()
    for type_, fold in profile.folds.items()
    if isinstance(fold, Fold)
]
WITH_SESSIONS = [
    (profile, type_, fold)
    for profile in PROFILES.values()
    for type_, fold in profile.folds.items()
    if isinstance(fold, SessionFold)
]


@pytest.mark.parametrize(("profile", "type_", "fold"), FOLDING)
def test_a_sequence_is_of_one_call_and_folds_to_one_state(
    profile: Profile, type_: str, fold: Fold, drawn_values: Any
) -> None:
    lengths = Counter[int]()
    for texts in drawn_values(update_sequences(profile.name), 60):
        found = answers(profile, "fold", type_, texts)
        assert found.settled
        assert isinstance(found.expected, Accepted)
        assert len({json.loads(text)["toolCallId"] for text in texts}) == 1
        kinds = [fold.first, *[fold.rest] * (len(texts) - 1)]
        for kind, text in zip(kinds, texts, strict=True):
            assert isinstance(answers(profile, "decode", kind, [text]).expected, Accepted)
        lengths[len(texts)] += 1
    assert min(lengths) == 2
    assert max(lengths) > 4
    assert len(lengths) > 3


@pytest.mark.parametrize("name", ["acp-v2", "acp-v2-1.20"])
def test_members_are_set_cleared_left_out_and_set_again(name: str, drawn_values: Any) -> None:
    seen = Counter[str]()
    for texts in drawn_values(update_sequences(name), 200):
        updates = [json.loads(text) for text in texts]
        seen.update(f"{_state(one)}, {_state(other)}" for one, other in pairwise(updates))
        keys = [each["_meta"].keys() for each in updates if each.get("_meta")]
        seen["keys meet"] += any(one & other for one, other in pairwise(keys))
    states = ("set", "cleared", "left out")
    wanted = {"keys meet", *map(", ".join, product(states, repeat=2))}
    assert seen.keys() >= wanted - {"cleared, cleared"}
    assert seen["keys meet"]


def _state(update: dict[str, Any]) -> str:
    if "title" not in update:
        return "left out"
    return "cleared" if update["title"] is None else "set"


@pytest.mark.parametrize(("profile", "type_", "fold"), WITH_SESSIONS)
def test_a_session_is_settled_and_each_call_starts_once(
    profile: Profile, type_: str, fold: SessionFold, drawn_values: Any
) -> None:
    tags, calls = Counter[str](), Counter[int]()
    tag_name = profile.types[fold.updates].tag  # type: ignore[union-attr]
    for texts in drawn_values(sessions(profile.name), 80):
        found = answers(profile, "fold", type_, texts)
        assert found.settled
        assert isinstance(found.expected, Accepted)
        updates = [json.loads(text) for text in texts]
        started = [each["toolCallId"] for each in updates if each[tag_name] == fold.starts]
        named = {each["toolCallId"] for each in updates if "toolCallId" in each}
        assert len(started) == len(set(started))
        assert fold.starts is None or named == set(started)
        assert found.expected.value.keys() == named
        tags.update(each[tag_name] for each in updates)
        calls[len(named)] += 1
    assert tags.keys() >= {tag for tag in (fold.starts, fold.patches, fold.appends) if tag}
    assert calls.keys() >= {1, 2, 3}
