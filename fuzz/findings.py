"""The findings of a run: looked into one by one, and what has come of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from toolwire.conformance.candidates import Unsupported
from toolwire.conformance.oracle import oracle
from toolwire.conformance.results import Failure
from toolwire.conformance.rules import Level
from toolwire.conformance.storage import NotAFailure, StoredFailure, store
from toolwire.strategies.seeds import Seed

from .investigating import Investigator
from .journal import Heard
from .seed_files import save_seed
from .state import State, StateError

Signature = tuple[str, str, str]
"""A requirement, a kind and a site, as a baseline names a failure."""


class Became(StrEnum):
    """What came of a finding, as the journal and the report say it."""

    FAILED = "failed"
    WARNED = "warned"
    """Failed, at a level below the one that fails a run."""
    OBSERVED = "observed"
    """Differs where nothing is asked for."""
    KNOWN = "known"
    UNSTEADY = "unsteady"
    AGAIN = "again"
    """It is a failure that was found before."""
    NOTHING = "nothing"
    """The candidate does not support it any more."""


class Earlier(StrEnum):
    """What became of a stored failure of an earlier run, as a person is told."""

    FAILED = "FAILED"
    FIXED = "FIXED"
    CHANGED = "CHANGED"
    """It fails in another way than before."""
    LACKING = "LACKING"
    """The candidate does not support it any more, which mends nothing."""
    DAMAGED = "DAMAGED"
    """The file holds no failure."""


@dataclass(frozen=True)
class Kept:
    """A failure that is reported, and the file in which it is stored, if it could be.

    One that an earlier run found is not new.
    """

    failure: Failure
    became: Became
    path: Path | None
    is_new: bool = True
    reason: str = ""


def signature_of(failure: Failure) -> Signature:
    """Give what failures of one cause share."""
    return failure.requirement.id, *failure.signature


class Findings:
    """What a run has found, with what earlier runs left behind.

    `kept` are the failures, `known` those that the baseline allows, and `unsteady` those that were
    not shown again. `problem` says why a failure could not be stored, if one could not.
    """

    def __init__(
        self, state: State, investigator: Investigator, level: Level, found: Mapping[str, str]
    ) -> None:
        self.kept: dict[Signature, Kept] = {}
        self.known: dict[Signature, Kept] = {}
        self.unsteady: dict[Signature, Kept] = {}
        self.problem: str | None = None
        self._state = state
        self._investigator = investigator
        self._level = level
        self._found = found
        self._waiting = dict(state.history.waiting)
        self._looked: Counter[tuple[str, str]] = Counter()

    @property
    def waiting(self) -> int:
        """Give how many findings nobody has looked into yet."""
        return len(self._waiting)

    def of(self, became: Became) -> list[Kept]:
        """Give what is kept and became that, by requirement and the size of the input."""
        found = [each for each in self.kept.values() if each.became is became]
        return sorted(
            found, key=lambda each: (each.failure.requirement.id, each.failure.asked.size)
        )

    def let_be_known(self, kept: Kept) -> None:
        """Count a failure as known from here on."""
        signature = signature_of(kept.failure)
        del self.kept[signature]
        self.known[signature] = replace(kept, became=Became.KNOWN)

    def ask_earlier(self) -> Iterator[tuple[Earlier, str, Path]]:
        """Ask the failures of earlier runs again.

        Gives for each what became of it, its requirement, and its file; where that is damaged,
        why stands instead of the requirement.
        """
        for path, stored in self._state.stored():
            if isinstance(stored, NotAFailure):
                yield Earlier.DAMAGED, str(stored), path
            else:
                yield self._ask_earlier(path, stored), stored.requirement.id, path

    def _ask_earlier(self, path: Path, stored: StoredFailure) -> Earlier:
        failure = self._investigator.ask_stored(stored)
        if isinstance(failure, Unsupported):
            return Earlier.LACKING
        if failure is not None and failure.objection.kind == stored.kind:
            entry = self._investigator.known(failure)
            if entry is not None:
                known = Kept(failure, Became.KNOWN, path, is_new=False, reason=entry.reason)
                self.known[signature_of(failure)] = known
            else:
                kept = Kept(failure, self._weigh(failure), path, is_new=False)
                self.kept[signature_of(failure)] = kept
            return Earlier.FAILED
        seed = Seed(stored.requirement.profile, stored.asked)
        save_seed(self._state.corpus, seed)  # where it was wrong once, it may be again
        if failure is not None:
            heard = Heard(seed, failure.objection.kind)
            self._state.journal.hear(heard)
            self.hear(heard)
        path.unlink(missing_ok=True)
        return Earlier.FIXED if failure is None else Earlier.CHANGED

    def hear(self, heard: Heard) -> None:
        """Take in a finding that stands in the journal."""
        self._waiting.setdefault(heard.name, heard)

    def look_at_one(self) -> Kept | None:
        """Look into one of the findings that wait; give what is new because of it.

        One of a kind that was looked into seldom comes first.
        """
        name, heard = min(self._waiting.items(), key=lambda each: self._looked[_kind(each[1])])
        kept = self._look(heard)
        became = Became.NOTHING if kept is None else kept.became
        self._state.journal.settle(heard, became if kept is None or kept.is_new else Became.AGAIN)
        self._looked[_kind(heard)] += 1
        del self._waiting[name]
        return kept if kept is not None and kept.is_new else None

    def _look(self, heard: Heard) -> Kept | None:
        looked = self._investigator.look(heard.seed, heard.kind)
        oracle(heard.seed.profile).forget()  # a run may be long, and asks nothing twice
        if looked is None:
            return None
        failure = looked.failure
        if not looked.steady:
            return self._keep(self.unsteady, failure, Became.UNSTEADY, self._state.unsteady)
        if looked.known is not None:
            return self._keep(self.known, failure, Became.KNOWN, None, looked.known.reason)
        return self._keep(self.kept, failure, self._weigh(failure), self._state.failures)

    def _weigh(self, failure: Failure) -> Became:
        weight = failure.requirement.level.weight
        if weight == 0:
            return Became.OBSERVED
        return Became.FAILED if weight >= self._level.weight else Became.WARNED

    def _keep(
        self,
        among: dict[Signature, Kept],
        failure: Failure,
        became: Became,
        folder: Path | None,
        reason: str = "",
    ) -> Kept:
        """Keep a failure, and store it in `folder`, unless one of the same cause is kept."""
        signature = signature_of(failure)
        if signature in among:
            return replace(among[signature], is_new=False)
        path = None
        if folder is not None:
            try:
                self._state.check()
                path = store(failure, folder, self._found)
            except StateError as error:
                self.problem = str(error)
            except OSError as error:
                self.problem = error.strerror
        among[signature] = Kept(failure, became, path, reason=reason)
        return among[signature]


def _kind(heard: Heard) -> tuple[str, str]:
    return heard.seed.profile, heard.kind
