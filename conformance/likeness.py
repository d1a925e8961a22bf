"""Whether a smaller input shows the same fault as the one that it was made from.

The answer of the candidate alone does not tell, for it may have several faults. So the input must
still touch the requirement's rule, at the same site, and must touch no rule and no oddity that the
first one does not; what is objected to must be of the same kind and at the same place.
"""

from dataclasses import dataclass

from toolwire.reference import Answers, Rule

from .judge import Objection

_FROM_LEAVING_OUT = {Rule.OPTIONAL_ABSENT, Rule.PATCH_ABSENT, Rule.FOLD_OMITTED}
"""What an input comes to touch when something in it is left out: harmless in every control."""


@dataclass(frozen=True)
class Likeness:
    """What must stay of a failure: its rule and sites, what happened, and where.

    Of a failure that is not attributed yet there is no `rule`, and it has no sites.
    """

    rule: Rule | None
    kind: str
    names: tuple[str, ...]
    sites: frozenset[str]
    rules: frozenset[Rule]
    oddities: frozenset[str]
    settled: bool

    @classmethod
    def of(cls, rule: Rule | None, site: str, answers: Answers, objection: Objection) -> "Likeness":
        """Give the likeness of a failure of `rule` at `site`; the reference answers `answers`.

        A site that the trace does not know, as that of a stored case, is none; then the rule may
        be touched where it will.
        """
        at = frozenset(place for touched, place in answers.trace if touched is rule)
        return cls(
            rule,
            objection.kind,
            _names(objection),
            frozenset([site]) & at or at,
            frozenset(touched for touched, _ in answers.trace) | _FROM_LEAVING_OUT,
            answers.oddities,
            answers.settled,
        )

    def may_be(self, answers: Answers) -> bool:
        """Tell whether an input of these answers can still be about the same."""
        at = {place for rule, place in answers.trace if rule is self.rule}
        return (
            (not self.sites or not self.sites.isdisjoint(at))
            and {rule for rule, _ in answers.trace} <= self.rules
            and answers.oddities <= self.oddities
            and (answers.settled or not self.settled)
        )

    def is_shown(self, objection: Objection | None) -> bool:
        """Tell whether what is objected to is the same."""
        return (
            objection is not None
            and objection.kind == self.kind
            and _names(objection) == self.names
        )


def _names(objection: Objection) -> tuple[str, ...]:
    """Give the way to what is wrong, without the indexes of lists."""
    steps = objection.pointer.split("/")[1:]
    return tuple(step for step in steps if not step.isdigit())
