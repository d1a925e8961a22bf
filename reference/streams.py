"""Streams: bytes that arrive in pieces, the lines in them, and what a reader hands on of each."""

import re
from collections.abc import Iterator, Sequence

from .jsonvalues import Json, Repeated
from .profile import Profile, Stream
from .reading import Reading, Refused, SourceText, kind_of
from .shapes import Object, required
from .trace import Rule, Trace

BLANK = b" \t\r"
"""What a line may hold that holds nothing; form feeds and their like are no white space of JSON."""


class NoItem(Exception):
    """A line gives no item, and is no error."""


def lines_of(chunks: Sequence[bytes]) -> Iterator[bytes]:
    """Give the lines of a stream without their newlines; blank ones too, in their order.

    Only the byte 0A ends a line, the last one needs none, and where the pieces part means nothing.
    """
    *ended, last = b"".join(chunks).split(b"\n")
    yield from ended
    if last:
        yield last


def is_blank(line: bytes) -> bool:
    """Tell whether there is nothing on a line."""
    return not line.strip(BLANK)


def is_mark_alone(line: SourceText) -> bool:
    """Tell whether a line holds a byte order mark and nothing else."""
    return isinstance(line, str) and line.strip(" \t\r") == "\ufeff"


def as_text(line: bytes) -> SourceText:
    """Give a line as a text under test: bytes exactly when it is not valid UTF-8."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line


def message_shape(profile: Profile, stream: Stream) -> Object:
    """Give the shape of a JSON-RPC message of the stream's method, as far as its item goes."""
    item = profile.types[stream.item]
    return Object("JsonRpcMessage", (required("params", item),), positional=False)


def check_message(value: Json, method: str, reading: Reading) -> None:
    """Look at a JSON-RPC message before its parameters are read (JSON-RPC 2.0, 4 and 5).

    Raises `NoItem` for a message of another method and for a response, and `Refused` for what is
    no message. What the specification does not say of a careless sender is open (`oddities`).
    """
    if isinstance(value, list) and value and reading.choose("message-batch") == "anything":
        reading.open = True
        raise NoItem
    if not isinstance(value, dict):
        raise Refused(f"no message: {kind_of(value)}")
    is_twice = isinstance(value, Repeated) and bool(value.names() & _MEMBERS)
    if is_twice and reading.choices.get("member-twice", "malformed") == "malformed":
        raise Refused("a member of the message stands twice")
    if value.get("jsonrpc") != "2.0" and reading.choose("message-without-version") == "refused":
        raise Refused("no message of JSON-RPC 2.0")
    called = value.get("method")
    if called is None and "id" in value and ("result" in value or "error" in value):
        raise NoItem
    if not isinstance(called, str):
        raise Refused("neither a method nor a response")
    if called != method:
        raise NoItem
    if "id" in value:
        choice = reading.choose("request-for-notification")
        if choice == "refused":
            raise Refused("a request where a notification is due")
        if choice == "no-item":
            raise NoItem


_MEMBERS = {"jsonrpc", "id", "method", "params", "result", "error"}


def note_stream(chunks: Sequence[bytes], lines: Sequence[bytes], name: str, trace: Trace) -> None:
    """Take note of what the framing of a stream, of these lines, puts to the test."""
    whole = b"".join(chunks)
    if len(chunks) > 1:
        trace.add((Rule.STREAM_CUT, name))
    if whole and not whole.endswith(b"\n"):
        trace.add((Rule.STREAM_LAST, name))
    if any(mark in whole for mark in _NOT_ENDS) or _LONE_RETURN.search(whole):
        trace.add((Rule.STREAM_NEWLINE, name))
    if b"\r\n" in whole:
        trace.add((Rule.STREAM_CRLF, name))
    if any(map(is_blank, lines)):
        trace.add((Rule.STREAM_BLANK, name))
    if any(len(line) + 1 >= _LONG for line in lines):
        trace.add((Rule.STREAM_LONG, name))


_NOT_ENDS = tuple(each.encode() for each in "\u2028\u2029\u0085\x0b\x0c\x1c\x1d\x1e")
_LONE_RETURN = re.compile(rb"\r(?!\n|\Z)")
_LONG = 1 << 16
