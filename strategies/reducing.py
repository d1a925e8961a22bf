"""Making an input smaller step by step, as long as what it shows stays.

A step leaves out or rewrites some of an input's places. Every sweep proposes many steps at once, so
that they can be asked together: first steps of many places each, then of fewer. Those that keep
what the input shows are put together, as many as keep it together. What comes out depends on the
input and on the answers alone.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from .edits import Edit, apply, together
from .outlines import Outline, as_input, as_string, outline
from .sweeps import SWEEPS, Sweep
from .trials import Input

Keeps = Callable[[Sequence[Input]], Sequence[bool]]
"""Tells of each of some inputs whether it still shows what the first one shows."""

_FIRST = 8
"""So many steps a sweep begins with, of equally many places each."""
_MOST = 256
"""So many steps a sweep ends with at most: a list of 10,000 items that matter stays as it is."""


class Spent(Exception):
    """There is nothing left to ask with; raised by a `Keeps`."""


def reduce_input(asked: Input, keeps: Keeps) -> Input:
    """Give the smallest input found from `asked` for which `keeps` is true."""
    reducer = _Reducer(asked, keeps)
    with suppress(Spent):
        reducer.run()
    return reducer.best


def measure(asked: Input) -> tuple[int, int, str]:
    """Give by what an input is smaller than another: shorter, with a lower limit, of lower text."""
    text = as_string(asked)
    return len(text), asked.limit or 0, text


class _Reducer:
    """Holds the smallest input so far and what was tried."""

    def __init__(self, asked: Input, keeps: Keeps) -> None:
        self.best = asked
        self._sliding = False
        self._keeps = keeps
        self._tried: set[bytes] = set()

    def run(self) -> None:
        """Sweep until nothing becomes smaller any more."""
        before = None
        while before != self.best:
            before = self.best
            for sliding in (False, True) if self.best.op == "cut" else (False,):
                self._sliding = sliding
                for sweep in SWEEPS:
                    self._sweep(sweep)

    def _sweep(self, sweep: Sweep) -> None:
        """Make the steps of a sweep, of many places first."""
        places = sweep(found := outline(self.best))
        if self._take(found, [together(places)] if len(places) > 1 else []):
            places = sweep(found := outline(self.best))
        width = -(-len(places) // _FIRST)
        while places and -(-len(places) // max(width, 1)) <= _MOST:
            steps = [
                together(places[start : start + width]) for start in range(0, len(places), width)
            ]
            if self._take(found, steps):
                places = sweep(found := outline(self.best))
                width = max(1, min(width, -(-len(places) // _FIRST)))
            elif width == 1:
                break
            else:
                width = -(-width // 2)

    def _take(self, found: Outline, steps: Sequence[Edit]) -> bool:
        """Take the steps that keep what is shown, as many as do so together."""
        good = self._try(found, steps)
        if not good:
            return False
        self.best = good[0][1]
        sizes = sorted({len(good), *(len(good) * part // 4 for part in (3, 2, 1))} - {0, 1})
        sets = [together(step for step, _ in good[:size]) for size in reversed(sizes)]
        if joined := self._try(found, sets):
            self.best = min((self.best, joined[0][1]), key=measure)
        return True

    def _try(self, found: Outline, steps: Iterable[Edit]) -> list[tuple[Edit, Input]]:
        """Ask for the steps that were not tried; give those that keep it, the smallest first."""
        least, new = measure(found.asked), dict[Input, Edit]()
        for step in steps:
            made = as_input(found.asked, apply(found, step), sliding=self._sliding)
            if (name := _digest(made)) not in self._tried and measure(made) < least:
                self._tried.add(name)
                new[made] = step
        kept = self._keeps(list(new)) if new else ()
        good = [(new[made], made) for made, keeps in zip(new, kept, strict=True) if keeps]
        return sorted(good, key=lambda pair: measure(pair[1]))


def _digest(asked: Input) -> bytes:
    """Name an input, which may be large, by a few bytes."""
    text = f"{asked.limit} {as_string(asked)}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
