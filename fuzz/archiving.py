"""Seeds and dictionary as OSS-Fuzz takes them: beside a target, and called as the target is."""

from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from toolwire.conformance.candidates import Candidate, Hello
from toolwire.conformance.examiner import profiles_of
from toolwire.conformance.storage import write_aside
from toolwire.strategies.seeds import dump_seed

from .coverage.libfuzzer import MAX_LENGTH, write_dictionary
from .coverage.target import Differential
from .seeding import first_seeds, seed_name, stored_seeds


def archive(
    folder: Path, name: str, candidate: Candidate, hello: Hello, state: Path | None
) -> list[Path]:
    """Write the seed corpus, the dictionary and the options of the target `name`; give the files.

    They are of what the candidate says that it has, with the corpus of `state` if there is one. The
    same seeds give the same bytes. Raises OSError.
    """
    profiles = tuple(profiles_of(hello))
    operations = Differential(candidate, hello, profiles).operations
    seeds = [dump_seed(each) for each in first_seeds(profiles, operations)]
    stored = [] if state is None else stored_seeds(state / "corpus")
    folder.mkdir(parents=True, exist_ok=True)
    corpus = folder / f"{name}_seed_corpus.zip"
    tokens, options = folder / f"{name}.dict", folder / f"{name}.options"
    _write_corpus(corpus, (each for each in (*seeds, *stored) if len(each) <= MAX_LENGTH))
    write_dictionary(tokens, profiles)
    write_aside(options, f"[libfuzzer]\nmax_len = {MAX_LENGTH}\ndict = {tokens.name}\n")
    return [corpus, tokens, options]


def _write_corpus(file: Path, seeds: Iterable[bytes]) -> None:
    aside = file.with_name(f".{file.name}")
    with ZipFile(aside, "w", ZIP_DEFLATED) as written:
        for data in dict.fromkeys(seeds):
            written.writestr(ZipInfo(seed_name(data)), data, ZIP_DEFLATED)  # of no date
    aside.replace(file)
