"""A candidate's failure, reduced: to what matters, to nothing else, and at a bounded cost."""

from __future__ import annotations

import json
import time
from typing import Any

from toolwire.conformance.reduction import Budget
from toolwire.strategies.trials import Input, decoding


def test_thirty_large_updates_become_two_small_ones(
    lab: Any, thirty: Input, keeps_locations: str
) -> None:
    lab.start(keeps_locations)
    found = lab.reduce("fold-null-clears", "ToolCall.locations", thirty)
    assert thirty.size > 100_000
    assert [json.loads(text) for text in found.asked.texts] == [
        {"toolCallId": "", "locations": [{"path": ""}]},
        {"toolCallId": "", "locations": None},
    ]
    assert found.steady
    assert not found.spent
    assert found.questions < 200
    assert len(lab.asked) < 200
    assert sum(each.size for each in lab.asked) < 20 * thirty.size
    # In the number of batches that go out, not of questions, lies the waiting.
    assert found.rounds < 60


TWO_FAULTS = """
def decode(profile, type, text):
    value = json.loads(text)
    if value.get("title", "") is None:
        raise ValueError("no title")
    if value.get("kind") == "new_kind":
        raise ValueError("no kind")
    return right(profile, type, text)
"""


def test_it_does_not_slip_to_another_fault(lab: Any) -> None:
    lab.start(TWO_FAULTS)
    asked = decoding(
        "ToolCallUpdate",
        '{"toolCallId":"c","kind":"new_kind","title":null,"rawInput":{"a":[1,2,3]}}',
    )
    kind = lab.reduce("unknown-word-is-kept", "ToolKind", asked)
    assert json.loads(kind.asked.texts[0]) == {"toolCallId": "", "kind": "new_kind"}
    title = lab.reduce("null-clears", "ToolCallUpdate.title", asked)
    assert json.loads(title.asked.texts[0]) == {"toolCallId": "", "title": None}


def test_a_simpler_value_does_not_bring_another_fault_in(lab: Any) -> None:
    lab.start("""
def decode(profile, type, text):
    value = json.loads(text)
    if value.get("title", "") is None or len(value.get("title", "")) > 100:
        raise ValueError("too long, or null")
    return right(profile, type, text)
""")
    asked = decoding("ToolCallUpdate", json.dumps({"toolCallId": "c", "title": "é" * 5_000}))
    found = lab.reduce("text-is-exact", "ToolCallUpdate.title", asked)
    assert json.loads(found.asked.texts[0])["title"] is not None
    assert 100 < len(json.loads(found.asked.texts[0])["title"]) < 120


def test_another_place_is_another_fault(lab: Any) -> None:
    lab.start("""
def decode(profile, type, text):
    value = json.loads(right(profile, type, text))
    for name in ("rawInput", "title"):
        if name in value:
            value[name] = "other"
            break
    return json.dumps(value)
""")
    asked = decoding("ToolCallUpdate", '{"toolCallId":"c","title":"abc","rawInput":{"a":1}}')
    found = lab.reduce("values-are-kept", "ToolCallUpdate.rawInput", asked)
    assert "rawInput" in json.loads(found.asked.texts[0])


def test_a_fold_does_not_slip_to_an_update_that_is_not_read(lab: Any, keeps_locations: str) -> None:
    lab.start(
        keeps_locations
        + """
def decode(profile, type, text):
    if len(text) < 40:
        raise ValueError("too short")
    return right(profile, type, text)
"""
    )
    updates = [
        {"toolCallId": "c" * 40, "title": "t" * 60, "locations": [{"path": "p"}]},
        {"toolCallId": "c" * 40, "title": "u" * 60, "locations": None},
    ]
    asked = Input("fold", "ToolCallUpdate", tuple(map(json.dumps, updates)))
    found = lab.reduce("fold-null-clears", "ToolCall.locations", asked)
    assert found.asked.size < asked.size
    assert min(map(len, found.asked.texts)) >= 40


def test_a_failure_that_comes_and_goes_is_not_reduced(lab: Any) -> None:
    lab.start("""
times = 0
def decode(profile, type, text):
    global times
    times += 1
    value = json.loads(right(profile, type, text))
    if times < 6 or times % 2:
        value.pop("title", None)
    return json.dumps(value)
""")
    asked = decoding("ToolCallUpdate", json.dumps({"toolCallId": "c", "title": "t" * 200}))
    found = lab.reduce("values-are-kept", "ToolCallUpdate.title", asked)
    assert not found.steady
    assert found.asked == asked


CRASHES = """
def decode(profile, type, text):
    if "rawInput" not in json.loads(text):
        os._exit(3)
    value = json.loads(right(profile, type, text))
    value.pop("title", None)
    return json.dumps(value)
"""
LARGE = decoding(
    "ToolCallUpdate",
    json.dumps(
        {
            "toolCallId": "c",
            "title": "t",
            "rawInput": {"a": [*range(200)]},
            "locations": [{"path": f"p{number}"} for number in range(40)],
        }
    ),
)


def test_proposals_at_which_it_crashes_cost_a_process_each(lab: Any) -> None:
    lab.start(CRASHES)
    found = lab.reduce("values-are-kept", "ToolCallUpdate.title", LARGE, Budget(faults=30))
    assert json.loads(found.asked.texts[0]) == {"toolCallId": "", "title": "", "rawInput": {}}
    assert found.steady
    few = lab.reduce("values-are-kept", "ToolCallUpdate.title", LARGE, Budget(faults=2))
    assert few.spent
    assert few.steady
    assert few.asked.size <= LARGE.size


def test_proposals_at_which_it_hangs_cost_their_timeouts_and_no_more(lab: Any) -> None:
    lab.start(CRASHES.replace("os._exit(3)", "time.sleep(1_000)"), timeout=0.3)
    start = time.monotonic()
    found = lab.reduce("values-are-kept", "ToolCallUpdate.title", LARGE, Budget(faults=12))
    assert time.monotonic() - start < 30
    assert found.spent
    assert found.steady
    assert found.asked.size < LARGE.size


def test_what_crashes_at_its_input_is_asked_one_by_one(lab: Any) -> None:
    lab.start("""
def decode(profile, type, text):
    if "boom" in text:
        os._exit(3)
    return right(profile, type, text)
""")
    text = json.dumps({"toolCallId": "c", "title": "boom" * 3, "rawInput": [*range(100)]})
    asked = decoding("ToolCallUpdate", text)
    found = lab.reduce("text-is-exact", "ToolCallUpdate.title", asked, Budget(faults=60))
    assert json.loads(found.asked.texts[0]) == {"toolCallId": "", "title": "boom"}


def test_a_budget_of_questions_bounds_what_is_asked(
    lab: Any, thirty: Input, keeps_locations: str
) -> None:
    lab.start(keeps_locations)
    site = "ToolCall.locations"
    some = lab.reduce("fold-null-clears", site, thirty, Budget(questions=60))
    assert some.spent
    assert len(lab.asked) <= 60 + 16 + 3
    rounds = lab.reduce("fold-null-clears", site, thirty, Budget(rounds=4))
    assert rounds.spent
    volume = lab.reduce("fold-null-clears", site, thirty, Budget(volume=10 * thirty.size))
    assert volume.spent
    assert sum(each.size for each in lab.asked) < 16 * thirty.size
    for found in (some, rounds, volume):
        assert found.steady
        assert found.asked.size < thirty.size


def test_a_stream_that_is_cut_inside_a_character(lab: Any) -> None:
    lab.start(
        """
def stream(profile, type, chunks):
    text = "".join(chunk.decode("utf-8", "replace") for chunk in chunks)
    lines = [json.loads(line) for line in text.split("\\n") if line.strip()]
    return [right(profile, "SessionNotification", json.dumps(line["params"])) for line in lines]
""",
        profile="acp-v1",
    )
    messages = [
        {
            "jsonrpc": "2.0",
            "method": "session/update",
            "params": {
                "sessionId": "s",
                "update": {
                    "sessionUpdate": "tool_call_update",
                    "toolCallId": f"c{number}",
                    "title": "漢字 and more " * 4,
                },
            },
        }
        for number in range(12)
    ]
    data = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in messages).encode()
    at = data.index("字".encode(), len(data) // 2) + 1
    pieces = (data[:100], data[100:at], data[at : at + 300], data[at + 300 :])
    asked = Input("stream", "JsonRpc", pieces)
    found = lab.reduce("stream-pieces-mean-nothing", "JsonRpc", asked)
    assert len(found.asked.texts) == 2
    assert sum(map(len, found.asked.texts)) < 250
    assert b"".join(found.asked.texts).count(b"\n") <= 1  # type: ignore[arg-type]
    first, second = found.asked.texts
    assert first.decode("utf-8", "ignore") + second.decode("utf-8", "ignore")  # type: ignore[union-attr]
    assert "�" in first.decode("utf-8", "replace")  # type: ignore[union-attr]


FLOODS = """
def decode(profile, type, text):
    value = json.loads(text)
    if value.get("title"):
        value["title"] = "x" * 9_000_000
    return json.dumps(value)
"""


def test_few_are_asked_that_are_answered_by_a_flood(lab: Any) -> None:
    lab.start(FLOODS)
    found = lab.reduce("values-are-kept", "ToolCallUpdate.title", LARGE, Budget(faults=4))
    assert found.spent
    assert len(lab.asked) < 6
