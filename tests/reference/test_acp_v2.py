"""The rules of ACP v2, one example each."""

from collections.abc import Callable

import pytest

from toolwire.reference import Rule

UPDATE = "ToolCallUpdate"

# What an example shows: type, text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, str, Rule, str]] = {
    # The three states of a patch field
    "an omitted patch field is absent": (
        UPDATE,
        '{"toolCallId":"a"}',
        '{"toolCallId":"a"}',
        Rule.PATCH_ABSENT,
        "ToolCallUpdate.title",
    ),
    "null stays null in a patch field": (
        UPDATE,
        '{"toolCallId":"a","title":null}',
        '{"toolCallId":"a","title":null}',
        Rule.PATCH_NULL,
        "ToolCallUpdate.title",
    ),
    "null stays null in metadata": (
        UPDATE,
        '{"toolCallId":"a","_meta":null}',
        '{"toolCallId":"a","_meta":null}',
        Rule.PATCH_NULL,
        "ToolCallUpdate._meta",
    ),
    "null is no raw input but clears it": (
        UPDATE,
        '{"toolCallId":"a","rawInput":null}',
        '{"toolCallId":"a","rawInput":null}',
        Rule.PATCH_NULL,
        "ToolCallUpdate.rawInput",
    ),
    "a malformed patch field is omitted": (
        UPDATE,
        '{"toolCallId":"a","title":5}',
        '{"toolCallId":"a"}',
        Rule.PATCH_MALFORMED,
        "ToolCallUpdate.title",
    ),
    "content that is no array is omitted": (
        UPDATE,
        '{"toolCallId":"a","content":"x"}',
        '{"toolCallId":"a"}',
        Rule.PATCH_MALFORMED,
        "ToolCallUpdate.content",
    ),
    "metadata that is an array is malformed": (
        UPDATE,
        '{"toolCallId":"a","_meta":[]}',
        '{"toolCallId":"a"}',
        Rule.PATCH_MALFORMED,
        "ToolCallUpdate._meta",
    ),
    "null within metadata is kept": (
        UPDATE,
        '{"toolCallId":"a","_meta":{"k":null}}',
        '{"toolCallId":"a","_meta":{"k":null}}',
        Rule.OPAQUE,
        "ToolCallUpdate._meta",
    ),
    "an empty list is a value": (
        UPDATE,
        '{"toolCallId":"a","locations":[]}',
        '{"toolCallId":"a","locations":[]}',
        Rule.EMPTY_LIST,
        "ToolCallUpdate.locations",
    ),
    # Required and optional members
    "an update needs its id": (
        UPDATE,
        '{"title":"t"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "ToolCallUpdate.toolCallId",
    ),
    "an id is a string": (
        UPDATE,
        '{"toolCallId":1}',
        "refused at /toolCallId",
        Rule.NO_COERCION,
        "ToolCallUpdate.toolCallId",
    ),
    "a required member is not null": (
        UPDATE,
        '{"toolCallId":null}',
        "refused at /toolCallId",
        Rule.REQUIRED_MALFORMED,
        "ToolCallUpdate.toolCallId",
    ),
    "a null optional member is absent": (
        "ToolCallLocation",
        '{"path":"/a","line":null}',
        '{"path":"/a"}',
        Rule.OPTIONAL_NULL,
        "ToolCallLocation.line",
    ),
    "a malformed optional member is absent": (
        "ToolCallLocation",
        '{"path":"/a","line":"3"}',
        '{"path":"/a"}',
        Rule.OPTIONAL_MALFORMED,
        "ToolCallLocation.line",
    ),
    "an optional object is absent as a whole when malformed": (
        "Diff",
        '{"changes":[],"patch":{"format":"git_patch"}}',
        '{"changes":[]}',
        Rule.OPTIONAL_MALFORMED,
        "Diff.patch",
    ),
    "changes are required": ("Diff", "{}", "refused", Rule.REQUIRED_ABSENT, "Diff.changes"),
    "changes that are no array are refused": (
        "Diff",
        '{"changes":{}}',
        "refused at /changes",
        Rule.REQUIRED_MALFORMED,
        "Diff.changes",
    ),
    "a refusal points into the depth": (
        "SessionNotification",
        '{"sessionId":"s","update":{"sessionUpdate":"tool_call_content_chunk",'
        '"toolCallId":"a","content":{"type":"content","content":{"type":"text","text":3}}}}',
        "refused at /update/content/content/text",
        Rule.REQUIRED_MALFORMED,
        "TextContent.text",
    ),
    # Lists
    "a bad item is skipped and the others stay in order": (
        UPDATE,
        '{"toolCallId":"a","locations":[{"path":"/1"},7,{"path":"/2"},{},null]}',
        '{"toolCallId":"a","locations":[{"path":"/1"},{"path":"/2"}]}',
        Rule.BAD_ITEM,
        "ToolCallUpdate.locations",
    ),
    "a list of bad items alone is empty and not omitted": (
        UPDATE,
        '{"toolCallId":"a","content":[1,2]}',
        '{"toolCallId":"a","content":[]}',
        Rule.BAD_ITEM,
        "ToolCallUpdate.content",
    ),
    "a bad icon is skipped": (
        "ContentBlock",
        '{"type":"resource_link","name":"n","uri":"a:b","icons":[{"src":"a:b","sizes":["1",2]},{}]}',
        '{"type":"resource_link","name":"n","uri":"a:b","icons":[{"src":"a:b","sizes":["1"]}]}',
        Rule.BAD_ITEM,
        "ResourceLink.icons",
    ),
    # Words
    "a known word is read": ("ToolKind", '"think"', '"think"', Rule.WORD, "ToolKind:think"),
    "an unknown word is kept": (
        "ToolKind",
        '"_mine"',
        '"_mine"',
        Rule.UNKNOWN_WORD_KEPT,
        "ToolKind",
    ),
    "words have a case": (
        "ToolCallStatus",
        '"Pending"',
        '"Pending"',
        Rule.UNKNOWN_WORD_KEPT,
        "ToolCallStatus",
    ),
    "a status may be cancelled": (
        "ToolCallStatus",
        '"cancelled"',
        '"cancelled"',
        Rule.WORD,
        "ToolCallStatus:cancelled",
    ),
    "a word is a string": ("ToolKind", "3", "refused", Rule.WRONG_TYPE, "ToolKind"),
    "an unknown role is kept": (
        "ContentBlock",
        '{"type":"text","text":"t","annotations":{"audience":["user","_me",1]}}',
        '{"type":"text","text":"t","annotations":{"audience":["user","_me"]}}',
        Rule.UNKNOWN_WORD_KEPT,
        "Role",
    ),
    # Variants
    "an unknown content is kept whole": (
        "ToolCallContent",
        '{"type":"_mine","x":[1],"_meta":5,"content":{"type":0}}',
        '{"type":"_mine","x":[1],"_meta":5,"content":{"type":0}}',
        Rule.UNKNOWN_VARIANT_KEPT,
        "ToolCallContent",
    ),
    "a malformed known content is not kept raw": (
        "ToolCallContent",
        '{"type":"terminal","terminalId":5}',
        "refused at /terminalId",
        Rule.KNOWN_VARIANT_MALFORMED,
        "ToolCallContent:terminal",
    ),
    "a tag is required": (
        "ContentBlock",
        '{"text":"t"}',
        "refused",
        Rule.TAG,
        "ContentBlock",
    ),
    "a tag is a string": ("ContentBlock", '{"type":null}', "refused", Rule.TAG, "ContentBlock"),
    "an unknown operation first loses what is malformed": (
        "DiffChange",
        '{"operation":"_swap","fileType":5,"mimeType":null,"_meta":[],"path":1,"x":2}',
        '{"operation":"_swap","path":1,"x":2}',
        Rule.UNKNOWN_VARIANT_KEPT,
        "DiffChange",
    ),
    "a known operation drops unknown members": (
        "DiffChange",
        '{"operation":"add","path":"/a","x":1}',
        '{"operation":"add","path":"/a"}',
        Rule.UNKNOWN_MEMBER,
        "DiffPathChange",
    ),
    "a move needs its old path": (
        "DiffChange",
        '{"operation":"move","path":"/a"}',
        "refused",
        Rule.REQUIRED_ABSENT,
        "DiffPathPairChange.oldPath",
    ),
    "an unknown session update is kept whole": (
        "SessionUpdate",
        '{"sessionUpdate":"_mine","toolCallId":5}',
        '{"sessionUpdate":"_mine","toolCallId":5}',
        Rule.UNKNOWN_VARIANT_KEPT,
        "SessionUpdate",
    ),
    "a resource with a text is a text": (
        "ContentBlock",
        '{"type":"resource","resource":{"uri":"a:b","text":"t","blob":"AA=="}}',
        '{"type":"resource","resource":{"text":"t","uri":"a:b"}}',
        Rule.FIRST_VARIANT,
        "TextResourceContents",
    ),
    "a resource whose text is malformed is a blob": (
        "ContentBlock",
        '{"type":"resource","resource":{"uri":"a:b","text":1,"blob":"AA=="}}',
        '{"type":"resource","resource":{"blob":"AA==","uri":"a:b"}}',
        Rule.FIRST_VARIANT,
        "BlobResourceContents",
    ),
    # Names
    "an unknown member is ignored": (
        "DiffPatch",
        '{"format":"git_patch","text":"t","x":null}',
        '{"format":"git_patch","text":"t"}',
        Rule.UNKNOWN_MEMBER,
        "DiffPatch",
    ),
    "a name is matched exactly": (
        UPDATE,
        '{"toolCallId":"a","raw_input":1,"Title":"t","field_meta":{}}',
        '{"toolCallId":"a"}',
        Rule.EXACT_NAME,
        "ToolCallUpdate.rawInput",
    ),
    "the members stand in any order": (
        "ToolCallLocation",
        '{"line":3,"path":"/a"}',
        '{"path":"/a","line":3}',
        Rule.MEMBER_ORDER,
        "ToolCallLocation",
    ),
    # Numbers
    "a bound is included": (
        "ToolCallLocation",
        '{"path":"/a","line":4294967295}',
        '{"path":"/a","line":4294967295}',
        Rule.BOUNDS,
        "ToolCallLocation.line:high",
    ),
    "a negative line is malformed": (
        "ToolCallLocation",
        '{"path":"/a","line":-1}',
        '{"path":"/a"}',
        Rule.BELOW_ZERO,
        "ToolCallLocation.line",
    ),
    "a fraction of a line is malformed": (
        "ToolCallLocation",
        '{"path":"/a","line":1.5}',
        '{"path":"/a"}',
        Rule.FRACTION,
        "ToolCallLocation.line",
    ),
    "true is no number": (
        "ContentBlock",
        '{"type":"text","text":"t","annotations":{"priority":true}}',
        '{"type":"text","text":"t","annotations":{}}',
        Rule.NO_COERCION,
        "Annotations.priority",
    ),
    "a priority may be a whole number": (
        "ContentBlock",
        '{"type":"text","text":"t","annotations":{"priority":1}}',
        '{"type":"text","text":"t","annotations":{"priority":1}}',
        Rule.BOUNDS,
        "Annotations.priority:high",
    ),
    # The text
    "broken JSON in a tolerant member refuses the text": (
        UPDATE,
        '{"toolCallId":"a","title":nope}',
        "refused",
        Rule.NOT_JSON,
        "text",
    ),
    "an escape means its character": (
        UPDATE,
        '{"toolCall\\u0049d":"\\u0061"}',
        '{"toolCallId":"a"}',
        Rule.ESCAPES,
        "text",
    ),
    "white space means nothing": (
        UPDATE,
        ' {\n"toolCallId"\t: "a" } ',
        '{"toolCallId":"a"}',
        Rule.WHITE_SPACE,
        "text",
    ),
    "a special name is only data": (
        UPDATE,
        '{"toolCallId":"a","rawInput":{"__proto__":{"x":1}}}',
        '{"toolCallId":"a","rawInput":{"__proto__":{"x":1}}}',
        Rule.SPECIAL_NAME,
        "text",
    ),
    "digits past 2^53 are kept": (
        UPDATE,
        '{"toolCallId":"a","rawInput":9007199254740993}',
        '{"toolCallId":"a","rawInput":9007199254740993}',
        Rule.DIGITS,
        "text",
    ),
    "nesting to 127 is read": (
        UPDATE,
        '{"toolCallId":"a","rawInput":' + "[" * 126 + "]" * 126 + "}",
        '{"toolCallId":"a","rawInput":' + "[" * 126 + "]" * 126 + "}",
        Rule.NESTING,
        "text",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("acp-v2", *EXAMPLES[shown])


@pytest.mark.parametrize("text", ["null", "true", "3", '"a"'])
@pytest.mark.parametrize("type_", ["ToolCallUpdate", "Diff", "ContentBlock", "SessionUpdate"])
def test_an_object_is_no_scalar(check: Callable[..., None], type_: str, text: str) -> None:
    check("acp-v2", type_, text, "refused", Rule.WRONG_TYPE, type_)
