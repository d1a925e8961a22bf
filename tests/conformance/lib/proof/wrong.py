"""The wrong candidates: each with one thing broken, and the rules that name it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import PROFILES, Rule
from toolwire.reference.shapes import Unknown

from . import breaks
from . import situation_breaks as situations
from .candidates import Made
from .tables import altered


@dataclass(frozen=True)
class Wrong:
    """A candidate that is wrong in one thing; `rules` are those that name its fault."""

    profile: str
    name: str
    rules: frozenset[Rule]
    table: dict[str, Any]
    hooks: dict[str, Any]

    def make(self, **more: Any) -> Made:
        """Make the candidate."""
        profile = PROFILES[self.profile]
        table = altered(profile, **self.table) if self.table else profile
        return Made(self.name, {self.profile: table}, **self.hooks, **more)


def _wrong(
    profile: str,
    name: str,
    *rules: Rule,
    field: Callable[..., Any] | None = None,
    shape: Callable[..., Any] | None = None,
    texts: Callable[..., Any] | None = None,
    **hooks: Any,
) -> Wrong:
    table = {"field": field, "shape": shape, "texts": texts}
    given = {name: change for name, change in table.items() if change is not None}
    return Wrong(profile, name, frozenset(rules), given, hooks)


V2 = ("acp-v2", "acp-v2-1.20")
ACP = ("acp-v1", *V2)
STREAMS = (*ACP, "megacode")


def _of_tolerant() -> Iterator[Wrong]:
    for profile in ACP:
        yield _wrong(
            profile,
            "content is appended",
            Rule.FOLD_LIST,
            Rule.SESSION_PATCHES,  # a session patches its calls in the same way
            patch=breaks.content_is_appended,
        )
        yield _wrong(
            profile, "a bad item fails its list", Rule.BAD_ITEM, shape=breaks.no_item_is_skipped
        )
        yield _wrong(
            profile,
            'line "3" is read as 3',
            Rule.NO_COERCION,
            field=breaks.marked("ToolCallLocation.line"),
            wrap=breaks.digits_are_a_number,
        )
        yield _wrong(
            profile,
            "snake_case names are read",
            Rule.EXACT_NAME,
            wrap=breaks.snake_case_is_read,
        )


def _of_v2() -> Iterator[Wrong]:
    for profile in V2:
        yield _wrong(profile, "null is omitted", Rule.PATCH_NULL, field=breaks.null_is_omitted)
        yield _wrong(profile, "meta is replaced", Rule.META_MERGES, merge=breaks.meta_is_replaced)
        yield _wrong(
            profile, "meta is merged deeply", Rule.META_WHOLE, merge=breaks.meta_is_merged_deeply
        )
        for name, unknown in (("lost", Unknown.MALFORMED), ("pending", "pending")):
            yield _wrong(
                profile,
                f"an unknown status is {name}",
                Rule.UNKNOWN_WORD_KEPT,
                shape=breaks.words_are("ToolCallStatus", unknown),
            )
        yield _wrong(
            profile,
            "a malformed title is null",
            Rule.PATCH_MALFORMED,
            field=breaks.marked("ToolCallUpdate.title"),
            wrap=breaks.malformed_is_null,
        )
        yield _wrong(
            profile,
            "a malformed known variant is kept raw",
            Rule.KNOWN_VARIANT_MALFORMED,
            wrap=breaks.malformed_variant_is_unknown,
            session=situations.NothingWithoutId,
        )
    newer = "acp-v2-1.20"
    yield _wrong(
        newer,
        "capabilities are lost",
        Rule.VALUE,
        shape=breaks.fields_are_lost("ToolCallUpdate.capabilities"),
    )
    yield _wrong(
        newer,
        "paused is refused",
        Rule.WORD,
        wrap=breaks.word_is_refused("ToolCallStatus", "paused"),
    )


_OF_V1 = (
    _wrong(
        "acp-v1",
        "an unknown kind is read",
        Rule.UNKNOWN_WORD_REPLACED,
        Rule.UNKNOWN_WORD_IN_UPDATE,
        shape=breaks.words_are("ToolKind", "read"),
    ),
    _wrong(
        "acp-v1",
        "an unknown status is kept",
        Rule.UNKNOWN_WORD_MALFORMED,
        shape=breaks.words_are("ToolCallStatus", Unknown.KEPT),
    ),
    _wrong("acp-v1", "null clears", Rule.FOLD_NULL_KEEPS, field=breaks.null_is_a_value),
    _wrong(
        "acp-v1",
        "meta of the update is taken",
        Rule.META_STAYS,
        patch=breaks.meta_of_the_update_is_taken,
    ),
)


def _of_early() -> Iterator[Wrong]:
    early = "acp-0.0.26"
    yield _wrong(
        early,
        "an outcome is written cancelled",
        Rule.ALIAS,
        change=breaks.the_other_spelling_is_written,
    )
    yield _wrong(
        early, "an outcome cancelled is refused", Rule.ALIAS, shape=breaks.aliases_are_refused
    )
    yield _wrong(
        early,
        "a location is written without its type",
        Rule.CONSTANT,
        shape=breaks.constants_are_lost,
    )
    for union in ("AgentRequest", "ClientResponse", "EmbeddedResourceResource"):
        yield _wrong(
            early,
            f"the last {union} is first",
            Rule.FIRST_VARIANT,
            shape=breaks.the_last_variant_is_first(union),
        )
    yield _wrong(early, "null is the default", Rule.DEFAULT_NULL, field=breaks.null_is_the_default)
    yield _wrong(
        early,
        "a malformed title is forgiven",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        field=breaks.malformed_is_forgiven("ToolCallUpdate.title"),
    )
    yield _wrong(
        early,
        "what is malformed is forgiven",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        field=breaks.malformed_is_forgiven(),
    )


def _of_megacode() -> Iterator[Wrong]:
    megacode = "megacode"
    yield _wrong(
        megacode,
        "the first of two members counts",
        Rule.LAST_COUNTS,
        texts=breaks.texts_are(last_counts=False),
        choices={"member-twice": "first"},
    )
    yield _wrong(
        megacode,
        "a line with a member twice is refused",
        Rule.LAST_COUNTS,
        texts=breaks.texts_are(last_counts=False),
        choices={"member-twice": "refused"},
    )
    yield _wrong(
        megacode,
        "an unknown type of line is refused",
        Rule.UNKNOWN_VARIANT_SKIPPED,
        shape=breaks.unknown_variants_are_refused,
    )
    yield _wrong(
        megacode,
        "a malformed known line passes for an unknown one",
        Rule.KNOWN_VARIANT_MALFORMED,
        wrap=breaks.malformed_variant_is_unknown,
    )
    yield _wrong(
        megacode,
        "deep input is refused",
        Rule.DEEP_FORGIVEN,
        texts=breaks.texts_are(forgiven=None),
    )
    yield _wrong(
        megacode,
        "what is deep elsewhere is forgiven",
        Rule.DEEP_REFUSED,
        before=breaks.deep_members_are_null,
    )
    yield _wrong(
        megacode,
        "what is deep is read",
        Rule.DEEP_FORGIVEN,
        Rule.DEEP_REFUSED,
        texts=breaks.texts_are(shallow=False),
        choices={"deep-nesting": "read"},
    )
    yield _wrong(
        megacode, "deep input is never told", Rule.DEEP_FORGIVEN, change=breaks.depth_is_not_told
    )
    yield _wrong(
        megacode,
        "a malformed model is forgiven",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        field=breaks.malformed_is_forgiven("Info.model"),
    )
    yield _wrong(
        megacode,
        "what is malformed is forgiven",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        field=breaks.malformed_is_forgiven(),
    )
    yield _wrong(
        megacode, "null is the default", Rule.DEFAULT_NULL, field=breaks.null_is_the_default
    )
    yield _wrong(
        megacode,
        "null input is refused",
        Rule.OPAQUE,
        Rule.DEEP_FORGIVEN,  # what is nested too deeply is null
        wrap=breaks.null_is_refused,
    )
    yield _wrong(
        megacode,
        "an unknown line is the last",
        Rule.STREAM_ITEMS,
        items=situations.unknown_lines_end_it,
    )
    for name, command in (
        ("two newlines", situations.two_newlines),
        ("no newline", situations.no_newline),
        ("newlines in strings", situations.newlines_inside),
    ):
        yield _wrong(megacode, f"a command has {name}", Rule.COMMAND_LINE, command=command)
    for name, command in (
        ("does not count the newline", situations.newline_is_not_counted),
        ("is left out", situations.limit_is_left_out),
    ):
        yield _wrong(megacode, f"the limit {name}", Rule.LINE_LIMIT, command=command)
    for name, cut in (
        ("a byte late", situations.cut_a_byte_late),
        ("a character early", situations.cut_a_character_early),
        ("by characters", situations.cut_by_characters),
    ):
        yield _wrong(megacode, f"a text is cut {name}", Rule.CUT, cut=cut)


_OF_SUBC = (
    _wrong("subc", "null arguments are refused", Rule.OPAQUE, wrap=breaks.null_is_refused),
    _wrong("subc", "what is absent is null", Rule.LEFT_OUT, field=breaks.absent_is_null),
    _wrong("subc", "digits are lost", Rule.DIGITS, change=breaks.digits_are_lost),
    _wrong(
        "subc",
        "a malformed id is forgiven",
        Rule.OPTIONAL_MALFORMED_REFUSED,
        field=breaks.malformed_is_forgiven(),
    ),
)


def _of_sessions() -> Iterator[Wrong]:
    for profile in ACP:
        for name, rule, session in (
            ("ids are matched in any case", Rule.SESSION_IDS, situations.IdsInAnyCase),
            ("updates reach the last call", Rule.SESSION_IDS, situations.OneCallAlone),
            ("nothing changes after the end", Rule.SESSION_PATCHES, situations.NothingAfterTheEnd),
            ("other updates clear", Rule.SESSION_OTHER, situations.OthersClear),
        ):
            yield _wrong(profile, name, rule, session=session)
    for profile in V2:
        for name, rule, session in (
            ("a chunk replaces", Rule.CHUNK_APPENDS, situations.ChunksReplace),
            ("a chunk onto what was cleared", Rule.CHUNK_APPENDS, situations.ChunksOntoNothing),
            ("later content is appended", Rule.CONTENT_REPLACES, situations.ChunksStay),
            ("an update makes no call", Rule.SESSION_CREATES, situations.UpdatesMakeNoCall),
        ):
            yield _wrong(profile, name, rule, session=session)


def _of_streams() -> Iterator[Wrong]:
    for profile in STREAMS:
        for name, rule, lines in (
            ("split as Python does", Rule.STREAM_NEWLINE, situations.split_as_python_does),
            ("split at U+2028", Rule.STREAM_NEWLINE, situations.split_at_line_separators),
            ("with its carriage return", Rule.STREAM_CRLF, situations.carriage_returns_stay),
            ("bad if blank, and the last", Rule.STREAM_BLANK, situations.blank_lines_end_it),
            ("bad if blank", Rule.STREAM_BLANK, situations.blank_lines_are_bad),
            ("lost without newline", Rule.STREAM_LAST, situations.the_last_newline_is_needed),
            ("repaired", Rule.STREAM_UTF8, situations.what_is_no_utf8_is_replaced),
            ("read in 64 KiB", Rule.STREAM_LONG, situations.lines_have_a_limit),
            ("of one piece alone", Rule.STREAM_CUT, situations.each_piece_is_lines),
            ("decoded in pieces", Rule.STREAM_CUT, situations.each_piece_is_decoded_alone),
        ):
            yield _wrong(profile, f"a line is {name}", rule, lines=lines)
        yield _wrong(
            profile,
            "half characters are lost",
            Rule.STREAM_CUT,
            Rule.STREAM_UTF8,  # what is no UTF-8 is lost in the same way
            lines=situations.half_characters_are_lost,
        )
        for name, rule, items in (
            ("the order is turned round", Rule.STREAM_ITEMS, situations.order_is_turned),
            ("a bad line kills", Rule.STREAM_BAD, situations.bad_lines_kill),
            ("a bad line is the last", Rule.STREAM_BAD, situations.bad_lines_end_it),
        ):
            yield _wrong(profile, name, rule, items=items)
        if profile in ACP:
            for name, message in (
                ("every method is read", situations.every_method_is_read),
                ("other methods are bad", situations.other_methods_are_bad),
            ):
                yield _wrong(profile, name, Rule.STREAM_OTHER, message=message)


WRONG: Sequence[Wrong] = (
    *_of_tolerant(),
    *_of_v2(),
    *_OF_V1,
    *_of_early(),
    *_of_megacode(),
    *_OF_SUBC,
    *_of_sessions(),
    *_of_streams(),
)


def _basics() -> Iterator[Wrong]:
    """Give those that break what many cases of other rules rest on."""
    for profile, table in PROFILES.items():
        yield _wrong(
            profile,
            "unknown members are refused",
            Rule.UNKNOWN_MEMBER,
            wrap=breaks.unknown_members_are_refused,
        )
        yield _wrong(profile, "texts are trimmed", Rule.TEXT, wrap=breaks.texts_are_trimmed)
        yield _wrong(
            profile,
            "no member is required",
            Rule.REQUIRED_ABSENT,
            field=breaks.everything_is_optional(table),
            session=situations.NothingWithoutId,
        )
        if profile != "subc":
            yield _wrong(
                profile, "the tag comes first", Rule.MEMBER_ORDER, wrap=breaks.the_tag_is_first
            )
            yield _wrong(
                profile, "integers are narrow", Rule.BOUNDS, shape=breaks.integers_are_narrow
            )
            if profile != "acp-v2":  # what its lowest numbers are, its revision says otherwise
                yield _wrong(
                    profile, "integers start late", Rule.BOUNDS, shape=breaks.integers_start_late
                )
            yield _wrong(
                profile, "integers are signed", Rule.BELOW_ZERO, shape=breaks.integers_are_signed
            )
    for profile in (*ACP, "acp-0.0.26"):
        yield _wrong(
            profile,
            "annotations are lost",
            Rule.VALUE,
            shape=breaks.fields_are_lost(
                *(f"{owner}.annotations" for owner in _ANNOTATED),
            ),
        )
        yield _wrong(
            profile,
            "the last variant is first",
            Rule.FIRST_VARIANT,
            shape=breaks.the_last_variant_is_first(),
        )
    for profile in ("acp-v1", "acp-0.0.26"):
        yield _wrong(
            profile,
            "unknown variants are kept",
            Rule.UNKNOWN_VARIANT_REFUSED,
            shape=breaks.unknown_variants_are_kept,
        )
    for profile in V2:
        yield _wrong(
            profile,
            "unknown variants are refused",
            Rule.UNKNOWN_VARIANT_KEPT,
            shape=breaks.unknown_variants_are_refused,
        )
        yield _wrong(
            profile,
            "nothing is tolerated",
            Rule.OPTIONAL_MALFORMED,
            Rule.PATCH_MALFORMED,
            field=breaks.nothing_is_tolerated,
        )
    for profile in (*V2, "megacode"):
        yield _wrong(
            profile,
            "every word is closed",
            Rule.UNKNOWN_WORD_KEPT,
            shape=breaks.every_word_is_closed,
        )
    yield _wrong(
        "acp-v1",
        "nothing is tolerated",
        Rule.OPTIONAL_MALFORMED,
        field=breaks.nothing_is_tolerated,
    )
    yield _wrong(
        "acp-v1",
        "every word is closed",
        Rule.UNKNOWN_WORD_IN_UPDATE,
        shape=breaks.every_word_is_closed,
    )


_ANNOTATED = (
    "TextContent",
    "ImageContent",
    "AudioContent",
    "ResourceLink",
    "EmbeddedResource",
)
BASICS: Sequence[Wrong] = tuple(_basics())
