"""What a job has told: of findings that are alike, one is enough.

A candidate that gets much wrong does so thousands of times a second, and whoever hears of a finding
asks for it again and reduces it.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Hashable, Iterable

from toolwire.conformance.attribution import attributions
from toolwire.conformance.candidates import Answer, Faulted, Refused
from toolwire.conformance.judge import Objection
from toolwire.conformance.oracle import oracle
from toolwire.strategies.seeds import Seed

from .jobs.features import error_shape

_OFTEN = 1_000
"""What has been seen so often is looked at no more than one time in `_SELDOM`."""
_SELDOM = 8
_MOST_CAUSES = 20
"""So many wordings of a refusal are told apart at one place: some libraries quote their input."""


class Told:
    """Knows the signatures that have been told. `seen` are the digests of earlier ones."""

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._seen = set(seen)
        self._met: Counter[tuple[str, ...]] = Counter()
        self._causes: Counter[tuple[str, ...]] = Counter()

    def new(self, seed: Seed, objection: Objection, answer: Answer) -> str | None:
        """Give the digest of a finding's signature, or None if it has been told.

        It is the rough signature, and what the candidate itself says of the cause.
        """
        asked = seed.input
        names = re.sub("/[0-9]+", "/", objection.pointer)
        place = (seed.profile, asked.op, asked.type, objection.kind, names)
        said = cause(answer)
        self._met[*place, said] += 1
        often = self._met[*place, said] - _OFTEN
        if often > 0 and often % _SELDOM:
            return None
        rough = _rough_signature(seed, objection)
        oracle(seed.profile).forget()  # what was asked once comes hardly ever again
        if self._causes[place] >= _MOST_CAUSES:
            said = ""
        digest = digest_of(seed.profile, rough, said)
        if digest in self._seen:
            return None
        self._seen.add(digest)
        self._causes[place] += bool(said)
        return digest


def _rough_signature(seed: Seed, objection: Objection) -> Hashable:
    """Give what stays the same of failures that are likely to be one.

    It is what was asked, what is objected to and where, and what the input is about. Worked out
    without asking the candidate again, it may part what has one cause: the parent, which reduces
    what it is told, puts that together.
    """
    asked = seed.input
    first = attributions(seed.profile, asked, objection)[0]
    names = tuple(name for name in objection.pointer.split("/") if not name.isdigit())
    return asked.op, asked.type, objection.kind, names, first.requirement.id, first.site


def digest_of(*parts: object) -> str:
    """Give a digest that is equal for equal parts, from run to run."""
    return hashlib.sha1(repr(parts).encode(), usedforsecurity=False).hexdigest()


def cause(answer: Answer) -> str:
    """Give what the candidate says of why it did not answer, without what is the input's own."""
    if isinstance(answer, Faulted):
        places = _PLACE.findall(answer.fault.traceback)
        kind = answer.fault.detail.partition(":")[0]
        return f"{kind} {places[-1]}" if places else kind
    if isinstance(answer, Refused):
        return error_shape(answer.error.partition("\n")[0])
    return ""


_PLACE = re.compile(r'File "([^"]*", line [0-9]+)')
