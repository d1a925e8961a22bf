"""How many documents and inputs a second are generated, mutated and crossed on one processor.

    python benchmarks/generate.py [--profile acp-v2] [--seconds 2.0] [--seed 1]
        [--at-least 20000]

All is counted in the processor's time, so that other programs disturb it little. Documents are
those of each type in turn; their sizes stand beside the rates, since a rate means nothing without.
What became of the mutated inputs, asked of the reference, comes last.
"""

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from toolwire.reference import PROFILES, NotJson, Profile, RefusedAnswer, answers, parse
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.trials import Input, decoding

POOL = 500
"""So many inputs are mutated and crossed in turn."""
LOOKED_AT = 3_000
"""So many mutated inputs are shown to the reference."""


def rate(make: Callable[[int], Input], seconds: float) -> tuple[float, list[Input]]:
    """Give how many are made in a second, the best of three rounds, and some of them."""
    best, kept = 0.0, list[Input]()
    for _ in range(3):
        done, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds / 3:
            kept = [make(number) for number in range(done, done + 200)]
            done += 200
        best = max(best, done / elapsed)
    return best, kept


def print_rates(profile: Profile, seconds: float, seed: int) -> float:
    """Print a line for each thing that is made; give the rate of documents."""
    mutator, random = Mutator(profile), Random(seed)
    generator, types = mutator.generator, list(profile.types)
    pool = [generator.input(random) for _ in range(POOL)]

    def document(number: int) -> Input:
        type_ = types[number % len(types)]
        return decoding(type_, generator.document(random, type_))

    def outer(_: int) -> Input:
        return decoding(types[0], generator.document(random, types[0]))

    def mutated(number: int) -> Input:
        return mutator.mutate(random, pool[number % POOL], other=pool[number * 7 % POOL])

    def crossed(number: int) -> Input:
        return mutator.cross(random, pool[number % POOL], pool[number * 7 % POOL])

    made: dict[str, Callable[[int], Input]] = {
        "documents of all types": document,
        f"documents of {types[0]}": outer,
        "inputs of all operations": lambda _: generator.input(random),
        "mutated inputs": mutated,
        "crossed inputs": crossed,
    }
    rates = {}
    print(f"{profile.name:40}{'a second':>12}{'mean size':>12}{'median':>10}")
    for name, make in made.items():
        rates[name], some = rate(make, seconds)
        sizes = [each.size for each in some]
        sized = f"{statistics.mean(sizes):12.0f}{statistics.median(sizes):10.0f}"
        print(f"{name:40}{rates[name]:12,.0f}{sized}")
    found = [mutated(number) for number in range(LOOKED_AT)]
    print(f"of the mutated inputs {fates(profile, found)}\n")
    return rates["documents of all types"]


def fates(profile: Profile, inputs: list[Input]) -> str:
    """Say how many of the texts are JSON, and how many inputs the reference understands."""
    asked = [each for each in inputs if each.op in ("decode", "fold")]
    texts = [text for each in asked for text in each.texts]
    understood = settled = 0
    for each in asked:
        found = answers(profile, each.op, each.type, each.texts)
        understood += not isinstance(found.expected, RefusedAnswer)
        settled += found.settled
    whole = sum(all(map(is_json, each.texts)) for each in asked)
    return (
        f"{whole / len(asked):.0%} are JSON ({sum(map(is_json, texts)) / len(texts):.0%} of the "
        f"texts), {understood / len(asked):.0%} are understood, {settled / len(asked):.0%} settled"
    )


def is_json(text: str | bytes) -> bool:
    """Tell whether a text is JSON."""
    try:
        parse(text)
    except NotJson:
        return False
    return True


def main() -> int:
    """Run the benchmark; with `--at-least`, say whether documents are made that fast."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--profile", choices=list(PROFILES), default=None, help="default: all")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--at-least", type=float, default=0.0, help="exit 1 if fewer documents a second are made"
    )
    options = parser.parse_args()
    print(f"Python {platform.python_version()}\n")
    profiles = [PROFILES[options.profile]] if options.profile else PROFILES.values()
    slowest = min(print_rates(each, options.seconds, options.seed) for each in profiles)
    return 0 if slowest >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
