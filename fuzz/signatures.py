"""Rough signatures: which findings are so alike that one of them is enough to tell.

They are for the job, which must not tell the same thing a thousand times a second. What becomes of
a finding is decided by whoever hears of it.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from toolwire.conformance.candidates import Answer, Faulted, Refused
from toolwire.conformance.judge import Objection
from toolwire.reference import Answers, Rule
from toolwire.strategies.seeds import Seed

Touch = tuple[Rule, str]

_MOST_CAUSES = 20
"""So many wordings of a refusal are told apart at one place: some libraries quote their input."""


class Signatures:
    """Knows which signatures have been seen, and which parts of the table are beyond suspicion.

    `seen` are the digests of earlier ones.
    """

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._seen = set(seen)
        self._innocent: defaultdict[str, set[Touch]] = defaultdict(set)
        self._causes: Counter[tuple[str, ...]] = Counter()

    def clear(self, seed: Seed, answers: Answers) -> None:
        """Note that the candidate gets `seed` right: what it touches is not wrong by itself."""
        self._innocent[seed.profile] |= answers.trace

    def new(self, seed: Seed, objection: Objection, answer: Answer, answers: Answers) -> str | None:
        """Give the digest of a finding's signature, or None if it has been seen.

        It is the profile, the operation and type, what is objected to and where, what the
        candidate said, and those rules and sites that no right answer has touched.
        """
        asked = seed.input
        suspects = answers.trace - self._innocent[seed.profile]
        place = (seed.profile, asked.op, asked.type, objection.kind, _names(objection.pointer))
        said = cause(answer)
        if self._causes[place] >= _MOST_CAUSES:
            said = ""
        parts = (*place, said, *sorted(f"{rule} {site}" for rule, site in suspects))
        digest = hashlib.sha1("\n".join(parts).encode(errors="replace")).hexdigest()
        if digest in self._seen:
            return None
        self._seen.add(digest)
        self._causes[place] += bool(said)
        return digest


def cause(answer: Answer) -> str:
    """Give what the candidate says of why it did not answer, without what is the input's own."""
    if isinstance(answer, Faulted):
        places = _PLACE.findall(answer.fault.traceback)
        kind = answer.fault.detail.partition(":")[0]
        return f"{kind} {places[-1]}" if places else kind
    if isinstance(answer, Refused):
        first = answer.error.partition("\n")[0]
        return _OWN.sub("…", first)[:80]
    return ""


_PLACE = re.compile(r'File "([^"]*", line [0-9]+)')
_OWN = re.compile(r"'[^']*'?|\"[^\"]*\"?|[0-9]+|[^\x20-\x7e]+")


def _names(pointer: str) -> str:
    """Give a JSON Pointer without the indexes of lists."""
    return "/".join(step for step in pointer.split("/") if not step.isdigit())
