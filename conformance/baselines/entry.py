"""An entry of a baseline: one kind of failure of one requirement, and where it is known."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Entry:
    """A failure of one `kind` that is known at each of `sites`.

    It is known until the end of the day `expires` (UTC), or for good. What is `flaky` may fail or
    not. Without a `candidate` it holds for each.
    """

    requirement: str
    kind: str
    sites: tuple[str, ...]
    reason: str = ""
    expires: date | None = None
    flaky: bool = False
    candidate: str | None = None

    @property
    def profile(self) -> str:
        """Give the profile of the requirement."""
        return self.requirement.partition("/")[0]

    @property
    def lacks_reason(self) -> bool:
        """Tell whether nobody has said yet why this is so."""
        return not self.reason.strip()

    @property
    def order(self) -> tuple[object, ...]:
        """Give by what the entries of a file are sorted."""
        return self.requirement, self.kind, self.candidate or "", self.flaky, self.sites

    def holds_for(self, label: str) -> bool:
        """Tell whether the entry is about the candidate `label`."""
        return self.candidate in (None, label)

    def has_expired(self, today: date) -> bool:
        """Tell whether the day of expiry lies behind."""
        return self.expires is not None and self.expires < today
