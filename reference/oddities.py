"""What no document decides: classes of odd input, each with the readings that are admissible.

The original code does what its libraries do there, and other libraries do otherwise without
being wrong. A text is read once for every combination of readings of the oddities that it holds;
where the answers differ, it is unsettled. The first reading of a class is the original's, where
the original does the same each time.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .jsonvalues import DeepDict, DeepList, Json, Numeral, Repeated


@dataclass(frozen=True)
class Oddity:
    """A class of odd input: its readings, and why they are all right."""

    readings: tuple[str, ...]
    reason: str


ODDITIES: Mapping[str, Oddity] = {
    "array-for-object": Oddity(
        ("in-order", "malformed"),
        "serde also reads an object from the list of its values; no protocol says so",
    ),
    "number-for-tag": Oddity(
        ("index", "malformed"),
        "serde also reads a tag from the variant's index; no protocol says so",
    ),
    "object-for-word": Oddity(
        ("word", "word-if-null", "malformed"),
        'serde also reads a word from {"word": null}, and in places from {"word": {}}; no protocol '
        "says so",
    ),
    "member-twice": Oddity(
        ("malformed", "refused", "first", "last"),
        "RFC 8259, 4 leaves a name that stands twice to the reader",
    ),
    "deep-nesting": Oddity(
        ("malformed", "refused", "read"),
        "RFC 8259, 9 lets a parser limit the depth; most stop somewhere past 127",
    ),
    "lone-surrogate": Oddity(
        ("malformed", "refused", "kept", "replaced", "replaced-by-octet", "spoils-around"),
        "RFC 8259, 8.2 calls the behaviour of such texts unpredictable; some replace each of the "
        "three octets that the surrogate would be in UTF-8, and the original gives up the "
        "outermost tolerant member or list in which it meets one",
    ),
    "number-beyond-double": Oddity(
        ("nearest", "exact", "malformed", "refused-if-kept"),
        "RFC 8259, 6 lets a reader limit range and precision; some refuse the text for it",
    ),
    "number-overflow": Oddity(
        ("malformed", "exact", "refused", "null", "spoils-around"),
        "RFC 8259, 6 lets a reader limit range; some hold it as an infinity, written null, and "
        "the original gives up the whole list in which it meets one",
    ),
    "integral-float": Oddity(
        ("malformed", "integer"),
        "JSON does not tell 3.0 from 3, the original does",
    ),
    "negative-zero": Oddity(
        ("malformed", "integer"),
        "JSON does not tell -0 from 0, the original does",
    ),
    "outside-width": Oddity(
        ("malformed", "kept"),
        "the field's width is the original's type; a language without it keeps the number",
    ),
    "unusual-uri": Oddity(
        ("kept", "malformed"),
        "the documents call it a URI, and their code checks nothing",
    ),
    "unusual-instant": Oddity(
        ("kept", "malformed"),
        "the documents call it an instant, and their code checks nothing",
    ),
    "outside-range": Oddity(
        ("kept", "malformed"),
        "the range is asked of the sender; the original's code checks none",
    ),
    "byte-order-mark": Oddity(
        ("refused", "ignored"),
        "RFC 8259, 8.1 lets a reader ignore it",
    ),
    "untold-update": Oddity(
        ("anything",),
        "the update is known and is no tool call: its shape stands in no table here",
    ),
    "update-for-another-call": Oddity(
        ("patches", "renames", "ignored", "refused"),
        "the original does not look at whose update it is given; a library that keeps calls by "
        "their ids has no such update",
    ),
    "chunk-before-call": Oddity(
        ("created", "ignored", "refused"),
        "the documents do not say what becomes of a chunk of a call that was never seen",
    ),
    "update-before-call": Oddity(
        ("created", "created-whole", "ignored", "refused"),
        "the protocol does not say what becomes of an update of a call that was never started",
    ),
    "second-tool-call": Oddity(
        ("replaces", "patches", "ignored", "refused"),
        "the protocol does not say what becomes of a call that is started twice",
    ),
    "untold-in-session": Oddity(
        ("ignored", "refused"),
        "the update is known and about no call, and as its shape stands in no table here, it may "
        "be malformed",
    ),
    "null-key-at-start": Oddity(
        ("removed", "kept"),
        "a null in metadata removes its key, and the update that makes a call has none to remove",
    ),
    "refused-in-session": Oddity(
        ("refused", "ignored"),
        "the documents say that such an update is refused, and not what becomes of the session",
    ),
    "message-without-version": Oddity(
        ("read", "refused"),
        "JSON-RPC 2.0, 4 asks the sender for a version, and many readers do not look at it",
    ),
    "message-batch": Oddity(
        ("refused", "anything"),
        "JSON-RPC 2.0, 6 has batches, and not every protocol over it takes them",
    ),
    "request-for-notification": Oddity(
        ("read", "no-item", "refused"),
        "JSON-RPC 2.0, 4.1 tells a notification by its lack of an id, and this has one",
    ),
    "another-revision": Oddity(
        ("here", "there"),
        "two revisions of the protocol read it each in its way, and both are deployed",
    ),
}

SURROGATE = re.compile("[\ud800-\udfff]")


def survey(value: Json) -> set[str]:
    """Name the oddities that a parsed text holds as a text, whatever its shape.

    `member-twice`, `deep-nesting`, `lone-surrogate`, `number-beyond-double`, `number-overflow`.
    """
    found: set[str] = set()
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            if isinstance(here, Repeated):
                found.add("member-twice")
                waiting.extend(member for _, member in here.pairs)
            else:
                waiting.extend(here.values())
            if isinstance(here, DeepDict):
                found.add("deep-nesting")
            waiting.extend(here)
        elif isinstance(here, list):
            if isinstance(here, DeepList):
                found.add("deep-nesting")
            waiting.extend(here)
        elif isinstance(here, Numeral):
            found.add(_class_of(here))
        elif isinstance(here, str) and SURROGATE.search(here):
            found.add("lone-surrogate")
    return found


def _class_of(number: Numeral) -> str:
    overflows = number in (float("inf"), float("-inf"))
    return "number-overflow" if overflows else "number-beyond-double"


def resolve(value: Json, choices: Mapping[str, str]) -> Json:
    """Read the textual oddities in `value` as `choices` say, in place; give the value.

    A choice of "malformed", "exact" or "kept" leaves them as they are for the shape's reader.
    """
    holder = [value]
    waiting: list[Json] = [holder]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            items = list(here.items())
            here.clear()
            for name, member in items:
                member = _resolve_one(member, choices)
                here[_resolve_one(name, choices)] = member
                if isinstance(member, dict | list):
                    waiting.append(member)
        else:
            for index, item in enumerate(here):
                item = here[index] = _resolve_one(item, choices)
                if isinstance(item, dict | list):
                    waiting.append(item)
    return holder[0]


_REPLACEMENTS = {"replaced": "\ufffd", "replaced-by-octet": "\ufffd" * 3}


def _resolve_one(value: Json, choices: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        if replacement := _REPLACEMENTS.get(choices.get("lone-surrogate", "")):
            return SURROGATE.sub(replacement, value)
    elif isinstance(value, Numeral):
        choice = choices.get(_class_of(value))
        if choice == "nearest":
            return float(value)
        if choice == "null":
            return None
    elif isinstance(value, Repeated):
        choice = choices.get("member-twice")
        if choice in ("first", "last"):
            members = value.first() if choice == "first" else dict(value)
            return DeepDict(members) if isinstance(value, DeepDict) else members
    return value


def spoils(value: Json, malformed: frozenset[str]) -> bool:
    """Tell whether `value` holds an oddity of a class that is read as malformed."""
    return not malformed.isdisjoint(survey(value) - {"member-twice"})
