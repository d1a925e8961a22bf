"""`badge.json` has the form of an endpoint badge of shields.io."""

import json

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance.reports.badge import badge

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["schemaVersion", "label", "message", "color"],
    "properties": {
        "schemaVersion": {"const": 1},
        "label": {"type": "string"},
        "message": {"type": "string", "minLength": 1},
        "color": {
            "enum": ["brightgreen", "green", "yellow", "orange", "red", "lightgrey"],
        },
    },
}
"""As https://shields.io/badges/endpoint-badge says; of its colours those that we use."""


def _badge(report):
    made = json.loads(badge(report))
    Draft202012Validator(SCHEMA).validate(made)
    return made


def _of(make_report, **outcomes):
    """Make a report with so many results of each outcome."""
    report = make_report()
    (result,) = report["results"]
    report["results"] = [
        {**result, "outcome": outcome.replace("_", "-")}
        for outcome, count in outcomes.items()
        for _ in range(count)
    ]
    return report


@pytest.mark.parametrize(
    ("outcomes", "message", "color"),
    [
        ({"passed": 63}, "63/63 MUST", "brightgreen"),
        ({"passed": 60, "not_supported": 3}, "60/63 MUST", "green"),
        ({"passed": 60, "failed": 3}, "60/63 MUST", "yellow"),
        ({"passed": 50, "failed": 13}, "50/63 MUST", "orange"),
        ({"passed": 20, "failed": 43}, "20/63 MUST", "red"),
        ({"failed": 1}, "0/1 MUST", "red"),
        ({"passed": 60, "known": 3}, "60/63 MUST", "yellow"),
        ({"passed": 50, "failed": 3, "known": 10}, "50/63 MUST", "orange"),
        ({"known": 1}, "0/1 MUST", "red"),
        ({"not_supported": 9}, "0/9 MUST", "lightgrey"),
        ({}, "nothing exercised", "lightgrey"),
    ],
)
def test_it_counts_what_is_kept(make_report, outcomes, message, color):
    made = _badge(_of(make_report, **outcomes))
    assert (made["message"], made["color"]) == (message, color)


def test_of_one_candidate_and_profile_it_names_the_profile(make_report, big_report):
    assert _badge(make_report())["label"] == "toolwire acp-v2"
    assert _badge(big_report)["label"] == "toolwire"


def test_only_must_counts(make_report, make_failure):
    should = make_report(make_failure(0, ""), requirement="acp-v2/opaque-digits-are-kept")
    assert _badge(should)["message"] == "nothing exercised"


def test_it_is_ascii_whatever_is_said(hostile_report):
    assert badge(hostile_report).isascii()
