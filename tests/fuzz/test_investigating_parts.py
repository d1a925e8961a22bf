"""What helps to look into a finding: the nearest reading, the items of a stream."""

import pytest

from toolwire.conformance.candidates import Refused, StreamItems, Understood
from toolwire.conformance.judge import judge
from toolwire.conformance.oracle import oracle
from toolwire.fuzz.inner import items_of, plainly
from toolwire.fuzz.nearest import are_alike, nearest, said_plainly
from toolwire.strategies.trials import Input, decoding

ODD = '{"toolCallId":"x","title":"a","rawInput":1e400,"_meta":{}}'


@pytest.mark.parametrize(
    ("got", "pointer"),
    [
        ('{"toolCallId":"x","rawInput":null,"_meta":{}}', "/title"),
        ('{"toolCallId":"x","rawInput":1e400,"_meta":{}}', "/title"),
        ('{"toolCallId":"x","title":"a","rawInput":null}', "/_meta"),
    ],
)
def test_what_is_objected_to_is_what_the_nearest_reading_would_not_do(got, pointer):
    asked = decoding("ToolCallUpdate", ODD)
    acceptable = oracle("acp-v2").answers(asked)
    assert not acceptable.settled
    objection = judge("acp-v2", asked, nearest(acceptable, Understood(got)), Understood(got))
    assert objection is not None
    assert objection.pointer == pointer


def test_the_nearest_to_a_refusal_is_a_refusal():
    acceptable = oracle("acp-v2").answers(decoding("ToolCallUpdate", ODD))
    found = nearest(acceptable, Refused("no"))
    assert judge("acp-v2", decoding("ToolCallUpdate", ODD), found, Refused("no")) is None


def test_each_meaning_of_an_odd_text_is_said_plainly():
    asked = decoding("ToolCallUpdate", '{"toolCallId":"x","rawInput":1,"rawInput":null}')
    found = [each.texts for each in said_plainly(asked, oracle("acp-v2").answers(asked))]
    assert ('{"toolCallId":"x","rawInput":null}',) in found
    assert ('{"toolCallId":"x","rawInput":1}',) in found


def test_nothing_is_said_plainly_of_a_stream():
    stream = Input("stream", "JsonRpc", (b"true\n",))
    assert list(said_plainly(stream, oracle("acp-v2").answers(stream))) == []


def test_answers_are_alike_that_say_the_same():
    assert are_alike(Understood('{"a":1,"b":2}'), Understood('{ "b":2, "a":1 }'))
    assert not are_alike(Understood('{"a":1}'), Understood('{"a":2}'))
    assert are_alike(Refused("no"), Refused("no"))
    assert not are_alike(Refused("no"), Refused("a member is missing"))
    assert not are_alike(Refused("no"), Understood("1"))


MESSAGE = '{"jsonrpc":"2.0","method":"session/update","params":%s}\n'
UPDATE = '{"sessionUpdate":"tool_call_update","toolCallId":"x","rawInput":1e400}'
ITEM = f'{{"sessionId":"s","update":{UPDATE}}}'


def test_the_nearest_is_sought_line_by_line():
    asked = Input("stream", "JsonRpc", ((MESSAGE % ITEM).encode(),))
    acceptable = oracle("acp-v2").answers(asked)
    got = StreamItems((Understood(ITEM.replace("1e400", "null")),))
    assert judge("acp-v2", asked, nearest(acceptable, got), got) is None


def test_a_line_that_was_understood_is_not_taken_for_one_that_was_refused():
    twice = ITEM.replace('"sessionId":"s"', '"sessionId":"t","sessionId":"s"')
    lines = MESSAGE % twice + "true\n" + MESSAGE % ITEM.replace("1e400", "1")
    asked = Input("stream", "JsonRpc", (lines.encode(),))
    acceptable = oracle("acp-v2").answers(asked)
    got = StreamItems((Understood(ITEM), Refused("no message")))
    objection = judge("acp-v2", asked, nearest(acceptable, got), got)
    assert objection is not None
    assert (objection.kind, objection.pointer) == ("an item was lost", "/2")


def test_the_items_of_a_stream():
    text = (
        MESSAGE % '{"a":1}'
        + "no json\n\n"
        + MESSAGE.replace("update", "other") % "1"
        + MESSAGE % "2"
    )
    data = text.encode() + b"\xff"
    asked = Input("stream", "JsonRpc", (data[:7], data[7:]))
    assert [each.texts for each in items_of("acp-v2", asked)] == [('{"a":1}',), ("2",)]
    assert {each.type for each in items_of("acp-v2", asked)} == {"SessionNotification"}
    lines = Input("stream", "Line", (b'{"a"', b":1}\r\n \n\xff"))
    assert [each.texts for each in items_of("megacode", lines)] == [('{"a":1}\r',), (b"\xff",)]
    assert list(items_of("acp-v2", decoding("ToolKind", "1"))) == []
    assert plainly(lines).texts == (b'{"a":1}\r\n\xff\n',)
