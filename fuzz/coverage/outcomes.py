"""Outcomes as coverage: what an answer was like counts as a line that was reached.

A library whose work is done in a language that Atheris does not see has few lines of its own, and
libFuzzer gives up on what reaches none.
"""

from collections.abc import Callable, Sequence
from typing import Any

from toolwire.conformance.candidates import Answer, Refused, StreamItems

from .cases import Case, Operation, operation_of

_KINDS = ("understood", "refused", "items", "bad items", "fault")


class Outcomes:
    """Marks answers by operation and kind; `atheris` sees each mark as a line."""

    def __init__(self, atheris: Any, operations: Sequence[Operation]) -> None:
        self._marks = {
            (*operation, kind): _mark(atheris) for operation in operations for kind in _KINDS
        }

    def note(self, case: Case, answer: Answer) -> None:
        """Mark an answer; one to what was not among the operations is nothing new."""
        mark = self._marks.get((*operation_of(case), _kind(answer)))
        if mark is not None:
            mark()


def _kind(answer: Answer) -> str:
    name = type(answer).__name__
    if isinstance(answer, StreamItems):
        is_bad = any(isinstance(item, Refused) for item in answer.items)
        return "bad items" if is_bad else "items"
    return {"Understood": "understood", "Refused": "refused"}.get(name, "fault")


def _mark(atheris: Any) -> Callable[[], None]:
    def mark() -> None:
        pass

    made: Callable[[], None] = atheris.instrument_func(mark)
    return made
