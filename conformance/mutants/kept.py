"""Why a requirement is kept that kills no mutant which nothing else kills."""

from collections.abc import Mapping

from toolwire.reference import Rule

KEPT: Mapping[Rule, str] = {
    Rule.OPTIONAL_ABSENT: (
        "Nearly every input leaves some optional member out, so who gets that wrong fails others "
        "too. It is kept for its name: it says which member is got wrong, and how."
    ),
    Rule.PATCH_ABSENT: (
        "Nearly every update leaves some member out, so who gets that wrong fails others too. It "
        "is kept for its name: it says which member is got wrong, and how."
    ),
    Rule.OPTIONAL_NULL: (
        "Where an absent member must not be written as null, the inputs of that rule hold null "
        "too. It is kept because that rule looks at what is written, and this one at what is read."
    ),
    Rule.BAD_ITEM_REFUSED: (
        "Whoever forgives a bad item also takes the texts in which an item lacks a member or has "
        "a malformed one. It is kept because it says that the list is at fault, and not the item."
    ),
    Rule.NESTING: (
        "Where what is nested past the limit is settled, the inputs of that rule reach up to the "
        "limit too. It is kept because who reads nothing past the limit may still read up to it."
    ),
    Rule.FOLD_OMITTED: (
        "Sessions, and folds of other members, leave members out as well. It is kept because a "
        "profile may have neither, and because it names the member that is lost."
    ),
}
"""By rule; it may be needed in some profiles and not in others."""
