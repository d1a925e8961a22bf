"""The rules of early ACP, one example each; nothing is tolerant in it."""

from collections.abc import Callable

import pytest

from toolwire.reference import PROFILES, Answer, Rule, answers

EARLY = PROFILES["acp-0.0.26"]
CALL, UPDATE, NOTIFICATION = "ToolCall", "ToolCallUpdate", "SessionNotification"
OUTCOME, CAPABILITIES = "RequestPermissionResponse", "ClientCapabilities"
BOTH_TEXT = '{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":%s}}'
NO_FILES = '{"fs":{"readTextFile":false,"writeTextFile":false}}'

# What an example shows: type, text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, str, Rule, str]] = {
    # Members with a default
    "a default is left out": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":"other","status":"pending"}',
        '{"toolCallId":"a","title":"t"}',
        Rule.WORD,
        "ToolCallStatus:pending",
    ),
    "what is no default is written": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":"read","status":"failed"}',
        '{"toolCallId":"a","title":"t","kind":"read","status":"failed"}',
        Rule.VALUE,
        "ToolCall.kind",
    ),
    "an empty list of a call is left out": (
        CALL,
        '{"toolCallId":"a","title":"t","content":[],"locations":[]}',
        '{"toolCallId":"a","title":"t"}',
        Rule.EMPTY_LIST,
        "ToolCall.locations",
    ),
    "an empty list of an update stays": (
        UPDATE,
        '{"toolCallId":"a","content":[],"locations":[]}',
        '{"toolCallId":"a","content":[],"locations":[]}',
        Rule.EMPTY_LIST,
        "ToolCallUpdate.content",
    ),
    "a default of an update stays": (
        UPDATE,
        '{"toolCallId":"a","kind":"other","status":"pending"}',
        '{"toolCallId":"a","kind":"other","status":"pending"}',
        Rule.WORD,
        "ToolKind:other",
    ),
    "a kind is not null": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":null}',
        "refused at /kind",
        Rule.DEFAULT_NULL,
        "ToolCall.kind",
    ),
    "a status is not null": (
        CALL,
        '{"toolCallId":"a","title":"t","status":null}',
        "refused at /status",
        Rule.DEFAULT_NULL,
        "ToolCall.status",
    ),
    "a call's content is not null": (
        CALL,
        '{"toolCallId":"a","title":"t","content":null}',
        "refused at /content",
        Rule.DEFAULT_NULL,
        "ToolCall.content",
    ),
    "a call's locations are not null": (
        CALL,
        '{"toolCallId":"a","title":"t","locations":null}',
        "refused at /locations",
        Rule.DEFAULT_NULL,
        "ToolCall.locations",
    ),
    "raw input may be null": (
        CALL,
        '{"toolCallId":"a","title":"t","rawInput":null,"rawOutput":0}',
        '{"toolCallId":"a","title":"t","rawOutput":0}',
        Rule.OPTIONAL_NULL,
        "ToolCall.rawInput",
    ),
    "null in an update is absent": (
        UPDATE,
        '{"toolCallId":"a","kind":null,"status":null,"title":null,"content":null,'
        '"locations":null,"rawInput":null,"rawOutput":null}',
        '{"toolCallId":"a"}',
        Rule.OPTIONAL_NULL,
        "ToolCallUpdate.content",
    ),
    "an update needs its id": (
        UPDATE,
        '{"title":"t"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCallUpdate.toolCallId",
    ),
    # Nothing is tolerant
    "a malformed title refuses the update": (
        UPDATE,
        '{"toolCallId":"a","title":5}',
        "refused at /title",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        "ToolCallUpdate.title",
    ),
    "an unknown kind refuses the call": (
        CALL,
        '{"toolCallId":"a","title":"t","kind":"switch_mode"}',
        "refused at /kind",
        Rule.UNKNOWN_WORD_MALFORMED,
        "ToolKind",
    ),
    "a call is not cancelled": (
        UPDATE,
        '{"toolCallId":"a","status":"cancelled"}',
        "refused at /status",
        Rule.UNKNOWN_WORD_MALFORMED,
        "ToolCallStatus",
    ),
    "a content is no terminal": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"terminal","terminalId":"x"}]}',
        "refused at /content/0",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "ToolCallContent",
    ),
    "one bad item refuses the whole message": (
        NOTIFICATION,
        '{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"a",'
        '"locations":[{"path":"/a"},{"path":"/b","line":-1}]}}',
        "refused at /update/locations/1/line",
        Rule.BAD_ITEM_REFUSED,
        "ToolCallUpdate.locations",
    ),
    "a bad plan entry refuses the plan": (
        "SessionUpdate",
        '{"sessionUpdate":"plan","entries":[{"content":"c","priority":"_x","status":"pending"}]}',
        "refused at /entries/0/priority",
        Rule.BAD_ITEM_REFUSED,
        "Plan.entries",
    ),
    "a bad role refuses the message": (
        NOTIFICATION,
        BOTH_TEXT % '{"type":"text","text":"t","annotations":{"audience":["user","_me"]}}',
        "refused at /update/content/annotations/audience/1",
        Rule.BAD_ITEM_REFUSED,
        "Annotations.audience",
    ),
    "null annotations are absent": (
        NOTIFICATION,
        BOTH_TEXT % '{"type":"text","text":"t","annotations":null}',
        BOTH_TEXT % '{"type":"text","text":"t"}',
        Rule.OPTIONAL_NULL,
        "TextContent.annotations",
    ),
    "an unknown block refuses the message": (
        NOTIFICATION,
        BOTH_TEXT % '{"type":"_x"}',
        "refused at /update/content",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "ContentBlock",
    ),
    "an unknown session update is refused": (
        NOTIFICATION,
        '{"sessionId":"s","update":{"sessionUpdate":"usage_update"}}',
        "refused at /update",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "SessionUpdate",
    ),
    "a size is signed": (
        NOTIFICATION,
        BOTH_TEXT % '{"type":"resource_link","name":"n","size":-9223372036854775808,"uri":"a:b"}',
        BOTH_TEXT % '{"type":"resource_link","name":"n","size":-9223372036854775808,"uri":"a:b"}',
        Rule.BOUNDS,
        "ResourceLink.size:low",
    ),
    "metadata is not known": (
        CALL,
        '{"toolCallId":"a","title":"t","name":"n","_meta":5}',
        '{"toolCallId":"a","title":"t"}',
        Rule.UNKNOWN_MEMBER,
        "ToolCall",
    ),
    # What is always written
    "a location is written with its type": (
        UPDATE,
        '{"toolCallId":"a","locations":[{"path":"/a","line":0}]}',
        '{"toolCallId":"a","locations":[{"type":"ToolCallLocation","path":"/a","line":0}]}',
        Rule.VALUE,
        "ToolCallLocation.path",
    ),
    "the type of a location is not read": (
        UPDATE,
        '{"toolCallId":"a","locations":[{"type":[5],"path":"/a","line":null}]}',
        '{"toolCallId":"a","locations":[{"type":"ToolCallLocation","path":"/a"}]}',
        Rule.UNKNOWN_MEMBER,
        "ToolCallLocation",
    ),
    "a diff without an old text says so": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","newText":""}]}',
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":null,"newText":""}]}',
        Rule.OPTIONAL_ABSENT,
        "Diff.oldText",
    ),
    "a null old text stays null": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":null,"newText":""}]}',
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":null,"newText":""}]}',
        Rule.OPTIONAL_NULL,
        "Diff.oldText",
    ),
    "an empty old text is a text": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":"","newText":""}]}',
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":"","newText":""}]}',
        Rule.TEXT,
        "Diff.oldText",
    ),
    "a malformed old text refuses the update": (
        UPDATE,
        '{"toolCallId":"a","content":[{"type":"diff","path":"/a","oldText":1,"newText":""}]}',
        "refused at /content/0/oldText",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        "Diff.oldText",
    ),
    "no capabilities are none": (
        CAPABILITIES,
        "{}",
        NO_FILES,
        Rule.OPTIONAL_ABSENT,
        "ClientCapabilities.fs",
    ),
    "an empty capability is none": (
        CAPABILITIES,
        '{"fs":{}}',
        NO_FILES,
        Rule.OPTIONAL_ABSENT,
        "FileSystemCapability.readTextFile",
    ),
    "one capability leaves the other": (
        CAPABILITIES,
        '{"fs":{"writeTextFile":true}}',
        '{"fs":{"readTextFile":false,"writeTextFile":true}}',
        Rule.VALUE,
        "FileSystemCapability.writeTextFile",
    ),
    "a file system is not null": (
        CAPABILITIES,
        '{"fs":null}',
        "refused at /fs",
        Rule.DEFAULT_NULL,
        "ClientCapabilities.fs",
    ),
    "a capability is not null": (
        CAPABILITIES,
        '{"fs":{"readTextFile":null}}',
        "refused at /fs/readTextFile",
        Rule.DEFAULT_NULL,
        "FileSystemCapability.readTextFile",
    ),
    "a capability is true or false": (
        CAPABILITIES,
        '{"fs":{"readTextFile":1}}',
        "refused at /fs/readTextFile",
        Rule.NO_COERCION,
        "FileSystemCapability.readTextFile",
    ),
    # Outcomes
    "canceled is written": (
        OUTCOME,
        '{"outcome":{"outcome":"canceled"}}',
        '{"outcome":{"outcome":"canceled"}}',
        Rule.VALUE,
        "RequestPermissionOutcome:canceled",
    ),
    "cancelled is read, and written as canceled": (
        OUTCOME,
        '{"outcome":{"outcome":"cancelled","optionId":5}}',
        '{"outcome":{"outcome":"canceled"}}',
        Rule.ALIAS,
        "RequestPermissionOutcome:cancelled",
    ),
    "a third spelling is refused": (
        OUTCOME,
        '{"outcome":{"outcome":"Cancelled"}}',
        "refused at /outcome",
        Rule.UNKNOWN_VARIANT_REFUSED,
        "RequestPermissionOutcome",
    ),
    "a selected outcome has its option": (
        OUTCOME,
        '{"outcome":{"optionId":"o","outcome":"selected"}}',
        '{"outcome":{"outcome":"selected","optionId":"o"}}',
        Rule.MEMBER_ORDER,
        "Selected",
    ),
    "a selected outcome needs its option": (
        OUTCOME,
        '{"outcome":{"outcome":"selected"}}',
        "refused at /outcome",
        Rule.REQUIRED_ABSENT,
        "Selected.optionId",
    ),
    # Unions without a tag
    "a request with content is to write": (
        "AgentRequest",
        '{"sessionId":"s","path":"/a","content":"c","line":1,"toolCall":{"toolCallId":"a"},"options":[]}',
        '{"sessionId":"s","path":"/a","content":"c"}',
        Rule.FIRST_VARIANT,
        "WriteTextFileRequest",
    ),
    "a request without content is to read": (
        "AgentRequest",
        '{"sessionId":"s","path":"/a","line":1,"limit":null}',
        '{"sessionId":"s","path":"/a","line":1}',
        Rule.FIRST_VARIANT,
        "ReadTextFileRequest",
    ),
    "a request whose content is malformed is to read": (
        "AgentRequest",
        '{"sessionId":"s","path":"/a","content":null,"limit":0}',
        '{"sessionId":"s","path":"/a","limit":0}',
        Rule.FIRST_VARIANT,
        "ReadTextFileRequest",
    ),
    "a request whose line is malformed is to ask": (
        "AgentRequest",
        '{"sessionId":"s","path":"/a","line":"1","toolCall":{"toolCallId":"a"},"options":[]}',
        '{"sessionId":"s","toolCall":{"toolCallId":"a"},"options":[]}',
        Rule.FIRST_VARIANT,
        "RequestPermissionRequest",
    ),
    "a request that is none of them is refused": (
        "AgentRequest",
        '{"sessionId":"s","options":[]}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "RequestPermissionRequest.toolCall",
    ),
    "a response to a write is null": ("ClientResponse", "null", "null", Rule.FIRST_VARIANT, "null"),
    "a response with content is to a read": (
        "ClientResponse",
        '{"outcome":{"outcome":"canceled"},"content":""}',
        '{"content":""}',
        Rule.FIRST_VARIANT,
        "ReadTextFileResponse",
    ),
    "a response whose content is malformed is an outcome": (
        "ClientResponse",
        '{"content":5,"outcome":{"outcome":"cancelled"}}',
        '{"outcome":{"outcome":"canceled"}}',
        Rule.FIRST_VARIANT,
        "RequestPermissionResponse",
    ),
    "a response is not empty": (
        "ClientResponse",
        "{}",
        "refused",
        Rule.REQUIRED_ABSENT,
        "ReadTextFileResponse.content",
    ),
    "a notification is of a session": (
        "AgentNotification",
        '{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}',
        '{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}',
        Rule.FIRST_VARIANT,
        "SessionNotification",
    ),
    # Files
    "a line counts in 32 bits": (
        "ReadTextFileRequest",
        '{"sessionId":"s","path":"/a","line":4294967295,"limit":0}',
        '{"sessionId":"s","path":"/a","line":4294967295,"limit":0}',
        Rule.BOUNDS,
        "ReadTextFileRequest.line:high",
    ),
    "a limit below zero refuses the request": (
        "ReadTextFileRequest",
        '{"sessionId":"s","path":"/a","limit":-1}',
        "refused at /limit",
        Rule.BELOW_ZERO,
        "ReadTextFileRequest.limit",
    ),
    "what is written is a text": (
        "WriteTextFileRequest",
        '{"sessionId":"s","path":"/a","content":null}',
        "refused at /content",
        Rule.REQUIRED_MALFORMED,
        "WriteTextFileRequest.content",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("acp-0.0.26", *EXAMPLES[shown])


# What an example shows: the texts and the state, each beside its id.
FOLDS: dict[str, tuple[list[str], str]] = {
    "null and what is omitted leave what there was": (
        [
            '"title":"t","kind":"read","locations":[{"path":"/1"}],"rawInput":1',
            '"title":null,"kind":null,"locations":null,"rawInput":null',
            '"status":"completed"',
        ],
        '"title":"t","kind":"read","status":"completed",'
        '"locations":[{"type":"ToolCallLocation","path":"/1"}],"rawInput":1',
    ),
    "a default is left out again": (
        ['"title":"t","kind":"read","status":"failed"', '"kind":"other","status":"pending"'],
        '"title":"t"',
    ),
    "an empty list clears and is left out": (
        ['"title":"t","locations":[{"path":"/1"}]', '"locations":[]'],
        '"title":"t"',
    ),
    "a list replaces the list": (
        [
            '"title":"t","content":[{"type":"diff","path":"/a","newText":"x"}]',
            '"content":[{"type":"diff","path":"/b","oldText":"y","newText":"z"}],"title":"u"',
        ],
        '"title":"u","content":[{"type":"diff","path":"/b","oldText":"y","newText":"z"}]',
    ),
}


def beside_an_id(members: str) -> str:
    return '{"toolCallId":"a",' + members + "}"


@pytest.mark.parametrize("shown", FOLDS)
def test_fold(outcome: Callable[[Answer], str], shown: str) -> None:
    texts, state = FOLDS[shown]
    found = answers(EARLY, "fold", CALL, [beside_an_id(text) for text in texts])
    assert found.settled
    assert outcome(found.expected) == beside_an_id(state)


def test_one_bad_item_refuses_the_fold(outcome: Callable[[Answer], str]) -> None:
    texts = [beside_an_id('"title":"t"'), beside_an_id('"locations":[{"path":5}]')]
    found = answers(EARLY, "fold", CALL, texts)
    assert found.settled
    assert outcome(found.expected) == "refused at /locations/0/path"
    assert (Rule.FOLD_REFUSED, CALL) in found.trace


@pytest.mark.parametrize(
    ("text", "acceptable"),
    [
        (
            '{"path":"/a","sessionId":"s","limit":3.0}',
            {"refused at /limit", '{"sessionId":"s","path":"/a","limit":3}'},
        ),
        (
            '{"path":"/a","sessionId":"s","limit":4294967296}',
            {"refused at /limit", '{"sessionId":"s","path":"/a","limit":4294967296}'},
        ),
        ('["s","/a",null,7]', {"refused", '{"sessionId":"s","path":"/a","limit":7}'}),
    ],
)
def test_what_is_odd_is_read_or_refused(
    outcome: Callable[[Answer], str], text: str, acceptable: set[str]
) -> None:
    found = answers(EARLY, "decode", "ReadTextFileRequest", [text])
    assert {outcome(answer) for answer in found.acceptable} == acceptable


@pytest.mark.parametrize("outer", ['["canceled"]', '["cancelled"]', "[0]", '{"outcome":0}'])
def test_an_odd_outcome_is_canceled_or_refused(
    outcome: Callable[[Answer], str], outer: str
) -> None:
    found = answers(EARLY, "decode", OUTCOME, ['{"outcome":' + outer + "}"])
    written = {outcome(answer) for answer in found.acceptable}
    assert written == {"refused at /outcome", '{"outcome":{"outcome":"canceled"}}'}
