"""How far a candidate is trusted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds within which a candidate must stay. Times are in seconds, sizes in bytes."""

    timeout: float = 5.0
    """For one answer, from the moment when its request is the oldest unanswered one."""
    hello: float = 30.0
    """For the answer to `hello`."""
    ahead: int = 64
    """Requests sent before the first of them is answered (the candidate protocol's 64)."""
    ahead_size: int = 1 << 20
    """Size of these; a single request may be larger."""
    answer_size: int = 64 << 20
    """For one line that the candidate writes."""
    stderr_size: int = 64 << 10
    """How much of the end of stderr is kept."""
    restarts: int = 100
    """Times that it is started again before it is given up."""
    grace: float = 1.0
    """For a process to end by itself, once its end is due."""
    memory: int | None = None
    """For the address space of its process (`RLIMIT_AS`), or no bound."""
    patience: float = 300.0
    """Spent in waiting for answers that did not come, before it is given up."""
