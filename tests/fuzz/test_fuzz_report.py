"""`fuzz.json` and `fuzz.html`."""

import json
import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from toolwire.fuzz.html_page import html_page
from toolwire.fuzz.journal import Point
from toolwire.fuzz.plot import plot
from toolwire.fuzz.report import thinned

HOSTILE = "</pre></details><script>alert(1)</script><img src=//e.example> {{ 7 * 7 }} \x1b[31m"


def schema(package, name):
    return json.loads(files(package).joinpath(name).read_text("utf-8"))


@pytest.fixture(scope="module")
def validator():
    known = schema("toolwire.conformance", "report.schema.json")
    registry = Registry().with_resource(known["$id"], Resource.from_contents(known))
    own = schema("toolwire.fuzz", "fuzz.schema.json")
    Draft202012Validator.check_schema(own)
    return Draft202012Validator(own, registry=registry)


@pytest.fixture
def found(fuzz, wrong, report):
    fault = f'if value.get("title", 0) is None: raise ValueError({HOSTILE!r})'
    result = fuzz(f"--impl={wrong(fault)}", "--runs=1200", "--engine=novelty", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    return report()


def test_the_report_keeps_to_its_schema(found, validator):
    validator.validate(found)
    assert found["failures"]
    for name in found:
        with pytest.raises(Exception, match="required property"):
            validator.validate({key: value for key, value in found.items() if key != name})


class Page(HTMLParser):
    """The tags of a page, and what its addresses are."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.addresses, self.open = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href", "action")]
        assert not [name for name, _ in attributes if name.startswith("on") or name == "style"]


def test_the_page_shows_what_was_said_as_text(found, tmp_path):
    text = (tmp_path / "state" / "fuzz.html").read_text("utf-8")
    page = Page(text)
    assert "script" not in page.tags
    assert "img" not in page.tags
    assert page.addresses == []
    assert "&lt;script&gt;alert(1)" in text
    assert "{{ 7 * 7 }}" in text
    assert "\x1b" not in text
    assert {"svg", "polyline", "details"} <= page.tags
    assert "prefers-color-scheme: dark" in text
    assert "toolwire replay" in re.sub(r"\S*/toolwire", "toolwire", text)
    assert html_page(found) == text


def test_a_page_without_failures(found):
    text = html_page({**found, "failures": [], "points": found["points"][:1]})
    assert "Nothing was found that the candidate gets wrong." in text
    assert "<svg" not in text


def test_a_page_stays_small(found):
    [failure] = found["failures"]
    many = {**found, "failures": [failure] * 2_000}
    many["failures"][0]["failure"]["texts"] = ["x" * 4_000]
    assert len(html_page(many).encode()) < 9_000_000


def test_the_plot_rises_and_ends_where_the_points_do():
    points = [
        {"seconds": s, "executions": 10 * s, "corpus": s, "coverage": 3 * s, "failures": s // 40}
        | {"engine": "novelty"}
        for s in range(0, 100, 10)
    ]
    made = plot(points, "novelty")
    heights = [float(each.split(",")[1]) for each in made.coverage.split()]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] == made.bottom
    assert made.words == (
        "After 0:01:30 and 900 inputs 270 outcomes were seen, and 2 failures are distinct."
    )
    assert plot(points[:1], "novelty") is None
    none = [{**each, "coverage": 0, "failures": 0} for each in points]
    assert plot(none, "novelty") is not None


def test_the_plot_shows_the_coverage_of_one_engine():
    engines = ["atheris"] * 4 + ["novelty"] * 3 + ["atheris"] * 3
    points = [
        {"seconds": s, "executions": s, "corpus": s, "coverage": covered, "failures": 0}
        | {"engine": engine}
        for s, (engine, covered) in enumerate(
            zip(engines, [9, 10, 11, 12, 700, 800, 900, 12, 13, 14], strict=True)
        )
    ]
    made = plot(points, "atheris")
    heights = [float(each.split(",")[1]) for each in made.coverage.split()]
    assert len(heights) == 7
    assert heights == sorted(heights, reverse=True)
    assert made.counted == "edges that the engine atheris has seen"


def test_points_are_thinned_evenly():
    points = [Point(float(second), 0, 0, 0, 0) for second in range(10_000)]
    found = thinned(points, 400)
    assert len(found) == 400
    assert (found[0], found[-1]) == (points[0], points[-1])
    assert thinned(points[:3], 400) == points[:3]
