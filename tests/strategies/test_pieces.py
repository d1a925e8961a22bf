"""Streams in pieces: nothing is lost, and cuts go where it hurts."""

from typing import Any

from hypothesis import find, settings

from toolwire.reference import answers
from toolwire.reference.megacode import PROFILE
from toolwire.strategies import chunked
from toolwire.strategies.framing import telling_cuts

FIXED = settings(database=None, derandomize=True)
DATA = '{"type":"assistant","text":"é漢😀"}\r\n{"type":"assistant","text":"\\u00e9"}\n'.encode()


def test_put_together_they_are_the_stream(drawn_values: Any) -> None:
    drawn = drawn_values(chunked(DATA), 300)
    assert all(b"".join(pieces) == DATA for pieces in drawn)
    cuts = {len(b"".join(pieces[:at])) for pieces in drawn for at in range(len(pieces) + 1)}
    assert cuts >= {0, len(DATA), *telling_cuts(DATA)}
    assert len(cuts) > len(DATA) / 2
    assert any(b"" in pieces for pieces in drawn)
    assert any(len(pieces) > 8 for pieces in drawn)


def test_the_simplest_is_one_piece() -> None:
    assert find(chunked(DATA), lambda _: True, settings=FIXED) == [DATA]
    two = find(chunked(DATA), lambda pieces: len(pieces) > 1, settings=FIXED)
    assert len(two) == 2


def test_a_stream_of_nothing(drawn_values: Any) -> None:
    assert all(b"".join(pieces) == b"" for pieces in drawn_values(chunked(b""), 20))


def test_a_reader_that_decodes_each_piece_alone_is_caught() -> None:
    def fails(pieces: list[bytes]) -> bool:
        try:
            for piece in pieces:
                piece.decode()
        except UnicodeDecodeError:
            return True
        return False

    pieces = find(chunked(DATA), fails, settings=FIXED)
    assert len(pieces) == 2
    whole, again = (answers(PROFILE, "stream", "Line", each) for each in ([DATA], pieces))
    assert whole.acceptable == again.acceptable
