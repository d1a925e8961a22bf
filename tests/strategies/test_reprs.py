"""What Hypothesis writes of the strategies is short: it does so at each step of shrinking."""

import json
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from toolwire.reference import PROFILES, Accepted, RefusedAnswer, same
from toolwire.strategies import (
    chunked,
    deeply_nested,
    documents,
    json_texts,
    sessions,
    tool_call_updates,
    unknown_variants,
    update_sequences,
    with_fault,
)

SHORT = 200
OF_A_TYPE = (documents, unknown_variants, with_fault, deeply_nested)
OF_A_PROFILE = (tool_call_updates, update_sequences, sessions)


def public(profile: str) -> Iterator[st.SearchStrategy[object]]:
    """Give every strategy that a profile has."""
    for type_ in PROFILES[profile].types:
        for of_type in OF_A_TYPE:
            try:
                yield of_type(profile, type_)
            except LookupError:
                continue
    for of_profile in OF_A_PROFILE:
        try:
            yield of_profile(profile)
        except LookupError:
            continue


def shapes_in(profile: str) -> list[object]:
    return [PROFILES[profile], *PROFILES[profile].types.values()]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_repr_of_each_strategy_is_short(profile):
    long = {repr(each)[:SHORT] for each in public(profile) if len(repr(each)) >= SHORT}
    assert long == set()


def test_so_is_that_of_texts_and_pieces():
    text = json.dumps([{"a": "é\n" * 1_000}] * 100)
    assert len(repr(json_texts(text))) < SHORT
    assert len(repr(chunked((text + "\n").encode() * 10))) < SHORT


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_and_its_types_are_told_by_their_names(profile):
    assert repr(PROFILES[profile]) == f"<Profile {profile}>"
    assert max(len(repr(each)) for each in shapes_in(profile)) < SHORT


def lossy(text: str | bytes) -> str:
    """Read an update as a library with several natural faults does."""
    value = json.loads(text)
    if not isinstance(value, dict) or not isinstance(value.get("toolCallId"), str):
        raise ValueError("no update")
    if value.get("rawInput") is None:
        value.pop("rawInput", None)
    if not isinstance(value.get("title", ""), str):
        value["title"] = str(value["title"])
    for location in value.get("locations") or []:
        if not location.get("line"):
            location.pop("line", None)
        if not location.get("_meta"):
            location.pop("_meta", None)
    return json.dumps(value)


def check_faulty(faulty):
    acceptable = faulty.answers.acceptable
    try:
        read = json.loads(lossy(faulty.text))
    except (ValueError, AttributeError, TypeError):
        assert any(isinstance(answer, RefusedAnswer) for answer in acceptable)
    else:
        values = [answer.value for answer in acceptable if isinstance(answer, Accepted)]
        assert any(same(value, read) for value in values)


def check_document(text):
    assert json.loads(lossy(text)) == json.loads(text)


def check_sequence(texts):
    for text in texts:
        check_document(text)


def check_nested(text):
    assert text.count("[") < 20


def check_variant(text):
    assert len(text) < 60


FAILING = {
    "a fault": (with_fault("acp-v2", "ToolCallUpdate"), check_faulty),
    "a bad item": (with_fault("acp-v2", "ToolCallUpdate", "bad-item-is-skipped"), check_faulty),
    "a document": (documents("acp-v2", "ToolCallUpdate"), check_document),
    "a sequence": (update_sequences("acp-v2"), check_sequence),
    "an unknown variant": (unknown_variants("acp-v2", "SessionNotification"), check_variant),
    "a nested document": (deeply_nested("acp-v2", "ToolCallUpdate"), check_nested),
}


@pytest.mark.parametrize(("strategy", "check"), FAILING.values(), ids=FAILING)
def test_shrinking_a_failure_writes_nothing_large(strategy, check):
    # Every phase but `explain`, which has nothing to do with it and takes long.
    @settings(
        max_examples=200,
        database=None,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def run(value):
        check(value)

    with warnings.catch_warnings():
        warnings.simplefilter("error", HypothesisWarning)
        # What has failed by one cause may fail by several: then they come as a group.
        with pytest.raises((Exception, BaseExceptionGroup)) as failed:
            run()
    assert not _warned(failed.value)


def _warned(error: BaseException) -> bool:
    """Tell whether a warning of Hypothesis is among what was raised."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(_warned, error.exceptions))
    return isinstance(error, HypothesisWarning)
