"""The seeds of a first run: stored cases, vectors, and a sample of what the suite enumerates."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from toolwire.conformance.regular_files import read_regular
from toolwire.conformance.requirements import trials_of
from toolwire.corpus.cases import cases_of
from toolwire.corpus.vectors import load_vectors
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input

MAX_SIZE = 4096
"""The most characters of a seed's texts: what is large makes every input slow that comes of it."""
_TRIALS = 3
"""Trials of each rule."""
_VECTORS = 300
"""Vectors of each profile."""


def first_seeds(
    profiles: Sequence[str], operations: Collection[tuple[str, str, str]] | None = None
) -> list[Seed]:
    """Give the seeds for some profiles, each once and the same every time.

    `operations` are the (profile, op, type) that there are to ask, if not all.
    """
    found = (
        Seed(profile, each)
        for profile in profiles
        for each in (*_stored(profile), *_vectors(profile), *_enumerated(profile))
        if each.size <= MAX_SIZE
    )
    return [
        seed
        for seed in dict.fromkeys(found)
        if operations is None or (seed.profile, seed.input.op, seed.input.type) in operations
    ]


def _stored(profile: str) -> Iterator[Input]:
    for case in cases_of(profile):
        yield Input(case.op, case.type, case.texts, case.limit)


def _vectors(profile: str) -> Iterator[Input]:
    found = [
        Input(each.op, each.type, each.texts, each.limit)
        for each in load_vectors(profile)
        if sum(map(len, each.texts)) <= MAX_SIZE
    ]
    yield from Random(0).sample(found, min(_VECTORS, len(found)))


def _enumerated(profile: str) -> Iterator[Input]:
    """Give some trials of each rule with their controls, from all over its sites."""
    for rule, trials in trials_of(profile).items():
        random = Random(f"{profile}/{rule}")
        for trial in random.sample(trials, min(_TRIALS, len(trials))):
            yield trial.input
            yield from trial.controls


def stored_seeds(corpus: Path) -> list[bytes]:
    """Give the seeds of a corpus folder in the order of their names; without a folder, none.

    What `damaged` gives is left out.
    """
    return [data for _, data in _read_corpus(corpus) if data is not None]


def damaged(corpus: Path) -> list[Path]:
    """Give what lies in a corpus folder and is no seed: a file is called by what it holds."""
    return [path for path, data in _read_corpus(corpus) if data is None]


def _read_corpus(corpus: Path) -> Iterator[tuple[Path, bytes | None]]:
    """Give what lies in a corpus folder, but for what is being written, and the seeds' bytes."""
    if not corpus.is_dir():
        return
    for path in sorted(corpus.iterdir()):
        if not path.name.startswith("."):
            data = None
            with suppress(OSError):
                data = read_regular(path)
            yield path, data if data is not None and seed_name(data) == path.name else None


def seed_name(data: bytes) -> str:
    """Give what a seed's file is called in a corpus folder: the sha1 of its bytes."""
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


def is_seed_name(name: str) -> bool:
    """Tell whether a file is called as a seed in a corpus folder is: by the sha1 of its bytes."""
    return len(name) == 40 and not set(name) - set("0123456789abcdef")
