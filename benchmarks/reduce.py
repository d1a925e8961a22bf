"""How long a failure in a long fold of large documents takes until it is reduced.

    python benchmarks/reduce.py [--updates 30] [--items 20] [--at-most 5.0]

The candidates read the updates with the standard library's parser, so that the reference's share
is seen, and get the locations wrong: one does not clear them on null, one appends to them. Beside
the time stands how long one question takes, the whole input at the start: so many of these the
reduction costs.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from toolwire.conformance.candidates import resolve
from toolwire.conformance.interview import Interview
from toolwire.conformance.judge import judge
from toolwire.conformance.oracle import oracle
from toolwire.conformance.reduction import BY_ITSELF, WITHIN_A_RUN, reduce_failure
from toolwire.conformance.requirements import find
from toolwire.reference import answers
from toolwire.strategies.trials import Input

PROFILE = "acp-v2"
MODULE = """
import json

def decode(profile, type, text):
    return json.dumps(json.loads(text))

def fold(profile, type, texts):
    state = {}
    for text in texts:
        for name, value in json.loads(text).items():
            if name == "locations":
                {fault}
            else:
                state[name] = value
    return json.dumps(state)
"""
FAULTS = {
    "keeps": ("fold-null-clears", "state[name] = value or state.get(name)"),
    "appends": ("fold-list-replaces", "state[name] = [*(state.get(name) or []), *(value or [])]"),
}


def updates(count: int, items: int) -> list[dict[str, Any]]:
    """Give updates that grow with `items`, of which three say something of the locations."""
    found: list[dict[str, Any]] = [
        {
            "toolCallId": "call_01HV8Z3T9Q",
            "title": f"Step {number}: " + "word " * items,
            "status": ("in_progress", "pending")[number % 2],
            "content": [
                {"type": "content", "content": {"type": "text", "text": f"line {line} " * 8}}
                for line in range(items)
            ],
            "rawInput": {"path": f"/a/{number}", "options": [{"k": k} for k in range(items)]},
            "rawOutput": {"lines": ["x" * 40] * items},
        }
        for number in range(count)
    ]
    places = [{"path": f"/p/{number}", "line": number} for number in range(items)]
    found[count // 7]["locations"] = places
    found[count // 2]["locations"] = places[: items // 2]
    found[-count // 7]["locations"] = None
    return found


def measure(name: str, folder: Path, asked: Input) -> float:
    """Reduce the failure of one candidate, print a line, and give the seconds."""
    rule, fault = FAULTS[name]
    if name == "appends":  # what is cleared in the end does not show what was appended
        asked = Input(asked.op, asked.type, asked.texts[: len(asked.texts) * 3 // 4])
    (folder / f"{name}.py").write_text(MODULE.replace("{fault}", fault))
    requirement = find(f"{PROFILE}/{rule}")
    candidate = resolve(f"{name}.py", cwd=folder)
    try:
        interview = Interview(candidate, candidate.start(), PROFILE, oracle(PROFILE))
        start = time.perf_counter()
        [got] = interview.ask_anew([asked])
        acceptable = answers(oracle(PROFILE).profile, asked.op, asked.type, asked.texts)
        objection = judge(PROFILE, asked, acceptable, got, rule=requirement.rule)
        one = time.perf_counter() - start
        assert objection is not None
        budget = WITHIN_A_RUN if asked.size < 1_000_000 else BY_ITSELF
        start = time.perf_counter()
        found = reduce_failure(
            requirement,
            "ToolCall.locations",
            asked,
            got,
            objection,
            interview.ask_anew,
            budget,
        )
        seconds = time.perf_counter() - start
    finally:
        candidate.close()
    assert found.steady
    print(
        f"{name:8}{asked.size:12,}{found.asked.size:6,}{found.questions:11,}{found.rounds:8,}"
        f"{one:9.3f} s{seconds:8.2f} s{seconds / one:8.0f}"
    )
    for text in found.asked.texts:
        print(f"         {text}")
    return seconds


def main() -> int:
    """Run the benchmark; exit 1 if a reduction takes longer than is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--updates", type=int, default=30)
    parser.add_argument("--items", type=int, default=20, help="in each list of an update")
    parser.add_argument("--at-most", type=float, default=float("inf"), metavar="SECONDS")
    options = parser.parse_args()
    made = updates(options.updates, options.items)
    asked = Input("fold", "ToolCallUpdate", tuple(map(json.dumps, made)))
    print(f"a fold of {options.updates} updates; {os.cpu_count()} processors")
    print(
        f"{'':8}{'from':>12}{'to':>6}{'questions':>11}{'rounds':>8}{'one':>11}{'all':>10}{'ratio':>8}"
    )
    with tempfile.TemporaryDirectory() as name:
        times = [measure(each, Path(name), asked) for each in FAULTS]
    return 0 if max(times) <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
