import json

import mylib
from hypothesis import given

from toolwire.reference import Accepted, RefusedAnswer, same
from toolwire.strategies import with_fault


@given(with_fault("acp-v2", "ToolCallLocation"))
def test_a_fault_is_answered_as_the_protocol_says(faulty):
    acceptable = faulty.answers.acceptable
    try:
        read = json.loads(mylib.write(mylib.read(faulty.text)))
    except ValueError:
        assert any(isinstance(answer, RefusedAnswer) for answer in acceptable)
    else:
        values = [answer.value for answer in acceptable if isinstance(answer, Accepted)]
        assert any(same(value, read) for value in values)
