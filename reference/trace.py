"""What a text touched: the rules that a reader applied, and where.

A trace counts exercise, attributes failures and picks cases. It holds pairs of a rule and a site,
the site as `shapes` names it: a type (`ToolCallUpdate`), a field of one (`ToolCallUpdate.title`),
a word or variant (`ToolKind:read`), a bound (`ToolCallLocation.line:high`), or `text` for what
concerns the JSON text as such.
"""

from enum import StrEnum

Trace = set[tuple["Rule", str]]


class Rule(StrEnum):
    """What a reader or a patch does; each is a requirement of every profile that knows it."""

    # The text
    NOT_JSON = "not-json-is-refused"
    ESCAPES = "escapes-mean-the-same"
    WHITE_SPACE = "white-space-means-nothing"
    MEMBER_ORDER = "member-order-means-nothing"
    ODD_TEXT = "any-text-is-answered"
    # Values
    VALUE = "values-are-kept"
    TEXT = "text-is-exact"
    OPAQUE = "opaque-json-is-handed-on"
    DIGITS = "opaque-digits-are-kept"
    SPECIAL_NAME = "member-names-are-only-data"
    NESTING = "nesting-is-read"
    DEEP_REFUSED = "deep-text-is-refused"
    DEEP_FORGIVEN = "deep-input-is-null"
    LAST_COUNTS = "last-of-two-members-counts"
    WRONG_TYPE = "other-json-is-refused"
    # Presence
    REQUIRED_ABSENT = "required-member-missing-is-refused"
    REQUIRED_MALFORMED = "required-member-malformed-is-refused"
    OPTIONAL_ABSENT = "optional-member-may-be-missing"
    OPTIONAL_NULL = "optional-null-is-absent"
    OPTIONAL_MALFORMED = "malformed-optional-is-absent"
    OPTIONAL_MALFORMED_REFUSED = "malformed-optional-is-refused"
    DEFAULT_NULL = "null-is-no-default"
    LEFT_OUT = "absent-member-is-not-written"
    REQUIRED_DEFAULT = "malformed-required-list-is-empty"
    PATCH_ABSENT = "omitted-is-not-null"
    PATCH_NULL = "null-clears"
    PATCH_MALFORMED = "malformed-patch-is-omitted"
    # Lists
    BAD_ITEM = "bad-item-is-skipped"
    BAD_ITEM_REFUSED = "bad-item-is-refused"
    EMPTY_LIST = "empty-list-is-a-value"
    # Words, variants, names
    WORD = "known-words-are-read"
    UNKNOWN_WORD_KEPT = "unknown-word-is-kept"
    UNKNOWN_WORD_REPLACED = "unknown-word-is-other"
    UNKNOWN_WORD_IN_UPDATE = "unknown-word-in-an-update-is-other"
    UNKNOWN_WORD_MALFORMED = "unknown-word-is-malformed"
    UNKNOWN_VARIANT_KEPT = "unknown-variant-is-kept"
    UNKNOWN_VARIANT_SKIPPED = "unknown-type-is-skipped"
    UNKNOWN_VARIANT_REFUSED = "unknown-variant-is-refused"
    KNOWN_VARIANT_MALFORMED = "malformed-known-variant-is-refused"
    TAG = "tag-is-a-required-word"
    ALIAS = "other-spelling-is-read-not-written"
    CONSTANT = "object-is-written-with-its-type"
    FIRST_VARIANT = "first-variant-that-fits"
    UNKNOWN_MEMBER = "unknown-member-is-ignored"
    EXACT_NAME = "names-are-exact"
    # Numbers
    NO_COERCION = "nothing-is-coerced"
    BOUNDS = "bounds-are-included"
    BELOW_ZERO = "negative-is-malformed"
    FRACTION = "fraction-is-malformed"
    WIDTH = "number-outside-its-width"
    # What only some published readers know
    NEWER_MEMBER = "newer-members-are-read"
    # Folds
    FOLD_OMITTED = "fold-omitted-keeps"
    FOLD_VALUE = "fold-value-replaces"
    FOLD_LIST = "fold-list-replaces"
    FOLD_NULL = "fold-null-clears"
    FOLD_NULL_KEEPS = "fold-null-keeps"
    FOLD_MALFORMED = "fold-malformed-keeps"
    FOLD_REFUSED = "fold-of-a-refused-text-is-refused"
    META_MERGES = "meta-merges-by-key"
    META_REMOVES = "meta-null-removes-its-key"
    META_WHOLE = "meta-value-replaces-whole"
    META_CLEARS = "meta-null-clears-all"
    META_STARTS = "meta-over-null-starts-empty"
    META_STAYS = "fold-leaves-meta-alone"
    # Sessions
    SESSION_CREATES = "session-new-call-is-created"
    SESSION_PATCHES = "session-update-patches-its-call"
    SESSION_IDS = "session-calls-never-mix"
    SESSION_OTHER = "session-other-updates-change-nothing"
    SESSION_ODD = "session-odd-order-is-answered"
    CHUNK_APPENDS = "session-chunk-appends"
    CONTENT_REPLACES = "session-content-replaces-chunks"
    # Streams
    STREAM_ITEMS = "stream-items-come-in-order"
    STREAM_NEWLINE = "stream-only-newline-ends-a-line"
    STREAM_CRLF = "stream-carriage-return-is-white-space"
    STREAM_BLANK = "stream-blank-line-is-nothing"
    STREAM_LAST = "stream-last-line-needs-no-newline"
    STREAM_BAD = "stream-bad-line-costs-itself-alone"
    STREAM_UTF8 = "stream-line-that-is-not-utf-8-is-bad"
    STREAM_BAD_TOLD = "stream-bad-line-is-reported"
    STREAM_OTHER = "stream-other-message-is-no-item"
    STREAM_LONG = "stream-line-may-be-long"
    STREAM_CUT = "stream-pieces-mean-nothing"
    # What is written
    COMMAND_LINE = "command-is-one-line"
    LINE_LIMIT = "line-limit-counts-the-newline"
    CUT = "cut-keeps-whole-characters"
