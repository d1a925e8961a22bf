"""How many examples a second the public strategies give, beside Hypothesis drawing next to nothing.

    python benchmarks/strategies.py [--examples 1000] [--profile acp-v2] [--at-least 300]

Each line is a run of a test that does nothing, in the processor's time, so that other programs
disturb it little; the best of three stands. The ratio is to a test that draws one string of bytes.
"""

import argparse
import platform
import sys
import time
from collections.abc import Iterator

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from toolwire.reference import PROFILES
from toolwire.strategies import (
    deeply_nested,
    documents,
    json_texts,
    sessions,
    update_sequences,
    with_fault,
)


def rate(strategy: st.SearchStrategy[object], examples: int) -> float:
    """Give the examples a second: the best of three rounds."""
    best = 0.0
    for _ in range(3):
        done = 0

        @settings(
            max_examples=examples,
            database=None,
            derandomize=True,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def run(_: object) -> None:
            nonlocal done
            done += 1

        start = time.process_time()
        run()
        best = max(best, done / (time.process_time() - start))
    return best


def others() -> Iterator[tuple[str, st.SearchStrategy[object]]]:
    """Give what is no plain document, of one profile."""
    updates = documents("acp-v2", "ToolCallUpdate")
    yield "update_sequences acp-v2", update_sequences("acp-v2")
    yield "sessions acp-v2", sessions("acp-v2")
    yield "with_fault acp-v2 ToolCallUpdate", with_fault("acp-v2", "ToolCallUpdate")
    yield (
        "deeply_nested acp-v2 ToolCallUpdate 1000",
        deeply_nested("acp-v2", "ToolCallUpdate", 1000),
    )
    yield "json_texts of such documents", updates.flatmap(json_texts)


def main() -> int:
    """Run the benchmark; exit 1 if documents of a type come more slowly than is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--examples", type=int, default=1_000)
    parser.add_argument("--profile", choices=PROFILES, action="append", help="all by default")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="RATE")
    options = parser.parse_args()
    print(f"Hypothesis {hypothesis.__version__}, Python {platform.python_version()}")
    print(f"{'':46}{'a second':>10}{'ratio':>8}")
    base = rate(st.binary(max_size=12), options.examples)
    slowest = float("inf")

    def report(name: str, found: float) -> None:
        print(f"{name:46}{found:10,.0f}{found / base:8.2f}", flush=True)

    report("one string of bytes", base)
    for profile in options.profile or PROFILES:
        for type_ in PROFILES[profile].types:
            found = rate(documents(profile, type_), options.examples)
            slowest = min(slowest, found)
            report(f"documents {profile} {type_}", found)
    for name, strategy in others():
        report(name, rate(strategy, options.examples))
    print(f"the slowest documents: {slowest:,.0f} a second")
    return 0 if slowest >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
