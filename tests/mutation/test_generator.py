"""What the generator makes is well-formed, of every kind, and the same everywhere."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from toolwire.conformance.candidates import Understood
from toolwire.conformance.judge import judge
from toolwire.reference import PROFILES, Profile, Rule, answers, dumps, parse
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Presence, Tagged, Word
from toolwire.strategies.mutation import Generator, dictionary
from toolwire.strategies.seeds import Seed, dump_seed, load_seed
from toolwire.strategies.trials import decoding

TYPES = [(profile, type_) for profile in PROFILES.values() for type_ in profile.types]
EACH_TYPE = pytest.mark.parametrize(
    ("profile", "type_"), TYPES, ids=[f"{profile.name}-{type_}" for profile, type_ in TYPES]
)
EACH_PROFILE = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))


@EACH_TYPE
def test_a_document_is_accepted_and_comes_back_equal(profile: Profile, type_: str) -> None:
    generator, random, shape = Generator(profile), Random(7), profile.types[type_]
    for _ in range(300):
        text = generator.document(random, type_)
        acceptable = answers(profile, "decode", type_, [text])
        assert acceptable.settled, text
        value = parse(text)
        if isinstance(shape, Tagged) and shape.written is not None:
            value = {shape.written: value.pop(shape.tag), **value}
        echoed = Understood(dumps(value))
        assert judge(profile.name, decoding(type_, text), acceptable, echoed) is None, text


def touched(profile: Profile) -> set[str]:
    """Give the sites that 6,000 documents fill, those of words and variants among them."""
    generator, random = Generator(profile), Random(1)
    rules = {Rule.VALUE, Rule.NEWER_MEMBER, Rule.WORD}
    found = set[str]()
    for number in range(6_000):
        type_ = list(profile.types)[number % len(profile.types)]
        text = generator.document(random, type_)
        trace = answers(profile, "decode", type_, [text]).trace
        found |= {site for rule, site in trace if rule in rules}
    return found


def sites(profile: Profile) -> Iterator[str]:
    for name, shape in named(profile):
        match shape:
            case Word():
                yield from (f"{name}:{word}" for word in shape.known)
            case Object():
                told = (each for each in shape.fields if each.presence is not Presence.TOLD)
                yield from (f"{name}.{field.name}" for field in told)
            case Tagged():
                tags = (tag for tag, variant in shape.variants.items() if variant is not None)
                yield from (f"{name}:{tag}" for tag in tags)
            case _:
                pass


@EACH_PROFILE
def test_every_word_field_and_variant_of_the_tables_is_made(profile: Profile) -> None:
    assert set(sites(profile)) - touched(profile) == set()


def test_what_lies_far_inside_is_made_as_often_as_what_does_not() -> None:
    """An object of the table stands in one document of some hundreds at least."""
    profile = PROFILES["acp-v2"]
    generator, random = Generator(profile), Random(1)
    made = [generator.document(random, "SessionNotification") for _ in range(4_000)]
    for tag in profile.types["ContentBlock"].variants:  # type: ignore[union-attr]
        count = sum(f'"type":{dumps(tag)}' in each for each in made)
        assert count > len(made) / 200, tag


def test_numbers_are_of_either_sign() -> None:
    generator, random = Generator(PROFILES["acp-v2"]), Random(1)
    made = [generator.document(random, "ToolCallUpdate") for _ in range(4_000)]
    for number in (r":-[1-9]\d*[,}]", r":-0\.\d", r":-[1-9]\d*\.\d", r":-\d+\.\d+e"):
        assert any(re.search(number, each) for each in made), number


@EACH_PROFILE
def test_every_operation_is_made_and_is_a_seed(profile: Profile) -> None:
    generator, random = Generator(profile), Random(3)
    inputs = [generator.input(random) for _ in range(1_000)]
    made = {(each.op, each.type) for each in inputs}
    known = {(op, type_) for op, types in profile.operations.items() for type_ in types}
    assert made == known
    for each in inputs:
        seed = Seed(profile.name, each)
        assert load_seed(dump_seed(seed)) == seed


@EACH_PROFILE
def test_sequences_act_on_calls_again(profile: Profile) -> None:
    generator, random = Generator(profile), Random(3)
    rules = set[Rule]()
    for type_ in profile.folds:
        for _ in range(300):
            made = generator.input_of(random, "fold", type_)
            rules |= {rule for rule, _ in answers(profile, "fold", type_, made.texts).trace}
    if "Session" in profile.folds:
        assert {Rule.SESSION_IDS, Rule.SESSION_PATCHES, Rule.SESSION_OTHER} <= rules
    if profile.name == "acp-v2":
        assert {Rule.META_REMOVES, Rule.META_MERGES, Rule.FOLD_NULL, Rule.CHUNK_APPENDS} <= rules


@EACH_PROFILE
def test_a_dictionary_holds_the_tables_tokens(profile: Profile) -> None:
    tokens = dictionary(profile)
    assert len(set(tokens)) == len(tokens)
    for name, shape in named(profile):
        if isinstance(shape, Word):
            assert {dumps(word) for word in shape.known} <= set(tokens), name
        if isinstance(shape, Tagged):
            assert {dumps(word) for word in (shape.tag, *shape.variants)} <= set(tokens), name


SCRIPT = """
from random import Random
from toolwire.reference import PROFILES
from toolwire.strategies.mutation import Mutator, dictionary
for profile in PROFILES.values():
    mutator, random = Mutator(profile), Random(5)
    one = other = mutator.generator.input(random)
    print(dictionary(profile))
    for _ in range(200):
        made = mutator.generator.input(random)
        one = mutator.mutate(random, made, other=other, max_size=3000)
        other = mutator.cross(random, one, made, max_size=3000)
        print(made, one, other)
"""


def test_the_same_state_makes_the_same_whatever_the_hash_seed() -> None:
    outputs = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SCRIPT]
        found = subprocess.run(command, env=environment, capture_output=True, check=True)
        outputs.add(found.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 100_000
