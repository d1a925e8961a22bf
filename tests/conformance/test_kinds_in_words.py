"""What a kind of objection is called: what null means is told of updates alone."""

import pytest

from toolwire.conformance.rendering import kind_in_words


@pytest.mark.parametrize(
    ("kind", "requirement", "expected"),
    [
        ("null became absent", "acp-v2/null-clears", "a clear turned into no change"),
        ("absent became null", "acp-v2/omitted-is-not-null", "no change turned into a clear"),
        ("null became absent", "acp-v2/opaque-json-is-handed-on", "a null was lost"),
        ("absent became null", "acp-v2/meta-null-removes-its-key", "a null was read"),
        ("heard of nowhere", "acp-v2/null-clears", "heard of nowhere"),
    ],
)
def test_a_kind_is_told_as_its_requirement_means_it(kind, requirement, expected):
    said = kind_in_words(kind, requirement)
    assert expected in said
    assert ("clear" in said) is ("clear" in expected)
