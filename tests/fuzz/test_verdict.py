"""The quick verdict is the judge's, whatever a candidate answers."""

from collections.abc import Iterator
from random import Random

import pytest

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Faulted,
    FaultKind,
    Refused,
    StreamItems,
    Understood,
)
from toolwire.conformance.judge import judge
from toolwire.fuzz.seeding import first_seeds
from toolwire.fuzz.verdict import objection_to, original_of
from toolwire.reference import (
    PROFILES,
    Accepted,
    Answers,
    Anything,
    Streamed,
    Written,
    answers,
    dumps,
    original_answer,
)
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.seeds import Seed

STREAMS = StreamItems((Understood('{"x":1}'), Refused("bad")))
FAULT = Faulted(Fault(FaultKind.CRASHED, "raised KeyError"))


def seeds(profile: str) -> Iterator[Seed]:
    """Give the first seeds of a profile, and each once mutated."""
    mutator, random = Mutator(PROFILES[profile]), Random(7)
    for seed in first_seeds([profile])[::2]:
        yield seed
        yield Seed(profile, mutator.mutate(random, seed.input, max_size=4096))


def told(acceptable: Answers) -> Iterator[Answer]:
    """Give what right candidates may answer, and some wrong answers."""
    yield from (Refused("no"), Refused("no", "encode"), Understood("{}"), STREAMS, FAULT)
    for each in acceptable.acceptable:
        if isinstance(each, Accepted):
            yield Understood(dumps(each.value))
        elif isinstance(each, Written):
            yield from (Understood(each.text), Understood(each.text + " "))
        elif isinstance(each, Streamed):
            values = [line.expected for line in each.lines]
            items = [Understood(dumps(v.value)) for v in values if isinstance(v, Accepted)]
            yield from (StreamItems(tuple(items)), StreamItems(tuple(items[1:])))


@pytest.mark.parametrize("profile", list(PROFILES))
def test_it_is_the_judges(profile: str) -> None:
    objected = 0
    for seed in seeds(profile):
        asked = seed.input
        acceptable = answers(PROFILES[profile], asked.op, asked.type, asked.texts, asked.limit)
        original = original_of(seed)
        for answer in told(acceptable):
            expected = judge(profile, asked, acceptable, answer)
            assert objection_to(answer, seed, original) == expected, (seed, answer)
            objected += expected is not None
    assert objected > 100


@pytest.mark.parametrize("profile", list(PROFILES))
def test_the_originals_answer_is_one_of_the_acceptable_ones(profile: str) -> None:
    unsettled = 0
    for seed in seeds(profile):
        asked = (PROFILES[profile], seed.input.op, seed.input.type, seed.input.texts)
        original = original_answer(*asked, seed.input.limit)
        every = answers(*asked, seed.input.limit)
        if original is None:
            continue
        unsettled += bool(original.oddities)
        assert original.oddities <= every.oddities
        if isinstance(original.expected, Streamed) or every.acceptable == (Anything(),):
            continue  # of a stream the lines have a trace, or have none
        assert repr(original.expected) in map(repr, every.acceptable)
        if not original.oddities:
            assert repr(original.acceptable) == repr(every.acceptable)
    assert unsettled
