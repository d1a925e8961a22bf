"""What was said of how a candidate is to be run; whoever says more narrowly is heard first."""

from dataclasses import dataclass, fields
from typing import Self

MOST_SECONDS = 86_400
"""A day; the system's calls that wait take no number whatever."""
MOST_MEMORY = 1 << 30
"""In MiB; the system's limits take no number whatever."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a candidate is to be run, as far as it was said: None where it was not.

    `python` is an interpreter or a virtual environment, `timeout` the seconds for an answer,
    `memory` the MiB that its process may have.
    """

    python: str | None = None
    timeout: float | None = None
    memory: int | None = None

    def over(self, other: Self) -> Self:
        """Return what these options say, and for the rest what `other` says."""
        return type(self)(
            **{
                name: getattr(other if getattr(self, name) is None else self, name)
                for name in (field.name for field in fields(self))
            }
        )

    def beside(self, other: Self) -> Self:
        """Return what these options say where `other` says nothing."""
        return type(self)(
            **{
                field.name: getattr(self, field.name)
                for field in fields(self)
                if getattr(other, field.name) is None
            }
        )


def check_timeout(number: float) -> float:
    """Return a time limit. Raises ValueError, saying what it must be."""
    if not 0 < number <= MOST_SECONDS:
        raise ValueError(f"a number of seconds above 0, at most {MOST_SECONDS}")
    return number


def check_memory(number: int) -> int:
    """Return a memory limit. Raises ValueError, saying what it must be."""
    if not 0 < number <= MOST_MEMORY:
        raise ValueError(f"a whole number of MiB above 0, at most {MOST_MEMORY}")
    return number
