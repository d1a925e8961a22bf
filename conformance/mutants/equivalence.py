"""Arguments: why a mutant of an operator cannot be told from what is right, at which sites.

An argument is about what the documents ask for and the judge looks at; where it holds, nobody is
asked to do otherwise. No mutant is ever excluded by its name.
"""

from toolwire.reference.shapes import NO_DEFAULT, Array, Integer, Presence

from .mutant import Argument
from .sites import Site


def _is_optional(site: Site) -> bool:
    return site.own_field.presence is Presence.OPTIONAL


BLANK_NULL = Argument(
    "null is absence",
    "Where a member is merely optional, null, its absence and its default mean the same, so a "
    "candidate may hold any of them.",
    _is_optional,
)
DEFAULT_IS_ABSENCE = Argument(
    "a default is absence",
    "A member that is absent and one that has its default mean the same, so a candidate need not "
    "write the default, unless it is always written.",
    lambda site: not site.own_field.always,
)


def _has_blank_list(site: Site) -> bool:
    if not isinstance(site.shape, Array):
        return False
    if site.own_field.presence is Presence.OPTIONAL:
        return not site.is_update or site.own_field.default_value() == []
    is_required = site.own_field.presence is Presence.REQUIRED
    has_default = site.own_field.default_value() == [] and not site.own_field.always
    return has_default and not is_required


EMPTY_IS_ABSENCE = Argument(
    "an empty list is absence",
    "Where a list is merely optional and no update, an empty one says as much as none.",
    _has_blank_list,
)
NULL_FOR_EMPTY = Argument(
    "null is an empty list",
    "Where a list is merely optional and no update, null says as much as an empty list.",
    lambda site: _has_blank_list(site) and _is_optional(site),
)
EMPTY_FOR_MALFORMED = Argument(
    "what is malformed is as an empty list",
    "A malformed list counts as left out or as empty, and an empty one says as much as none.",
    lambda site: (
        site.own_field.tolerant and (_has_blank_list(site) or site.own_field.default_value() == [])
    ),
)
FALSE_IS_DEFAULT = Argument(
    "false is the default",
    "A member that is left out has its default, and the falsy value is that.",
    lambda site: (
        site.own_field.presence is not Presence.REQUIRED
        and _is_falsy_default(site.own_field.default_value())
    ),
)


def _is_falsy_default(default: object) -> bool:
    return default is not NO_DEFAULT and not default


FOLDED_INTO_DEFAULT = Argument(
    "an unknown word is the default",
    "A word that is not listed is read as the word that is the default, so whether it is read so "
    "or counts as left out cannot be told.",
    lambda site: site.own_field.default == site.shape.unknown and site.own_field.tolerant,
)


def _open_bound(bound: str) -> Argument:
    def holds(site: Site) -> bool:
        elsewhere = getattr(site.shape, "elsewhere", None)
        if elsewhere is None:
            return False
        low, high = elsewhere
        return not low <= getattr(site.shape, bound) <= high

    return Argument(
        "a bound is open",
        "Two deployed revisions draw the bound differently, so a number between the two may be "
        "read or refused.",
        holds,
    )


ZERO_IS_MALFORMED = Argument(
    "zero is malformed too",
    "Where zero is below the lowest number, what is read as zero is refused as before.",
    lambda site: isinstance(site.shape, Integer) and site.shape.low > 0,
)
NEGATIVE_IS_OPEN = Argument(
    "a negative number is open",
    "A deployed revision reads numbers below zero there, so they may be read or refused.",
    lambda site: site.shape.elsewhere is not None and site.shape.elsewhere[0] < 0,
)
BOUND_IS_OPEN = {bound: _open_bound(bound) for bound in ("low", "high")}
