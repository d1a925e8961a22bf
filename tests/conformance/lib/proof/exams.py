"""Examining a candidate of the tests, requirement by requirement."""

from collections.abc import Mapping

from toolwire.conformance.examiner import Examiner
from toolwire.conformance.requirements import requirements
from toolwire.conformance.results import Result
from toolwire.reference import Rule

from .candidates import Made

SEED = 1


def examine(made: Made, profile: str, examples: int = 20) -> Mapping[Rule, Result]:
    """Put every requirement of `profile` to the test."""
    examiner = Examiner(made, made.start(), made.spec, seed=SEED, examples=examples)
    return {each.rule: examiner.examine(each) for each in requirements(profile)}


def failed(results: Mapping[Rule, Result]) -> set[Rule]:
    """Give the rules whose requirements failed, at whatever level."""
    return {rule for rule, result in results.items() if result.failed}
