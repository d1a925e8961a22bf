"""The lines of megacode, one example each, in the normal form of a line."""

from collections.abc import Callable

import pytest

from toolwire.reference import PROFILES, Answer, Rule, answers

MEGACODE = PROFILES["megacode"]

# Each type of line once with all its members and once with none that may be missing: the line, and
# its normal form.
LINES: dict[str, tuple[str, str]] = {
    "init": (
        '{"type":"init","v":1,"session_id":"s","model":"m","mode":"manual","cwd":"/w",'
        '"harness_version":"1.2","commands":["quit","set"],"resumed":true,"client_tools":["pay"]}',
        '{"line":"init","v":1,"session_id":"s","model":"m","mode":"manual","cwd":"/w",'
        '"harness_version":"1.2","commands":["quit","set"],"resumed":true,"client_tools":["pay"]}',
    ),
    "a small init": (
        '{"type":"init","v":18446744073709551615,"session_id":"","harness_version":""}',
        '{"line":"init","v":18446744073709551615,"session_id":"","harness_version":"",'
        '"commands":[],"resumed":false,"client_tools":[]}',
    ),
    "an init with nulls": (
        '{"type":"init","v":0,"session_id":"s","model":null,"mode":null,"cwd":null,'
        '"harness_version":"1"}',
        '{"line":"init","v":0,"session_id":"s","harness_version":"1",'
        '"commands":[],"resumed":false,"client_tools":[]}',
    ),
    "user": (
        '{"type":"user","text":"t","kind":"steer"}',
        '{"line":"user","text":"t","kind":"steer"}',
    ),
    "reasoning": ('{"type":"reasoning","text":"t"}', '{"line":"reasoning","text":"t"}'),
    "assistant": ('{"type":"assistant","text":""}', '{"line":"assistant","text":""}'),
    "tool_use": (
        '{"type":"tool_use","id":"i","tool":"t","input":{"a":[1,null]}}',
        '{"line":"tool_use","id":"i","tool":"t","input":{"a":[1,null]}}',
    ),
    "a tool_use of null": (
        '{"type":"tool_use","id":"i","tool":"t","input":null}',
        '{"line":"tool_use","id":"i","tool":"t","input":null}',
    ),
    "tool_result": (
        '{"type":"tool_result","id":"i","tool":"t","status":"failed","output":[0],"error":"e"}',
        '{"line":"tool_result","id":"i","tool":"t","status":"failed","output":[0],"error":"e"}',
    ),
    "a small tool_result": (
        '{"type":"tool_result","id":"i","tool":"t","status":"ok"}',
        '{"line":"tool_result","id":"i","tool":"t","status":"ok"}',
    ),
    "a tool_result with nulls": (
        '{"type":"tool_result","id":"i","tool":"t","status":"ok","output":null,"error":null}',
        '{"line":"tool_result","id":"i","tool":"t","status":"ok"}',
    ),
    "approval": (
        '{"type":"approval","id":"i","tool":"t","decision":"denied","reason":"r","session":"s",'
        '"agent":"a"}',
        '{"line":"approval","id":"i","tool":"t","decision":"denied","reason":"r","session":"s",'
        '"agent":"a"}',
    ),
    "a small approval": (
        '{"type":"approval","id":"i","tool":"t","decision":"allowed_once"}',
        '{"line":"approval","id":"i","tool":"t","decision":"allowed_once"}',
    ),
    "approval_request": (
        '{"type":"approval_request","id":"r","tool_use_id":"u","tool":"t","kind":"escape",'
        '"reason":"r","escape":{"kind":"network","reason":"why"},"summary":"s","input":{"a":1},'
        '"choices":["allow_once","deny"],"turn_grant_skips_kind":true,"session":"s","agent":"a"}',
        '{"line":"approval_request","id":"r","tool_use_id":"u","tool":"t","kind":"escape",'
        '"reason":"r","escape":{"kind":"network","reason":"why"},"summary":"s","input":{"a":1},'
        '"choices":["allow_once","deny"],"turn_grant_skips_kind":true,"session":"s","agent":"a"}',
    ),
    "a small approval_request": (
        '{"type":"approval_request","id":"r","tool_use_id":"","tool":"t","kind":"gate",'
        '"summary":"","input":0,"choices":[],"turn_grant_skips_kind":false}',
        '{"line":"approval_request","id":"r","tool_use_id":"","tool":"t","kind":"gate",'
        '"summary":"","input":0,"choices":[],"turn_grant_skips_kind":false}',
    ),
    "compacted": (
        '{"type":"compacted","trigger":"manual","pre_tokens":0}',
        '{"line":"compacted","trigger":"manual","pre_tokens":0}',
    ),
    "a small compacted": ('{"type":"compacted"}', '{"line":"compacted"}'),
    "result": (
        '{"type":"result","session_id":"s","outcome":"completed","is_error":false,"result":"r",'
        '"error":"e","model":"m","duration_ms":1,"model_calls":2,"usage":{"input_tokens":3,'
        '"output_tokens":4,"cached_input_tokens":5,"reasoning_tokens":6},"denied":[{"tool":"t",'
        '"summary":"s"}],"turn_id":"t","prompt_id":"p","cost":{"usd":-0.5,"priced":7,"unpriced":8,'
        '"free":9,"bound":"upper","basis":"mixed"}}',
        '{"line":"result","session_id":"s","outcome":"completed","is_error":false,"result":"r",'
        '"error":"e","model":"m","duration_ms":1,"model_calls":2,"usage":{"input_tokens":3,'
        '"output_tokens":4,"cached_input_tokens":5,"reasoning_tokens":6},"denied":[{"tool":"t",'
        '"summary":"s"}],"turn_id":"t","prompt_id":"p","cost":{"usd":-0.5,"priced":7,"unpriced":8,'
        '"free":9,"bound":"upper","basis":"mixed"}}',
    ),
    "a small result": (
        '{"type":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[]}',
        '{"line":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[]}',
    ),
    "a result with a small cost": (
        '{"type":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[],'
        '"cost":{"usd":null,"priced":0,"unpriced":0,"free":0}}',
        '{"line":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[],'
        '"cost":{"priced":0,"unpriced":0,"free":0}}',
    ),
    "client_tool_call": (
        '{"type":"client_tool_call","id":"c","name":"pay","input":{"n":1},"turn_id":"t"}',
        '{"line":"client_tool_call","id":"c","name":"pay","input":{"n":1},"too_deep":false}',
    ),
    "client_tool_cancel": (
        '{"type":"client_tool_cancel","id":"c","reason":"timed_out"}',
        '{"line":"client_tool_cancel","id":"c"}',
    ),
    "response": (
        '{"type":"response","id":"i","command":"c","ok":false,"disposition":"stale","data":{"a":1},'
        '"error":{"code":"c","message":"m"}}',
        '{"line":"response","id":"i","command":"c","ok":false,"disposition":"stale","data":{"a":1},'
        '"error":{"code":"c","message":"m"}}',
    ),
    "a small response": (
        '{"type":"response","command":"c","ok":true}',
        '{"line":"response","command":"c","ok":true}',
    ),
    "a response with nulls": (
        '{"type":"response","id":null,"command":"c","ok":true,"disposition":null,"data":null,'
        '"error":null}',
        '{"line":"response","command":"c","ok":true}',
    ),
}


@pytest.mark.parametrize("shown", LINES)
def test_a_line_is_read(outcome: Callable[[Answer], str], shown: str) -> None:
    line, normal = LINES[shown]
    found = answers(MEGACODE, "decode", "Line", [line])
    assert found.settled
    assert outcome(found.expected) == normal


def test_every_type_of_line_is_shown() -> None:
    line = MEGACODE.types["Line"]
    assert set(line.variants) <= LINES.keys()  # type: ignore[union-attr]


# What an example shows: type, text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, str, Rule, str]] = {
    # The type of a line
    "an unknown type is skipped, whatever is in the line": (
        "Line",
        '{"type":"brand_new","id":5,"line":"init","input":[]}',
        '{"line":"other"}',
        Rule.UNKNOWN_VARIANT_SKIPPED,
        "Line",
    ),
    "a type has a case": (
        "Line",
        '{"type":"Init"}',
        '{"line":"other"}',
        Rule.UNKNOWN_VARIANT_SKIPPED,
        "Line",
    ),
    "a line called other is an unknown one": (
        "Line",
        '{"type":"other"}',
        '{"line":"other"}',
        Rule.UNKNOWN_VARIANT_SKIPPED,
        "Line",
    ),
    "an empty type is a type": (
        "Line",
        '{"type":""}',
        '{"line":"other"}',
        Rule.UNKNOWN_VARIANT_SKIPPED,
        "Line",
    ),
    "a line has a type": ("Line", '{"text":"t"}', "refused", Rule.TAG, "Line"),
    "a type is a string": ("Line", '{"type":0,"v":1}', "refused", Rule.TAG, "Line"),
    "a type is not null": ("Line", '{"type":null}', "refused", Rule.TAG, "Line"),
    "a line is no array": ("Line", '["reasoning","t"]', "refused", Rule.WRONG_TYPE, "Line"),
    "a member is ignored that is unknown": (
        "Line",
        '{"type":"assistant","text":"hi","new":1,"line":"user"}',
        '{"line":"assistant","text":"hi"}',
        Rule.UNKNOWN_MEMBER,
        "Text",
    ),
    # Words
    "an unknown kind is kept": (
        "Line",
        '{"type":"user","text":"t","kind":"brand_new"}',
        '{"line":"user","text":"t","kind":"brand_new"}',
        Rule.UNKNOWN_WORD_KEPT,
        "UserKind",
    ),
    "an unknown choice is kept in its place": (
        "Line",
        '{"type":"approval_request","id":"r","tool_use_id":"t","tool":"p","kind":"client_tool",'
        '"summary":"p","input":{},"choices":["allow_once","brand_new",""],'
        '"turn_grant_skips_kind":false}',
        '{"line":"approval_request","id":"r","tool_use_id":"t","tool":"p","kind":"client_tool",'
        '"summary":"p","input":{},"choices":["allow_once","brand_new",""],'
        '"turn_grant_skips_kind":false}',
        Rule.UNKNOWN_WORD_KEPT,
        "Choice",
    ),
    "an unknown disposition is kept": (
        "Line",
        '{"type":"response","command":"c","ok":true,"disposition":"OK"}',
        '{"line":"response","command":"c","ok":true,"disposition":"OK"}',
        Rule.UNKNOWN_WORD_KEPT,
        "Disposition",
    ),
    "a word is no object": (
        "Line",
        '{"type":"user","text":"t","kind":{"message":null}}',
        "refused at /kind",
        Rule.WRONG_TYPE,
        "UserKind",
    ),
    # What is malformed
    "a line without its version is refused": (
        "Line",
        '{"type":"init","session_id":"s","harness_version":"1"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "Info.v",
    ),
    "a version is not null": (
        "Line",
        '{"type":"init","v":null,"session_id":"s","harness_version":"1"}',
        "refused at /v",
        Rule.REQUIRED_MALFORMED,
        "Info.v",
    ),
    "a version is not negative": (
        "Line",
        '{"type":"init","v":-1,"session_id":"s","harness_version":"1"}',
        "refused at /v",
        Rule.BELOW_ZERO,
        "Info.v",
    ),
    "a version is no string": (
        "Line",
        '{"type":"init","v":"1","session_id":"s","harness_version":"1"}',
        "refused at /v",
        Rule.NO_COERCION,
        "Info.v",
    ),
    "commands are not null": (
        "Line",
        '{"type":"init","v":1,"session_id":"s","harness_version":"1","commands":null}',
        "refused at /commands",
        Rule.DEFAULT_NULL,
        "Info.commands",
    ),
    "resumed is not null": (
        "Line",
        '{"type":"init","v":1,"session_id":"s","harness_version":"1","resumed":null}',
        "refused at /resumed",
        Rule.DEFAULT_NULL,
        "Info.resumed",
    ),
    "client tools are not null": (
        "Line",
        '{"type":"init","v":1,"session_id":"s","harness_version":"1","client_tools":null}',
        "refused at /client_tools",
        Rule.DEFAULT_NULL,
        "Info.client_tools",
    ),
    "one command that is no string refuses the line": (
        "Line",
        '{"type":"init","v":1,"session_id":"s","harness_version":"1","commands":["a",5]}',
        "refused at /commands/1",
        Rule.BAD_ITEM_REFUSED,
        "Info.commands",
    ),
    "a malformed model refuses the line": (
        "Line",
        '{"type":"init","v":1,"session_id":"s","harness_version":"1","model":5}',
        "refused at /model",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        "Info.model",
    ),
    "input must be there": (
        "Line",
        '{"type":"tool_use","id":"a","tool":"t"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolUse.input",
    ),
    "the input of a client's tool must be there": (
        "Line",
        '{"type":"client_tool_call","id":"c","name":"n"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCall.input",
    ),
    "a call of a client's tool has a name": (
        "Line",
        '{"type":"client_tool_call","id":"c","input":{}}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCall.name",
    ),
    "an escape is whole": (
        "Line",
        '{"type":"approval_request","id":"r","tool_use_id":"t","tool":"p","kind":"escape",'
        '"escape":{"kind":"network"},"summary":"p","input":{},"choices":[],'
        '"turn_grant_skips_kind":false}',
        "refused at /escape",
        Rule.REQUIRED_ABSENT,
        "Escape.reason",
    ),
    "a denied call is whole": (
        "Line",
        '{"type":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[{"tool":"t"}]}',
        "refused at /denied/0",
        Rule.REQUIRED_ABSENT,
        "Denied.summary",
    ),
    "reasoning tokens are counted": (
        "Line",
        '{"type":"result","session_id":"s","is_error":true,"duration_ms":0,"model_calls":0,'
        '"usage":{"input_tokens":0,"output_tokens":0},"denied":[]}',
        "refused at /usage",
        Rule.REQUIRED_ABSENT,
        "Usage.reasoning_tokens",
    ),
    "tokens are not counted in fractions": (
        "Line",
        '{"type":"compacted","pre_tokens":1.5}',
        "refused at /pre_tokens",
        Rule.FRACTION,
        "Compacted.pre_tokens",
    ),
    # A response
    "an id that is no string is left out": (
        "Line",
        '{"type":"response","id":7,"command":"c","ok":true}',
        '{"line":"response","command":"c","ok":true}',
        Rule.OPTIONAL_MALFORMED,
        "Response.id",
    ),
    "an id that is an object is left out": (
        "Line",
        '{"type":"response","id":{"a":"i"},"command":"c","ok":true}',
        '{"line":"response","command":"c","ok":true}',
        Rule.OPTIONAL_MALFORMED,
        "Response.id",
    ),
    "an error is whole": (
        "Line",
        '{"type":"response","command":"c","ok":true,"error":{"code":"c"}}',
        "refused at /error",
        Rule.REQUIRED_ABSENT,
        "ErrorBody.message",
    ),
    "success is true or false": (
        "Line",
        '{"type":"response","command":"c","ok":1}',
        "refused at /ok",
        Rule.NO_COERCION,
        "Response.ok",
    ),
    # What is told of a call
    "a member called too_deep is ignored": (
        "Line",
        '{"type":"client_tool_call","id":"c","name":"n","input":1,"too_deep":true}',
        '{"line":"client_tool_call","id":"c","name":"n","input":1,"too_deep":false}',
        Rule.UNKNOWN_MEMBER,
        "ToolCall",
    ),
    # The last of two members
    "the last of two texts counts": (
        "Line",
        '{"type":"assistant","text":5,"text":"a"}',
        '{"line":"assistant","text":"a"}',
        Rule.LAST_COUNTS,
        "text",
    ),
    "the last of two types counts": (
        "Line",
        '{"type":"user","text":"a","type":"assistant"}',
        '{"line":"assistant","text":"a"}',
        Rule.LAST_COUNTS,
        "text",
    ),
    "the last counts though it is malformed": (
        "Line",
        '{"type":"assistant","text":"a","text":null}',
        "refused at /text",
        Rule.LAST_COUNTS,
        "text",
    ),
    "the last counts within a member": (
        "Line",
        '{"type":"response","command":"c","ok":false,"error":{"code":1,"message":"m","code":"d"}}',
        '{"line":"response","command":"c","ok":false,"error":{"code":"d","message":"m"}}',
        Rule.LAST_COUNTS,
        "text",
    ),
    "the last counts within input": (
        "Line",
        '{"type":"tool_use","id":"i","tool":"t","input":[{"a":1,"b":{"c":1,"c":2},"a":3}]}',
        '{"line":"tool_use","id":"i","tool":"t","input":[{"a":3,"b":{"c":2}}]}',
        Rule.LAST_COUNTS,
        "text",
    ),
    "a name that is escaped is the same name": (
        "Line",
        '{"type":"assistant","text":"a","te\\u0078t":"b"}',
        '{"line":"assistant","text":"b"}',
        Rule.LAST_COUNTS,
        "text",
    ),
    "the last counts in a state": (
        "State",
        '{"session_id":"s","away":1,"turn":"busy","open_requests":[],"queued":0,'
        '"context":{"window":"w","window":1},"away":true,"turn":"idle"}',
        '{"session_id":"s","away":true,"turn":"idle","open_requests":[],"queued":0,'
        '"context":{"window":1}}',
        Rule.LAST_COUNTS,
        "text",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("megacode", *EXAMPLES[shown])


@pytest.mark.parametrize("text", ["null", "true", "3", '"init"', "[]"])
@pytest.mark.parametrize("type_", ["Line", "State"])
def test_it_is_an_object(check: Callable[..., None], type_: str, text: str) -> None:
    check("megacode", type_, text, "refused", Rule.WRONG_TYPE, type_)


@pytest.mark.parametrize(
    ("line", "reason", "pointer"),
    [
        ('{"type":"user","kind":"steer"}', "text is missing", ""),
        ('{"type":"user","text":"t"}', "kind is missing", ""),
        ('{"type":"init","session_id":"s","harness_version":"1"}', "v is missing", ""),
        ('{"type":"reasoning","text":[]}', "expected a string, got an array", "/text"),
        (
            '{"type":"tool_result","id":"i","tool":"t","status":null}',
            "expected a string, got null",
            "/status",
        ),
        (
            '{"type":"response","command":"c","ok":false,"error":{"code":"c","message":1}}',
            "expected a string, got a number",
            "/error/message",
        ),
        ("[]", "expected an object, got an array", ""),
        ('{"type":5}', "expected a string for type, got a number", ""),
    ],
)
def test_a_refusal_says_what_and_where(line: str, reason: str, pointer: str) -> None:
    found = answers(MEGACODE, "decode", "Line", [line])
    assert found.settled
    [refused] = found.acceptable
    assert (refused.reason, refused.pointer) == (reason, pointer)  # type: ignore[union-attr]


COSTED = (
    '{"%s":"result","session_id":"s","is_error":false,"duration_ms":0,"model_calls":0,'
    '"usage":{"input_tokens":0,"output_tokens":0,"reasoning_tokens":0},"denied":[],'
    '"cost":{"usd":%s,"priced":0,"unpriced":0,"free":0}}'
)


@pytest.mark.parametrize("usd", ["0", "1", "-2.5", "0.1", "1e+300", "18446744073709551615"])
def test_dollars_are_any_number(outcome: Callable[[Answer], str], usd: str) -> None:
    found = answers(MEGACODE, "decode", "Line", [COSTED % ("type", usd)])
    assert found.settled
    assert outcome(found.expected) == COSTED % ("line", usd)


@pytest.mark.parametrize("usd", ['"1"', "true", "[]"])
def test_dollars_are_nothing_else(outcome: Callable[[Answer], str], usd: str) -> None:
    found = answers(MEGACODE, "decode", "Line", [COSTED % ("type", usd)])
    assert found.settled
    assert outcome(found.expected) == "refused at /cost/usd"


@pytest.mark.parametrize(
    ("version", "read"),
    [("3.0", "3"), ("1e2", "100"), ("-0", "0"), ("18446744073709551616", "18446744073709551616")],
)
def test_an_odd_version_is_read_or_refused(
    outcome: Callable[[Answer], str], version: str, read: str
) -> None:
    line = '{"%s":"init","v":%s,"session_id":"s","harness_version":"1"%s}'
    defaults = ',"commands":[],"resumed":false,"client_tools":[]'
    found = answers(MEGACODE, "decode", "Line", [line % ("type", version, "")])
    assert outcome(found.expected) == "refused at /v"
    assert line % ("line", read, defaults) in map(outcome, found.acceptable)
    assert len(found.acceptable) <= 3


# Nesting past 127 containers, the line itself counted


def arrays(levels: int) -> str:
    return "[" * levels + "]" * levels


def objects(levels: int) -> str:
    return '{"a":' * (levels - 1) + "{}" + "}" * (levels - 1)


# Lines with an input, and their normal form.
WITH_INPUT: dict[str, tuple[str, str]] = {
    "client_tool_call": (
        '{"type":"client_tool_call","id":"c","name":"pay","input":%s}',
        '{"line":"client_tool_call","id":"c","name":"pay","input":%s,"too_deep":%s}',
    ),
    "tool_use": (
        '{"input":%s,"type":"tool_use","id":"u","tool":"pay"}',
        '{"line":"tool_use","id":"u","tool":"pay","input":%s}',
    ),
    "approval_request": (
        '{"type":"approval_request","id":"r","tool_use_id":"u","tool":"pay","kind":"client_tool",'
        '"summary":"pay","input":%s,"choices":["deny"],"turn_grant_skips_kind":false}',
        '{"line":"approval_request","id":"r","tool_use_id":"u","tool":"pay","kind":"client_tool",'
        '"summary":"pay","input":%s,"choices":["deny"],"turn_grant_skips_kind":false}',
    ),
}


@pytest.mark.parametrize("input_", [arrays, objects])
@pytest.mark.parametrize("levels", [1, 125, 126, 127, 128, 5000])
@pytest.mark.parametrize("type_", WITH_INPUT)
def test_an_input_that_is_nested_too_deeply_is_null(
    outcome: Callable[[Answer], str], type_: str, levels: int, input_: Callable[[int], str]
) -> None:
    line, normal = WITH_INPUT[type_]
    found = answers(MEGACODE, "decode", "Line", [line % input_(levels)])
    is_deep = levels > 126  # the line is a container too
    told = (str(is_deep).lower(),) if type_ == "client_tool_call" else ()
    assert found.settled
    assert outcome(found.expected) == normal % ("null" if is_deep else input_(levels), *told)
    assert ((Rule.DEEP_FORGIVEN, "text") in found.trace) is is_deep


DEEP = arrays(127)

FORGIVEN: dict[str, tuple[str, str]] = {
    "an input where none is known": (
        '{"type":"user","text":"t","kind":"steer","input":%s}',
        '{"line":"user","text":"t","kind":"steer"}',
    ),
    "an input of an unknown line": ('{"type":"brand_new","input":%s}', '{"line":"other"}'),
    "both of two inputs": (
        '{"type":"tool_use","input":%s,"id":"u","tool":"pay","input":%s}',
        '{"line":"tool_use","id":"u","tool":"pay","input":null}',
    ),
    "a shallow input after a deep one": (
        '{"type":"client_tool_call","id":"c","name":"n","input":%s,"input":1}',
        '{"line":"client_tool_call","id":"c","name":"n","input":null,"too_deep":true}',
    ),
    "a shallow input before a deep one": (
        '{"type":"client_tool_call","id":"c","name":"n","input":1,"input":%s}',
        '{"line":"client_tool_call","id":"c","name":"n","input":null,"too_deep":true}',
    ),
    "an input whose name is escaped": (
        '{"type":"tool_use","id":"u","tool":"pay","\\u0069nput":%s}',
        '{"line":"tool_use","id":"u","tool":"pay","input":null}',
    ),
    "a member too_deep that says otherwise": (
        '{"type":"client_tool_call","id":"c","too_deep":false,"name":"n","input":%s}',
        '{"line":"client_tool_call","id":"c","name":"n","input":null,"too_deep":true}',
    ),
    "the last of two other members": (
        '{"type":"assistant","text":1,"input":%s,"text":"t"}',
        '{"line":"assistant","text":"t"}',
    ),
}


@pytest.mark.parametrize("shown", FORGIVEN)
def test_a_deep_input_is_forgiven(outcome: Callable[[Answer], str], shown: str) -> None:
    line, normal = FORGIVEN[shown]
    found = answers(MEGACODE, "decode", "Line", [line.replace("%s", DEEP)])
    assert found.settled
    assert outcome(found.expected) == normal
    assert (Rule.DEEP_FORGIVEN, "text") in found.trace


DEEP_ELSEWHERE = {
    "the output of a result": (
        '{"type":"tool_result","id":"i","tool":"t","status":"ok","output":%s}'
    ),
    "the data of a response": '{"type":"response","command":"c","ok":true,"data":%s}',
    "an unknown member": '{"type":"assistant","text":"t","x":%s}',
    "a member of an unknown line": '{"type":"brand_new","x":%s}',
    "an input of a member": ('{"type":"tool_use","id":"u","tool":"t","input":1,"x":{"input":%s}}'),
    "a member beside a deep input": '{"type":"tool_use","id":"u","tool":"t","input":%s,"x":%s}',
    "a name that is nearly input": '{"type":"tool_use","id":"u","tool":"t","input":1,"Input":%s}',
    "an input in an array": '[{"type":"brand_new","input":%s}]',
    "an array": "[%s]",
}


@pytest.mark.parametrize("shown", DEEP_ELSEWHERE)
def test_a_deep_line_is_refused_elsewhere(outcome: Callable[[Answer], str], shown: str) -> None:
    found = answers(MEGACODE, "decode", "Line", [DEEP_ELSEWHERE[shown].replace("%s", DEEP)])
    assert found.settled
    assert outcome(found.expected) == "refused"
    assert (Rule.DEEP_REFUSED, "text") in found.trace


def test_a_deep_line_that_is_malformed_is_refused_all_the_same(
    outcome: Callable[[Answer], str],
) -> None:
    for text, refused in (
        ('{"type":"tool_use","id":"u","input":%s}', "refused"),
        ('{"type":"tool_use","id":5,"tool":"t","input":%s}', "refused at /id"),
        ('{"input":%s}', "refused"),
        ('{"type":"tool_use","id":"u","tool":"t","input":%s', "refused"),
        ('{"type":"tool_use","id":"u","tool":"t","input":%s]}', "refused"),
    ):
        found = answers(MEGACODE, "decode", "Line", [text % DEEP])
        assert found.settled
        assert outcome(found.expected) == refused


# A state

STATE = (
    '{"session_id":"s","away":false,"turn":%s,"open_requests":["r"],"queued":0,'
    '"context":{"last_prompt_tokens":null,"window":9,"percent":null,"auto_compact_at_percent":80}}'
)
READ_STATE = (
    '{"session_id":"s","away":false,"turn":%s,"open_requests":["r"],"queued":0,'
    '"context":{"window":9,"auto_compact_at_percent":80}}'
)


@pytest.mark.parametrize(
    ("turn", "read"),
    [
        ('"idle"', '"idle"'),
        ("{}", "{}"),
        ('{"id":null,"prompt_id":"p"}', '{"prompt_id":"p"}'),
        ('{"id":"t","prompt_id":"p","x":1}', '{"id":"t","prompt_id":"p"}'),
        ('{"idle":null}', "{}"),
        ('{"id":5,"id":"t"}', '{"id":"t"}'),
    ],
)
def test_a_turn_is_idle_or_has_ids(outcome: Callable[[Answer], str], turn: str, read: str) -> None:
    found = answers(MEGACODE, "decode", "State", [STATE % turn])
    assert found.settled
    assert outcome(found.expected) == READ_STATE % read


@pytest.mark.parametrize(
    "turn", ['"running"', '"Idle"', '""', "null", "0", "true", '{"id":5}', '{"prompt_id":[]}']
)
def test_another_turn_is_refused(outcome: Callable[[Answer], str], turn: str) -> None:
    found = answers(MEGACODE, "decode", "State", [STATE % turn])
    assert found.settled
    assert outcome(found.expected) == "refused at /turn"


@pytest.mark.parametrize("turn", ["[]", '["t"]', '["t",null]'])
def test_a_turn_that_is_a_list_is_unsettled(outcome: Callable[[Answer], str], turn: str) -> None:
    found = answers(MEGACODE, "decode", "State", [STATE % turn])
    assert found.oddities == {"array-for-object"}
    assert [outcome(answer) for answer in found.acceptable] == [
        READ_STATE % ('{"id":"t"}' if "t" in turn else "{}"),
        "refused at /turn",
    ]


def test_a_state_has_all_its_members(outcome: Callable[[Answer], str]) -> None:
    full = (
        '{"session_id":"s","model":"m","thinking":"high","mode":"manual","away":true,"turn":"idle",'
        '"open_requests":[],"queued":18446744073709551615,"context":{"last_prompt_tokens":1,'
        '"window":2,"percent":3,"auto_compact_at_percent":4}}'
    )
    found = answers(MEGACODE, "decode", "State", [full])
    assert found.settled
    assert outcome(found.expected) == full


@pytest.mark.parametrize(
    "name", ["session_id", "away", "turn", "open_requests", "queued", "context"]
)
def test_a_state_needs_its_members(outcome: Callable[[Answer], str], name: str) -> None:
    members = {
        "session_id": '"s"',
        "away": "false",
        "turn": '"idle"',
        "open_requests": "[]",
        "queued": "0",
        "context": "{}",
    }
    del members[name]
    text = "{" + ",".join(f'"{each}":{value}' for each, value in members.items()) + "}"
    found = answers(MEGACODE, "decode", "State", [text])
    assert found.settled
    assert outcome(found.expected) == "refused"
    assert (Rule.REQUIRED_ABSENT, f"State.{name}") in found.trace


def test_no_member_of_a_state_is_forgiven(outcome: Callable[[Answer], str]) -> None:
    text = (STATE % '"idle"').replace("{", '{"input":' + DEEP + ",", 1)
    found = answers(MEGACODE, "decode", "State", [text])
    assert found.settled
    assert outcome(found.expected) == "refused"
    assert (Rule.DEEP_REFUSED, "text") in found.trace
