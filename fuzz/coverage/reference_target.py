"""The target for the reference itself, which nothing can be held against: it must keep laws.

It never fails but by refusing. What it read and wrote again means the same. Folds of calls can be
put together differently. And what is twice as large takes about twice the steps and the memory.
"""

import traceback
from collections.abc import Sequence

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Faulted,
    FaultKind,
    Refused,
    Understood,
)
from toolwire.conformance.comparison import Comparison
from toolwire.conformance.judge import Objection
from toolwire.reference import (
    PROFILES,
    Accepted,
    Fold,
    Json,
    Profile,
    Rule,
    SourceText,
    Written,
    answers,
    decode,
    difference,
    dumps,
    fold,
    original_answer,
    pointer,
)
from toolwire.reference.jsontext import is_deeper
from toolwire.reference.jsonvalues import DEPTH_LIMIT
from toolwire.reference.shapes import Object, Tagged
from toolwire.strategies.trials import Input

from .cases import Case, Operation, all_operations
from .growth import growth
from .target import Look

REFERENCE = "reference"
"""The name of this target among those of candidates."""
Touch = tuple[Rule, str]
_GROWN = 500
"""One input in so many is made larger, which takes a while."""


class ReferenceTarget:
    """The reference, and what it must do with any input whatever."""

    def __init__(self, profiles: Sequence[str]) -> None:
        self._operations = all_operations(profiles)
        self._found: Objection | None = None
        self._touched: frozenset[Touch] = frozenset()
        self._count = 0

    @property
    def operations(self) -> Sequence[Operation]:
        """Everything."""
        return self._operations

    def ask(self, case: Case) -> Answer:
        """Look whether the laws are kept; an answer tells no more than what became of the input."""
        profile, asked = PROFILES[case.seed.profile], case.seed.input
        self._count += 1
        self._found, self._touched = None, frozenset()
        try:
            found = answers(profile, asked.op, asked.type, asked.texts, asked.limit)
            self._touched = found.trace
            self._found = broken_law(profile, asked)
            if self._found is None and not self._count % _GROWN:
                self._found = growth(profile, asked)
        except Exception as error:
            detail = f"raised {type(error).__name__}: {error}"
            fault = Fault(FaultKind.CRASHED, detail, traceback=traceback.format_exc())
            self._found = Objection("the reference failed", detail=detail)
            return Faulted(fault)
        if isinstance(found.expected, Accepted | Written):
            return Understood("")
        return Refused("")

    def look(self, case: Case, answer: Answer) -> Look:
        """Give the law that was broken, and what the reference touched."""
        return Look(self._found, self._touched)


def broken_law(profile: Profile, asked: Input) -> Objection | None:
    """Give which law an input breaks, if it does; one that holds an oddity is under none."""
    found = original_answer(profile, asked.op, asked.type, asked.texts, asked.limit)
    if found is None or found.oddities or not isinstance(found.expected, Accepted):
        return None
    if asked.op == "decode":
        if asked.type in profile.texts and _is_deep(asked.texts[0]):
            return None  # the normal form tells of what was forgiven, and no text can say that
        return _read_again(profile, asked.type, found.expected.value)
    if asked.op == "fold" and isinstance(kinds := profile.folds[asked.type], Fold):
        return _put_together(profile, kinds, asked, found.expected.value)
    return None


def _is_deep(text: SourceText) -> bool:
    return isinstance(text, str) and is_deeper(text, DEPTH_LIMIT)


def _read_again(profile: Profile, type_: str, value: Json) -> Objection | None:
    shape = profile.types[type_]
    written = value
    if isinstance(shape, Tagged) and shape.written is not None:
        # In the normal form the tag is called otherwise than in a text.
        written = {shape.tag: value[shape.written], **value}
        del written[shape.written]
    path = difference(value, decode(profile, type_, dumps(written)))
    if path is None:
        return None
    return Objection("what is written is read as something else", pointer(path))


def _put_together(profile: Profile, kinds: Fold, asked: Input, whole: Json) -> Objection | None:
    """Look whether (a, b), c and a, (b, c) are a, b, c.

    The first should hold wherever the state can be written and read. The second should hold where
    what is patched is of the type that patches, if nothing in the updates takes something away:
    a null in merging metadata removes a key, and a default removes its member.
    """
    texts = asked.texts
    compare = Comparison(profile, state=True).compare_state
    for cut in range(2, len(texts)):
        begun = dumps(fold(profile, asked.type, texts[:cut]))
        if unequal := compare(asked.type, whole, fold(profile, asked.type, (begun, *texts[cut:]))):
            return Objection("folded on from what was written", pointer(unequal.path), unequal)
    shape = profile.types[kinds.rest]
    if kinds.first != kinds.rest or not isinstance(shape, Object) or len(texts) < 3:
        return None
    if any(_takes_away(shape, decode(profile, kinds.rest, text)) for text in texts[1:]):
        return None
    for cut in range(1, len(texts) - 1):
        rest = dumps(fold(profile, asked.type, texts[cut:]))
        if unequal := compare(asked.type, whole, fold(profile, asked.type, (*texts[:cut], rest))):
            return Objection("folded with updates put together", pointer(unequal.path), unequal)
    return None


def _takes_away(shape: Object, update: Json) -> bool:
    for field in shape.fields:
        if field.name in update:
            value = update[field.name]
            if field.merges and (value is None or None in value.values()):
                return True
            if value == field.default_value():
                return True
    return False
