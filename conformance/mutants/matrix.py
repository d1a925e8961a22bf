"""The kill matrix: which requirement kills which mutant, as JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import Rule

from ..requirements import requirements
from .population import counts, population
from .running import Verdict

FORMAT = 1
"""The number of this form of the matrix."""


@dataclass(frozen=True)
class Matrix:
    """What came of the mutants of one profile."""

    profile: str
    verdicts: Sequence[Verdict]

    @property
    def asked(self) -> list[Verdict]:
        """Give the verdicts on mutants that are not equivalent."""
        return [each for each in self.verdicts if each.mutant.equivalent is None]

    @property
    def survivors(self) -> list[Verdict]:
        """Give those that no requirement of a rule that they break has killed."""
        return [each for each in self.asked if not each.killed_by_own]

    @property
    def refuted(self) -> list[Verdict]:
        """Give the mutants that are held to be equivalent, and are killed."""
        equivalent = (each for each in self.verdicts if each.mutant.equivalent is not None)
        return [each for each in equivalent if not each.survived]

    def kills(self) -> Mapping[Rule, int]:
        """Give how many mutants each requirement kills."""
        found = Counter(rule for each in self.asked for rule in each.kills.rules)
        return {each.rule: found[each.rule] for each in requirements(self.profile)}

    def alone(self) -> Mapping[Rule, int]:
        """Give how many mutants each requirement kills that nothing else kills."""
        single = [each.kills.rules for each in self.asked if len(each.kills.rules) == 1]
        found = Counter(rule for [rule] in single)
        return {each.rule: found[each.rule] for each in requirements(self.profile)}

    def to_json(self) -> dict[str, Any]:
        """Give the matrix as JSON: the numbers, and of each mutant what kills it."""
        alone = self.alone()
        return {
            "profile": self.profile,
            "counts": {
                "mutants": len(self.verdicts),
                "equivalent": len(self.verdicts) - len(self.asked),
                "killed by their own": sum(each.killed_by_own for each in self.asked),
                "killed by others alone": sum(
                    bool(each.kills.rules) and not each.killed_by_own for each in self.asked
                ),
                "killed by drawn trials alone": sum(
                    not each.kills.rules and bool(each.drawn) for each in self.asked
                ),
                "survived": sum(each.survived for each in self.asked),
            },
            "requirements": {
                rule.value: {"kills": kills, "alone": alone[rule]}
                for rule, kills in self.kills().items()
            },
            "mutants": [_entry(each) for each in self.verdicts],
        }


def _entry(verdict: Verdict) -> dict[str, Any]:
    mutant = verdict.mutant
    found: dict[str, Any] = {
        "id": mutant.id,
        "breaks": [rule.value for rule in mutant.rules],
        "killed by": [rule.value for rule in verdict.kills.rules],
    }
    if verdict.drawn:
        found["killed by drawn trials of"] = [rule.value for rule in verdict.drawn]
    if mutant.equivalent is not None:
        found["equivalent"] = mutant.equivalent.name
    if verdict.survived:
        found["asked"], found["changed"] = verdict.kills.asked, verdict.kills.changed
    return found


def as_json(matrices: Iterable[Matrix]) -> dict[str, Any]:
    """Give several profiles' matrices as one JSON value."""
    return {"format": FORMAT, "profiles": [each.to_json() for each in matrices]}


def summary(matrix: Matrix) -> dict[str, Any]:
    """Give what the page keeps of a matrix: its numbers, without the mutants one by one."""
    found = matrix.to_json()
    del found["mutants"]
    found["operators"] = operators_summary(matrix.profile)
    return found


def operators_summary(profile: str) -> dict[str, Any]:
    """Give for each operator how many mutants it makes, and what is excluded by which argument.

    This much is known without running anything.
    """
    assert population(profile)
    return {
        name: {"made": each.made, **({"equivalent": each.equivalent} if each.equivalent else {})}
        for name, each in counts(profile).items()
    }
