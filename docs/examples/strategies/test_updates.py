import mylib
from hypothesis import given

from toolwire.reference import PROFILES, fold, same
from toolwire.strategies import update_sequences


@given(update_sequences("acp-v2"))
def test_updates_patch_the_call(texts):
    state = fold(PROFILES["acp-v2"], "ToolCallUpdate", texts)
    assert same(mylib.patched(texts), state)
