import mylib
from hypothesis import given
from hypothesis import strategies as st

from toolwire.strategies import chunked, documents


@given(st.lists(documents("acp-v2", "SessionNotification"), min_size=1, max_size=3), st.data())
def test_pieces_mean_nothing(lines, data):
    stream = "".join(line + "\n" for line in lines).encode()
    reader = mylib.Lines()
    found = [line for piece in data.draw(chunked(stream)) for line in reader.feed(piece)]
    assert found == lines
