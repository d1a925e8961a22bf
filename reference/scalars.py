"""Readers of shapes that hold no others: strings, numbers, words and opaque JSON."""

import re
from datetime import datetime

from .jsonvalues import Json, Numeral
from .oddities import SURROGATE, spoils
from .reading import Malformed, Reader, Reading, Unreadable, kind_of
from .shapes import Boolean, Integer, Null, Number, Opaque, Text, Unknown, Word
from .trace import Rule

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_INSTANT = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


def _is_uri(text: str) -> bool:
    return _URI.fullmatch(text) is not None


def _is_instant(text: str) -> bool:
    """Tell whether `text` is an instant of RFC 3339 in a calendar that has that day."""
    if not _INSTANT.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


FORMS = {"uri": _is_uri, "instant": _is_instant}


def text_reader(shape: Text) -> Reader:
    """Give the reader of a string."""
    is_usual = FORMS.get(shape.form or "")
    unusual = f"unusual-{shape.form}"

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not str:
            raise Malformed(f"expected a string, got {kind_of(value)}")
        if "lone-surrogate" in reading.malformed and SURROGATE.search(value):
            raise Malformed("a lone surrogate in a string")
        if is_usual is not None and not is_usual(value) and reading.choose(unusual) == "malformed":
            raise Malformed(f"expected {shape.form}")
        return value

    return read


def boolean_reader(_: Boolean) -> Reader:
    """Give the reader of true and false."""

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not bool:
            raise Malformed(f"expected true or false, got {kind_of(value)}")
        return value

    return read


def null_reader(_: Null) -> Reader:
    """Give the reader of null."""

    def read(value: Json, reading: Reading) -> Json:
        if value is not None:
            raise Malformed(f"expected null, got {kind_of(value)}")
        return value

    return read


def integer_reader(shape: Integer) -> Reader:
    """Give the reader of a whole number."""
    low, high = shape.low, shape.high
    other_low, other_high = shape.elsewhere or (low, high)

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not int:
            value = _as_integer(value, reading)
        is_here = low <= value <= high
        if is_here is not (other_low <= value <= other_high):
            is_here = (reading.choose("another-revision") == "here") is is_here
            if not is_here:
                raise Malformed(f"expected a number between {low} and {high}")
            return value
        if is_here:
            return value
        if value < low and low >= 0:
            raise Malformed(f"expected a number of at least {low}")
        if reading.choose("outside-width") == "malformed":
            raise Malformed(f"expected a number between {low} and {high}")
        return value

    return read


def _as_integer(value: Json, reading: Reading) -> int | float:
    """Read a number that is not written as a 64-bit integer where an integer is due."""
    if not isinstance(value, float):
        raise Malformed(f"expected an integer, got {kind_of(value)}")
    if isinstance(value, Numeral):
        _check_digits(value, reading)
        if not set(value.text) - set("-0123456789"):
            return value  # an integer of many digits: the width decides
    if not value.is_integer():
        raise Malformed("expected an integer, got a fraction")
    oddity = "negative-zero" if str(float(value)) == "-0.0" else "integral-float"
    if reading.choose(oddity) == "malformed":
        raise Malformed("expected an integer, got a number with a fraction or exponent")
    return int(value)


def _check_digits(value: Numeral, reading: Reading) -> None:
    """Refuse a number that no double holds where the reading says so."""
    if "number-beyond-double" in reading.spoils_text:
        raise Unreadable("a number for which a reader may refuse the text")
    if "number-beyond-double" in reading.malformed or abs(value) == float("inf"):
        raise Malformed("a number beyond every double")


def number_reader(shape: Number) -> Reader:
    """Give the reader of a double."""
    low, high = shape.low, shape.high

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not float and type(value) is not int and not isinstance(value, Numeral):
            raise Malformed(f"expected a number, got {kind_of(value)}")
        if isinstance(value, Numeral):
            _check_digits(value, reading)
        outside = (low is not None and value < low) or (high is not None and value > high)
        if outside and reading.choose("outside-range") == "malformed":
            raise Malformed(f"expected a number between {low} and {high}")
        return value

    return read


def opaque_reader(shape: Opaque) -> Reader:
    """Give the reader of JSON that is handed on."""
    is_object = shape.is_object

    def read(value: Json, reading: Reading) -> Json:
        if is_object and not isinstance(value, dict):
            raise Malformed(f"expected an object, got {kind_of(value)}")
        if reading.malformed and spoils(value, reading.malformed):
            raise Malformed("holds what a reader may refuse")
        if reading.spoils_text and spoils(value, reading.spoils_text):
            raise Unreadable("holds a number for which a reader may refuse the text")
        return value

    return read


def word_reader(shape: Word) -> Reader:
    """Give the reader of a word."""
    known, unknown, name, is_plain = frozenset(shape.known), shape.unknown, shape.name, shape.plain

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not str:
            value = _word_of_object(value, reading)
        if value in known:
            if reading.trace is not None:
                reading.trace.add((Rule.WORD, f"{name}:{value}"))
            return value
        if unknown is Unknown.KEPT:
            if "lone-surrogate" in reading.malformed and SURROGATE.search(value):
                raise Malformed("a lone surrogate in a string")
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_WORD_KEPT, name))
            return value
        if unknown is Unknown.MALFORMED:
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_WORD_MALFORMED, name))
            raise Malformed(f"{value!r} is none of {', '.join(shape.known)}")
        return unknown

    def _word_of_object(value: Json, reading: Reading) -> str:
        if isinstance(value, dict) and len(value) == 1 and not is_plain:
            [(word, content)] = value.items()
            takes = word in known or isinstance(unknown, str)
            if takes and (content is None or content == {}):
                choice = reading.choose("object-for-word")
                if choice == "word" or (choice == "word-if-null" and content is None):
                    return str(word)
        if reading.trace is not None:
            reading.trace.add((Rule.WRONG_TYPE, name))
        raise Malformed(f"expected a string, got {kind_of(value)}")

    return read
