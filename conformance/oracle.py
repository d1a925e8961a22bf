"""The reference's answers, worked out once for each input."""

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answers,
    Profile,
    Streamed,
    Written,
    answers,
)
from toolwire.strategies.trials import Input


class Oracle:
    """Knows the acceptable answers to inputs of one profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._known: dict[Input, Answers] = {}

    def answers(self, asked: Input) -> Answers:
        """Give the acceptable answers to `asked`, and what it touches."""
        known = self._known.get(asked)
        if known is None:
            known = answers(self.profile, asked.op, asked.type, asked.texts, asked.limit)
            if asked.size < _WORTH_KEEPING:
                self._known[asked] = known
        return known

    def forget(self) -> None:
        """Let go of what is remembered: in a run without end it would be without bounds."""
        self._known.clear()

    def accepts(self, asked: Input) -> bool:
        """Tell whether the original understands `asked`."""
        return isinstance(self.answers(asked).expected, Accepted | Written | Streamed)


_WORTH_KEEPING = 1_000_000
_ORACLES: dict[str, Oracle] = {}


def oracle(profile: str) -> Oracle:
    """Give the oracle of a profile of that name."""
    if profile not in _ORACLES:
        _ORACLES[profile] = Oracle(PROFILES[profile])
    return _ORACLES[profile]
