"""Asking stored failures again: FIXED, FAILED as before, or CHANGED."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from .asking import started
from .candidates import Answer, Options, Unsupported
from .display import show_acceptable, show_answer, show_input
from .judge import Objection, judge
from .oracle import oracle
from .requirements import Requirement
from .storage import StoredFailure, load


class Status(StrEnum):
    """What became of a failure."""

    FIXED = "FIXED"
    FAILED = "FAILED"
    CHANGED = "CHANGED"
    """The candidate still fails, or cannot be asked any more, in another way than before."""


@dataclass(frozen=True)
class Replay:
    """A stored failure, asked again; `lines` show what was asked, expected and answered."""

    file: Path
    requirement: Requirement
    status: Status
    lines: tuple[str, ...]


def replay_all(
    files: Sequence[Path], spec: str, cwd: Path, *, options: Options, in_process: bool
) -> list[Replay]:
    """Ask the failures stored in `files` of the candidate `spec`.

    Raises ValueError, with one clear line, for a file that holds no failure and for a candidate
    that cannot be asked.
    """
    stored = [load(file) for file in files]
    with started(spec, cwd, options=options, in_process=in_process) as (candidate, _):
        answers = candidate.ask([each.request for each in stored])
    return [
        _compare(file, failure, answer)
        for file, failure, answer in zip(files, stored, answers, strict=True)
    ]


def _compare(file: Path, failure: StoredFailure, answer: Answer) -> Replay:
    requirement, asked = failure.requirement, failure.asked
    acceptable = oracle(requirement.profile).answers(asked)
    if isinstance(answer, Unsupported):
        objection: Objection | None = Objection("not supported")
    else:
        objection = judge(requirement.profile, asked, acceptable, answer, rule=requirement.rule)
    lines = [f"input    {text}" for text in show_input(asked)]
    if objection is None:
        return Replay(file, requirement, Status.FIXED, tuple(lines))
    lines += [f"expected {show_acceptable(each)}" for each in acceptable.acceptable]
    lines += [f"got      {show_answer(answer)}"]
    if objection.kind == failure.kind:
        return Replay(file, requirement, Status.FAILED, tuple(lines))
    lines += [f"before   {failure.kind}", f"now      {objection.kind}"]
    return Replay(file, requirement, Status.CHANGED, tuple(lines))
