"""A text on its way to a value: parsed once, with what is odd in it settled or chosen."""

import re
from collections.abc import Mapping

from .jsontext import is_deeper, parse, parse_noting
from .jsonvalues import DEPTH_LIMIT, Json, NotJson, Repeated
from .oddities import resolve, survey
from .profile import OPEN, TextRules
from .reading import Reading, Refused, SourceText
from .trace import Rule, Trace


def parse_text(text: SourceText, reading: Reading, rules: TextRules = OPEN) -> Json:
    """Parse `text`; take what is odd in it as `rules` settle, and else as `reading` says.

    Raises `Refused`.
    """
    if isinstance(text, str) and text.startswith("\ufeff"):
        if reading.trace is not None:
            reading.trace.add((Rule.ODD_TEXT, "byte-order-mark"))
        if reading.choose("byte-order-mark") == "ignored":
            text = text[1:]
    try:
        value, odd = _parse_once(text, reading)
    except NotJson as error:
        if reading.trace is not None:
            reading.trace.add((Rule.NOT_JSON, "text"))
            if isinstance(text, str) and is_deeper(text, DEPTH_LIMIT):
                reading.trace.add((Rule.ODD_TEXT, "deep-nesting"))
        raise Refused(str(error)) from None
    if reading.trace is not None and isinstance(text, str):
        _note_text(reading.trace, text)
    reading.malformed = reading.spoils_around = reading.spoils_text = _NOTHING
    reading.forgave = False
    if odd and rules is not OPEN:
        value, odd = _settle(text, odd, rules, reading)
    if not odd:
        return value
    if reading.trace is not None and isinstance(text, str):
        reading.trace.update((Rule.ODD_TEXT, oddity) for oddity in odd)
    chosen = {oddity: reading.choose(oddity) for oddity in sorted(odd)}
    for oddity, choice in chosen.items():
        if choice == "refused":
            raise Refused(f"{oddity} is refused")
    reading.spoils_around = _read_as("spoils-around", chosen)
    reading.malformed = _read_as("malformed", chosen) | reading.spoils_around
    reading.spoils_text = _read_as("refused-if-kept", chosen)
    if _AS_THEY_ARE.issuperset(chosen.values()):
        return value
    return resolve(value if rules is not OPEN else parse(text), chosen)


def _settle(
    text: SourceText, odd: frozenset[str], rules: TextRules, reading: Reading
) -> tuple[Json, frozenset[str]]:
    """Give the value of `text` with what `rules` settle taken so, and the oddities that are left.

    A member is forgiven however often it stands, before any other counts (megacode's `parse`).
    """
    value, settled = parse(text), set()
    if rules.shallow and "deep-nesting" in odd:
        settled.add("deep-nesting")
        value = _without(value, rules.forgiven)
        reading.forgave = "deep-nesting" not in survey(value)
        if reading.trace is not None:
            rule = Rule.DEEP_FORGIVEN if reading.forgave else Rule.DEEP_REFUSED
            reading.trace.add((rule, "text"))
        if not reading.forgave:
            raise Refused("nested too deeply")
    if rules.last_counts and "member-twice" in odd:
        settled.add("member-twice")
        value = resolve(value, {"member-twice": "last"})
        if reading.trace is not None:
            reading.trace.add((Rule.LAST_COUNTS, "text"))
    return value, odd - settled


def _without(value: Json, name: str | None) -> Json:
    """Give `value` with null for its members of that name, if it is an object that has any."""
    if not isinstance(value, dict) or name not in value:
        return value
    if isinstance(value, Repeated):
        return Repeated([(key, None if key == name else each) for key, each in value.pairs])
    return {**value, name: None}


def _read_as(choice: str, chosen: Mapping[str, str]) -> frozenset[str]:
    return frozenset(oddity for oddity, taken in chosen.items() if taken == choice)


def _parse_once(text: SourceText, reading: Reading) -> tuple[Json, frozenset[str]]:
    """Parse `text`, unless readings of it share the value already; name its oddities too."""
    if reading.parsed is not None and text in reading.parsed:
        return reading.parsed[text]
    value, may_be_odd = parse_noting(text)
    parsed = value, frozenset(survey(value)) if may_be_odd else _NOTHING
    if reading.parsed is not None:
        reading.parsed[text] = parsed
    return parsed


_NOTHING: frozenset[str] = frozenset()
_AS_THEY_ARE = {"malformed", "spoils-around", "refused-if-kept", "exact", "kept", "read"}


_SPACED = re.compile(r'\s*"(?:[^"\\]++|\\.)*+"|\s', re.DOTALL)
_LONG = re.compile(r"[0-9]{16}")
SPECIAL_NAMES = ("__proto__", "constructor", "prototype", "__class__", "toString", "hasOwnProperty")


def _note_text(trace: Trace, text: str) -> None:
    if "\\" in text:
        trace.add((Rule.ESCAPES, "text"))
    if any(found[0][:1] != '"' for found in _SPACED.finditer(text)):
        trace.add((Rule.WHITE_SPACE, "text"))
    if _LONG.search(text):
        trace.add((Rule.DIGITS, "text"))
    if is_deeper(text, 60):
        trace.add((Rule.NESTING, "text"))
    if any(f'"{name}"' in text for name in SPECIAL_NAMES):
        trace.add((Rule.SPECIAL_NAME, "text"))
