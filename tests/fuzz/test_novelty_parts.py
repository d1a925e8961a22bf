"""What leads the engine `novelty`: features, the pool, and what is made of it."""

from random import Random

import pytest

from toolwire.conformance.candidates import Hello, Refused, StreamItems, Understood
from toolwire.fuzz.jobs.features import error_shape, features
from toolwire.fuzz.jobs.making import Maker, operations_of
from toolwire.fuzz.jobs.pool import Pool
from toolwire.reference import PROFILES, answers
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input, decoding


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("line 3: 'x' is no number", 'line 17: "yz\\"" is no number'),
        ("got {'a': {'b': 1}} here", "got {} here"),
        ("expected one of [1, 2]", "expected one of ['é']"),
        ("at 0x7ffab2: -1.5e10", "at 0x12: 3"),
        ("a\n  b", "a b"),
    ],
)
def test_errors_of_one_kind_have_one_shape(one, other):
    assert error_shape(one) == error_shape(other)


def test_errors_of_two_kinds_have_two_shapes():
    assert error_shape("'x' is missing") != error_shape("'x' is no number")
    assert len(error_shape("word " * 10_000)) < 200


def shown(text, answer):
    seed = Seed("acp-v2", decoding("ToolCallUpdate", text))
    return features(
        seed, answers(PROFILES["acp-v2"], "decode", "ToolCallUpdate", [text]), answer, None
    )


def test_what_differs_in_rule_answer_or_error_is_new():
    text = '{"toolCallId":"x","title":"a"}'
    first = shown(text, Understood(text))
    assert (
        shown('{"toolCallId":"y","title":"b"}', Understood('{"toolCallId":"y","title":"b"}'))
        == first
    )
    assert shown('{"toolCallId":"x","title":null}', Understood('{"toolCallId":"x"}')) - first
    assert shown(text, Understood('{"toolCallId":"x","title":1}')) - first
    assert shown(text, Refused("no")) - shown(text, Refused("never"))
    assert shown(text, Understood("no JSON")) - first


def test_deep_and_wide_answers_are_looked_at_within_bounds():
    deep = '{"rawInput":' + "[" * 5_000 + "]" * 5_000 + "}"
    assert len(shown("{}", Understood(deep))) < 500
    wide = '{"rawInput":{' + ",".join(f'"k{n}":{n}' for n in range(5_000)) + "}}"
    assert len(shown("{}", Understood(wide))) < 500
    items = StreamItems((Understood("1"), Refused("x")))
    seed = Seed("acp-v2", Input("stream", "JsonRpc", (b"1\n",)))
    assert features(seed, answers(PROFILES["acp-v2"], "stream", "JsonRpc", [b"1\n"]), items, None)


def test_the_pool_keeps_what_is_new_and_prefers_what_is_rare():
    pool = Pool()
    common, rare = (Seed("acp-v2", decoding("ToolKind", text)) for text in ("1", "2"))
    assert pool.note(common, {"a"})
    assert not pool.note(rare, {"a"})
    for _ in range(10_000):
        pool.note(common, {"a"})
    assert pool.note(rare, {"a", "b"})
    assert (len(pool), pool.coverage) == (2, 2)
    random = Random(0)
    chosen = [pool.choose(random) for _ in range(1_000)]
    assert chosen.count(rare) > 900
    assert common in chosen


def test_only_what_the_candidate_has_is_made():
    hello = Hello("x", "1", {"acp-v2": ("ToolCallUpdate", "Nothing"), "other": ("X",)})
    operations = operations_of(hello, None)
    assert operations == {
        "acp-v2": (("decode", "ToolCallUpdate"), ("fold", "ToolCallUpdate")),
    }
    assert operations_of(hello, ["subc"]) == {}
    assert operations_of(Hello("x", "1"), None).keys() == PROFILES.keys()
    maker, pool = Maker(operations, Random(0)), Pool()
    made = []
    for number in range(500):
        made.append(maker.make(pool))
        pool.note(made[-1], {number})
    assert {(each.input.op, each.input.type) for each in made} == {*operations["acp-v2"]}
    [fold, decode] = (
        next(each for each in made if each.input.op == op) for op in ("fold", "decode")
    )
    maker.lack(decode)
    maker.have(decode)
    for _ in range(50):
        assert len({maker.make(pool).input.op for _ in range(100)}) == 2
        maker.lack(fold)
        maker.lack(decode)  # but not always
    assert {maker.make(pool).input.op for _ in range(300)} == {"decode"}
    assert not maker.is_empty
