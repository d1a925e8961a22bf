"""What a job asks now, in a file that outlives it, so that the next start knows at what it ended.

A candidate may end the very job that asks it, which then can tell of nothing.
"""

from collections.abc import Iterable
from pathlib import Path

from toolwire.strategies.seeds import Seed, dump_seed, load_seed


def passed_over(scratch: Path) -> list[Seed]:
    """Give the inputs that are not asked any more, because the job had ended at them."""
    return _load(scratch / "passed-over")


def pass_over(scratch: Path, seed: Seed) -> None:
    """Let an input not be asked again."""
    with (scratch / "passed-over").open("ab") as file:
        file.write(dump_seed(seed))


class Asked:
    """The inputs that a job asks, and what an earlier start in the same folder came to grief of.

    `suspects` are those that it was asking together. One that it was asking alone is passed over.
    """

    def __init__(self, scratch: Path) -> None:
        self._path = scratch / "asked"
        self.suspects = _load(self._path)
        if len(self.suspects) == 1:
            pass_over(scratch, self.suspects.pop())
        self._passed = {dump_seed(each) for each in passed_over(scratch)}

    def may_ask(self, seed: Seed) -> bool:
        """Tell whether an input is none of those that are passed over."""
        return not self._passed or dump_seed(seed) not in self._passed

    def begin(self, seeds: Iterable[Seed]) -> None:
        """Note what is asked from now on."""
        self._path.write_bytes(b"".join(map(dump_seed, seeds)))

    def end(self) -> None:
        """Note that all of it was answered."""
        self._path.write_bytes(b"")


def _load(path: Path) -> list[Seed]:
    if not path.exists():
        return []
    return [load_seed(line) for line in path.read_bytes().splitlines(keepends=True)]
