"""What comes back from a candidate: values, whatever the candidate is."""

from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.strategies.wiretext import Text

from .fault import Fault, FaultKind


@dataclass(frozen=True, slots=True)
class Understood:
    """The candidate understood the input and wrote it again."""

    text: Text


@dataclass(frozen=True, slots=True)
class Refused:
    """The candidate refused the input; with `stage` "encode", it could not write it again."""

    error: str
    stage: str | None = None


@dataclass(frozen=True, slots=True)
class StreamItems:
    """What a stream's reader handed on, in order."""

    items: tuple[Understood | Refused, ...]


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The candidate has no such profile, type or operation."""


@dataclass(frozen=True, slots=True)
class Faulted:
    """There was no answer, and this is why."""

    fault: Fault


Answer = Understood | StreamItems | Refused | Unsupported | Faulted


def is_given_up(answer: Answer) -> bool:
    """Tell whether nothing was asked, since the candidate had been given up before."""
    return isinstance(answer, Faulted) and answer.fault.kind is FaultKind.GAVE_UP


@dataclass(frozen=True)
class Hello:
    """How a candidate introduced itself.

    `profiles` maps each profile to the types that it has; None when it did not say, and
    everything is to be tried.
    """

    name: str
    version: str
    profiles: Mapping[str, tuple[str, ...]] | None = None
