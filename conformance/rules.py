"""What each rule asks of a candidate: one sentence, its level, and where it comes from.

The rules themselves act in the reference; here stands what a person is told about them. A rule is
a requirement of every profile for which a source is given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from toolwire.reference import Rule


class Level(StrEnum):
    """How much a requirement weighs: the document's own word, MUST where its code acts without."""

    MUST = "must"
    SHOULD = "should"
    OBSERVED = "observed"

    @property
    def weight(self) -> int:
        """Give a number that is greater the more the level weighs."""
        return {Level.MUST: 2, Level.SHOULD: 1, Level.OBSERVED: 0}[self]


class Topic(StrEnum):
    """What a requirement protects."""

    TEXT = "text"
    STRUCTURE = "structure"
    MALFORMED = "malformed"
    UNKNOWN = "unknown"
    NUMBERS = "numbers"
    PATCH = "patch"


@dataclass(frozen=True)
class RuleText:
    """What a person is told of a rule. `sources` gives, by profile, a pointer into a document."""

    sentence: str
    topic: Topic
    sources: Mapping[str, str]
    level: Level = Level.MUST


def _both(v1: str, v2: str) -> Mapping[str, str]:
    return {"acp-v1": f"acp-v1/{v1}", "acp-v2": f"acp-v2/{v2}"}


def _v1(pointer: str) -> Mapping[str, str]:
    return {"acp-v1": f"acp-v1/{pointer}"}


def _v2(pointer: str) -> Mapping[str, str]:
    return {"acp-v2": f"acp-v2/{pointer}"}


def _standard(pointer: str) -> Mapping[str, str]:
    return {"acp-v1": pointer, "acp-v2": pointer}


_UPDATE = _both("tool_call.rs#ToolCallUpdate", "tool_call.rs#ToolCallUpdate")
_FOLD = _both("tool_call.rs#ToolCall::update", "tool_call.rs#ToolCallUpdate::apply_update")
_META = _v2("ext.rs#apply_meta_update")

RULES: Mapping[Rule, RuleText] = {
    Rule.NOT_JSON: RuleText(
        "A text that is not UTF-8, or that the JSON grammar does not know, is refused wherever "
        "the fault stands.",
        Topic.TEXT,
        _standard("rfc8259#section-2"),
    ),
    Rule.ESCAPES: RuleText(
        "An escaped character means the character itself, in names and tags as in values.",
        Topic.TEXT,
        _standard("rfc8259#section-7"),
    ),
    Rule.WHITE_SPACE: RuleText(
        "White space around values, names and punctuation means nothing.",
        Topic.TEXT,
        _standard("rfc8259#section-2"),
    ),
    Rule.MEMBER_ORDER: RuleText(
        "The members of an object may come in any order, the tag of a variant last too.",
        Topic.TEXT,
        _standard("rfc8259#section-4"),
    ),
    Rule.ODD_TEXT: RuleText(
        "Whatever the text, a candidate answers once and in time, by a refusal or by one of the "
        "meanings that a reader may give it.",
        Topic.TEXT,
        _standard("rfc8259#section-9"),
    ),
    Rule.NESTING: RuleText(
        "A text of up to 127 containers within one another is read.",
        Topic.TEXT,
        _standard("rfc8259#section-9"),
    ),
    Rule.VALUE: RuleText(
        "What is well-formed is understood and comes back as it was.",
        Topic.STRUCTURE,
        _UPDATE,
    ),
    Rule.TEXT: RuleText(
        "A string comes back character by character: nothing is trimmed, normalised, cut or "
        "taken for something else, and the empty string is a value.",
        Topic.TEXT,
        _standard("rfc8259#section-7"),
    ),
    Rule.OPAQUE: RuleText(
        "JSON that the protocol does not look into is handed on as it is: false, 0, empty "
        "strings, lists and objects, and nulls inside it.",
        Topic.STRUCTURE,
        _both("tool_call.rs#ToolCall::raw_input", "tool_call.rs#ToolCallUpdate::raw_input"),
    ),
    Rule.DIGITS: RuleText(
        "An integer in opaque JSON keeps all its digits, past 2^53 too.",
        Topic.NUMBERS,
        _standard("rfc8259#section-6"),
        Level.SHOULD,
    ),
    Rule.SPECIAL_NAME: RuleText(
        "A member named like something of the host language, such as `__proto__`, is a member "
        "like any other.",
        Topic.STRUCTURE,
        _standard("rfc8259#section-4"),
        Level.SHOULD,
    ),
    Rule.WRONG_TYPE: RuleText(
        "Other JSON than the message's kind (null, a number, a string, true, a list) is refused.",
        Topic.MALFORMED,
        _UPDATE,
    ),
    Rule.REQUIRED_ABSENT: RuleText(
        "An object without one of its required members is malformed.",
        Topic.MALFORMED,
        _both("tool_call.rs#ToolCall::title", "tool_call.rs#ToolCallUpdate::tool_call_id"),
    ),
    Rule.REQUIRED_MALFORMED: RuleText(
        "An object in which a required member is null or of another type is malformed.",
        Topic.MALFORMED,
        _both("tool_call.rs#ToolCall::title", "tool_call.rs#ToolCallUpdate::tool_call_id"),
    ),
    Rule.REQUIRED_DEFAULT: RuleText(
        "A list that must be there and is malformed counts as empty.",
        Topic.MALFORMED,
        _v1("plan.rs#Plan::entries"),
    ),
    Rule.OPTIONAL_ABSENT: RuleText(
        "An optional member may be left out.",
        Topic.STRUCTURE,
        _both("tool_call.rs#ToolCall::kind", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.OPTIONAL_NULL: RuleText(
        "Null in an optional member is the same as leaving it out.",
        Topic.STRUCTURE,
        _both("tool_call.rs#ToolCall::kind", "tool_call.rs#Diff::patch"),
    ),
    Rule.OPTIONAL_MALFORMED: RuleText(
        "An optional member whose value is malformed counts as left out, and its object is read.",
        Topic.MALFORMED,
        _both("tool_call.rs#ToolCall::content", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.PATCH_ABSENT: RuleText(
        "A member that an update leaves out stays out: it never becomes null or a value.",
        Topic.PATCH,
        _v2("tool_call.rs#ToolCallUpdate"),
    ),
    Rule.PATCH_NULL: RuleText(
        "Null in an update clears: it is kept as null and never read as left out.",
        Topic.PATCH,
        _v2("tool_call.rs#ToolCallUpdate"),
    ),
    Rule.PATCH_MALFORMED: RuleText(
        "A malformed member of an update counts as left out, never as null.",
        Topic.PATCH,
        _v2("tool_call.rs#ToolCallUpdate::title"),
    ),
    Rule.BAD_ITEM: RuleText(
        "A malformed item of a list is skipped; the others are read.",
        Topic.MALFORMED,
        _both("tool_call.rs#ToolCall::content", "tool_call.rs#ToolCallUpdate::content"),
    ),
    Rule.BAD_ITEM_REFUSED: RuleText(
        "In a list whose items all count, a malformed item makes the message malformed.",
        Topic.MALFORMED,
        _v1("client.rs#RequestPermissionRequest::options"),
    ),
    Rule.EMPTY_LIST: RuleText(
        "An empty list is a list; in an update it is not the same as leaving it out.",
        Topic.STRUCTURE,
        _both("tool_call.rs#ToolCallUpdateFields::content", "tool_call.rs#ToolCallUpdate::content"),
    ),
    Rule.WORD: RuleText(
        "Each word that the protocol lists is read and comes back.",
        Topic.STRUCTURE,
        _both("tool_call.rs#ToolKind", "tool_call.rs#ToolKind"),
    ),
    Rule.UNKNOWN_WORD_KEPT: RuleText(
        "A word that the protocol does not list is kept as it came.",
        Topic.UNKNOWN,
        _v2("tool_call.rs#ToolKind::Unknown"),
    ),
    Rule.UNKNOWN_WORD_REPLACED: RuleText(
        "A kind that the protocol does not list is read as `other`.",
        Topic.UNKNOWN,
        _v1("tool_call.rs#ToolKind::Other"),
    ),
    Rule.UNKNOWN_WORD_IN_UPDATE: RuleText(
        "A kind that the protocol does not list is read as `other` in an update too.",
        Topic.UNKNOWN,
        _v1("tool_call.rs#ToolKind::Other"),
        Level.SHOULD,
    ),
    Rule.UNKNOWN_WORD_MALFORMED: RuleText(
        "Where the words are closed, one that is not listed is malformed.",
        Topic.UNKNOWN,
        _v1("tool_call.rs#ToolCallStatus"),
    ),
    Rule.UNKNOWN_VARIANT_KEPT: RuleText(
        "An object whose tag is not listed is kept whole, whatever stands in it.",
        Topic.UNKNOWN,
        _v2("tool_call.rs#OtherToolCallContent"),
    ),
    Rule.UNKNOWN_VARIANT_REFUSED: RuleText(
        "Where the variants are closed, an object whose tag is not listed is malformed.",
        Topic.UNKNOWN,
        _v1("tool_call.rs#ToolCallContent"),
    ),
    Rule.KNOWN_VARIANT_MALFORMED: RuleText(
        "A listed variant that is malformed is malformed: it does not pass for an unknown one.",
        Topic.UNKNOWN,
        _v2("tool_call.rs#<OtherToolCallContent as Deserialize>::deserialize"),
    ),
    Rule.TAG: RuleText(
        "The tag that names a variant must be there and be a string.",
        Topic.MALFORMED,
        _both("tool_call.rs#ToolCallContent", "tool_call.rs#ToolCallContent"),
    ),
    Rule.FIRST_VARIANT: RuleText(
        "Where no tag tells, the first listed variant that fits is the one.",
        Topic.STRUCTURE,
        _both("content.rs#EmbeddedResourceResource", "content.rs#EmbeddedResourceResource"),
    ),
    Rule.UNKNOWN_MEMBER: RuleText(
        "A member of an unknown name changes nothing.",
        Topic.UNKNOWN,
        _UPDATE,
    ),
    Rule.EXACT_NAME: RuleText(
        "Names are matched exactly: another case or spelling is another name.",
        Topic.UNKNOWN,
        _UPDATE,
    ),
    Rule.NO_COERCION: RuleText(
        "A value of another type is malformed, also where it could be converted: the string "
        '"3" is no number, true is neither 1 nor "true", an object is no list.',
        Topic.NUMBERS,
        _both("tool_call.rs#ToolCallLocation::line", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.BOUNDS: RuleText(
        "The lowest and the highest number of a field's type are numbers like any other.",
        Topic.NUMBERS,
        _both("tool_call.rs#ToolCallLocation::line", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.BELOW_ZERO: RuleText(
        "A number below zero is malformed where the field counts from zero.",
        Topic.NUMBERS,
        _both("tool_call.rs#ToolCallLocation::line", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.FRACTION: RuleText(
        "A number with a fraction is malformed where an integer is due; it is not rounded.",
        Topic.NUMBERS,
        _both("tool_call.rs#ToolCallLocation::line", "tool_call.rs#ToolCallLocation::line"),
    ),
    Rule.WIDTH: RuleText(
        "A number past its field's width is kept or is malformed; it does not wrap, and it does "
        "not cost the message.",
        Topic.NUMBERS,
        _both("tool_call.rs#ToolCallLocation::line", "tool_call.rs#ToolCallLocation::line"),
        Level.SHOULD,
    ),
    Rule.NEWER_MEMBER: RuleText(
        "Members and variants that came with later releases of the protocol are read.",
        Topic.STRUCTURE,
        _v1("tool_call.rs#ToolCall::name"),
        Level.SHOULD,
    ),
    Rule.FOLD_OMITTED: RuleText(
        "A member that an update leaves out keeps its value.",
        Topic.PATCH,
        _FOLD,
    ),
    Rule.FOLD_VALUE: RuleText(
        "A value in an update replaces the value, also by an empty, false or zero one.",
        Topic.PATCH,
        _FOLD,
    ),
    Rule.FOLD_LIST: RuleText(
        "A list in an update replaces the list, and an empty one empties it: nothing is appended.",
        Topic.PATCH,
        _FOLD,
    ),
    Rule.FOLD_NULL: RuleText(
        "Null in an update clears the value, and a later value sets it again.",
        Topic.PATCH,
        _v2("tool_call.rs#ToolCallUpdate::apply_update"),
    ),
    Rule.FOLD_NULL_KEEPS: RuleText(
        "Null in an update leaves the value unchanged.",
        Topic.PATCH,
        _v1("tool_call.rs#ToolCall::update"),
    ),
    Rule.FOLD_MALFORMED: RuleText(
        "A malformed member of an update leaves the value unchanged.",
        Topic.PATCH,
        _FOLD,
    ),
    Rule.FOLD_REFUSED: RuleText(
        "A sequence with a message that is refused is refused.",
        Topic.PATCH,
        _both("tool_call.rs#ToolCallUpdate", "tool_call.rs#ToolCallUpdate"),
    ),
    Rule.META_MERGES: RuleText(
        "Metadata is merged by key: keys that an update does not name keep their values.",
        Topic.PATCH,
        _META,
    ),
    Rule.META_REMOVES: RuleText(
        "Null at a key of the metadata removes that key.",
        Topic.PATCH,
        _META,
    ),
    Rule.META_WHOLE: RuleText(
        "A value at a key of the metadata replaces that key's value whole; objects in it are "
        "not merged.",
        Topic.PATCH,
        _META,
    ),
    Rule.META_CLEARS: RuleText(
        "Null in place of the metadata clears all of it.",
        Topic.PATCH,
        _META,
    ),
    Rule.META_STARTS: RuleText(
        "Metadata that comes when there is none, or after a null, starts from nothing.",
        Topic.PATCH,
        _META,
    ),
    Rule.META_STAYS: RuleText(
        "The metadata of an update is the update's own: that of the call stays.",
        Topic.PATCH,
        _v1("tool_call.rs#ToolCall::update"),
    ),
}
