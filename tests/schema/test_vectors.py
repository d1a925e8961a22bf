"""The schemas agree with what the reference reads and writes of the vectors."""

import json
from functools import cache

from toolwire.corpus.vectors import load_vectors
from toolwire.reference import PROFILES, Accepted, Anything, NotJson, Rule, answers, dumps, parse
from toolwire.reference.revisions import named
from toolwire.reference.schema import Strength
from toolwire.reference.shapes import Object

SENDER, RECEIVER = Strength.SENDER, Strength.RECEIVER

# What a schema cannot see in a text: there the reference may refuse what the schema takes.
OF_THE_TEXT = {
    (Rule.DEEP_REFUSED, "text"): "megacode refuses what is nested past 127, whatever its shape",
}

# Where no document decides, the receiver's schema takes what some reading takes, except for:
NOT_TAKEN = {
    "array-for-object": "a quirk of one library, by which a list would pass for any object",
    "number-for-tag": "a quirk of one library",
    "object-for-word": "a quirk of one library",
    "member-twice": "the parser before the schema decides, and this one lets the last count",
    "number-overflow": "one reading has null for 1e400, and this parser an infinity",
}

# What a reader forgives, and a sender does not write.
FORGIVEN = {
    Rule.OPTIONAL_MALFORMED,
    Rule.PATCH_MALFORMED,
    Rule.REQUIRED_DEFAULT,
    Rule.BAD_ITEM,
    Rule.UNKNOWN_WORD_REPLACED,
    Rule.UNKNOWN_WORD_IN_UPDATE,
    Rule.ALIAS,
}


@cache
def examined(name):
    """Give for each vector that is JSON its type, its text, its value and the answers to it.

    None is too deep for Python's parser, and the validator goes no deeper than the schema does.
    """
    found = []
    for vector in load_vectors(name):
        [text, *_] = vector.texts
        if vector.op == "decode" and isinstance(text, str):
            text = text.removeprefix("\ufeff")
            try:
                parse(text)  # the standard library's parser takes NaN
            except NotJson:
                continue
            answer = answers(PROFILES[name], vector.op, vector.type, vector.texts)
            found.append((vector.type, text, json.loads(text), answer))
    return found


def settled(name):
    return [each for each in examined(name) if each[3].settled]


def accepted(name):
    return [each for each in settled(name) if isinstance(each[3].expected, Accepted)]


def test_a_receiver_takes_exactly_what_the_reference_reads(profile, takes):
    wrong, told = [], []
    for type_, text, value, answer in settled(profile.name):
        if any(rule in answer.trace for rule in OF_THE_TEXT):
            told.append(answer)
        elif takes(RECEIVER, type_, value) is not isinstance(answer.expected, Accepted):
            wrong.append((type_, text, answer.expected))
    assert not wrong, (len(wrong), wrong[:5])
    assert len(settled(profile.name)) > 100
    assert bool(told) is (profile.name == "megacode")


def test_where_it_is_unsettled_a_receiver_takes_what_some_reading_takes(profile, takes):
    wrong, odd = [], 0
    for type_, text, value, answer in examined(profile.name):
        if answer.settled or "lone-surrogate" in answer.oddities:  # no text of the validator's
            continue
        odd += 1
        may_be_taken = any(isinstance(each, Accepted | Anything) for each in answer.acceptable)
        is_taken = takes(RECEIVER, type_, value)
        if is_taken is not may_be_taken and (
            is_taken or NOT_TAKEN.keys().isdisjoint(answer.oddities)
        ):
            wrong.append((type_, text, answer.acceptable))
    assert not wrong, (len(wrong), wrong[:5])
    assert odd > 10


def test_what_the_reference_writes_a_sender_may_write(profile, takes):
    """The normal form is the form on the wire, except where a tag has another name in it."""
    written = [
        (type_, json.loads(dumps(answer.expected.value)))
        for type_, _, _, answer in accepted(profile.name)
        if getattr(profile.types[type_], "written", None) is None
    ]
    wrong = [each for each in written if not takes(SENDER, *each)]
    assert not wrong, (len(wrong), wrong[:5])
    assert len(written) > 20


def test_a_sender_may_write_what_is_read_with_nothing_forgiven(profile, takes):
    """What lacks a constant is left aside: the reader does not look, so no trace tells."""
    shapes = [shape for _, shape in named(profile) if isinstance(shape, Object)]
    signed = {
        f"{shape.name}.{name}" for shape in shapes if shape.constants for name in shape.by_name
    }
    left_out = {
        (Rule.OPTIONAL_NULL, f"{shape.name}.{field.name}")
        for shape in shapes
        for field in shape.fields
        if field.left_out
    }
    wrong, counts = [], {True: 0, False: 0}
    for type_, text, value, answer in accepted(profile.name):
        if any(site in signed for _, site in answer.trace):
            continue
        is_clean = not any(
            rule in FORGIVEN or (rule, site) in left_out for rule, site in answer.trace
        )
        counts[is_clean] += 1
        if takes(SENDER, type_, value) is not is_clean:
            wrong.append((type_, text, answer.trace))
    assert not wrong, (len(wrong), wrong[:5])
    assert counts[True] > 50
    assert counts[False] > 3


def test_a_receiver_takes_what_a_sender_may_write(profile, takes):
    for type_, text, value, answer in examined(profile.name):
        if "lone-surrogate" not in answer.oddities and takes(SENDER, type_, value):
            assert takes(RECEIVER, type_, value), (type_, text)
