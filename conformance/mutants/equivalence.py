"""Arguments: why a mutant of an operator cannot be told from what is right, at which sites.

An argument is about what the documents ask for and the judge looks at; where it holds, nobody is
asked to do otherwise. No mutant is ever excluded by its name.
"""

from toolwire.reference.shapes import Presence

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
