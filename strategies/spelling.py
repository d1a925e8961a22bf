"""One value, spelled otherwise; and texts that are no JSON, spelled from one that is."""

import json
from collections.abc import Callable

from toolwire.reference import SourceText, dumps
from toolwire.reference.jsonvalues import Json

from .values import UNKNOWN_MEMBER


def escaped(value: Json) -> str:
    """Spell `value` with every character of every string, names too, as a `\\u` escape."""
    return _spell(value, lambda text: '"' + "".join(map(_escape, text)) + '"')


def solidus(value: Json) -> str:
    """Spell `value` with `/` escaped and what lies past ASCII in surrogate pairs."""
    return _spell(value, lambda text: json.dumps(text).replace("/", "\\/"))


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2))


def _spell(value: Json, quote: Callable[[str], str]) -> str:
    if isinstance(value, dict):
        members = (f"{quote(name)}:{_spell(member, quote)}" for name, member in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_spell(item, quote) for item in value) + "]"
    return quote(value) if isinstance(value, str) else dumps(value)


def spaced(value: Json) -> str:
    """Spell `value` with all four kinds of white space wherever it may stand."""
    text = json.dumps(value, ensure_ascii=False, indent=1, separators=(" ,", " : "))
    return " \t\r\n" + text.replace("\n", "\r\n\t ") + "\n"


def turned(value: Json) -> Json:
    """Give `value` with the members of each object in the opposite order."""
    if isinstance(value, dict):
        return {name: turned(member) for name, member in reversed(value.items())}
    if isinstance(value, list):
        return [turned(item) for item in value]
    return value


def broken(text: str) -> dict[str, SourceText]:
    """Give texts that RFC 8259 refuses or that are not UTF-8, made from a JSON `text`.

    The keys say what is wrong.
    """
    found: dict[str, SourceText] = {
        "nothing at all": "",
        "white space alone": " ",
        "the last character missing": text[:-1],
        "a letter after it": text + "x",
        "the text twice": text + text,
        "a comma after it": text + ",",
        "a NUL after it": text + "\0",
        "a comment before it": "//c\n" + text,
        "a comment after it": text + "/**/",
        "a vertical tab before it": "\x0b" + text,
        "a no-break space before it": "\u00a0" + text,
        "a byte that is no UTF-8 before it": b"\xff" + text.encode(),
        "UTF-16": text.encode("utf-16"),
    }
    found |= {f"{value} as the text": value for value in BAD_VALUES}
    if text.startswith("{"):
        start = text[:-1] + ("," if len(text) > 2 else "")
        found["a comma after the last member"] = text[:-1] + ",}"
        found["a comma before the first member"] = "{," + text[1:]
        for value in BAD_VALUES:
            found[f"{value} in an unknown member"] = f'{start}"{UNKNOWN_MEMBER}":{value}}}'
        for member in (UNKNOWN_MEMBER + ":1", f"'{UNKNOWN_MEMBER}':1", f'"{UNKNOWN_MEMBER}"'):
            found[f"{member} as a member"] = f"{start}{member}}}"
        for name, octets in _BAD_OCTETS.items():
            opening = f'{start}"{UNKNOWN_MEMBER}":"'.encode()
            found[f"{name} in a string"] = opening + octets + b'"}'
    return found


BAD_VALUES = (
    "NaN",
    "Infinity",
    "-Infinity",
    "nul",
    "True",
    "undefined",
    "'x'",
    "01",
    "+1",
    "1.",
    ".5",
    "1e",
    "0x1",
    "-",
    '"x',
    '"\t"',
    '"\n"',
    '"\\x41"',
    '"\\u12"',
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1",
    '{"a":1,}',
)
_BAD_OCTETS = {
    "a byte that is no UTF-8": b"\xff",
    "a surrogate in UTF-8": b"\xed\xa0\x80",
    "an overlong solidus": b"\xc0\xaf",
    "half a character": b"\xe6\xbc",
}
