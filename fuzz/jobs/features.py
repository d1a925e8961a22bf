"""What is new about an answer: features, in place of the coverage that a stranger does not tell.

Each is a small value. An input that shows one which none has shown before is worth keeping.
"""

import re
from collections.abc import Hashable, Iterator
from functools import cache

from toolwire.conformance.candidates import (
    Answer,
    Faulted,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
)
from toolwire.conformance.judge import Objection
from toolwire.reference import PROFILES, Answers, Json, NotJson, parse
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Opaque
from toolwire.strategies.mutation import dictionary
from toolwire.strategies.seeds import Seed

_MOST_ITEMS = 8
_MOST_PLACES = 400
_ERROR = 160


def features(
    seed: Seed, acceptable: Answers, answer: Answer, objection: Objection | None
) -> set[Hashable]:
    """Give the features of an input and its answer.

    They are the verdict, the rules and sites of the reference's trace with what the candidate did,
    the places and types of what it wrote, and its error's text without what varies.
    """
    asked = seed.input
    what = (seed.profile, asked.op, asked.type)
    did = _did(answer)
    found: set[Hashable] = {(what, did, objection and objection.kind)}
    found.update((did, rule, site) for rule, site in acceptable.trace)
    found.update((did, oddity) for oddity in acceptable.oddities)
    items = answer.items if isinstance(answer, StreamItems) else (answer,)
    for item in items:
        if isinstance(item, Understood):
            found.update((what, place) for place in _places(seed.profile, item))
        elif isinstance(item, Refused):
            found.add((what, item.stage, error_shape(item.error)))
        elif isinstance(item, Faulted):
            found.add((what, item.fault.kind, error_shape(item.fault.detail)))
    return found


def _did(answer: Answer) -> str:
    match answer:
        case Understood():
            return "understood"
        case Refused():
            return "refused"
        case Unsupported():
            return "unsupported"
        case Faulted():
            return answer.fault.kind
        case StreamItems():
            refused = any(isinstance(item, Refused) for item in answer.items)
            return f"{min(len(answer.items), 2)} items{', some refused' * refused}"


def error_shape(text: str) -> str:
    """Give an error's text without quoted things, numbers and what stands in brackets.

    `line 3: 'x' is no number (got {"a": 1})` gives `line # is no number (got #)`.
    """
    text = re.sub(r"\s+", " ", text[: 8 * _ERROR])
    for pattern in _VARIES:
        text = pattern.sub("#", text)
    return text[:_ERROR]


_VARIES = (
    re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`"""),
    re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\[\]]*\]"),
    re.compile(r"(?<!\w)(?:0x[0-9a-fA-F]+|[-+]?\d[\d.,eE+-]*)"),
    re.compile(r"#[:.]?(?: ?#)*"),
)


def _places(profile: str, answer: Understood) -> Iterator[Hashable]:
    """Give each member that was written, with the one that it stands in, and its value's type.

    Whole paths would hardly ever come to an end of what is new, and neither would what stands in
    opaque JSON.
    """
    try:
        value = parse(answer.text)
    except NotJson:
        yield "no JSON"
        return
    names = _names(profile)
    waiting: list[tuple[str, str, Json]] = [("", "", value)]
    for _ in range(_MOST_PLACES):
        if not waiting:
            break
        around, name, each = waiting.pop()
        yield around, name, _kind(each)
        if name == "*" or name in _opaque(profile):
            continue
        if isinstance(each, dict):
            waiting += [
                (name, inner if inner in names else "*", member) for inner, member in each.items()
            ]
        elif isinstance(each, list):
            waiting += [(name, "[]", item) for item in each[:_MOST_ITEMS]]


def _kind(value: Json) -> str:
    """Give a value's type, and whether there is anything in it."""
    empty = " empty" if value in ("", [], {}) else ""
    return f"{type(value).__name__}{empty}"


@cache
def _opaque(profile: str) -> frozenset[str]:
    """Give the names of members that hold opaque JSON."""
    return frozenset(
        field.name
        for _, shape in named(PROFILES[profile])
        if isinstance(shape, Object)
        for field in shape.fields
        if isinstance(field.shape, Opaque)
    )


@cache
def _names(profile: str) -> frozenset[str]:
    """Give the names of members that a profile knows; others would all be new."""
    return frozenset(str(parse(token)) for token in dictionary(PROFILES[profile]))
