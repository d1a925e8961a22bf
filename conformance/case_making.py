"""Cases of the corpus, made from stored failures once the reference says what is right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path

from toolwire.corpus.cases import StoredCase, case_files, line_of, load_cases, read_cases
from toolwire.corpus.confirming import answered, complaints, expected_of, twins

from .storage import StoredFailure, load, write_aside

OWN_CORPUS = Path("toolwire-corpus.jsonl")
"""The user's own cases, unless another file is named. They are kept: `.toolwire` is not."""


class NotAdded(ValueError):
    """Nothing was added; `reasons` say why, a line for each file that makes no case."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class Placed:
    """A case with the file and the line in which it stands."""

    file: str
    line: int
    case: StoredCase

    @property
    def place(self) -> str:
        """Say where it stands."""
        return f"{self.file}, line {self.line}"


def shipped() -> list[Placed]:
    """Give the cases that come with Toolwire."""
    return [
        Placed(file.name, line, case)
        for file in case_files()
        for line, case in enumerate(read_cases(file), 1)
    ]


def placed(file: Path) -> list[Placed]:
    """Give the cases of a user's file. Raises ValueError, which names the file."""
    return [Placed(str(file), line, case) for line, case in enumerate(load_cases(file), 1)]


def add_cases(
    files: Sequence[Path], to: Path, why: str, family: str | None
) -> list[tuple[Path, Placed]]:
    """Add the failures stored in `files` to the corpus `to`; give each file's case.

    All are added or none. Raises `NotAdded` for what makes no case, and ValueError, with one
    clear line, for a corpus that cannot be read or written.
    """
    there = placed(to) if to.exists() and to.stat().st_size else []
    known = [*there, *(each for each in shipped() if Path(each.file).name != to.name)]
    added: list[tuple[Path, Placed]] = []
    reasons: list[str] = []
    for file in files:
        try:
            case = _case(file, load(file), why, family)
            _refuse_twin(file, case, known)
        except ValueError as error:
            reasons.append(str(error))
            continue
        entry = Placed(str(to), len(there) + len(added) + 1, case)
        added.append((file, entry))
        known.append(entry)
    if reasons:
        raise NotAdded(reasons)
    lines = (line_of(entry.case) + "\n" for _, entry in added)
    try:
        before = to.read_text("utf-8") if there else ""
        ended = before if not before or before.endswith("\n") else f"{before}\n"
        write_aside(to, ended + "".join(lines))
    except OSError as error:
        raise ValueError(f"{to}: {error.strerror}") from None
    return added


def _case(file: Path, failure: StoredFailure, why: str, family: str | None) -> StoredCase:
    requirement, asked = failure.requirement, failure.asked
    made = StoredCase(
        requirement.profile,
        family or requirement.text.topic.name,
        requirement.rule,
        asked.op,
        asked.type,
        why,
        asked.texts,
        None,
        asked.limit,
        found=_provenance(failure.found),
    )
    case = replace(made, expected=expected_of(answered(made)))
    if complaint := next(complaints(case), None):
        raise ValueError(f"{file}: it makes no case: {complaint.what}")
    return case


def _provenance(found: Mapping[str, str]) -> Mapping[str, str]:
    """Say how the failure was found, and on which day it became a case."""
    return {"toolwire": version("toolwire"), **found, "date": date.today().isoformat()}


def _refuse_twin(file: Path, case: StoredCase, known: Sequence[Placed]) -> None:
    cases = [*(each.case for each in known), case]
    for number, earlier in twins(cases):
        if number == len(known):
            twin = known[earlier]
            raise ValueError(f"{file}: its input is there already: {twin.place} ({twin.case.why})")


def doubles(cases: Sequence[Placed]) -> Iterator[tuple[Placed, Placed]]:
    """Give the cases that are there twice, each with the earlier one."""
    for number, earlier in twins([each.case for each in cases]):
        yield cases[number], cases[earlier]
