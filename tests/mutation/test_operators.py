"""Each operator does what its name says, and is reached."""

import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from toolwire.reference import PROFILES, NotJson, Streamed, answers, parse
from toolwire.reference.jsontext import depth
from toolwire.reference.oddities import survey
from toolwire.strategies.mutation import Mutator
from toolwire.strategies.mutation.mutator import OPERATORS
from toolwire.strategies.mutation.names import near
from toolwire.strategies.trials import Input, decoding

ACP, MEGACODE = Mutator(PROFILES["acp-v2"]), Mutator(PROFILES["megacode"])
DOCUMENT = (
    '{"toolCallId":"c/1","title":"T","kind":"edit","status":"failed","content":[{"type":"diff",'
    '"changes":[{"operation":"add","path":"p"}]},{"type":"terminal","terminalId":"t"}],'
    '"locations":[{"path":"p","line":7}],"rawInput":{"n":[1,2.5,true,null]}}'
)
ONE = decoding("ToolCallUpdate", DOCUMENT)
OTHER = decoding(
    "ToolCallUpdate",
    '{"toolCallId":"OTHER","title":"OTHER","locations":[{"path":"OTHER"},{"path":"OTHER"}]}',
)
FOLD = Input("fold", "Session", tuple(
    f'{{"sessionUpdate":"tool_call_update","toolCallId":"{name}","title":"{name}"}}'
    for name in ("one", "two")
))  # fmt: skip
LINE = b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"\xc3\xa9"}}}\n'  # noqa: E501
STREAM = Input("stream", "JsonRpc", (LINE[:30], LINE[30:] + LINE))


def made(name: str, mutator: Mutator, one: Input, other: Input | None = None) -> list[Input]:
    """Give what an operator makes of an input, over many states."""
    found = (mutator.mutate_by(name, Random(seed), one, other=other) for seed in range(150))
    return [each for each in found if each is not None]


def text(made: Input) -> Any:
    [only] = made.texts
    return only


def value(made: Input) -> Any:
    return parse(text(made))


def size(value: Any) -> int:
    """Count the values within a value, itself too."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(size, inner))


def leaves(value: Any) -> Counter[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return sum(map(leaves, value), Counter())
    return Counter([repr(value)])


def is_json(made: Input) -> bool:
    try:
        value(made)
    except NotJson:
        return False
    return True


WHOLE = parse(DOCUMENT)
NUMBER = re.compile(r"-?\d[\d.eE+-]*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def pattern(token: "re.Pattern[str]", spelled: str) -> str:
    return token.sub("#", spelled)


DECODED: dict[str, Callable[[Input], bool]] = {
    "drop": lambda made: size(value(made)) < size(WHOLE),
    "empty": lambda made: size(value(made)) <= size(WHOLE) and value(made) != WHOLE,
    "repeat": lambda made: len(text(made)) > len(DOCUMENT) and is_json(made),
    "twice": lambda made: survey(value(made)) >= {"member-twice"},
    "swap": lambda made: sorted(text(made)) == sorted(DOCUMENT) and is_json(made),
    "swap-values": lambda made: leaves(value(made)) == leaves(WHOLE) and value(made) != WHOLE,
    "null": lambda made: text(made).count("null") >= 1 and size(value(made)) <= size(WHOLE),
    "retype": lambda made: is_json(made) and value(made) != WHOLE,
    "graft": lambda made: "OTHER" in text(made) and len(text(made)) > len(DOCUMENT),
    "wrap": lambda made: is_json(made) and size(value(made)) > size(WHOLE),
    "unwrap": lambda made: size(value(made)) < size(WHOLE),
    "deepen": lambda made: is_json(made) and size(value(made)) >= size(WHOLE) + 2,
    "merge": lambda made: len(text(made)) > len(DOCUMENT) and is_json(made),
    "splice": is_json,
    "fresh": is_json,
    "malformed": is_json,
    "word": lambda made: pattern(STRING, text(made)) == pattern(STRING, DOCUMENT),
    "number": lambda made: (
        is_json(made) and pattern(NUMBER, text(made)) == pattern(NUMBER, DOCUMENT)
    ),
    "variant": is_json,
    "rename": lambda made: leaves(value(made)) == leaves(WHOLE) or survey(value(made)) > set(),
    "respell-name": lambda made: value(made) == WHOLE and "\\u" in text(made),
    "member": lambda made: size(value(made)) > size(WHOLE) or survey(value(made)) > set(),
    "full": lambda made: size(value(made)) > size(WHOLE) and not survey(value(made)),
    "bare": lambda made: size(value(made)) < size(WHOLE) and "toolCallId" in value(made),
    "shake": is_json,
    "unknown-member": lambda made: size(value(made)) > size(WHOLE),
    "item": lambda made: size(value(made)) > size(WHOLE),
    "string": lambda made: pattern(STRING, text(made)) == pattern(STRING, DOCUMENT),
    "character": lambda made: abs(len(text(made)) - len(DOCUMENT)) <= 12,
    "escape": lambda made: value(made) == WHOLE and "\\" in text(made),
    "space": lambda made: not is_json(made) or value(made) == WHOLE,
    "surrogate": lambda made: survey(value(made)) == {"lone-surrogate"},
    "octets": lambda made: isinstance(text(made), bytes),
    "byte-order-mark": lambda made: text(made) == "\ufeff" + DOCUMENT,
    "truncate": lambda made: DOCUMENT.startswith(text(made)) and text(made) != DOCUMENT,
    "append": lambda made: text(made).startswith(DOCUMENT) and text(made) != DOCUMENT,
    "bad-value": lambda made: not is_json(made),
    "scramble": lambda made: abs(len(text(made)) - len(DOCUMENT)) <= 12,
    "as-fold": lambda made: made.op == "fold" and made.texts[0] == DOCUMENT,
}


@pytest.mark.parametrize("name", DECODED)
def test_an_operator_changes_a_document_as_its_name_says(name: str) -> None:
    found = made(name, ACP, ONE, OTHER)
    assert len(found) > 10
    for each in found:
        assert DECODED[name](each), each


def test_what_is_spliced_comes_from_the_other_input() -> None:
    found = [text(each) for each in made("splice", ACP, ONE, OTHER)]
    assert any('"title":"OTHER"' in each for each in found)
    assert any('"locations":[{"path":"OTHER"},{"path":"OTHER"}]' in each for each in found)


def test_a_word_becomes_another_of_the_table_a_near_one_and_an_unknown_one() -> None:
    found = {value(each) for each in made("word", ACP, decoding("ToolCallStatus", '"failed"'))}
    assert {"pending", "completed", "_toolwire"} <= found
    assert found & {"Pending", "PENDING", "in-progress", "inProgress", "canceled"}


def test_a_variant_becomes_another_of_the_table() -> None:
    tags = Counter(
        each.get("type")
        for one in made("variant", ACP, decoding("ContentBlock", '{"type":"text","text":"x"}'))
        if isinstance(each := value(one), dict)
    )
    assert {"image", "audio", "resource", "resource_link"} <= set(tags)
    assert len(tags) > 8


def test_a_missing_member_of_the_table_is_added_and_cleared() -> None:
    found = [
        value(each) for each in made("member", ACP, decoding("ToolCallLocation", '{"path":"p"}'))
    ]
    assert any(isinstance(each.get("line"), int) for each in found)
    assert any("line" in each and each["line"] is None for each in found)


def test_an_item_of_the_tables_kind_is_put_into_a_list() -> None:
    one = decoding("Diff", '{"changes":[]}')
    found = [value(each)["changes"] for each in made("item", ACP, one)]
    assert any(isinstance(each, dict) and "operation" in each for [each] in found)
    assert [None] in found


def test_numbers_come_near_the_bounds_of_the_table() -> None:
    one = decoding("ToolCallLocation", '{"path":"p","line":41}')
    found = {NUMBER.findall(text(each))[-1] for each in made("number", ACP, one)}
    assert {"40", "42", "4294967296", "-1"} <= found
    assert found & {"41.0", "1e400", "-0", "9007199254740993"}


def test_near_names_are_of_another_case_or_style_or_a_letter_off() -> None:
    found = {near(Random(seed), "toolCallId") for seed in range(400)}
    assert {"TOOLCALLID", "tool_call_id", "tool-call-id", "ToolCallId", "toolCallIds"} <= found
    assert {"toolCallI", "oolCallId", "tooolCallId"} & found


FOLDED: dict[str, Callable[[Input], bool]] = {
    "update": lambda made: len(made.texts) == 3 and set(FOLD.texts) < set(made.texts),
    "small-update": lambda made: len(made.texts) == 3 and made.texts[0] == FOLD.texts[0],
    "other-call": lambda made: len(made.texts) == 2 and made != FOLD,
    "drop": lambda made: len(made.texts) == 1 or len(set(made.texts) & set(FOLD.texts)) == 1,
    "alone": lambda made: made.op == "decode" and text(made) in FOLD.texts,
}


@pytest.mark.parametrize("name", FOLDED)
def test_an_operator_changes_a_sequence_as_its_name_says(name: str) -> None:
    found = made(name, ACP, FOLD)
    assert len(found) > 10
    for each in found:
        assert FOLDED[name](each), each


def test_a_small_update_takes_back_and_repeats_what_was_said() -> None:
    texts = [str(one) for each in made("small-update", ACP, FOLD) for one in each.texts]
    assert any('"title":null' in each for each in texts)
    assert any('"toolCallId":"two","title":"one"' in each for each in texts)


def joined(made: Input) -> bytes:
    return b"".join(each for each in made.texts if isinstance(each, bytes))


def items(made: Input) -> int:
    found = answers(PROFILES["acp-v2"], "stream", "JsonRpc", made.texts).expected
    assert isinstance(found, Streamed)
    return len(found.lines)


STREAMED: dict[str, Callable[[Input], bool]] = {
    "recut": lambda made: joined(made) == LINE + LINE,
    "cut-inside": lambda made: joined(made) == LINE + LINE and len(made.texts) > 1,
    "join": lambda made: joined(made) == LINE + LINE and len(made.texts) < len(STREAM.texts),
    "line": lambda made: items(made) == 3 and joined(made).count(LINE) >= 2,
    "strange-line": lambda made: joined(made).count(b"\n") >= 3,
    "blank-line": lambda made: joined(made).count(b"\n") == 3,
    "line-end": lambda made: (
        joined(made).replace(b"\r", b"") != LINE + LINE
        or b"\r\n" in joined(made)
        or b"\r" in joined(made)
    ),
    "join-lines": lambda made: joined(made).count(b"\n") == 1,
    "drop": lambda made: items(made) < 2 or len(joined(made)) < len(LINE + LINE),
}


@pytest.mark.parametrize("name", STREAMED)
def test_an_operator_changes_a_stream_as_its_name_says(name: str) -> None:
    found = made(name, ACP, STREAM)
    assert len(found) > 10
    for each in found:
        assert each.op == "stream"
        assert STREAMED[name](each), each


def test_a_document_is_carried_on_a_line() -> None:
    one = decoding("SessionNotification", json.dumps(json.loads(LINE)["params"], indent=1))
    for each in made("as-stream", ACP, one):
        assert items(each) == 1


def test_a_limit_changes_alone() -> None:
    one = Input("cut", "Reason", ("abc",), 2)
    found = made("limit", MEGACODE, one)
    assert {each.limit for each in found} >= {0, 1, 3, 4}
    assert {each.texts for each in found} == {("abc",)}


def test_every_operator_is_tried_here_and_has_one_name() -> None:
    tried = {*DECODED, *FOLDED, *STREAMED, "as-stream", "limit"}
    assert tried == set(OPERATORS)


def test_crossing_puts_sequences_together_in_their_order() -> None:
    other = Input("fold", "Session", tuple(each.replace("two", "six") for each in FOLD.texts))
    found = {ACP.cross(Random(seed), FOLD, other).texts for seed in range(200)}
    assert (FOLD.texts[0], other.texts[1]) in found
    assert any(len(each) == 4 for each in found)


def test_crossing_brings_members_and_values_of_the_other_document() -> None:
    found = {ACP.cross(Random(seed), ONE, OTHER).texts[0] for seed in range(200)}
    assert any('"title":"OTHER"' in str(each) for each in found)
    bare = decoding("ToolCallUpdate", '{"toolCallId":"x"}')
    found = {ACP.cross(Random(seed), bare, OTHER).texts[0] for seed in range(200)}
    assert '{"toolCallId":"x","title":"OTHER"}' in found


def test_a_place_far_within_is_reached_too() -> None:
    found = made("deepen", ACP, ONE)
    assert max(depth(text(each)) for each in found) > 127
