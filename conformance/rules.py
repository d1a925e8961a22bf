"""What each rule asks of a candidate: one sentence, its topic and its level.

The rules themselves act in the reference; here stands what a person is told about them. Where they
come from is in `citations`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    SESSION = "session"
    FRAMING = "framing"
    WRITING = "writing"


@dataclass(frozen=True)
class RuleText:
    """What a person is told of a rule. `levels` gives that of profiles in which it is another."""

    sentence: str
    topic: Topic
    level: Level = Level.MUST
    levels: Mapping[str, Level] = field(default_factory=dict)


RULES: Mapping[Rule, RuleText] = {
    Rule.NOT_JSON: RuleText(
        "A text that is not UTF-8, or that the JSON grammar does not know, is refused wherever "
        "the fault stands.",
        Topic.TEXT,
    ),
    Rule.ESCAPES: RuleText(
        "An escaped character means the character itself, in names and tags as in values.",
        Topic.TEXT,
    ),
    Rule.WHITE_SPACE: RuleText(
        "White space around values, names and punctuation means nothing.",
        Topic.TEXT,
    ),
    Rule.MEMBER_ORDER: RuleText(
        "The members of an object may come in any order, the tag of a variant last too.",
        Topic.TEXT,
    ),
    Rule.ODD_TEXT: RuleText(
        "Whatever the text, a candidate answers once and in time, by a refusal or by one of the "
        "meanings that a reader may give it.",
        Topic.TEXT,
    ),
    Rule.NESTING: RuleText(
        "A text of up to 127 containers within one another is read.",
        Topic.TEXT,
    ),
    Rule.DEEP_FORGIVEN: RuleText(
        "An `input` nested past 127 containers is read as null, and a client's tool call says "
        "that it was; up to 127 it is read.",
        Topic.TEXT,
    ),
    Rule.DEEP_REFUSED: RuleText(
        "A text nested past 127 containers anywhere else is refused.",
        Topic.TEXT,
    ),
    Rule.LAST_COUNTS: RuleText(
        "Of two members of one name the last one counts, wherever they stand.",
        Topic.TEXT,
    ),
    Rule.VALUE: RuleText(
        "What is well-formed is understood and comes back as it was.",
        Topic.STRUCTURE,
    ),
    Rule.TEXT: RuleText(
        "A string comes back character by character: nothing is trimmed, normalised, cut or "
        "taken for something else, and the empty string is a value.",
        Topic.TEXT,
    ),
    Rule.OPAQUE: RuleText(
        "JSON that the protocol does not look into is handed on as it is: false, 0, empty "
        "strings, lists and objects, and nulls inside it.",
        Topic.STRUCTURE,
    ),
    Rule.DIGITS: RuleText(
        "An integer in opaque JSON keeps all its digits, past 2^53 too.",
        Topic.NUMBERS,
        Level.SHOULD,
        {"subc": Level.MUST},
    ),
    Rule.SPECIAL_NAME: RuleText(
        "A member named like something of the host language, such as `__proto__`, is a member "
        "like any other.",
        Topic.STRUCTURE,
        Level.SHOULD,
    ),
    Rule.WRONG_TYPE: RuleText(
        "Other JSON than the message's kind (null, a number, a string, true, a list) is refused.",
        Topic.MALFORMED,
    ),
    Rule.REQUIRED_ABSENT: RuleText(
        "An object without one of its required members is malformed.",
        Topic.MALFORMED,
    ),
    Rule.REQUIRED_MALFORMED: RuleText(
        "An object in which a required member is null or of another type is malformed.",
        Topic.MALFORMED,
    ),
    Rule.REQUIRED_DEFAULT: RuleText(
        "A list that must be there and is malformed counts as empty.",
        Topic.MALFORMED,
    ),
    Rule.OPTIONAL_ABSENT: RuleText(
        "An optional member may be left out.",
        Topic.STRUCTURE,
    ),
    Rule.OPTIONAL_NULL: RuleText(
        "Null in an optional member is the same as leaving it out.",
        Topic.STRUCTURE,
    ),
    Rule.OPTIONAL_MALFORMED: RuleText(
        "An optional member whose value is malformed counts as left out, and its object is read.",
        Topic.MALFORMED,
    ),
    Rule.OPTIONAL_MALFORMED_REFUSED: RuleText(
        "Where nothing is forgiven, an optional member whose value is malformed makes its object "
        "malformed.",
        Topic.MALFORMED,
    ),
    Rule.DEFAULT_NULL: RuleText(
        "A member that has a default may be left out, but null in it is malformed.",
        Topic.MALFORMED,
    ),
    Rule.LEFT_OUT: RuleText(
        "An optional member that is not there is left out of what is written: it does not "
        "become null.",
        Topic.WRITING,
    ),
    Rule.PATCH_ABSENT: RuleText(
        "A member that an update leaves out stays out: it never becomes null or a value.",
        Topic.PATCH,
    ),
    Rule.PATCH_NULL: RuleText(
        "Null in an update clears: it is kept as null and never read as left out.",
        Topic.PATCH,
    ),
    Rule.PATCH_MALFORMED: RuleText(
        "A malformed member of an update counts as left out, never as null.",
        Topic.PATCH,
    ),
    Rule.BAD_ITEM: RuleText(
        "A malformed item of a list is skipped; the others are read.",
        Topic.MALFORMED,
    ),
    Rule.BAD_ITEM_REFUSED: RuleText(
        "In a list whose items all count, a malformed item makes the message malformed.",
        Topic.MALFORMED,
    ),
    Rule.EMPTY_LIST: RuleText(
        "An empty list is a list; in an update it is not the same as leaving it out.",
        Topic.STRUCTURE,
    ),
    Rule.WORD: RuleText(
        "Each word that the protocol lists is read and comes back.",
        Topic.STRUCTURE,
    ),
    Rule.UNKNOWN_WORD_KEPT: RuleText(
        "A word that the protocol does not list is kept as it came.",
        Topic.UNKNOWN,
    ),
    Rule.UNKNOWN_WORD_REPLACED: RuleText(
        "A kind that the protocol does not list is read as `other`.",
        Topic.UNKNOWN,
    ),
    Rule.UNKNOWN_WORD_IN_UPDATE: RuleText(
        "A kind that the protocol does not list is read as `other` in an update too.",
        Topic.UNKNOWN,
        Level.SHOULD,
    ),
    Rule.UNKNOWN_WORD_MALFORMED: RuleText(
        "Where the words are closed, one that is not listed is malformed.",
        Topic.UNKNOWN,
    ),
    Rule.UNKNOWN_VARIANT_KEPT: RuleText(
        "An object whose tag is not listed is kept whole, whatever stands in it.",
        Topic.UNKNOWN,
    ),
    Rule.UNKNOWN_VARIANT_SKIPPED: RuleText(
        "A line of an unknown type is no error: it is skipped, whatever stands in it.",
        Topic.UNKNOWN,
    ),
    Rule.UNKNOWN_VARIANT_REFUSED: RuleText(
        "Where the variants are closed, an object whose tag is not listed is malformed.",
        Topic.UNKNOWN,
    ),
    Rule.KNOWN_VARIANT_MALFORMED: RuleText(
        "A listed variant that is malformed is malformed: it does not pass for an unknown one.",
        Topic.UNKNOWN,
    ),
    Rule.TAG: RuleText(
        "The tag that names a variant must be there and be a string.",
        Topic.MALFORMED,
    ),
    Rule.ALIAS: RuleText(
        "A word with two spellings is read in both, and written in the first alone.",
        Topic.WRITING,
    ),
    Rule.CONSTANT: RuleText(
        "An object that says its own type when it is written is written with it.",
        Topic.WRITING,
    ),
    Rule.FIRST_VARIANT: RuleText(
        "Where no tag tells, the first listed variant that fits is the one.",
        Topic.STRUCTURE,
    ),
    Rule.UNKNOWN_MEMBER: RuleText(
        "A member of an unknown name changes nothing.",
        Topic.UNKNOWN,
    ),
    Rule.EXACT_NAME: RuleText(
        "Names are matched exactly: another case or spelling is another name.",
        Topic.UNKNOWN,
    ),
    Rule.NO_COERCION: RuleText(
        "A value of another type is malformed, also where it could be converted: the string "
        '"3" is no number, true is neither 1 nor "true", an object is no list.',
        Topic.NUMBERS,
    ),
    Rule.BOUNDS: RuleText(
        "The lowest and the highest number of a field's type are numbers like any other.",
        Topic.NUMBERS,
    ),
    Rule.BELOW_ZERO: RuleText(
        "A number below zero is malformed where the field counts from zero.",
        Topic.NUMBERS,
    ),
    Rule.FRACTION: RuleText(
        "A number with a fraction is malformed where an integer is due; it is not rounded.",
        Topic.NUMBERS,
    ),
    Rule.WIDTH: RuleText(
        "A number past its field's width is kept or is malformed: it does not wrap, and it is "
        "not cut to the width.",
        Topic.NUMBERS,
        Level.SHOULD,
    ),
    Rule.NEWER_MEMBER: RuleText(
        "Members and variants that came with later releases of the protocol are read.",
        Topic.STRUCTURE,
        Level.SHOULD,
    ),
    Rule.FOLD_OMITTED: RuleText(
        "A member that an update leaves out keeps its value.",
        Topic.PATCH,
    ),
    Rule.FOLD_VALUE: RuleText(
        "A value in an update replaces the value, also by an empty, false or zero one.",
        Topic.PATCH,
    ),
    Rule.FOLD_LIST: RuleText(
        "A list in an update replaces the list, and an empty one empties it: nothing is appended.",
        Topic.PATCH,
    ),
    Rule.FOLD_NULL: RuleText(
        "Null in an update clears the value, and a later value sets it again.",
        Topic.PATCH,
    ),
    Rule.FOLD_NULL_KEEPS: RuleText(
        "Null in an update leaves the value unchanged.",
        Topic.PATCH,
    ),
    Rule.FOLD_MALFORMED: RuleText(
        "A malformed member of an update leaves the value unchanged.",
        Topic.PATCH,
    ),
    Rule.FOLD_REFUSED: RuleText(
        "A sequence with a message that is refused is refused.",
        Topic.PATCH,
    ),
    Rule.META_MERGES: RuleText(
        "Metadata is merged by key: keys that an update does not name keep their values.",
        Topic.PATCH,
    ),
    Rule.META_REMOVES: RuleText(
        "Null at a key of the metadata removes that key.",
        Topic.PATCH,
    ),
    Rule.META_WHOLE: RuleText(
        "A value at a key of the metadata replaces that key's value whole; objects in it are "
        "not merged.",
        Topic.PATCH,
    ),
    Rule.META_CLEARS: RuleText(
        "Null in place of the metadata clears all of it.",
        Topic.PATCH,
    ),
    Rule.META_STARTS: RuleText(
        "Metadata that comes when there is none, or after a null, starts from nothing.",
        Topic.PATCH,
    ),
    Rule.META_STAYS: RuleText(
        "The metadata of an update is the update's own: that of the call stays.",
        Topic.PATCH,
    ),
    Rule.SESSION_CREATES: RuleText(
        "The first that is heard of a call makes its state.",
        Topic.SESSION,
    ),
    Rule.SESSION_PATCHES: RuleText(
        "An update changes the call that it names, as a patch: a late one too.",
        Topic.SESSION,
    ),
    Rule.SESSION_IDS: RuleText(
        "Each call has a state of its own, by the exact id: an update never reaches another's.",
        Topic.SESSION,
    ),
    Rule.SESSION_OTHER: RuleText(
        "Updates that are about no call leave all calls alone.",
        Topic.SESSION,
    ),
    Rule.SESSION_ODD: RuleText(
        "A session in an order of which no document says what becomes of it is answered by one "
        "of the meanings that it may have.",
        Topic.SESSION,
    ),
    Rule.CHUNK_APPENDS: RuleText(
        "A chunk adds one item to the call's content, whether there is a list, nothing, or what "
        "was cleared.",
        Topic.SESSION,
    ),
    Rule.CONTENT_REPLACES: RuleText(
        "Content in an update replaces all that came before, chunks too.",
        Topic.SESSION,
    ),
    Rule.STREAM_ITEMS: RuleText(
        "Every message of a stream is handed on, once and in the order of the lines.",
        Topic.FRAMING,
    ),
    Rule.STREAM_NEWLINE: RuleText(
        "Only a newline ends a line: U+2028, U+0085, form feeds and their like do not.",
        Topic.FRAMING,
    ),
    Rule.STREAM_CRLF: RuleText(
        "A carriage return before the newline is white space.",
        Topic.FRAMING,
    ),
    Rule.STREAM_BLANK: RuleText(
        "A blank line is nothing: neither a message, nor an error, nor the end.",
        Topic.FRAMING,
    ),
    Rule.STREAM_LAST: RuleText(
        "The last line needs no newline at its end.",
        Topic.FRAMING,
    ),
    Rule.STREAM_BAD: RuleText(
        "A line that is no message gives no item, and the next line is read.",
        Topic.FRAMING,
    ),
    Rule.STREAM_UTF8: RuleText(
        "A line that is not UTF-8 is bad, and the next line is read: nothing is put in the place "
        "of what cannot be decoded.",
        Topic.FRAMING,
    ),
    Rule.STREAM_BAD_TOLD: RuleText(
        "A line that is no message is reported to whoever reads the stream.",
        Topic.FRAMING,
        Level.SHOULD,
    ),
    Rule.STREAM_OTHER: RuleText(
        "A message of another method, or a response, is no item and no error.",
        Topic.FRAMING,
    ),
    Rule.STREAM_LONG: RuleText(
        "A line may be long: past 64 KiB, past a megabyte.",
        Topic.FRAMING,
    ),
    Rule.STREAM_CUT: RuleText(
        "The pieces in which the bytes arrive mean nothing, though they part a character, an "
        "escape or the end of a line.",
        Topic.FRAMING,
    ),
    Rule.COMMAND_LINE: RuleText(
        "A command is written as one line, with one newline, at its end.",
        Topic.WRITING,
    ),
    Rule.LINE_LIMIT: RuleText(
        "A line of up to 8 MiB with its newline is written, and a longer one refused.",
        Topic.WRITING,
    ),
    Rule.CUT: RuleText(
        "A text is cut to the limit's bytes, or to less where that would part a character.",
        Topic.WRITING,
    ),
}
