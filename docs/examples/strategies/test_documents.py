import json

import mylib
from hypothesis import given
from hypothesis import strategies as st

from toolwire.strategies import documents, json_texts

LOCATIONS = documents("acp-v2", "ToolCallLocation")


@given(LOCATIONS)
def test_nothing_is_lost(text):
    assert json.loads(mylib.write(mylib.read(text))) == json.loads(text)


@given(LOCATIONS, st.data())
def test_its_spelling_means_nothing(text, data):
    other = data.draw(json_texts(text))
    assert mylib.read(other) == mylib.read(text)
