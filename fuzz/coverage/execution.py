"""Executing inputs: each is noted, asked and judged, and what is wrong in a new way is told."""

from collections.abc import Callable, Collection

from toolwire.conformance.candidates import Answer, Faulted, Refused, Unsupported
from toolwire.conformance.judge import Objection

from ..jobs.events import Finding
from ..signatures import Signatures
from .cases import Case, Cases
from .lastinput import LastInput
from .target import Target

_SURE = 50
"""One right answer in so many is looked at closely, for what it clears of suspicion."""

Tell = Callable[[str, Finding], None]
"""Tells of a finding, and its digest."""


class Executor:
    """Executes the inputs of one process.

    Those of `deadly` are passed over. `note` is told of every answer.
    """

    def __init__(
        self,
        target: Target,
        cases: Cases,
        last: LastInput,
        signatures: Signatures,
        tell: Tell,
        *,
        deadly: Collection[bytes] = (),
        note: Callable[[Case, Answer], None] | None = None,
    ) -> None:
        self._target = target
        self._cases = cases
        self._last = last
        self._signatures = signatures
        self._tell = tell
        self._deadly = frozenset(deadly)
        self._note = note
        self._right = 0

    def execute(self, data: bytes) -> None:
        """Execute one input."""
        if data in self._deadly:
            return
        case = self._cases.read(data)
        objection, answer = self._try(data, case)
        if objection is not None:
            self._report(case, objection, answer)
        elif not isinstance(answer, Unsupported):
            self._right += 1
            if not self._right % _SURE:
                self._signatures.clear(case.seed, self._target.answers(case))

    def execute_first(self, inputs: Collection[bytes]) -> set[tuple[str, str, str]]:
        """Execute the inputs from which all begins; give the operations of which one was answered.

        What is right among them clears a good part of the table, so it is looked at before
        anything is told.
        """
        wrong: list[tuple[Case, Objection, Answer]] = []
        answered: set[tuple[str, str, str]] = set()
        for data in inputs:
            if data in self._deadly:
                continue
            case = self._cases.read(data)
            objection, answer = self._try(data, case)
            if isinstance(answer, Unsupported):
                continue
            answered.add((case.seed.profile, case.seed.input.op, case.seed.input.type))
            if objection is None:
                self._signatures.clear(case.seed, self._target.answers(case))
            else:
                wrong.append((case, objection, answer))
        for case, objection, answer in wrong:
            self._report(case, objection, answer)
        return answered

    def _try(self, data: bytes, case: Case) -> tuple[Objection | None, Answer]:
        self._last.begin(data)
        answer = self._target.ask(case)
        self._last.end()
        if self._note is not None:
            self._note(case, answer)
        return self._target.objection(case, answer), answer

    def _report(self, case: Case, objection: Objection, answer: Answer) -> None:
        answers = self._target.answers(case)
        digest = self._signatures.new(case.seed, objection, answer, answers)
        if digest is not None:
            detail = " ".join(filter(None, (objection.pointer, _said(objection, answer))))
            self._tell(digest, Finding(case.seed, objection.kind, detail))


def _said(objection: Objection, answer: Answer) -> str:
    if isinstance(answer, Faulted):
        return answer.fault.detail[:200]
    if isinstance(answer, Refused):
        return answer.error[:200]
    return objection.detail[:200]
