from contextlib import suppress

import mylib
from hypothesis import given

from toolwire.strategies import deeply_nested


@given(deeply_nested("acp-v2", "ToolCallLocation", 127))
def test_what_every_reader_must_take_is_read(text):
    mylib.read(text)


@given(deeply_nested("acp-v2", "ToolCallLocation", 20_000))
def test_no_depth_is_a_crash(text):
    with suppress(ValueError):
        mylib.read(text)
