"""How soon each of the planted faults is found, by several ways of fuzzing, side by side.

    python benchmarks/planted_faults.py [--faults {tuned,held-out,all}] [--seconds 60] [--seeds 3]
                                        [--engine NAME ...]

`planted/decoder.py` is a small decoder that is right, but for twenty-four faults, each behind two
or three conditions. The generator was improved on those that are `tuned`, 1 to 12; nobody looked at
those that are `held-out`, 13 to 24, while working on it. Every engine asks the decoder for the same
operations and is judged alike: the answer is held against the reference's. An engine is shown all
faults of the set at once; a fault is found when, with it alone on, the judge objects to an answer.
Shown is the median over the seeds; a fault that a run did not find counts as more than any time.
Atheris on raw bytes reads its input as the text of a document alone, so that faults of folding are
out of its reach. All is counted in the processor's time, start-up included, so that other programs
disturb it little.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median

from planted import decoder
from planted.engines import ENGINES, OURS_ARE, run_job
from planted.hunt import Hunt, Over

NEVER = float("inf")
Run = Mapping[int, tuple[float, float]]
"""For each fault that a run found, after how many executions and seconds."""


def hunt(engine: str, faults: str, seed: int, seconds: float) -> None:
    """Hunt in this process, and print what was found as JSON."""
    hunting = Hunt(seconds, decoder.SETS[faults])
    hunting.begin()
    with suppress(Over):
        ENGINES[engine](hunting, seed)
    told = {"executions": hunting.executions, "seconds": hunting.elapsed, "found": hunting.found}
    print(json.dumps(told))


def measure(engine: str, faults: str, seed: int, seconds: float) -> dict[str, object]:
    """Let a process of its own hunt; give what it printed."""
    command = [sys.executable, __file__, "--hunt", engine, "--faults", faults]
    found = subprocess.run(
        [*command, "--seed", str(seed), "--seconds", str(seconds)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    told: dict[str, object] = json.loads(found.stdout.splitlines()[-1])
    return told


def medians(faults: str, runs: Sequence[Run], index: int) -> dict[int, float]:
    """Give for each fault of a set the median of its executions (0) or seconds (1)."""
    return {
        fault: median(run[fault][index] if fault in run else NEVER for run in runs)
        for fault in sorted(decoder.SETS[faults])
    }


def table(title: str, rows: Mapping[str, Mapping[int, float]], digits: int) -> None:
    """Print the engines' medians for each fault, how many were found, and the median of all."""
    print(f"\n{title}")
    faults = next(iter(rows.values()))
    print(" " * 32 + "".join(f"{fault:>9}" for fault in faults) + "   found   median")
    for engine, found in rows.items():
        cells = "".join(_number(value, digits) for value in found.values())
        count = sum(value < NEVER for value in found.values())
        print(f"{engine:32}{cells}{count:8}{_number(median(found.values()), digits)}")


def _number(value: float, digits: int) -> str:
    return f"{'-':>9}" if value == NEVER else f"{value:9,.{digits}f}"


def verdict(seconds: Mapping[str, Mapping[int, float]]) -> None:
    """Say by how much our best engine is faster than the best of the others."""
    middles = {engine: median(found.values()) for engine, found in seconds.items()}
    ours = {engine: middle for engine, middle in middles.items() if engine in OURS_ARE}
    others = {engine: middle for engine, middle in middles.items() if engine not in OURS_ARE}
    if not ours or not others:
        return
    best, rival = min(ours, key=ours.__getitem__), min(others, key=others.__getitem__)
    if others[rival] == NEVER:
        said = "none of the others found half of the faults"
    else:
        said = f"{others[rival] / ours[best]:.1f} times as fast as the best other, {rival}"
    print(f"\n{best}, median over the faults: {said}")


def main() -> int:
    """Run the benchmark, or one hunt or job of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--faults", choices=list(decoder.SETS), default="held-out", help="which are planted"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="the budget of each run")
    parser.add_argument("--seeds", type=int, default=3, help="runs of each engine")
    parser.add_argument("--engine", action="append", choices=list(ENGINES), help="default: all")
    parser.add_argument("--hunt", choices=list(ENGINES), help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--job", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--mutator", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job is not None:
        run_job(options.job, options.mutator)
        return 0
    if options.hunt is not None:
        hunt(options.hunt, options.faults, options.seed, options.seconds)
        return 0
    print(
        f"Python {platform.python_version()}, {options.faults} faults, "
        f"{options.seconds:g} s a run, {options.seeds} seeds"
    )
    count = len(decoder.SETS[options.faults])
    rows: dict[str, list[Run]] = {}
    for engine in options.engine or ENGINES:
        rows[engine] = []
        for seed in range(1, options.seeds + 1):
            told = measure(engine, options.faults, seed, options.seconds)
            found = {int(fault): tuple(when) for fault, when in told["found"].items()}
            rows[engine].append(found)
            print(
                f"{engine:32} seed {seed}: {len(found):2} of {count} in {told['executions']:,} "
                f"executions, {told['seconds']:.1f} s",
                flush=True,
            )
    executions = {engine: medians(options.faults, runs, 0) for engine, runs in rows.items()}
    table("executions", executions, 0)
    seconds = {engine: medians(options.faults, runs, 1) for engine, runs in rows.items()}
    table("seconds", seconds, 1)
    verdict(seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
