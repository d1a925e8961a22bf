"""The decoder in which faults are planted is right without them, and each of them can be seen."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from toolwire.conformance.candidates.inprocess import ask_module
from toolwire.conformance.judge import Objection
from toolwire.corpus.vectors import load_vectors
from toolwire.fuzz.verdict import objection_to
from toolwire.reference import PROFILES
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input, decoding

FILE = Path(__file__).parents[2] / "benchmarks" / "planted" / "decoder.py"
OPERATIONS = {("decode", "ToolCallUpdate"), ("decode", "Diff"), ("fold", "ToolCallUpdate")}


@pytest.fixture
def decoder() -> Any:
    spec = importlib.util.spec_from_file_location("planted_decoder", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def objection(decoder: Any, asked: Input) -> Objection | None:
    seed = Seed("acp-v2", asked)
    [answer] = ask_module(decoder, [seed.request])
    return objection_to(answer, seed)


def vectors() -> Iterator[Input]:
    for each in load_vectors("acp-v2"):
        if (each.op, each.type) in OPERATIONS:
            yield Input(each.op, each.type, each.texts)


def test_it_is_right_without_a_fault(decoder: Any) -> None:
    assert not decoder.FAULTS
    mutator, random = Mutator(PROFILES["acp-v2"], OPERATIONS), Random(1)
    inputs = list(vectors())
    assert len(inputs) > 1_000
    for asked in inputs[::10]:
        assert objection(decoder, asked) is None, asked
    for _ in range(2_000):
        asked = mutator.mutate(random, random.choice(inputs), other=random.choice(inputs))
        assert objection(decoder, asked) is None, asked


def updating(**members: Any) -> dict[str, Any]:
    return {"toolCallId": "c", **members}


def asking(*updates: dict[str, Any]) -> Input:
    texts = tuple(map(json.dumps, updates))
    if len(texts) == 1:
        return decoding("ToolCallUpdate", texts[0])
    return Input("fold", "ToolCallUpdate", texts)


def changing(*changes: Any) -> Input:
    return decoding("Diff", json.dumps({"changes": changes}))


def showing(**block: Any) -> Input:
    return asking(updating(content=[{"type": "content", "content": block}]))


def linking(**members: Any) -> Input:
    return showing(type="resource_link", name="n", uri="file:///n", **members)


DIFF = {"type": "diff", "changes": []}
DEEP: Any = json.loads("[" * 41 + "1" + "]" * 41)
SHOWN = {
    1: asking(updating(status=None, locations=[{"path": "p", "line": 0}])),
    2: asking(updating(_meta={"a.b": 1}), updating(_meta={"a.b": False})),
    3: asking(updating(kind="dance", status="dizzy")),
    4: asking(updating(locations=[{"path": "p", "line": 2**31, "_meta": {}}])),
    5: asking(updating(content=[DIFF, {"type": "chart", "x": None}])),
    6: asking(updating(name="n", title="é ")),
    7: asking(updating(status="completed", rawInput=DEEP)),
    8: asking(updating(content=[DIFF]), updating(content=[], title=None)),
    9: asking(*(updating(name=name) for name in ("a", None, "b", None))),
    10: changing(5, {"operation": "move", "oldPath": "a", "path": "b"}),
    11: changing(
        {"operation": "delete", "path": "p"}, {"operation": "add", "path": "p", "fileType": "text"}
    ),
    12: showing(type="text", text="x", annotations={"audience": [], "priority": 0}),
    13: linking(icons=[{"src": "data:,"}, {"src": "data:,"}]),
    14: showing(type="resource", resource={"uri": "file:///n", "text": "", "blob": ""}),
    15: linking(size=-1, annotations={}),
    16: showing(type="text", text="x", annotations={"audience": ["user", "assistant", "user"]}),
    17: asking(updating(content=[{"type": "terminal", "terminalId": "t", "_meta": {"_": {}}}])),
    18: showing(type="video", data="", mimeType="video/mp4", length=1),
    19: asking(updating(locations=[{"path": "e\u0301", "line": 1}])),
    20: decoding("Diff", json.dumps({"changes": [], "patch": {"format": "ed", "text": "1d\r\n"}})),
    21: asking(*(updating(status=status) for status in ("failed", None, "pending"))),
    22: asking(updating(rawOutput=1), updating(rawOutput=0, status="failed")),
    23: asking(*(updating(_meta=meta) for meta in ({"a": 1}, None, {}))),
    24: asking(updating(rawInput=-0.5)),
}


@pytest.mark.parametrize("fault", SHOWN)
def test_a_fault_shows_where_its_conditions_meet_and_only_if_it_is_on(
    decoder: Any, fault: int
) -> None:
    assert objection(decoder, SHOWN[fault]) is None
    decoder.FAULTS = decoder.ALL - {fault}
    assert objection(decoder, SHOWN[fault]) is None
    decoder.FAULTS = frozenset([fault])
    assert objection(decoder, SHOWN[fault]) is not None


def test_there_are_twelve_of_each_set(decoder: Any) -> None:
    assert sorted(decoder.TUNED) == list(range(1, 13))
    assert sorted(decoder.HELD_OUT) == list(range(13, 25))
    assert sorted(decoder.ALL) == sorted(SHOWN) == list(range(1, 25))


@pytest.mark.parametrize(
    ("named", "faults"),
    [("3,11", [3, 11]), ("held-out", list(range(13, 25))), ("all", list(range(1, 25)))],
)
def test_the_environment_names_those_that_are_on(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, named: str, faults: list[int]
) -> None:
    monkeypatch.setenv("PLANTED_FAULTS", named)
    assert sorted(request.getfixturevalue("decoder").FAULTS) == faults
