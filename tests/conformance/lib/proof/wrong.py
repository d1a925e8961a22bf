"""The wrong candidates: each with one thing broken, and the rules that name it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import PROFILES, Rule
from toolwire.reference.shapes import Unknown

from . import breaks
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
        table = altered(PROFILES[self.profile], **self.table)
        return Made(self.name, {self.profile: table}, **self.hooks, **more)


def _wrong(
    profile: str,
    name: str,
    *rules: Rule,
    field: Callable[..., Any] | None = None,
    shape: Callable[..., Any] | None = None,
    **hooks: Any,
) -> Wrong:
    table = {"field": field, "shape": shape}
    given = {name: change for name, change in table.items() if change is not None}
    return Wrong(profile, name, frozenset(rules), given, hooks)


def _of_both(profile: str) -> Sequence[Wrong]:
    return (
        _wrong(
            profile,
            "content is appended",
            Rule.FOLD_LIST,
            patch=breaks.content_is_appended,
        ),
        _wrong(
            profile,
            "a bad item fails its list",
            Rule.BAD_ITEM,
            shape=breaks.no_item_is_skipped,
        ),
        _wrong(
            profile,
            'line "3" is read as 3',
            Rule.NO_COERCION,
            field=breaks.marked("ToolCallLocation.line"),
            wrap=breaks.digits_are_a_number,
        ),
        _wrong(
            profile,
            "snake_case names are read",
            Rule.EXACT_NAME,
            wrap=breaks.snake_case_is_read,
        ),
    )


_V2 = (
    _wrong("acp-v2", "null is omitted", Rule.PATCH_NULL, field=breaks.null_is_omitted),
    _wrong("acp-v2", "meta is replaced", Rule.META_MERGES, merge=breaks.meta_is_replaced),
    _wrong("acp-v2", "meta is merged deeply", Rule.META_WHOLE, merge=breaks.meta_is_merged_deeply),
    *_of_both("acp-v2"),
    _wrong(
        "acp-v2",
        "an unknown status is lost",
        Rule.UNKNOWN_WORD_KEPT,
        shape=breaks.words_are("ToolCallStatus", Unknown.MALFORMED),
    ),
    _wrong(
        "acp-v2",
        "an unknown status is pending",
        Rule.UNKNOWN_WORD_KEPT,
        shape=breaks.words_are("ToolCallStatus", "pending"),
    ),
    _wrong(
        "acp-v2",
        "a malformed title is null",
        Rule.PATCH_MALFORMED,
        field=breaks.marked("ToolCallUpdate.title"),
        wrap=breaks.malformed_is_null,
    ),
    _wrong(
        "acp-v2",
        "a malformed known variant is kept raw",
        Rule.KNOWN_VARIANT_MALFORMED,
        wrap=breaks.malformed_variant_is_raw,
    ),
)
_V1 = (
    *_of_both("acp-v1"),
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
    _wrong(
        "acp-v1",
        "null clears",
        Rule.FOLD_NULL_KEEPS,
        field=breaks.null_is_a_value,
    ),
    _wrong(
        "acp-v1",
        "meta of the update is taken",
        Rule.META_STAYS,
        patch=breaks.meta_of_the_update_is_taken,
    ),
)
WRONG: Sequence[Wrong] = (*_V2, *_V1)


def _basics_of(profile: str) -> Sequence[Wrong]:
    """Give those that break what many cases of other rules rest on."""
    return (
        _wrong(profile, "annotations are lost", Rule.VALUE, field=breaks.annotations_are_lost),
        _wrong(
            profile,
            "unknown members are refused",
            Rule.UNKNOWN_MEMBER,
            wrap=breaks.unknown_members_are_refused,
        ),
        _wrong(profile, "texts are trimmed", Rule.TEXT, wrap=breaks.texts_are_trimmed),
        _wrong(
            profile,
            "no member is required",
            Rule.REQUIRED_ABSENT,
            field=breaks.everything_is_optional,
        ),
        _wrong(
            profile,
            "the last variant is first",
            Rule.FIRST_VARIANT,
            shape=breaks.the_last_variant_is_first,
        ),
        _wrong(profile, "integers are narrow", Rule.BOUNDS, shape=breaks.integers_are_narrow),
        _wrong(profile, "integers are signed", Rule.BELOW_ZERO, shape=breaks.integers_are_signed),
    )


BASICS: Sequence[Wrong] = (
    *_basics_of("acp-v1"),
    *_basics_of("acp-v2"),
    _wrong(
        "acp-v1",
        "nothing is tolerated",
        Rule.OPTIONAL_MALFORMED,
        field=breaks.nothing_is_tolerated,
    ),
    _wrong(
        "acp-v2",
        "nothing is tolerated",
        Rule.OPTIONAL_MALFORMED,
        Rule.PATCH_MALFORMED,
        field=breaks.nothing_is_tolerated,
    ),
    _wrong(
        "acp-v1",
        "unknown variants are kept",
        Rule.UNKNOWN_VARIANT_REFUSED,
        shape=breaks.unknown_variants_are_kept,
    ),
    _wrong(
        "acp-v2",
        "unknown variants are refused",
        Rule.UNKNOWN_VARIANT_KEPT,
        shape=breaks.unknown_variants_are_refused,
    ),
    _wrong(
        "acp-v1",
        "every word is closed",
        Rule.UNKNOWN_WORD_IN_UPDATE,
        shape=breaks.every_word_is_closed,
    ),
    _wrong(
        "acp-v2",
        "every word is closed",
        Rule.UNKNOWN_WORD_KEPT,
        shape=breaks.every_word_is_closed,
    ),
)
