"""What schema 1.20.0 has changed in the draft of ACP v2, and what is open between the two."""

from collections.abc import Callable

import pytest

from toolwire.reference import PROFILES, Answer, Rule, answers

OLD, NEW = PROFILES["acp-v2"], PROFILES["acp-v2-1.20"]
UPDATE, LOCATION, BLOCK, CONTENT = (
    "ToolCallUpdate",
    "ToolCallLocation",
    "ContentBlock",
    "ToolCallContent",
)
LINK = '{"type":"resource_link","name":"n","uri":"a:b"%s}'

# What an example shows: type, text, outcome, and the rule and site that it touches.
EXAMPLES: dict[str, tuple[str, str, str, Rule, str]] = {
    # Capabilities, a patch field
    "capabilities may be omitted": (
        UPDATE,
        '{"toolCallId":"a"}',
        '{"toolCallId":"a"}',
        Rule.PATCH_ABSENT,
        "ToolCallUpdate.capabilities",
    ),
    "null stays null in capabilities": (
        UPDATE,
        '{"toolCallId":"a","capabilities":null}',
        '{"toolCallId":"a","capabilities":null}',
        Rule.PATCH_NULL,
        "ToolCallUpdate.capabilities",
    ),
    "malformed capabilities are omitted": (
        UPDATE,
        '{"toolCallId":"a","capabilities":true}',
        '{"toolCallId":"a"}',
        Rule.PATCH_MALFORMED,
        "ToolCallUpdate.capabilities",
    ),
    "capabilities are read": (
        UPDATE,
        '{"toolCallId":"a","capabilities":{"cancel":{"_meta":{"k":1}},"_meta":{},"x":1}}',
        '{"toolCallId":"a","capabilities":{"cancel":{"_meta":{"k":1}},"_meta":{}}}',
        Rule.UNKNOWN_MEMBER,
        "ToolCallCapabilities",
    ),
    "no capability is a value": (
        UPDATE,
        '{"toolCallId":"a","capabilities":{}}',
        '{"toolCallId":"a","capabilities":{}}',
        Rule.VALUE,
        "ToolCallUpdate.capabilities",
    ),
    "a null capability is absent": (
        UPDATE,
        '{"toolCallId":"a","capabilities":{"cancel":null}}',
        '{"toolCallId":"a","capabilities":{}}',
        Rule.OPTIONAL_NULL,
        "ToolCallCapabilities.cancel",
    ),
    "a malformed capability is absent": (
        UPDATE,
        '{"toolCallId":"a","capabilities":{"cancel":true}}',
        '{"toolCallId":"a","capabilities":{}}',
        Rule.OPTIONAL_MALFORMED,
        "ToolCallCapabilities.cancel",
    ),
    # Words, variants and members
    "a call may be paused": (
        "ToolCallStatus",
        '"paused"',
        '"paused"',
        Rule.WORD,
        "ToolCallStatus:paused",
    ),
    "a content may be a session": (
        CONTENT,
        '{"type":"session","sessionId":"s","_meta":{"k":1},"x":1}',
        '{"type":"session","sessionId":"s","_meta":{"k":1}}',
        Rule.UNKNOWN_MEMBER,
        "SessionReference",
    ),
    "a malformed session is not kept raw": (
        CONTENT,
        '{"type":"session"}',
        "refused",
        Rule.KNOWN_VARIANT_MALFORMED,
        "ToolCallContent:session",
    ),
    "a patch text has metadata": (
        "DiffPatch",
        '{"_meta":{"k":null},"format":"git_patch","text":"t"}',
        '{"format":"git_patch","text":"t","_meta":{"k":null}}',
        Rule.OPAQUE,
        "DiffPatch._meta",
    ),
    "the metadata of a patch text is tolerant": (
        "DiffPatch",
        '{"format":"git_patch","text":"t","_meta":[]}',
        '{"format":"git_patch","text":"t"}',
        Rule.OPTIONAL_MALFORMED,
        "DiffPatch._meta",
    ),
    "an icon has metadata": (
        BLOCK,
        LINK % ',"icons":[{"src":"a:b","theme":"dark","_meta":{"k":1}}]',
        LINK % ',"icons":[{"src":"a:b","theme":"dark","_meta":{"k":1}}]',
        Rule.OPAQUE,
        "Icon._meta",
    ),
    # Bounds
    "a line counts from one": (
        LOCATION,
        '{"path":"/a","line":1}',
        '{"path":"/a","line":1}',
        Rule.BOUNDS,
        "ToolCallLocation.line:low",
    ),
    "a line still ends in 32 bits": (
        LOCATION,
        '{"path":"/a","line":4294967295}',
        '{"path":"/a","line":4294967295}',
        Rule.BOUNDS,
        "ToolCallLocation.line:high",
    ),
    "a negative line is malformed": (
        LOCATION,
        '{"path":"/a","line":-1}',
        '{"path":"/a"}',
        Rule.BELOW_ZERO,
        "ToolCallLocation.line",
    ),
    "a size may be nothing": (
        BLOCK,
        LINK % ',"size":0',
        LINK % ',"size":0',
        Rule.BOUNDS,
        "ResourceLink.size:low",
    ),
}


@pytest.mark.parametrize("shown", EXAMPLES)
def test_rule(check: Callable[..., None], shown: str) -> None:
    check("acp-v2-1.20", *EXAMPLES[shown])


@pytest.mark.parametrize(
    ("texts", "state"),
    [
        (['"cancel":{}', "null"], "null"),
        (['"cancel":{}', "{}"], "{}"),
        (
            ['"cancel":{"_meta":{"a":1}}', '{"cancel":{"_meta":{"b":2}}}'],
            '{"cancel":{"_meta":{"b":2}}}',
        ),
        (['"_meta":{"a":1}', '{"_meta":{"b":2}}'], '{"_meta":{"b":2}}'),
        (['"cancel":{}', "5"], '{"cancel":{}}'),
    ],
)
def test_capabilities_replace_whole(
    outcome: Callable[[Answer], str], texts: list[str], state: str
) -> None:
    first, then = texts
    updates = ["{" + first + "}", then]
    found = answers(
        NEW,
        "fold",
        UPDATE,
        ['{"toolCallId":"a","capabilities":' + each + "}" for each in updates],
    )
    assert found.settled
    assert outcome(found.expected) == '{"toolCallId":"a","capabilities":' + state + "}"


# What is read in two ways: type and text, what 1.12.0 and what 1.20.0 makes of it.
OPEN: dict[str, tuple[str, str, str, str]] = {
    "line 0": (LOCATION, '{"path":"/a","line":0}', '{"path":"/a","line":0}', '{"path":"/a"}'),
    "a negative size": (BLOCK, LINK % ',"size":-1', LINK % ',"size":-1', LINK % ""),
    "the least size": (
        BLOCK,
        LINK % ',"size":-9223372036854775808',
        LINK % ',"size":-9223372036854775808',
        LINK % "",
    ),
    "a size past 63 bits": (
        BLOCK,
        LINK % ',"size":9223372036854775808',
        LINK % "",
        LINK % ',"size":9223372036854775808',
    ),
    "the greatest size": (
        BLOCK,
        LINK % ',"size":18446744073709551615',
        LINK % "",
        LINK % ',"size":18446744073709551615',
    ),
}


@pytest.mark.parametrize("shown", OPEN)
def test_a_bound_is_as_either_revision_has_it(outcome: Callable[[Answer], str], shown: str) -> None:
    type_, text, old, new = OPEN[shown]
    for profile, expected in ((OLD, [old, new]), (NEW, [new, old])):
        found = answers(profile, "decode", type_, [text])
        assert found.oddities == {"another-revision"}
        assert [outcome(answer) for answer in found.acceptable] == expected


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ('{"type":"session","sessionId":"s","x":1}', '{"type":"session","sessionId":"s"}'),
        ('{"type":"session","sessionId":"s","_meta":5}', '{"type":"session","sessionId":"s"}'),
        ('{"type":"session"}', "refused"),
    ],
)
def test_in_1_12_a_session_is_an_unknown_content_or_the_other_revisions(
    outcome: Callable[[Answer], str], text: str, there: str
) -> None:
    found = answers(OLD, "decode", CONTENT, [text])
    assert found.oddities == {"another-revision"}
    assert [outcome(answer) for answer in found.acceptable] == [text, there]


def test_a_session_that_both_revisions_read_alike_is_settled(
    outcome: Callable[[Answer], str],
) -> None:
    text = '{"type":"session","sessionId":"s","_meta":{"k":1}}'
    for profile in (OLD, NEW):
        found = answers(profile, "decode", CONTENT, [text])
        assert found.settled
        assert outcome(found.expected) == text


@pytest.mark.parametrize(
    "word",
    [
        "replay_complete",
        "plan_removed",
        "subagent_update",
        "session_message",
        "session_message_chunk",
    ],
)
def test_a_newer_session_update_is_open_in_both(
    outcome: Callable[[Answer], str], word: str
) -> None:
    text = '{"sessionUpdate":"' + word + '","x":1}'
    for profile, oddity in ((OLD, "another-revision"), (NEW, "untold-update")):
        found = answers(profile, "decode", "SessionUpdate", [text])
        assert found.oddities == {oddity}
        assert [outcome(answer) for answer in found.acceptable] == ["anything"]


def test_a_session_update_that_neither_knows_is_kept(check: Callable[..., None]) -> None:
    text = '{"sessionUpdate":"replay_started","x":1}'
    for profile in ("acp-v2", "acp-v2-1.20"):
        check(profile, "SessionUpdate", text, text, Rule.UNKNOWN_VARIANT_KEPT, "SessionUpdate")


def test_a_newer_word_is_kept_by_the_older_revision_too(check: Callable[..., None]) -> None:
    text = '{"toolCallId":"a","status":"paused"}'
    check("acp-v2", UPDATE, text, text, Rule.UNKNOWN_WORD_KEPT, "ToolCallStatus")
    check("acp-v2-1.20", UPDATE, text, text, Rule.WORD, "ToolCallStatus:paused")


def test_past_the_bounds_of_both_the_width_decides(outcome: Callable[[Answer], str]) -> None:
    text = '{"path":"/a","line":4294967296}'
    for profile in (OLD, NEW):
        found = answers(profile, "decode", LOCATION, [text])
        assert found.oddities == {"outside-width"}
        assert [outcome(answer) for answer in found.acceptable] == ['{"path":"/a"}', text]
