"""How fast the reference decodes an update, beside the standard library and the published SDK.

    python benchmarks/decode.py [--profile acp-v2] [--seconds 1.0] [--levels 50000]
        [--at-least 40000]

All is counted in the processor's time, so that other programs disturb it little. The second table
shows how time grows with the depth of a text: at four times the levels it should take about four
times as long.
"""

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from toolwire.reference import PROFILES, Trace, answers, decode, dumps, encode, parse, same
from toolwire.reference.reading import Reading

TOLD = ("acp-v1", "acp-v2", "acp-v2-1.20")
"""The profiles that know all of `UPDATE`."""
UPDATE: dict[str, Any] = {
    "toolCallId": "call_01HV8Z3T9Q",
    "title": "Reading configuration file",
    "kind": "read",
    "status": "in_progress",
    "content": [
        {
            "type": "content",
            "content": {
                "type": "text",
                "text": "Found 3 sections, 41 settings and 2 includes in it.",
                "annotations": {"audience": ["user"], "priority": 0.5},
            },
        },
        {"type": "terminal", "terminalId": "term_7"},
    ],
    "locations": [{"path": "/home/user/project/settings.toml", "line": 41}],
    "rawInput": {"path": "/home/user/project/settings.toml", "limit": 2000, "follow": False},
    "_meta": {"example.dev/trace": "4bf92f3577b34da6a3ce929d0e0e4736"},
}


def rate(work: Callable[[], object], seconds: float) -> float:
    """Give how often `work` is done in a second: the best of three rounds."""
    work()
    best = 0.0
    for _ in range(3):
        done, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds / 3:
            for _ in range(100):
                work()
            done += 100
        best = max(best, done / elapsed)
    return best


def duration(work: Callable[[], object]) -> float:
    """Give how long `work` takes: the best of three rounds."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def contestants(profile_name: str) -> dict[str, Callable[[], object]]:
    """Give what is measured, by name; each reads the same text."""
    profile = PROFILES[profile_name]
    text = dumps(UPDATE)
    assert same(decode(profile, "ToolCallUpdate", text), UPDATE)
    found: dict[str, Callable[[], object]] = {
        "reference: decode": lambda: decode(profile, "ToolCallUpdate", text),
        "reference: decode with a trace": lambda: decode(
            profile, "ToolCallUpdate", text, Reading({}, trace)
        ),
        "reference: answers": lambda: answers(profile, "decode", "ToolCallUpdate", [text]),
        "reference: encode": lambda: encode(profile, "ToolCallUpdate", UPDATE),
        "reference: parse (strict JSON alone)": lambda: parse(text),
        "json.loads": lambda: json.loads(text),
    }
    trace: Trace = set()
    try:
        from acp.schema import ToolCallProgress
        from acp.utils import serialize_params
    except ImportError:
        print("the published SDK is not installed: pip install 'toolwire[acp]'", file=sys.stderr)
        return found
    tagged = dumps({"sessionUpdate": "tool_call_update", **UPDATE})
    found["SDK: json.loads, model_validate"] = lambda: ToolCallProgress.model_validate(
        json.loads(tagged)
    )
    found["SDK: the same, serialize_params"] = lambda: serialize_params(
        ToolCallProgress.model_validate(json.loads(tagged))
    )
    return found


def print_rates(profile_name: str, seconds: float) -> float:
    """Print a line for each contestant; give the rate of the reference's decode."""
    rates = {name: rate(work, seconds) for name, work in contestants(profile_name).items()}
    base = rates["reference: decode"]
    size = len(dumps(UPDATE).encode())
    print(f"{profile_name}, one ToolCallUpdate of {size} bytes")
    print(f"{'':38}{'a second':>12}{'ratio':>8}")
    for name, found in rates.items():
        print(f"{name:38}{found:12,.0f}{found / base:8.2f}")
    return base


def print_growth(levels: int) -> None:
    """Print how long texts of `levels` and of four times as many take."""
    shapes: dict[str, Callable[[int], str]] = {
        "arrays": lambda n: "[" * n + "]" * n,
        "objects": lambda n: '{"a":' * n + "1" + "}" * n,
        "not closed": lambda n: "[" * n,
    }
    profile = PROFILES["acp-v2"]
    print(f"{'deep text':38}{levels:>12,}{4 * levels:>12,}{'ratio':>8}")
    for name, shape in shapes.items():
        small, large = shape(levels), shape(4 * levels)
        steps: dict[str, Callable[[str], object]] = {
            "answers": lambda text: answers(
                profile, "decode", "ToolCallUpdate", ['{"toolCallId":"a","rawInput":' + text + "}"]
            ),
        }
        if name != "not closed":
            steps |= {
                "parse": parse,
                "parse, dumps": lambda text: dumps(parse(text)),
                "parse twice, same": lambda text: same(parse(text), parse(text)),
            }
        for step, work in steps.items():
            short, long = (duration(lambda w=work, t=text: w(t)) for text in (small, large))
            print(f"{f'{name}: {step}':38}{short:10.3f} s{long:10.3f} s{long / short:8.2f}")


def sdk_version() -> str:
    """Give the version of the published SDK."""
    try:
        return version("agent-client-protocol")
    except PackageNotFoundError:
        return "not installed"


def main() -> int:
    """Run the benchmark; with `--at-least`, say whether the reference is that fast."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--profile", choices=TOLD, default=None, help="default: all")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--levels", type=int, default=50_000, help="of the smaller deep text")
    parser.add_argument(
        "--at-least", type=float, default=0.0, help="exit 1 if fewer updates a second are decoded"
    )
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, agent-client-protocol {sdk_version()}\n")
    slowest = float("inf")
    for name in [options.profile] if options.profile else TOLD:
        slowest = min(slowest, print_rates(name, options.seconds))
        print()
    print_growth(options.levels)
    return 0 if slowest >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
