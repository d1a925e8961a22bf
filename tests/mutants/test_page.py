"""The stored numbers are those of the operators, the page is made of them, and they are good."""

from pathlib import Path

from toolwire.conformance.mutants.kept import KEPT
from toolwire.conformance.mutants.page import outdated, read
from toolwire.reference import PROFILES, Rule

DOCS = Path(__file__).parents[2] / "docs"


def test_it_is_up_to_date() -> None:
    assert outdated(DOCS) == [], "run toolwire mutants --write docs"


def test_every_mutant_is_killed_by_its_own() -> None:
    for profile, numbers in read(DOCS).items():
        counts = numbers["counts"]
        assert counts["survived"] == counts["killed by others alone"] == 0, profile
        assert counts["killed by their own"] == counts["mutants"] - counts["equivalent"] > 0


def test_every_requirement_kills_a_mutant_alone_or_it_is_argued_why_it_is_kept() -> None:
    idle = {
        Rule(rule)
        for numbers in read(DOCS).values()
        for rule, kills in numbers["requirements"].items()
        if kills["alone"] == 0
    }
    assert idle == set(KEPT)
    assert set(read(DOCS)) == set(PROFILES)
