"""The descriptors that are ours in a process where a candidate can close them."""

import os

CLOSED = 72
"""How a process exits in which the candidate has closed one: it could not tell of anything more."""


class Descriptors:
    """Some open descriptors, and what they were when this was made."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers
        self._meant = self._identities()

    def check(self) -> None:
        """End the process if one of them is closed, or now something else."""
        if self._identities() != self._meant:
            os._exit(CLOSED)

    def _identities(self) -> list[tuple[int, int]] | None:
        try:
            found = [os.fstat(number) for number in self._numbers]
        except OSError:
            return None
        return [(each.st_dev, each.st_ino) for each in found]
