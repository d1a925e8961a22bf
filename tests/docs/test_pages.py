"""The generated pages say what the tables say."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from toolwire.conformance import pages as generated
from toolwire.conformance.oracle import oracle
from toolwire.conformance.requirements import requirements
from toolwire.reference import ODDITIES, PROFILES


def test_the_generated_pages_are_up_to_date(docs: Path) -> None:
    assert generated.outdated(docs) == [], f"run {generated.COMMAND}"


def test_every_requirement_has_a_section() -> None:
    page = generated.requirements_page()
    for profile in PROFILES:
        for requirement in requirements(profile):
            assert f"\n### {requirement.id}\n\n{requirement.sentence}\n" in page


@pytest.mark.parametrize("name", ODDITIES)
def test_the_example_of_an_oddity_is_unsettled_because_of_it_alone(name: str) -> None:
    example = generated.EXAMPLES[name]
    answers = oracle(example.profile).answers(example.input)
    assert answers.oddities == {name}
    assert not answers.settled


def test_every_reading_is_put_in_words() -> None:
    named = {reading for oddity in ODDITIES.values() for reading in oddity.readings}
    assert named == set(generated.READINGS)
    assert set(ODDITIES) == set(generated.EXAMPLES)


def test_the_command_finds_and_mends_what_is_out_of_date(tmp_path: Path) -> None:
    (tmp_path / "requirements.md").write_text("old")
    check = CliRunner().invoke(generated.main, [str(tmp_path)])
    assert check.exit_code == 1
    assert "requirements.md: out of date" in check.output
    assert "oddities.md: out of date" in check.output
    assert (tmp_path / "requirements.md").read_text() == "old"
    assert CliRunner().invoke(generated.main, ["--write", str(tmp_path)]).exit_code == 0
    assert CliRunner().invoke(generated.main, [str(tmp_path)]).exit_code == 0
