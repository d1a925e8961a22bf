"""What is within a stream: what is wrong with an item, or with the lines, is not its framing's."""

from collections.abc import Iterator
from dataclasses import replace

from toolwire.reference import PROFILES, NotJson, SourceText, dumps, parse
from toolwire.reference.streams import as_text, is_blank, lines_of
from toolwire.strategies.trials import Input, decoding


def items_of(profile: str, asked: Input) -> Iterator[Input]:
    """Give what the lines of a stream carry, to be read alone; nothing of what is no stream."""
    stream = PROFILES[profile].streams.get(asked.type) if asked.op == "stream" else None
    if stream is None:
        return
    for line in lines_of(_octets(asked)):
        if is_blank(line):
            continue
        if stream.method is None:
            yield decoding(stream.item, as_text(line))
        elif (carried := _params(as_text(line), stream.method)) is not None:
            yield decoding(stream.item, carried)


def plainly(asked: Input) -> Input:
    """Give a stream in one piece, without blank lines, each line with its newline.

    What is wrong then too is not the framing's.
    """
    lines = [line for line in lines_of(_octets(asked)) if not is_blank(line)]
    return replace(asked, texts=(b"".join(line + b"\n" for line in lines),))


def _octets(asked: Input) -> list[bytes]:
    return [each if isinstance(each, bytes) else each.encode() for each in asked.texts]


def _params(text: SourceText, method: str) -> str | None:
    """Give the parameters of a message of that method, written again."""
    try:
        message = parse(text)
    except NotJson:
        return None
    is_one = isinstance(message, dict) and message.get("method") == method and "params" in message
    return dumps(message["params"]) if is_one else None
