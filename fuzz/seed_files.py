"""A corpus on disk: a folder with a file for each seed, named by the sha1 of its bytes."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from toolwire.conformance.storage import replace_file
from toolwire.strategies.seeds import Seed, dump_seed, load_seed

from .seeding import seed_name, stored_seeds


def save_seed(folder: Path, seed: Seed) -> bool:
    """Keep a seed; tell whether it was not there yet. Raises OSError."""
    data = dump_seed(seed)
    path = folder / seed_name(data)
    if path.exists():
        return False
    replace_file(path, data)
    return True


def load_seeds(folder: Path) -> Iterator[Seed]:
    """Give the seeds of a folder, in the order of their names; what is none is passed over.

    So a file that somebody damaged costs itself alone. Raises OSError for a folder that cannot be
    read.
    """
    for data in stored_seeds(folder):
        with suppress(ValueError):
            yield load_seed(data)
