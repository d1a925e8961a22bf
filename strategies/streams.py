"""Trials of streams: for each rule, bytes in which it must act, and what a reader hands on of them.

So that a broken rule fails its own trials alone, every stream comes in one piece and ends with a
newline, except where that is the rule. The controls are the same items without the fault, in the
plainest stream that there is.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from toolwire.reference import NotJson, Profile, Rule, dumps, parse
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Tagged
from toolwire.reference.streams import as_text, lines_of

from . import drawn
from .framing import (
    Framing,
    bad_lines,
    ended,
    framings,
    in_pieces,
    is_bad,
    lines_not_utf8,
    other_messages,
    what_is_cut,
    written,
)
from .pieces import cut_up
from .situations import SituationOperator
from .spelling import turned
from .trials import Input, Trial, decoding
from .values import Verbatim, unknown_variants

# Items, and the ends of lines


def _items(framing: Framing) -> Iterator[Trial]:
    def trial(site: str, *texts: str) -> Trial:
        return Trial(site, framing.plain(*texts), _one_by_one(framing, texts))

    yield trial("one item", "a")
    yield trial("two items", "a", "b")
    yield trial("five items", *"abcde")
    yield trial("the same item twice", "a", "a")
    yield trial("an item that comes again", "a", "b", "a")
    yield trial("an empty text", "", "a")
    message = framing.message(framing.item("b"))
    lines = [
        ("members in another order", written(turned(message))),
        ("spaces between members", json.dumps(message).encode()),
        ("spaces around a message", b" \t" + framing.line("b") + b"\t "),
    ]
    item = framing.profile.types[framing.stream.item]
    if isinstance(item, Tagged) and item.skipped is not None:
        lines.append(("a line of an unknown type", written(unknown_variants(item)[0])))
    for site, line in lines:
        data = framing.data("a") + line + b"\n" + framing.data("c")
        controls = (framing.plain(*"abc"), *_item_alone(framing, line))
        yield Trial(site, framing.asked(data), controls)
    many = [f"{number}" for number in range(1000)]
    yield Trial("a thousand items", framing.plain(*many), (framing.plain(*many[:3]),))


def _one_by_one(framing: Framing, texts: Iterable[str]) -> tuple[Input, ...]:
    return tuple(framing.decoded(text) for text in dict.fromkeys(texts))


_SEPARATORS = {
    "U+2028": "\u2028",
    "U+2029": "\u2029",
    "U+0085": "\u0085",
}
"""What some take for line ends and JSON takes for characters of a string."""
_NO_ENDS = {
    **_SEPARATORS,
    "vertical tab": "\x0b",
    "form feed": "\x0c",
    "U+001C": "\x1c",
    "U+001D": "\x1d",
    "U+001E": "\x1e",
}
_WITHOUT_SEPARATORS = str.maketrans(dict.fromkeys(_SEPARATORS.values(), "-"))


_ESCAPED = {ord(each): f"\\u{ord(each):04x}" for each in _SEPARATORS.values()}


def _newlines(framing: Framing) -> Iterator[Trial]:
    def trial(site: str, *texts: str) -> Trial:
        return _with_separators(framing, site, texts)

    for name, character in _SEPARATORS.items():
        yield trial(f"{name} in a string", f"a{character}b", "c")
        yield trial(f"{name} as a string", "a", character)
        yield trial(f"{name} at both ends of a string", "a", f"{character}b{character}", "c")
    yield trial("one after another in a string", "a", "".join(_SEPARATORS.values()), "b")
    for name, character in _NO_ENDS.items():
        yield Trial(f"{name} between two messages", *_between(framing, character.encode()))
    texts = "a", "b"
    split = framing.data(*texts).replace(b",", b",\r", 1)
    yield Trial("carriage return between members", framing.asked(split), (framing.plain(*texts),))


def _with_separators(framing: Framing, site: str, texts: Sequence[str]) -> Trial:
    """Ask for items with these texts; the controls have no separators, or escapes for them."""
    plain = framing.plain(*(text.translate(_WITHOUT_SEPARATORS) for text in texts))
    escaped = framing.plain(*(Verbatim(dumps(text).translate(_ESCAPED)) for text in texts))
    return Trial(site, framing.plain(*texts), (plain, escaped))


def _between(framing: Framing, middle: bytes) -> tuple[Input, tuple[Input, ...]]:
    """Ask for two messages on a line, which is a bad one, and for the same with a space."""
    one, two, three = map(framing.line, "abc")
    asked, spaced = (
        framing.asked(ended([one + between + two, three])) for between in (middle, b" ")
    )
    return asked, (framing.plain(*"abc"), spaced)


def _carriage_returns(framing: Framing) -> Iterator[Trial]:
    one, two = framing.line("a"), framing.line("b")
    escaped = framing.line("b\r\n")
    for site, data in (
        ("at the end of every line", ended([one, two], b"\r\n")),
        ("at the end of the only line", one + b"\r\n"),
        ("at the end of the first line", one + b"\r\n" + two + b"\n"),
        ("at the end of the last line", one + b"\n" + two + b"\r\n"),
        ("behind a space", ended([one, two], b" \r\n")),
        ("before a space", one + b"\r\n" + two + b"\r \n"),
        ("twice at the end of a line", ended([one, two], b"\r\r\n")),
        ("before a message too", b"\r" + one + b"\r\n\r" + two + b"\r\n"),
    ):
        plain = framing.plain("a") if data.count(b"\n") == 1 else framing.plain("a", "b")
        yield Trial(f"carriage return {site}", framing.asked(data), (plain,))
    yield Trial(
        "carriage return at the end, and another in a string",
        framing.asked(ended([one, escaped], b"\r\n")),
        (framing.plain("a", "b\r\n"),),
    )


_BLANKS = {
    "an empty line": b"",
    "a space": b" ",
    "a tab": b"\t",
    "a carriage return": b"\r",
    "spaces, a tab and a carriage return": b"  \t \r",
}


def _blanks(framing: Framing) -> Iterator[Trial]:
    one, two = framing.line("a"), framing.line("b")
    plain = framing.plain("a", "b")
    returned = framing.asked(ended([one, two], b"\r\n"))
    for name, blank in _BLANKS.items():
        controls = (plain, returned) if b"\r" in blank else (plain,)
        for site, lines in (
            ("between", [one, blank, two]),
            ("first", [blank, one, two]),
            ("last", [one, two, blank]),
        ):
            yield Trial(f"{name} {site}", framing.asked(ended(lines)), controls)
    yield Trial(
        "blank lines around every line",
        framing.asked(ended([b"", one, b"", b" ", two, b"\t", b""])),
        (plain,),
    )
    yield Trial("blank lines alone", framing.asked(b"\n \n"), (plain,))
    yield Trial("a hundred empty lines", framing.asked(ended([one, *[b""] * 100, two])), (plain,))
    yield Trial(
        "an empty line between lines that end with a carriage return",
        framing.asked(ended([one, b"", two], b"\r\n")),
        (plain, returned),
    )


def _last_lines(framing: Framing) -> Iterator[Trial]:
    one, two = framing.line("a"), framing.line("b")
    half = two[: len(two) // 2]
    for site, data in (
        ("one line without newline", one),
        ("the second line without newline", one + b"\n" + two),
        ("the third line without newline", ended([one, two]) + framing.line("c")),
        ("an empty text without newline", one + b"\n" + framing.line("")),
        ("a character of three bytes, no newline", one + b"\n" + framing.line("\u6f22")),
        ("a space at the end, no newline", one + b"\n" + two + b" "),
        ("a carriage return at the end, no newline", one + b"\r\n" + two + b"\r"),
        ("a line behind a blank one, no newline", one + b"\n\n" + two),
        ("a space alone on the last line, no newline", ended([one, two]) + b" "),
        ("half a message at the end", one + b"\n" + half),
    ):
        yield Trial(site, framing.asked(data), (framing.asked(data + b"\n"),))


# Bad lines, and other messages

_SEEMINGLY_BLANK = {"a form feed alone": b"\x0c", "a no-break space alone": b"\xc2\xa0"}
"""Lines that a reader may strip to nothing, and that are not white space to JSON."""


def _bad(framing: Framing) -> Iterator[Trial]:
    found = bad_lines(framing)
    yield from _among_good(framing, found)
    for name in ("a brace and a word", "the first half of a message", "42 as a line"):
        yield from _elsewhere(framing, name, found[name])
    # Who takes a form feed for the end of a line has another fault.
    asked, controls = _between(framing, b"\x0c")
    for name, bad in _SEEMINGLY_BLANK.items():
        lines = [framing.line("a"), bad, framing.line("b")]
        yield Trial(name, framing.asked(ended(lines)), (*controls, asked))


def _told(framing: Framing) -> Iterator[Trial]:
    """Give bad lines to a reader that, as a control shows, hands on the good ones."""
    return (also_its_own_control(trial) for trial in _bad(framing))


def also_its_own_control(trial: Trial) -> Trial:
    """Give a trial that says nothing where its input is wrong by any other rule."""
    return replace(trial, controls=(*trial.controls, trial.input))


def _not_utf8(framing: Framing) -> Iterator[Trial]:
    found = lines_not_utf8(framing)
    trials = [*_among_good(framing, found)]
    for name in ("a byte that is no UTF-8 in a string", "half a character, and then the newline"):
        trials += _elsewhere(framing, name, found[name])
    return (_beside_bad(framing, trial) for trial in trials)


def _beside_bad(framing: Framing, trial: Trial) -> Trial:
    """Add a control in which other bad lines stand in the place of those that are not UTF-8."""
    lines = lines_of([each for each in trial.input.texts if isinstance(each, bytes)])
    others = [line if isinstance(as_text(line), str) else b"{bad" for line in lines]
    return replace(trial, controls=(*trial.controls, framing.asked(ended(others))))


def _among_good(framing: Framing, found: Mapping[str, bytes]) -> Iterator[Trial]:
    """Put each bad line between two good ones, and all of them in turns with good ones."""
    one, two = framing.line("a"), framing.line("b")
    for name, bad in found.items():
        controls = (framing.plain("a", "b"), *_item_alone(framing, bad))
        yield Trial(name, framing.asked(ended([one, bad, two])), controls)
    yield _in_turns(framing, "bad lines of all kinds, each before a good one", found.values())


def _elsewhere(framing: Framing, name: str, bad: bytes) -> Iterator[Trial]:
    """Put a bad line first, last, and often."""
    one, two, plain = framing.line("a"), framing.line("b"), framing.plain("a", "b")
    for place, lines in (
        ("first", [bad, one, two]),
        ("last", [one, two, bad]),
        ("again and again", [bad, bad, one, bad, bad, bad, two, bad]),
    ):
        controls = (plain, *_item_alone(framing, bad))
        yield Trial(f"{name}, {place}", framing.asked(ended(lines)), controls)


def _item_alone(framing: Framing, line: bytes) -> tuple[Input, ...]:
    """Ask for the item that a line would carry without a stream, if it is JSON that has any.

    Who takes what is no item for one has a fault that is none of streams.
    """
    try:
        value = parse(line.decode())
    except (NotJson, UnicodeDecodeError):
        return ()
    if framing.stream.method is not None:
        if not isinstance(value, dict) or "params" not in value:
            return ()
        value = value["params"]
    return (decoding(framing.stream.item, dumps(value)),)


def _in_turns(framing: Framing, site: str, bad: Collection[bytes]) -> Trial:
    """Put a good line behind each bad one."""
    texts = [f"{number}" for number in range(len(bad))]
    pairs = zip(bad, map(framing.line, texts), strict=True)
    asked = framing.asked(ended(line for pair in pairs for line in pair))
    alone = [each for line in bad for each in _item_alone(framing, line)]
    return Trial(site, asked, (framing.plain(*texts), *dict.fromkeys(alone)))


def _others(framing: Framing) -> Iterator[Trial]:
    one, two = framing.line("a"), framing.line("b")
    found = other_messages(framing)
    plain = framing.plain("a", "b")
    for name, other in found.items():
        yield Trial(name, framing.asked(ended([one, other, two])), (plain,))
    for name in ("a notification without params", "a request", "a response", "an error"):
        if name in found:
            first, last = [found[name], one, two], [one, two, found[name]]
            yield Trial(f"{name}, first", framing.asked(ended(first)), (plain,))
            yield Trial(f"{name}, last", framing.asked(ended(last)), (plain,))
    if found:
        lines = [one, *found.values(), two]
        yield Trial("all kinds in a row", framing.asked(ended(lines)), (plain,))


# Long lines, and cuts

_PIECE = 1 << 16
_SIZES = (65_536, 65_537, 70_000, 200_000, 1 << 20, 2 << 20)
_LARGE = 1 << 20


def _long(framing: Framing) -> Iterator[Trial]:
    for size in _SIZES:
        yield from _of_length(framing, f"a line of {size:,} bytes", ["a", size, "b"])
        pieces = size < _LARGE
        yield from _of_length(framing, f"a first line of {size:,} bytes", [size, "b"], pieces)
    around: list[str | int] = ["a", 65_535, 65_536, 65_537, "b"]
    yield from _of_length(framing, "lines of 65,535, 65,536 and 65,537 bytes", around)


def _of_length(
    framing: Framing, site: str, lines: Sequence[str | int], pieces: bool = True
) -> Iterator[Trial]:
    """Ask for lines, each with its text or of that many bytes; also in pieces of 64 KiB."""
    spare = len(framing.line(""))
    short = framing.data(*(line if isinstance(line, str) else "x" for line in lines))
    long = framing.data(
        *(line if isinstance(line, str) else "x" * (line - spare) for line in lines)
    )
    whole = framing.asked(long)
    yield Trial(site, whole, (framing.asked(short),))
    if pieces:
        cut = framing.asked(*in_pieces(long, _PIECE))
        short_cut = framing.asked(*in_pieces(short, spare // 3))
        yield Trial(f"{site}, in pieces of 64 KiB", cut, (short_cut, whole))


_ODD_TEXT = Verbatim('"é漢😀\\u00e9\\ud83d\\ude00\\"\\\\n"')
"""Characters of two, three and four bytes, and escapes, as they are spelled in JSON."""


def _cuts(framing: Framing) -> Iterator[Trial]:
    one, two = framing.line(_ODD_TEXT), framing.line("b")
    data = one + b"\r\n" + two + b"\n"

    def trial(site: str, *pieces: bytes) -> Trial:
        return Trial(site, framing.asked(*pieces), (framing.asked(b"".join(pieces)),))

    start = one.index("é".encode())
    for point in (1, *range(start, len(one) + 4), len(data) - 1):
        yield trial(what_is_cut(data, point), data[:point], data[point:])
    for size in (1, 2, 3, 4, 5, 7, 16):
        yield trial(f"pieces of {size} bytes", *in_pieces(data, size))
    yield trial("an empty piece first", b"", data)
    yield trial("an empty piece last", data, b"")
    yield trial("an empty piece between lines", one + b"\r\n", b"", two + b"\n")
    yield trial("an empty piece inside a line", data[:start], b"", data[start:])
    yield trial("an empty piece inside a character", data[: start + 1], b"", data[start + 1 :])
    yield trial("an empty piece before a newline", one + b"\r", b"", b"\n" + two + b"\n")
    single = [piece for byte in in_pieces(data, 1) for piece in (b"", byte)]
    yield trial("an empty piece before every byte", *single)
    yield trial("a newline alone in a piece", one + b"\r", b"\n", two, b"\n")
    yield trial("a line's end alone in a piece", one, b"\r\n", two, b"\n")
    yield trial("a newline at the start of a piece", one + b"\r", b"\n" + two, b"\n")
    several = framing.data(*"abcdef")
    middle = len(several) * 7 // 12
    yield trial("several lines and a half in a piece", several[:middle], several[middle:])
    yield trial("two lines in a piece", *in_pieces(several, len(several) // 3))
    # Each line is cut, and each at another byte.
    same = framing.data(*[_ODD_TEXT] * len(one))
    yield trial("every line cut one byte further on", *in_pieces(same, len(one) + 2))


# Drawn ones


def _plain_texts() -> st.SearchStrategy[str]:
    """Texts without what only another rule keeps from being the end of a line."""
    return drawn.texts().map(lambda text: text.translate(_WITHOUT_SEPARATORS))


def _draw_items(framing: Framing) -> st.SearchStrategy[Trial]:
    return st.lists(_plain_texts(), min_size=1, max_size=5).map(
        lambda texts: Trial("any items", framing.plain(*texts), _one_by_one(framing, texts))
    )


def _draw_newlines(framing: Framing) -> st.SearchStrategy[Trial]:
    separators = st.sampled_from([*_SEPARATORS.values()])
    ends = st.lists(st.one_of(separators, st.sampled_from("aé\\ ")), max_size=4).map("".join)
    texts = st.builds(lambda *parts: "".join(parts), ends, separators, ends)

    def trial(drawn: Sequence[str]) -> Trial:
        numbered = [f"{number}{text}" for number, text in enumerate(drawn)]
        return _with_separators(framing, "separators in any texts", numbered)

    return st.lists(texts, min_size=1, max_size=3).map(trial)


def _draw_bad(framing: Framing) -> st.SearchStrategy[Trial]:
    """Make lines up or spoil a good one, without what another rule keeps from ending a line.

    A good line stands behind each, so that losing that one is not taken for telling too little.
    """
    good = framing.line("c")
    ends = [character.encode() for character in (*_NO_ENDS.values(), "\r", "\n")]

    def spoil(point: int, length: int, instead: list[int]) -> bytes:
        return good[:point] + bytes(instead) + good[point + length :]

    made_up = st.binary(min_size=1, max_size=8)
    ascii_characters = st.lists(st.integers(0, 127), max_size=3)
    spoilt = st.builds(spoil, st.integers(0, len(good)), st.integers(0, 3), ascii_characters)
    bad = st.one_of(made_up, spoilt).filter(
        lambda line: not any(end in line for end in ends) and is_bad(framing, line)
    )
    bad = bad.filter(lambda line: isinstance(as_text(line), str))

    return st.lists(bad, min_size=1, max_size=4).map(
        lambda lines: _in_turns(framing, "any bad lines", lines)
    )


def _draw_told(framing: Framing) -> st.SearchStrategy[Trial]:
    return _draw_bad(framing).map(also_its_own_control)


def _draw_not_utf8(framing: Framing) -> st.SearchStrategy[Trial]:
    """Put what is no UTF-8 into a text, so that who replaces it has an item too many."""
    octets = st.binary(min_size=1, max_size=8).filter(
        lambda each: len((b"a" + each + b"a").decode("utf-8", "surrogateescape").splitlines()) == 1
    )
    lines = octets.map(lambda each: framing.line("\0").replace(b"\\u0000", each))
    bad = lines.filter(lambda line: isinstance(as_text(line), bytes))
    return st.lists(bad, min_size=1, max_size=4).map(
        lambda found: _beside_bad(framing, _in_turns(framing, "lines that are not UTF-8", found))
    )


@st.composite
def _draw_cuts(draw: st.DrawFn, framing: Framing) -> Trial:
    """Cut any stream anywhere, and again in the same place for an empty piece."""
    data = b""
    for text in draw(st.lists(drawn.texts(), min_size=2, max_size=4)):
        value: Json = Verbatim(json.dumps(text)) if draw(st.booleans()) else text
        data += framing.line(value) + draw(st.sampled_from((b"\n", b"\r\n", b"\n\n", b" \r\n")))
    if draw(st.booleans()):
        data = data.rstrip(b"\n")
    pieces = draw(cut_up(data))
    return Trial("any cuts of any stream", framing.asked(*pieces), (framing.asked(data),))


def _operator(
    rule: Rule,
    trials: Callable[[Framing], Iterator[Trial]],
    draw: Callable[[Framing], st.SearchStrategy[Trial]] | None = None,
) -> SituationOperator:
    """Put a rule to the test in every stream of a profile."""

    def all_trials(profile: Profile) -> Iterator[Trial]:
        for framing in framings(profile):
            yield from trials(framing)

    def drawn(profile: Profile) -> st.SearchStrategy[Trial] | None:
        found = [] if draw is None else [draw(framing) for framing in framings(profile)]
        return st.one_of(found) if found else None

    return SituationOperator(rule, all_trials, None if draw is None else drawn)


STREAM_OPERATORS: Sequence[SituationOperator] = (
    _operator(Rule.STREAM_ITEMS, _items, _draw_items),
    _operator(Rule.STREAM_NEWLINE, _newlines, _draw_newlines),
    _operator(Rule.STREAM_CRLF, _carriage_returns),
    _operator(Rule.STREAM_BLANK, _blanks),
    _operator(Rule.STREAM_LAST, _last_lines),
    _operator(Rule.STREAM_BAD, _bad, _draw_bad),
    _operator(Rule.STREAM_UTF8, _not_utf8, _draw_not_utf8),
    _operator(Rule.STREAM_BAD_TOLD, _told, _draw_told),
    _operator(Rule.STREAM_OTHER, _others),
    _operator(Rule.STREAM_LONG, _long),
    _operator(Rule.STREAM_CUT, _cuts, _draw_cuts),
)
