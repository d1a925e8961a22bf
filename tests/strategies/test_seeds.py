"""A seed is written as a request and read again, or refused with a reason."""

import json

import pytest

from toolwire.conformance.candidates import Request
from toolwire.strategies.seeds import Seed, dump_seed, load_seed
from toolwire.strategies.trials import Input

SEEDS = (
    Seed("acp-v2", Input("decode", "ToolCallUpdate", ('{"é":"\u2028\n"}',))),
    Seed("acp-v2", Input("decode", "ToolCallUpdate", (b"\xff",))),
    Seed("acp-v2", Input("fold", "Session", ("a", b"\xff", ""))),
    Seed("acp-v2", Input("stream", "JsonRpc", (b"{", b"\xff}\n"))),
    Seed("acp-v2", Input("stream", "JsonRpc", ())),
    Seed("megacode", Input("cut", "Reason", ("abc",), 2)),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_comes_back_from_one_line_of_json(seed: Seed) -> None:
    data = dump_seed(seed)
    assert data.count(b"\n") == 1
    assert load_seed(data) == seed
    assert load_seed(data.rstrip()) == seed
    asked = seed.input
    sent = Request(asked.op, seed.profile, asked.type, asked.texts, asked.limit).to_message()
    assert json.loads(data) == sent


REQUEST = {"op": "decode", "profile": "acp-v2", "type": "ToolCallUpdate", "text": ""}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a request must be JSON: "),
        (b"\xff", "a request must be JSON: .* byte 0xff"),
        (b"[" * 100_000, "not nested too deeply"),
        (b"9" * 5_000, "a request must be JSON: "),
        (b"[]", "a request must be a JSON object"),
        (b"{}", "a request needs op, profile and type"),
        (json.dumps({**REQUEST, "profile": "acp-v9"}).encode(), "there is no profile 'acp-v9'"),
        (json.dumps({**REQUEST, "type": "Dance"}).encode(), "acp-v2 has no decode of 'Dance'"),
        (json.dumps({**REQUEST, "op": "dance"}).encode(), "no such operation: 'dance'"),
        (json.dumps({**REQUEST, "text": "\ud800"}).encode(), "a lone surrogate"),
        (
            json.dumps({**REQUEST, "op": "fold", "type": "Session", "texts": []}).encode(),
            "a fold needs at least one text",
        ),
    ],
)
def test_what_is_no_seed_is_refused_with_a_reason(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_seed(data)


def test_an_input_that_no_request_carries_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        dump_seed(Seed("acp-v2", Input("decode", "ToolCallUpdate", ("\ud800",))))
