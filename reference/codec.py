"""The operations: what a text means to a profile, what updates do, how a value is written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from .equality import difference
from .fold import patch, unchanging
from .jsontext import is_deeper, parse, parse_noting
from .jsonvalues import DEPTH_LIMIT, Json, NotJson
from .jsonwriting import dumps
from .oddities import resolve, survey
from .profile import Profile
from .reader import Compiler
from .reading import Malformed, Reader, Reading, Unreadable
from .shapes import Object
from .trace import Rule, Trace

SourceText = str | bytes
"""A text under test; bytes exactly when it is not valid UTF-8."""

NO_CHOICES: Mapping[str, str] = {}


class Refused(ValueError):
    """The protocol refuses a text. `pointer` is a JSON Pointer (RFC 6901) to what is wrong."""

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(f"{reason} (at {pointer})" if pointer else reason)
        self.reason = reason
        self.pointer = pointer


def decode(profile: Profile, type_: str, text: SourceText, reading: Reading | None = None) -> Json:
    """Read `text` as the type `type_` of `profile`.

    Without a `reading`, as the original code does. Gives the value in the protocol's normal form:
    plain JSON data in which an omitted patch field is absent and a cleared one None. Raises
    `Refused`, and `KeyError` for a type that the profile has not.
    """
    if reading is None:
        reading = Reading(NO_CHOICES)
    read = _reader(profile, type_)
    value = _parse(text, reading)
    try:
        return read(value, reading)
    except Unreadable as unreadable:
        raise Refused(str(unreadable)) from None
    except Malformed as malformed:
        raise Refused(malformed.reason, pointer(reversed(malformed.path))) from None


def fold(
    profile: Profile, type_: str, texts: Sequence[SourceText], reading: Reading | None = None
) -> Json:
    """Read the first of `texts`, patch it by each of the others and give the state.

    The state is in normal form; a cleared patch field is None. Raises `Refused` if one of the
    texts is refused, `ValueError` without a text, and `KeyError` for a type without a fold.
    """
    if reading is None:
        reading = Reading(NO_CHOICES)
    kinds = profile.folds[type_]
    if not texts:
        raise ValueError("a fold needs at least one text")
    first, rest = profile.types[kinds.first], profile.types[kinds.rest]
    assert isinstance(first, Object)
    assert isinstance(rest, Object)
    try:
        state = decode(profile, kinds.first, texts[0], reading)
        for text in texts[1:]:
            before = reading.trace
            touched: Trace = set()
            reading.trace = None if before is None else touched
            try:
                update = decode(profile, kinds.rest, text, reading)
            finally:
                reading.trace = before
            if before is not None:
                before |= touched | unchanging(first, rest, touched)
            state = patch(first, rest, state, update, reading.trace)
    except Refused:
        if reading.trace is not None:
            reading.trace.add((Rule.FOLD_REFUSED, type_))
        raise
    return state


def encode(profile: Profile, type_: str, value: Json) -> str:
    """Write `value`, in normal form, as a JSON text of `type_`.

    Raises `Refused` where the value is not what `decode` would give back for the text, since no
    reader would then understand it as it was meant.
    """
    text = dumps(value)
    path = difference(decode(profile, type_, text), value)
    if path is not None:
        raise Refused("a reader would not give this back", pointer(path))
    return text


def pointer(path: Iterable[str | int]) -> str:
    """Write a path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _parse(text: SourceText, reading: Reading) -> Json:
    """Parse `text` and take its textual oddities as `reading` says."""
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
        reading.trace.update((Rule.ODD_TEXT, oddity) for oddity in odd)
    reading.malformed = reading.spoils_list = reading.spoils_text = _NOTHING
    if not odd:
        return value
    chosen = {oddity: reading.choose(oddity) for oddity in sorted(odd)}
    for oddity, choice in chosen.items():
        if choice == "refused":
            raise Refused(f"{oddity} is refused")
    reading.spoils_list = _read_as("spoils-list", chosen)
    reading.malformed = _read_as("malformed", chosen) | reading.spoils_list
    reading.spoils_text = _read_as("refused-if-kept", chosen)
    if _AS_THEY_ARE.issuperset(chosen.values()):
        return value
    return resolve(parse(text), chosen)


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
_AS_THEY_ARE = {"malformed", "spoils-list", "refused-if-kept", "exact", "kept", "read"}


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


_COMPILERS: "WeakKeyDictionary[Profile, dict[str, Reader]]" = WeakKeyDictionary()


def _reader(profile: Profile, type_: str) -> Callable[[Json, Reading], Json]:
    readers = _COMPILERS.get(profile)
    if readers is None:
        compiler = Compiler()
        readers = {name: compiler.reader(shape) for name, shape in profile.types.items()}
        _COMPILERS[profile] = readers
    return readers[type_]
