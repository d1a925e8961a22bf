"""The mutator takes anything, and gives what can be asked and is worth asking."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.reference import (
    PROFILES,
    NotJson,
    Profile,
    RefusedAnswer,
    answers,
    parse,
)
from toolwire.reference.jsontext import depth
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.mutation.mutator import MAX_DEPTH, size
from toolwire.strategies.seeds import Seed, dump_seed, load_seed
from toolwire.strategies.trials import Input

EACH_PROFILE = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
MUTATORS = {name: Mutator(profile) for name, profile in PROFILES.items()}


@st.composite
def inputs(draw: st.DrawFn) -> tuple[str, Input]:
    """Any input that can be asked, whatever its texts are."""
    profile = PROFILES[draw(st.sampled_from(sorted(PROFILES)))]
    op, types = draw(st.sampled_from([each for each in profile.operations.items() if each[1]]))
    type_ = draw(st.sampled_from(list(types)))
    octets = st.binary(max_size=40)
    texts = st.one_of(octets, st.lists(st.sampled_from(PIECES)).map(b"".join))
    if op in ("fold", "stream"):
        drawn = draw(st.lists(texts, min_size=int(op == "fold"), max_size=4))
    else:
        drawn = [draw(texts)]
    limit = draw(st.integers(0, 50)) if op == "cut" else None
    asked = Input(op, type_, tuple(drawn), limit)
    # A request knows which texts are strings.
    return profile.name, Seed.of(Seed(profile.name, asked).request).input


PIECES = [
    *(bytes([each]) for each in b'{}[]:,"\\-1 \n\r'),
    *(b'""', b'"a"', b"null", b"1e400", b'"type"', b"\xc3\xa9"),
    *(b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf"),
    *(b'{"a":', b'"toolCallId"', b'{"toolCallId":"a"}\n'),
]


@settings(database=None, derandomize=True, max_examples=1_000, deadline=None)
@given(inputs(), inputs(), st.integers(0, 2**32), st.sampled_from((0, 1, 30, 400, 1 << 16)))
def test_anything_is_mutated_into_what_can_be_asked(
    one: tuple[str, Input], other: tuple[str, Input], seed: int, most: int
) -> None:
    name, asked = one
    mutator, random = MUTATORS[name], Random(seed)
    given_ = other[1] if other[0] == name else None
    made = [mutator.mutate(random, asked, other=given_, max_size=most)]
    made.append(mutator.cross(random, asked, given_ or made[0], max_size=most))
    for each in made:
        assert size(each) <= most
        assert load_seed(dump_seed(Seed(name, each))) == Seed(name, each)
        answers(PROFILES[name], each.op, each.type, each.texts, each.limit)


@EACH_PROFILE
def test_depth_and_size_stay_bounded_over_generations(profile: Profile) -> None:
    mutator, random = MUTATORS[profile.name], Random(11)
    one = mutator.generator.input(random)
    for _ in range(1_500):
        one = mutator.mutate(random, one, max_size=4_000)
        assert size(one) <= 4_000
        for text in one.texts:
            spelled = text if isinstance(text, str) else text.decode("latin-1")
            assert depth(spelled) <= MAX_DEPTH


def test_only_the_operations_that_may_be_are_made() -> None:
    allowed = {("decode", "ToolCallUpdate"), ("fold", "ToolCallUpdate")}
    mutator, random = Mutator(PROFILES["acp-v2"], allowed), Random(2)
    every = MUTATORS["acp-v2"].generator
    made = set()
    for _ in range(1_000):
        one = mutator.mutate(random, every.input(random))
        made.add((one.op, one.type))
        one = mutator.cross(random, every.input(random), every.input(random))
        made.add((one.op, one.type))
    assert made == allowed


def test_none_of_a_profiles_operations_is_an_error() -> None:
    with pytest.raises(ValueError, match="subc has none of these operations"):
        Mutator(PROFILES["subc"], [("fold", "Session")])


@EACH_PROFILE
def test_most_mutated_texts_are_json_and_many_are_understood(profile: Profile) -> None:
    mutator, random = MUTATORS[profile.name], Random(4)
    texts = json = asked = understood = 0
    for _ in range(1_500):
        made = mutator.mutate(random, mutator.generator.input(random))
        if made.op not in ("decode", "fold"):
            continue
        asked += 1
        found = answers(profile, made.op, made.type, made.texts)
        understood += not isinstance(found.expected, RefusedAnswer)
        for text in made.texts:
            texts += 1
            json += is_json(text)
    assert json / texts > 0.65
    assert understood / asked > 0.3


def is_json(text: str | bytes) -> bool:
    try:
        parse(text)
    except NotJson:
        return False
    return True
