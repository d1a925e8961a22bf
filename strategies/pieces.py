"""Streams in pieces."""

from hypothesis import strategies as st

from .framing import telling_cuts


def chunked(stream: bytes) -> st.SearchStrategy[list[bytes]]:
    """Pieces of a stream, as they may come from a pipe: put together, they are `stream`.

    It is cut anywhere, more often through characters, escapes and the ends of lines than chance
    would have it; some pieces are empty. The simplest is one piece, and the least that fails is
    mostly two.
    """
    return cut_up(stream, fewest=0, most=12)


def cut_up(data: bytes, fewest: int = 1, most: int = 6) -> st.SearchStrategy[list[bytes]]:
    """The pieces of `data` after so many cuts; some are empty."""
    points = [st.integers(0, len(data))]
    telling = telling_cuts(data)
    if telling:
        points.append(st.integers(0, len(telling) - 1).map(lambda index: telling[index]))

    def pieces(points: list[int]) -> list[bytes]:
        cuts = sorted(points)
        return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]

    return st.lists(st.one_of(points), min_size=fewest, max_size=most).map(pieces)
