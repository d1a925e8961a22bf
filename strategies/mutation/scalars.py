"""Makers of JSON texts for shapes that hold no others: strings, numbers and words.

A maker draws from a `Random` and gives text. One draw serves for a choice and what is chosen
where it can, since drawing is most of what a maker costs.
"""

from collections.abc import Callable, Sequence
from random import Random

from toolwire.reference import dumps
from toolwire.reference.shapes import (
    Array,
    Boolean,
    Integer,
    Number,
    Opaque,
    Shape,
    Text,
    Unknown,
    Word,
)

from ..values import TEXTS, UNKNOWN_WORDS, smallest
from ..values import well_formed as samples

Make = Callable[[Random], str]
"""Gives the text of a value."""


def one_of(texts: Sequence[str]) -> Make:
    """Give the maker that gives one of `texts`."""
    count = len(texts)
    return lambda random: texts[int(random.random() * count)]


def either(usual: Make, unusual: Make, share: float) -> Make:
    """Give the maker that lets `unusual` make its share."""
    return lambda random: unusual(random) if random.random() < share else usual(random)


_USUAL = (
    "Reading configuration file",
    "/home/user/project/settings.toml",
    "src/main.py",
    "text/plain",
    "call_7",
    "Found 3 sections, 41 settings and 2 includes in it.",
    "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    "# Title\n\n* `item`\n",
    "C:\\Users\\x\\y.txt",
    "aGVsbG8=",
)
_SCRAPS = (
    "a",
    "b",
    "Z",
    "0",
    "7",
    "_",
    "-",
    "/",
    ".",
    " ",
    "null",
    "\n",
    '"',
    "\\",
    "é",
    "漢",
    "😀",
)

_SAMPLES = tuple(map(dumps, (*_USUAL, *TEXTS)))
_INSIDE = tuple(dumps(scrap)[1:-1] for scrap in _SCRAPS)
_SCRAP_COUNT = len(_INSIDE)


def text(random: Random) -> str:
    """Give a string: a usual one, one that libraries have got wrong, or one of a few scraps."""
    draw = random.random()
    if draw < 0.7:
        return _SAMPLES[int(draw / 0.7 * len(_SAMPLES))]
    if draw < 0.8:
        return f'"call_{random.getrandbits(32):08x}"'
    scraps = [
        _INSIDE[int(random.random() * _SCRAP_COUNT)] for _ in range(1 + int((draw - 0.8) * 40))
    ]
    return '"' + "".join(scraps) + '"'


def number(random: Random) -> str:
    """Give a number of either sign: whole, a fraction, or with an exponent; small ones often.

    What is no whole number has so few digits that a double holds them.
    """
    how = random.getrandbits(16)
    sign = "-" if how & 1 else ""
    if how & 2:
        return f"{sign}{random.getrandbits(1 + (how >> 10))}"
    whole = how >> 8 if how & 4 else 0
    exponent = "" if how & 24 else f"e{(how >> 6 & 15) - 8}"
    return f"{sign}{whole}.{how >> 5}{exponent}"


def text_maker(shape: Text) -> Make:
    """Give the maker of a string."""
    return text if shape.form is None else one_of([dumps(smallest(shape))])


def integer_maker(shape: Integer) -> Make:
    """Give the maker of a whole number that every revision takes."""
    other_low, other_high = shape.elsewhere or (shape.low, shape.high)
    low, high = max(shape.low, other_low), min(shape.high, other_high)
    width = min(high - low, 1000)
    telling = {low, low + 1, high - 1, high, -1, 0, 1, 2**31, 2**53 - 1, 2**53 + 1}
    known = sorted(number for number in telling if low <= number <= high)
    start = max(low, -(width // 2))

    def make(random: Random) -> str:
        draw = random.random()
        if draw < 0.5:
            return str(known[int(draw * 2 * len(known))])
        return str(start + int((draw - 0.5) * 2 * width))

    return make


def number_maker(shape: Number) -> Make:
    """Give the maker of a double within its range."""
    known = list(map(dumps, samples(shape)))
    is_free = shape.low is None and shape.high is None

    def make(random: Random) -> str:
        draw = random.random()
        if draw < 0.5:
            return known[int(draw * 2 * len(known))]
        return number(random) if is_free and draw < 0.75 else f"{int(draw * 1000) / 1000}"

    return make


def word_maker(shape: Word, unknown: float) -> Make:
    """Give the maker of a word; of one that is not listed so often, where that is kept."""
    known = one_of(list(map(dumps, shape.known)))
    if shape.unknown is not Unknown.KEPT:
        return known
    return either(known, one_of(list(map(dumps, UNKNOWN_WORDS))), unknown)


def empty_values(shape: Shape) -> Sequence[str]:
    """Give the values of `shape` that careless code takes for none."""
    match shape:
        case Text(form=None):
            return ('""',)
        case Boolean():
            return ("false",)
        case Integer() if shape.low <= 0 and (shape.elsewhere or (0, 0))[0] <= 0:
            return ("0",)
        case Number() if not shape.low:
            return ("0",)
        case Opaque():
            return ("{}",) if shape.is_object else ("false", "0", '""', "[]", "{}", "0.0")
        case Array():
            return ("[]",)
        case _:
            return ()
