"""The report of a night: `nightly.json`, and its pages."""

import json
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from toolwire.fuzz.nightly.pages import html_page, markdown_page
from toolwire.fuzz.nightly.stage import Command, Outcome, Result
from toolwire.fuzz.nightly.writing import outcome_of

HOSTILE = "</pre><script>alert(1)</script> | `x` **b** [a](http://e.example) \x1b[31m"


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(
        files("toolwire.fuzz.nightly").joinpath("nightly.schema.json").read_text("utf-8")
    )
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("which", ["right", "wrong"])
def test_the_report_keeps_to_its_schema(which, nights, validator):
    folder, _ = nights[which]
    report = json.loads((folder / "out/nightly.json").read_text("utf-8"))
    validator.validate(report)
    for name in report:
        with pytest.raises(Exception, match="required property"):
            validator.validate({key: value for key, value in report.items() if key != name})


class Page(HTMLParser):
    """The tags of a page, and where its links lead."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src")]


def test_the_page_leads_to_those_of_the_stages(nights):
    folder, _ = nights["wrong"]
    links = Page((folder / "out/nightly.html").read_text("utf-8")).links
    assert {"suite/report.html", "fuzz/fuzz.html", "corpus.log"} <= set(links)
    for link in links:
        assert (folder / "out" / link).is_file(), link


def result(outcome=Outcome.FAILED, **others):
    command = Command("toolwire", ["fuzz", f"--impl={HOSTILE}"])
    return Result("fuzz", command, outcome, 1.0, HOSTILE, (HOSTILE,), **others)


@pytest.fixture
def hostile():
    stages = [result().to_json()] * 3
    return {
        "format": 1,
        "toolwire": "0.1.0",
        "target": HOSTILE,
        "began": "2026-01-01T00:00:00+00:00",
        "seconds": 3.0,
        "budget": 60.0,
        "outcome": "failed",
        "stages": stages,
    }


def test_nothing_that_a_candidate_said_is_markup(hostile, validator):
    validator.validate(hostile)
    page = Page(html_page(hostile))
    assert "script" not in page.tags
    assert page.links == []
    tokens = (
        MarkdownIt("commonmark", {"html": True}).enable("table").parse(markdown_page(hostile, []))
    )
    inner = {child.type for token in tokens for child in token.children or ()}
    assert not {token.type for token in tokens} & {"html_block"}
    assert not inner & {"html_inline", "link_open", "code_inline"}


@pytest.mark.parametrize(
    ("stages", "whole"),
    [
        (["passed", "passed", "passed"], "passed"),
        (["passed", "skipped", "passed"], "skipped"),
        (["failed", "skipped", "passed"], "failed"),
        (["failed", "broken", "passed"], "broken"),
        (["stopped", "skipped", "skipped"], "stopped"),
    ],
)
def test_the_whole_is_no_better_than_its_stages(stages, whole):
    assert outcome_of([result(Outcome(each)) for each in stages]) == whole
