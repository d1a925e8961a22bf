"""Cases held against the reference: what is expected, what is wrong, and what is there twice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Answers,
    Json,
    NotJson,
    RefusedAnswer,
    Rule,
    SourceText,
    Streamed,
    Written,
    answers,
    dumps,
    parse,
    same,
)
from toolwire.reference.jsontext import parse_noting

from .cases import Expected, StoredCase, Texts


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a case; where the answers differ, the stored one and the reference's."""

    what: str
    stored: str | None = None
    reference: str | None = None


def answered(case: StoredCase, texts: Texts | None = None) -> Answers:
    """Give the reference's answers to a case, or to others of its texts."""
    asked = case.texts if texts is None else texts
    return answers(PROFILES[case.profile], case.op, case.type, asked, case.limit)


def unusable(case: StoredCase) -> str | None:
    """Say why a case cannot be asked, if it cannot: no profile, operation or type has it."""
    if case.profile not in PROFILES:
        return f"there is no profile {case.profile!r}"
    if case.type not in PROFILES[case.profile].operations.get(case.op, ()):
        return f"{case.profile} has no {case.op} of {case.type!r}"
    inputs = (case.texts, *case.controls, *case.alike)
    if case.op not in ("fold", "stream") and any(len(texts) != 1 for texts in inputs):
        return f"{case.op} takes one text"
    return None


def expected_of(found: Answers) -> Expected:
    """Give what a case records as expected of settled answers."""
    only = found.expected
    if isinstance(only, Streamed):
        return tuple(_spelled(line.expected) for line in only.lines)
    return _spelled(only)


def _spelled(answer: Answer) -> str | None:
    match answer:
        case Accepted():
            return dumps(answer.value)
        case Written():
            return answer.text
        case _:
            return None


def complaints(case: StoredCase) -> Iterator[Complaint]:
    """Tell what is wrong with a case, in itself and beside the reference."""
    if (reason := unusable(case)) is not None:
        yield Complaint(reason)
        return
    found = answered(case)
    if not found.settled:
        yield Complaint("no document decides its answer" + _because(found))
    elif not _is_expected(found, case):
        stored, reference = case.expected, expected_of(found)
        yield Complaint("the reference answers otherwise", _shown(stored), _shown(reference))
    if case.rule not in {rule for rule, _ in found.trace}:
        yield Complaint(f"the reference does not meet {case.rule} in it")
    for name, inputs in (("control", case.controls), ("input that is alike", case.alike)):
        for number, texts in enumerate(inputs, 1):
            if texts == case.texts:
                yield Complaint(f"{name} {number} is the case itself")
            elif not (beside := answered(case, texts)).settled:
                yield Complaint(f"no document decides {name} {number}" + _because(beside))


def _because(found: Answers) -> str:
    return f" ({', '.join(sorted(found.oddities))})" if found.oddities else ""


def _is_expected(found: Answers, case: StoredCase) -> bool:
    if not isinstance(found.expected, Streamed):
        return not isinstance(case.expected, tuple) and _is_right(found.expected, case.expected)
    lines = found.expected.lines
    return (
        isinstance(case.expected, tuple)
        and len(lines) == len(case.expected)
        and all(
            _is_right(line.expected, expected)
            for line, expected in zip(lines, case.expected, strict=True)
        )
    )


def _is_right(answer: Answer, expected: str | None) -> bool:
    if expected is None:
        return isinstance(answer, RefusedAnswer)
    if isinstance(answer, Written):
        return answer.text == expected
    try:
        return isinstance(answer, Accepted) and same(answer.value, parse(expected))
    except NotJson:
        return False


def _shown(expected: Expected) -> str:
    if isinstance(expected, tuple):
        return f"[{', '.join(map(_shown, expected))}]"
    return "refused" if expected is None else expected


def twins(cases: Sequence[StoredCase]) -> Iterator[tuple[int, int]]:
    """Give the numbers of cases that ask the same as an earlier one, with the earlier one's.

    Members in another order and other white space make no other case, except of the rules that
    are about the spelling. The pieces of a stream count as they are.
    """
    seen: dict[object, int] = {}
    for number, case in enumerate(cases):
        keys = [_exactly(case), *([] if case.rule in _OF_SPELLING else [_loosely(case)])]
        earlier = [seen[key] for key in keys if key in seen]
        if earlier:
            yield number, min(earlier)
        for key in keys:
            seen.setdefault(key, number)


_OF_SPELLING = {
    Rule.NOT_JSON,
    Rule.ESCAPES,
    Rule.WHITE_SPACE,
    Rule.MEMBER_ORDER,
    Rule.ODD_TEXT,
    Rule.LAST_COUNTS,
    Rule.FIRST_VARIANT,
    Rule.CUT,
}


def _exactly(case: StoredCase) -> object:
    return case.profile, case.op, case.type, case.texts, case.limit


def _loosely(case: StoredCase) -> object:
    texts = case.texts if case.op == "stream" else tuple(map(_plain, case.texts))
    return "loosely", case.profile, case.op, case.type, texts, case.limit


def _plain(text: SourceText) -> SourceText:
    """Give a text with its members in order and no white space, if it is JSON with nothing odd."""
    try:
        value, is_odd = parse_noting(text)
    except NotJson:
        return text
    return text if is_odd else dumps(_in_order(value))


def _in_order(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return [_in_order(item) for item in value] if isinstance(value, list) else value
