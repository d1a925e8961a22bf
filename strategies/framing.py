"""What streams are made of: items, the lines that carry them, and lines that carry none.

The item of a stream is the smallest document of its type that has a text in it which may be
anything: by that text the items of one stream differ.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from toolwire.reference import Profile, RefusedAnswer, Stream, Streamed, answers, dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import NO_DEFAULT, Field, Text

from .places import Path, Place, at, drop_at, places, put_at
from .trials import Input, decoding
from .values import smallest


@dataclass(frozen=True, eq=False)
class Framing:
    """A stream of a profile, and how its lines are made.

    `document` is an item, in which the text at `path` may be any.
    """

    profile: Profile
    name: str
    stream: Stream
    document: Json
    path: Path

    def item(self, text: Json) -> Json:
        """Give the item with this text."""
        return put_at(self.document, self.path, text)

    def message(self, item: Json) -> Json:
        """Give what a line holds that carries `item`."""
        if self.stream.method is None:
            return item
        return {"jsonrpc": "2.0", "method": self.stream.method, "params": item}

    def line(self, text: Json) -> bytes:
        """Give the line of the item with this text, without its newline."""
        return written(self.message(self.item(text)))

    def asked(self, *pieces: bytes) -> Input:
        """Ask for the items of a stream that comes in these pieces."""
        return Input("stream", self.name, pieces)

    def data(self, *texts: Json) -> bytes:
        """Give the plainest stream of the items with these texts."""
        return ended(map(self.line, texts))

    def plain(self, *texts: Json) -> Input:
        """Ask for the items with these texts, as simply as it can be done."""
        return self.asked(self.data(*texts))

    def decoded(self, text: Json) -> Input:
        """Ask for the item with this text without a stream."""
        return decoding(self.stream.item, dumps(self.item(text)))


def in_message(method: str | None, item: str) -> str:
    """Give the text of the message that carries an item, itself a text; see `Framing.message`."""
    if method is None:
        return item
    return f'{{"jsonrpc":"2.0","method":{dumps(method)},"params":{item}}}'


def written(value: Json) -> bytes:
    """Give a value as the bytes of a line."""
    return dumps(value).encode()


def ended(lines: Iterable[bytes], end: bytes = b"\n") -> bytes:
    """Give the bytes of a stream of `lines`, each ended so."""
    return b"".join(line + end for line in lines)


def in_pieces(data: bytes, size: int) -> tuple[bytes, ...]:
    """Cut `data` into pieces of `size` bytes."""
    return tuple(data[start : start + size] for start in range(0, len(data), size))


@cache
def framings(profile: Profile) -> tuple[Framing, ...]:
    """Give the streams of `profile` whose items have a text that may be any."""
    found = []
    for name, stream in profile.streams.items():
        texts = list(_texts(profile, stream.item))
        if texts:
            text = min(texts, key=_weight)
            found.append(Framing(profile, name, stream, text.document, text.path))
    return tuple(found)


def _texts(profile: Profile, type_: str) -> Iterator[Place]:
    """Give the texts of a type that may be any, down into the types that it holds."""
    names = {id(shape): name for name, shape in profile.types.items()}
    for place in places(profile, type_):
        inner = names.get(id(place.shape), type_)
        if inner != type_:
            here = at(place.document, place.path)
            tag = {place.tag: here[place.tag]} if place.field is None and place.tag else {}
            for below in _texts(profile, inner):
                document = put_at(place.document, place.path, {**tag, **below.document})
                yield replace(below, document=document, path=(*place.path, *below.path))
        elif place.shape == Text() and not place.contested and _is_free(place.field):
            yield place


def _is_free(field: Field | None) -> bool:
    """Tell whether a text is a field that a reader only shows: no id, and no name of a thing."""
    return field is not None and not field.name.lower().endswith(("id", "name"))


def _weight(place: Place) -> tuple[bool, int]:
    """Put documents of few members first, and before them those to which no default is added."""
    assert place.owner is not None
    adds = any(field.default is not NO_DEFAULT for field in place.owner.fields)
    return adds, _members_in(place.document)


def _members_in(value: Json) -> int:
    if isinstance(value, dict):
        return sum(1 + _members_in(member) for member in value.values())
    return sum(map(_members_in, value)) if isinstance(value, list) else 0


# Lines that carry no item


def is_bad(framing: Framing, line: bytes) -> bool:
    """Tell whether every reader takes `line` for an error."""
    found = answers(framing.profile, "stream", framing.name, (line + b"\n",))
    assert isinstance(found.expected, Streamed)
    told = [each.expected for each in found.expected.lines]
    return found.settled and [type(each) for each in told] == [RefusedAnswer]


@cache
def bad_lines(framing: Framing) -> dict[str, bytes]:
    """Give lines of UTF-8 that are errors, by what is wrong with them."""
    good = framing.line("c")
    found = {
        "a brace and a word": b"{bad",
        "a closing brace": b"}",
        "the first half of a message": good[: len(good) // 2],
        "the second half of a message": good[len(good) // 2 :],
        "a message without its last brace": good[:-1],
        "a message and a comma": good + b",",
        "two messages on a line": good + b" " + good,
        "a line of a log": b"npm warn deprecated toolwire@0.0.1: no longer supported",
        "a header": b"Content-Length: 5",
        "a NUL": b"\x00",
    }
    found |= {f"{text} as a line": text.encode() for text in _NO_MESSAGES}
    document = framing.document
    items = {"an item that is null": None, "an item that is a number": 5}
    items |= {f"an item without {name}": drop_at(document, (name,)) for name in document}
    if framing.stream.method is not None:
        named = {"jsonrpc": "2.0", "method": framing.stream.method}
        found["a message without params"] = written(named)
        found["a message without method"] = written({"jsonrpc": "2.0", "params": document})
        found["a message whose method is a number"] = written(
            {"jsonrpc": "2.0", "method": 5, "params": document}
        )
    for what, item in items.items():
        line = written(framing.message(item))
        if line not in found.values() and is_bad(framing, line):
            found[what] = line
    return found


def lines_not_utf8(framing: Framing) -> dict[str, bytes]:
    """Give lines that are errors because they are not UTF-8, by what is wrong with them."""
    spoilt = framing.line("c\u6f22d")
    return {
        "a byte that is no UTF-8 in a string": spoilt.replace(b"\xe6\xbc\xa2", b"\xff"),
        "a surrogate in a string": spoilt.replace(b"\xe6\xbc\xa2", b"\xed\xa0\x80"),
        "half a character in a string": spoilt.replace(b"\xa2", b""),
        "half a character, and then the newline": spoilt[: spoilt.index(b"\xa2")],
        "a message and half a character": framing.line("c") + b"\xc3",
    }


_NO_MESSAGES = ('"ready"', "42", "true", "null", "[]", "{}")


def other_messages(framing: Framing) -> dict[str, bytes]:
    """Give messages that carry no item and are no errors, by what they are."""
    method, item = framing.stream.method, framing.item("c")
    if method is None:
        return {}
    inside = {"method": method, "params": item}
    notifications: dict[str, dict[str, Json]] = {
        "a notification without params": {"method": "_toolwire/unheard_of"},
        "a notification with a list": {"method": "_toolwire/unheard_of", "params": [1]},
        "a notification that holds a message": {"method": "_toolwire", "params": inside},
        "a method that begins with $": {"method": "$/toolwire", "params": {"id": 1}},
    }
    for near in (f"{method}d", f"_{method}", method.upper(), method.rpartition("/")[2], ""):
        notifications[f"the method {near!r}"] = {"method": near, "params": item}
    requests: dict[str, dict[str, Json]] = {
        "a request": {"method": "_toolwire/unheard_of", "params": item},
        "a request without params": {"method": "_toolwire/unheard_of"},
    }
    for name, type_ in framing.profile.methods.items():
        if name != method:
            params = smallest(framing.profile.types[type_])
            requests[f"the request {name}"] = {"method": name, "params": params}
    responses: dict[str, dict[str, Json]] = {
        "a response": {"id": 1, "result": {}},
        "a response to a string": {"id": "1", "result": {"a": 1}},
        "a response of null": {"id": 1, "result": None},
        "a response that is an item": {"id": 1, "result": item},
        "a response that holds a message": {"id": 1, "result": {"jsonrpc": "2.0", **inside}},
        "an error": {"id": 1, "error": {"code": -32601, "message": "Method not found"}},
        "an error to nothing": {"id": None, "error": {"code": -32700, "message": "Parse error"}},
    }
    requests = {what: {"id": 1, **members} for what, members in requests.items()}
    return {
        what: written({"jsonrpc": "2.0", **members})
        for what, members in {**notifications, **requests, **responses}.items()
    }


# Cuts


def what_is_cut(data: bytes, point: int) -> str:
    """Say what a cut of `data` before the byte at `point` goes through."""
    for found in _WHOLE.finditer(data):
        if found.start() < point < found.end():
            return f"cut inside {_named(found[0])}"
        if found[0].endswith(b"\n") and point == found.start():
            return "cut before the end of a line"
        if found[0].endswith(b"\n") and point == found.end():
            return "cut after the end of a line"
    return "cut between characters"


def telling_cuts(data: bytes) -> Sequence[int]:
    """Give the points of `data` at which a cut goes through something, or beside a line's end."""
    inside = [
        point
        for found in _WHOLE.finditer(data)
        for point in range(found.start() + 1, found.end() + found[0].endswith(b"\n"))
    ]
    return [point for point in inside if point < len(data)]


_WHOLE = re.compile(rb"[\xc0-\xff][\x80-\xbf]+|\\(?:u[0-9a-fA-F]{4}|.)|\r?\n")
"""What a reader must take together, though it is several bytes; and single newlines."""
_NUMBERS = {2: "two", 3: "three", 4: "four"}


def _named(whole: bytes) -> str:
    if whole == b"\r\n":
        return "a carriage return and newline"
    if whole.startswith(b"\\"):
        return f"the escape {whole.decode()}"
    return f"a character of {_NUMBERS[len(whole)]} bytes"
