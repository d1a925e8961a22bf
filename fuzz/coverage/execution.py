"""Executing inputs: each is noted, asked and judged, and what is wrong in a new way is told."""

from collections.abc import Callable, Collection, Hashable

from toolwire.conformance.candidates import Answer, Faulted, Refused, Unsupported
from toolwire.conformance.display import printable
from toolwire.conformance.judge import Objection

from ..jobs.events import Finding
from ..signatures import Told
from .cases import Case, Cases
from .lastinput import LastInput
from .target import Target

Tell = Callable[[str, Finding], None]
"""Tells of a finding, and its digest."""


class Executor:
    """Executes the inputs of one process.

    Those of `deadly` are passed over. `check` is called when the candidate has answered, while the
    input still counts as the one that is asked. `note` is told the features of every answer.
    """

    def __init__(
        self,
        target: Target,
        cases: Cases,
        last: LastInput,
        told: Told,
        tell: Tell,
        *,
        deadly: Collection[bytes] = (),
        check: Callable[[], None] = lambda: None,
        note: Callable[[Collection[Hashable]], None] = lambda features: None,
    ) -> None:
        self._target = target
        self._cases = cases
        self._last = last
        self._told = told
        self._tell = tell
        self._deadly = frozenset(deadly)
        self._check = check
        self._note = note

    def execute(self, data: bytes) -> Case | None:
        """Execute one input; give what it asks for, if the candidate has that."""
        if data in self._deadly:
            return None
        case = self._cases.read(data)
        self._last.begin(data)
        answer = self._target.ask(case)
        self._check()
        self._last.end()
        if isinstance(answer, Unsupported):
            return None
        look = self._target.look(case, answer)
        self._note(look.features)
        objection = look.objection
        if objection is not None:
            digest = self._told.new(case.seed, objection, answer)
            if digest is not None:
                detail = " ".join(filter(None, (objection.pointer, _said(objection, answer))))
                self._tell(digest, Finding(case.seed, objection.kind, detail))
        return case


def _said(objection: Objection, answer: Answer) -> str:
    if isinstance(answer, Faulted):
        return printable(answer.fault.detail)
    return printable(answer.error if isinstance(answer, Refused) else objection.detail)
