"""Running the suite over many mutants, in processes that share the trials and their answers."""

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from toolwire.reference import Rule

from .examining import Kills, examine
from .mutant import Mutant
from .pool import Pool

Progress = Callable[[int], None]
"""Is told how many more mutants are done."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the rules that kill it by enumerated trials, and with drawn ones."""

    mutant: Mutant
    kills: Kills
    drawn: tuple[Rule, ...] = ()

    @property
    def killed_by_own(self) -> bool:
        """Tell whether a requirement of a rule that it breaks kills it by enumerated trials."""
        killing = set(self.kills.rules)
        return bool(killing) if not self.mutant.rules else not killing.isdisjoint(self.mutant.rules)

    @property
    def survived(self) -> bool:
        """Tell whether nothing kills it."""
        return not self.kills.rules and not self.drawn


def run(
    profile: str,
    mutants: Sequence[Mutant],
    *,
    examples: int = 0,
    workers: int | None = None,
    progress: Progress = lambda _: None,
) -> list[Verdict]:
    """Examine `mutants` of one profile; with `examples`, by that many drawn trials of each too.

    What all need is worked out once, before the processes part.
    """
    global _POOLS
    _POOLS = [Pool(profile), *([Pool(profile, examples)] if examples else [])]
    for pool in _POOLS:
        pool.prepare()
    several = workers or os.cpu_count() or 1
    chunks = [list(mutants[start : start + _AT_ONCE]) for start in range(0, len(mutants), _AT_ONCE)]
    found: dict[str, Verdict] = {}
    for verdicts in _in_processes(chunks, several) if several > 1 else map(_examine, chunks):
        found.update((each.mutant.id, each) for each in verdicts)
        progress(len(verdicts))
    return [found[each.id] for each in mutants]


_AT_ONCE = 16
_POOLS: list[Pool] = []
_CHUNKS: list[list[Mutant]] = []


def _in_processes(chunks: list[list[Mutant]], workers: int) -> Iterator[list[Verdict]]:
    """Examine chunks in processes that are copies of this one: a mutant holds functions."""
    global _CHUNKS
    _CHUNKS = chunks
    gc.freeze()  # what is shared stays shared
    context = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(workers, context) as executor:
            waiting = {executor.submit(_examine_chunk, at): at for at in range(len(chunks))}
            for done in as_completed(waiting):
                chunk = chunks[waiting[done]]
                results = zip(chunk, done.result(), strict=True)
                yield [Verdict(mutant, kills, drawn) for mutant, (kills, drawn) in results]
    finally:
        gc.unfreeze()


def _examine_chunk(at: int) -> list[tuple[Kills, tuple[Rule, ...]]]:
    return [(each.kills, each.drawn) for each in _examine(_CHUNKS[at])]


def _examine(mutants: Sequence[Mutant]) -> list[Verdict]:
    enumerated, *drawn = _POOLS
    found = []
    for mutant in mutants:
        kills = examine(mutant, enumerated)
        more = {rule for pool in drawn for rule in examine(mutant, pool).rules}
        found.append(
            Verdict(mutant, kills, tuple(rule for rule in Rule if rule in more - {*kills.rules}))
        )
    return found
