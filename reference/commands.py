"""What is written: a command's line within its limit, and a text cut between its characters."""

from .jsonvalues import Json
from .jsonwriting import dumps
from .reading import Reading, Refused, SourceText
from .texts import parse_text
from .trace import Rule


def command_line(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
    """Give the line that sends the command which `text` spells as JSON, and the command's value.

    The line ends in a newline, which counts among the at most `limit` bytes. Raises `Refused`.
    (megacode's `encode` and `LINE_LIMIT`.)
    """
    value = parse_text(text, reading)
    line = dumps(value) + "\n"
    size = len(line.encode())
    if reading.trace is not None:
        reading.trace.add((Rule.COMMAND_LINE, "Command"))
        if abs(size - limit) <= _NEAR:
            reading.trace.add((Rule.LINE_LIMIT, "Command"))
    if size > limit:
        raise Refused(f"the line has {size} bytes, and {limit} is the limit")
    return line, value


_NEAR = 2


def cut(text: SourceText, limit: int, reading: Reading) -> str:
    """Give as much of the beginning of `text` as whole characters fill in `limit` bytes of UTF-8.

    Raises `Refused` for what is not UTF-8, and for a limit below zero. (megacode's `cut`.)
    """
    if isinstance(text, bytes):
        raise Refused("not UTF-8")
    if limit < 0:
        raise Refused("the limit is below zero")
    data = text.encode()
    kept = data[:limit].decode("utf-8", "ignore")
    if reading.trace is not None:
        reading.trace.add((Rule.CUT, "Reason"))
    return kept
