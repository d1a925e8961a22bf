"""How many inputs a second the target for a candidate executes, beside a target that does nothing.

    python benchmarks/fuzz_target.py [--executions 20000] [--impl docs/examples/tool_call_update.py]
        [--at-least 0.2] [--profile]

Both run under Atheris with the same mutator, from the same seeds, and are counted in the
processor's time. The candidate is instrumented, and the reference is not. With `--profile`, it is
shown where the time of our target goes.
"""

import argparse
import cProfile
import os
import pstats
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from toolwire.conformance.candidates import InProcessCandidate, find_module
from toolwire.fuzz.coverage.cases import Cases
from toolwire.fuzz.coverage.engine import load_atheris
from toolwire.fuzz.coverage.execution import Executor
from toolwire.fuzz.coverage.instrumentation import Instrumentation
from toolwire.fuzz.coverage.lastinput import LastInput
from toolwire.fuzz.coverage.mutators import Mutators
from toolwire.fuzz.coverage.outcomes import Outcomes
from toolwire.fuzz.coverage.packages import packages_of
from toolwire.fuzz.coverage.target import Differential
from toolwire.fuzz.seeding import first_seeds
from toolwire.fuzz.signatures import Told
from toolwire.strategies.seeds import dump_seed

KINDS = ("empty", "ours")


def fuzz(kind: str, impl: str, executions: int, scratch: Path, *, profile: bool) -> None:
    """Fuzz in this process until so many inputs were executed, and print how many a second."""
    atheris = load_atheris()
    found = find_module(impl, Path.cwd())
    hook = Instrumentation(atheris, packages_of(found.target))
    hook.install()
    candidate = InProcessCandidate(found.target, found.folder, passing=(), loader=hook.loader)
    hello = candidate.start()
    target = Differential(candidate, hello, tuple(hello.profiles or ()))
    cases = Cases(target.operations)
    seeds = first_seeds(tuple(hello.profiles or ()), target.operations)
    mutators = Mutators(atheris, cases, target.operations, seeds, tuple(hook.constants))
    executor = Executor(
        target,
        cases,
        LastInput(scratch / "last-input"),
        Told(),
        lambda digest, finding: None,
        note=Outcomes(atheris).note,
    )
    inputs = list(map(dump_seed, seeds))
    answered = [executor.execute(data) for data in inputs]
    files = [scratch / f"{index:06}" for index in range(len(inputs))]
    for file, data in zip(files, inputs, strict=True):
        file.write_bytes(data)
    (scratch / "list").write_text(",".join(map(str, files)))
    work: Any = executor.execute if kind == "ours" else _nothing
    done, begun = 0, 0.0
    watch = cProfile.Profile()

    def one(data: bytes) -> None:
        nonlocal done, begun
        work(data)
        if not mutators.called:
            return
        if not done:
            begun = time.process_time()
            if profile:
                watch.enable()
        done += 1
        if done > executions:
            rate = executions / (time.process_time() - begun)
            watch.disable()
            print(rate, len(seeds), sum(case is not None for case in answered), flush=True)
            if profile:
                pstats.Stats(watch).sort_stats("tottime").print_stats(25)
                sys.stdout.flush()
            os._exit(0)

    options = [f"-seed_inputs=@{scratch / 'list'}", "-seed=1", "-keep_seed=1", "-max_len=32768"]
    atheris.Setup(
        ["again", *options],
        one,
        custom_mutator=mutators.mutate,
        custom_crossover=mutators.cross,
    )
    atheris.Fuzz()


def _nothing(data: bytes) -> None:
    pass


def measure(kind: str, options: argparse.Namespace) -> list[str]:
    """Give what the process of one target printed."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, __file__, "--kind", kind, "--scratch", scratch]
        command += ["--impl", options.impl, "--executions", str(options.executions)]
        command += ["--profile"] if options.profile and kind == "ours" else []
        run = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
    return run.stdout.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--executions", type=int, default=20_000)
    parser.add_argument("--impl", default="docs/examples/tool_call_update.py")
    parser.add_argument("--at-least", type=float, help="fail if the ratio is below")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kind", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--scratch", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.kind:
        fuzz(
            options.kind,
            options.impl,
            options.executions,
            options.scratch,
            profile=options.profile,
        )
    best = dict.fromkeys(KINDS, 0.0)
    seeds = "0"
    for _ in range(1 if options.profile else options.rounds):
        for kind in KINDS:
            lines = measure(kind, options)
            rate, seeds, _ = lines[0].split()
            best[kind] = max(best[kind], float(rate))
            print("\n".join(lines[1:]))
    ratio = best["ours"] / best["empty"]
    print(f"{options.impl}: {seeds} seeds, {options.executions} executions, best of the rounds")
    for kind, rate in best.items():
        print(f"  {kind:6} {rate:10,.0f} a second")
    print(f"  ratio  {ratio:10.2f}")
    return 1 if options.at_least is not None and ratio < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
