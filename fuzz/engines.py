"""Which engine fuzzes a candidate: by its lines where they can be seen, else by its answers."""

import importlib.util
import sys
from dataclasses import dataclass

from toolwire.conformance.candidates import Candidate, ProcessCandidate

from .coverage.engine import INSTALL
from .jobs.config import ATHERIS, NOVELTY


class EngineError(Exception):
    """An engine was asked for that cannot fuzz the candidate; the message says why."""


@dataclass(frozen=True)
class Choice:
    """An engine, and why it is the one."""

    engine: str
    why: str


def choose(asked: str, candidate: Candidate) -> Choice:
    """Choose the engine for a candidate. Raises `EngineError`."""
    obstacle = _obstacle(candidate)
    if asked == ATHERIS and obstacle is not None:
        raise EngineError(f"the engine atheris cannot fuzz it: {obstacle}")
    if asked == NOVELTY:
        return Choice(NOVELTY, "as was asked")
    if obstacle is not None:
        return Choice(NOVELTY, obstacle)
    return Choice(ATHERIS, "a Python candidate, whose lines can be seen")


def _obstacle(candidate: Candidate) -> str | None:
    """Say why Atheris cannot fuzz a candidate, if it cannot."""
    if not isinstance(candidate, ProcessCandidate) or not candidate.trusted:
        return "the candidate is a program, of which only the answers can be seen"
    if candidate.command.argv[0] != sys.executable:
        return "the candidate runs in another interpreter"
    if importlib.util.find_spec("atheris") is None:
        return f"Atheris is not installed ({INSTALL})"
    return None
