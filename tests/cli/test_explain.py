"""`toolwire explain`."""

import pytest

from toolwire.conformance.requirements import find, requirements
from toolwire.corpus.cases import cases_of
from toolwire.corpus.sources import resolve
from toolwire.reference import PROFILES, Rule


def test_a_requirement(toolwire):
    result = toolwire("explain", "acp-v2/null-clears")
    found = find("acp-v2/null-clears")
    assert result.returncode == 0
    for part in (found.id, found.sentence, found.level.value, resolve(found.source).citation):
        assert part in result.stdout
    assert '      {"toolCallId":"x","kind":null}' in result.stdout.splitlines()


def test_how_many_inputs_there_are_by_source(toolwire):
    text = toolwire("explain", "acp-v2/null-clears").stdout
    stored = len(cases_of("acp-v2", Rule.PATCH_NULL))
    assert f"  inputs  9 enumerated, {stored} from the corpus, more drawn in a run; the " in text


def test_how_many_inputs_are_shown(toolwire):
    def shown(number):
        text = toolwire("explain", "acp-v2/null-clears", f"--inputs={number}").stdout
        return sum(line.endswith(" (decode ToolCallUpdate)") for line in text.splitlines())

    assert [shown(0), shown(2), shown(1_000)] == [0, 2, 9]


def test_an_unknown_one_names_those_that_come_near(toolwire):
    result = toolwire("explain", "acp-v2/nul-clears")
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: there is no requirement 'acp-v2/nul-clears'; near it: ")
    assert "acp-v2/null-clears" in line


def test_an_unknown_one_that_nothing_is_like(toolwire):
    result = toolwire("explain", "12345")
    assert result.returncode == 2
    assert result.stderr == "Error: there is no requirement '12345' (see `toolwire list`)\n"


@pytest.mark.parametrize("profile", PROFILES)
def test_every_requirement_can_be_explained(profile):
    """In this process, for there are many."""
    from toolwire.conformance.cli import _explanation

    for each in requirements(profile):
        text = _explanation(each, 3)
        assert text.isprintable() or set(filter(lambda c: not c.isprintable(), text)) == {"\n"}
        assert each.sentence in text
