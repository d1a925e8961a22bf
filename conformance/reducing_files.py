"""Reducing stored failures: each is asked again, made smaller, and stored beside what it was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from toolwire.strategies.trials import Input

from .asking import started
from .candidates import Options, Unsupported
from .display import show_acceptable, show_answer, show_input
from .interview import Interview
from .judge import judge
from .oracle import oracle
from .reduction import BY_ITSELF, Reduction, reduce_failure
from .storage import StoredFailure, load, store_as


class Ending(StrEnum):
    """What came of reducing a stored failure."""

    REDUCED = "REDUCED"
    SMALLEST = "SMALLEST"
    """Nothing smaller was found that fails alike."""
    FIXED = "FIXED"
    """It does not fail any more, so that there is nothing to reduce."""
    CHANGED = "CHANGED"
    """It fails otherwise than it did, or cannot be asked."""
    UNSTEADY = "UNSTEADY"
    """What fails once does not fail each time, so that no smaller input can be told to fail."""


@dataclass(frozen=True)
class Reduced:
    """A stored failure, reduced; `written` is the file of the smaller one, if there is one."""

    file: Path
    failure: StoredFailure
    ending: Ending
    lines: tuple[str, ...]
    written: Path | None = None


def reduce_all(
    files: Sequence[Path], spec: str, cwd: Path, *, options: Options, in_process: bool
) -> Iterator[Reduced]:
    """Reduce the failures stored in `files` as the candidate `spec` fails, one after the other.

    Raises ValueError, with one clear line, for a file that holds no failure or cannot be written,
    and for a candidate that cannot be asked.
    """
    stored = [load(file) for file in files]
    with started(spec, cwd, options=options, in_process=in_process) as (candidate, hello):
        for file, failure in zip(files, stored, strict=True):
            profile = failure.requirement.profile
            yield _reduce(file, failure, Interview(candidate, hello, profile, oracle(profile)))


def _reduce(file: Path, failure: StoredFailure, interview: Interview) -> Reduced:
    requirement, asked = failure.requirement, failure.asked
    acceptable = oracle(requirement.profile).answers(asked)
    [got] = interview.ask_anew([asked])
    if isinstance(got, Unsupported):
        return Reduced(file, failure, Ending.CHANGED, ("it is not supported",))
    objection = judge(requirement.profile, asked, acceptable, got, rule=requirement.rule)
    if objection is None:
        return Reduced(file, failure, Ending.FIXED, ())
    if objection.kind != failure.kind:
        lines = f"before   {failure.kind}", f"now      {objection.kind}"
        return Reduced(file, failure, Ending.CHANGED, lines)
    found = reduce_failure(
        requirement, failure.site, asked, got, objection, interview.ask_anew, BY_ITSELF
    )
    if not found.steady:
        return Reduced(file, failure, Ending.UNSTEADY, ("it does not fail each time",))
    if found.asked == asked:
        return Reduced(file, failure, Ending.SMALLEST, tuple(_shown(found)))
    written = file.with_name(f"{file.name.removesuffix('.json')}.reduced.json")
    how = ", ".join((failure.found.get("how", "stored"), "reduced"))
    smaller = replace(failure, asked=found.asked, found={**failure.found, "how": how})
    try:
        store_as(smaller, written)
    except OSError as error:
        raise ValueError(f"{written}: {error.strerror}") from None
    sizes = f"{_size(asked)} -> {_size(found.asked)}"
    return Reduced(file, failure, Ending.REDUCED, (sizes, *_shown(found)), written)


def _shown(found: Reduction) -> Iterator[str]:
    spent = ", and no more may be asked" if found.spent else ""
    yield f"{found.questions:,} inputs asked in {found.rounds:,} rounds{spent}"
    yield from (f"input    {text}" for text in show_input(found.asked))
    yield from (f"expected {show_acceptable(each)}" for each in found.acceptable.acceptable)
    yield f"got      {show_answer(found.got)}"


def _size(asked: Input) -> str:
    unit = "bytes" if asked.op == "stream" else "characters"
    many = f"{len(asked.texts):,} texts, " if len(asked.texts) > 1 else ""
    return f"{many}{asked.size:,} {unit}"
