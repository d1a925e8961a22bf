"""libFuzzer's options, and what can be read from its log."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolwire.reference import PROFILES
from toolwire.strategies.mutation import dictionary

from .life import Life

MAX_LENGTH = 1 << 15
"""The most bytes of an input."""
_MEMORY = 2048
"""MiB that a process may hold before it is ended, unless a limit was given."""
_MERGE = "-merge=1"
_SIGNALS = ("segv", "bus", "abrt", "ill", "fpe")
"""Left to end the process, so that its exit code tells which it was."""


def options(life: Life) -> list[str]:
    """Give the options for a life in which the same is done each time.

    libFuzzer reads a folder in whatever order it lies on the disk, so it is given a list of files,
    and the folder into which it writes is empty and not read again.
    """
    seed = int.from_bytes(hashlib.sha1(f"{life.config.seed}/{life.number}".encode()).digest()[:4])
    return [
        f"-seed={seed or 1}",  # 0 is for one of its own choice
        f"-seed_inputs=@{life.seed_list}",
        "-reload=0",
        f"-dict={life.dictionary}",
        *_bounds(life),
        str(life.new),
    ]


def merge_options(life: Life, old: Path, new: Path) -> list[str]:
    """Give the options by which the inputs of `old` that are needed are copied to `new`."""
    return [_MERGE, *_bounds(life), str(new), str(old)]


def is_merge(options: Sequence[str]) -> bool:
    """Tell whether the options are those of a merge, or of a process that a merge starts."""
    return any(each.startswith("-merge") for each in options)


def _bounds(life: Life) -> list[str]:
    return [
        f"-max_len={MAX_LENGTH}",
        "-mutate_depth=2",  # further changes of what was changed are hardly ever understood
        f"-rss_limit_mb={life.config.memory or _MEMORY}",
        "-timeout=1000000",  # the supervisor sees to that; 0 is no time at all to Atheris
        "-detect_leaks=0",
        *(f"-handle_{each}=0" for each in _SIGNALS),
        "-close_fd_mask=2",
        f"-artifact_prefix={life.scratch}/",
    ]


def write_dictionary(path: Path, profiles: Iterable[str]) -> None:
    """Write the tokens of some profiles' tables as libFuzzer reads them."""
    tokens = dict.fromkeys(token for name in profiles for token in dictionary(PROFILES[name]))
    path.write_text("".join(f'"{_escaped(token)}"\n' for token in tokens), "ascii")


def _escaped(token: str) -> str:
    octets = token.encode(errors="surrogatepass")
    plain = range(0x20, 0x7F)
    return "".join(
        chr(each) if each in plain and chr(each) not in '"\\' else f"\\x{each:02X}"
        for each in octets
    )


@dataclass(frozen=True)
class Status:
    """What libFuzzer says in a line of its log: edges and features reached, and its corpus."""

    edges: int
    corpus: int


_STATUS = re.compile(rb"#\d+\s+[A-Z]\w+\s+cov: (\d+) ft: \d+ corp: (\d+)/")


def status_of(line: bytes) -> Status | None:
    """Read a line of libFuzzer's log; None for one that says nothing of this."""
    found = _STATUS.match(line)
    return None if found is None else Status(int(found[1]), int(found[2]))
