"""`report.html`: one file, small enough, in which whatever a candidate said is text."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from toolwire.conformance.reports.grouping import PROTECTS, sections
from toolwire.conformance.reports.html_page import html_page, is_link
from toolwire.conformance.requirements import find
from toolwire.conformance.rules import Topic
from toolwire.corpus.sources import resolve

VOID = {"meta", "input", "br", "img", "link"}
OPTIONAL = {"dt", "dd"}
"""Elements whose end the page leaves out."""


class Page(HTMLParser):
    """The elements and texts of a page; each that is opened must be closed in its place."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID | OPTIONAL:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        inside = {"style": self.styles, "script": self.scripts}
        inside.get(self._open[-1] if self._open else "", self.texts).append(data)

    @property
    def text(self):
        return "".join(self.texts)

    def all(self, attribute):
        return [attrs[attribute] for _, attrs in self.elements if attribute in attrs]


@pytest.fixture(scope="module")
def big_page(big_report):
    return html_page(big_report)


def test_every_topic_says_what_it_protects():
    assert set(PROTECTS) == set(Topic)
    assert [*PROTECTS][:3] == [Topic.PATCH, Topic.UNKNOWN, Topic.MALFORMED]


def test_a_big_report_is_whole_and_small(big_report, big_page):
    assert len(big_page.encode()) < 3_000_000
    page = Page(big_page)
    assert {each["requirement"] for each in big_report["results"]} < set(page.all("id"))
    assert page.all("class").count("failure") == 2_000
    assert "more in report.json" not in big_page


def test_the_same_report_gives_the_same_bytes(big_report, big_page):
    assert html_page(big_report) == big_page


def test_it_asks_nothing_of_the_network(big_page):
    page = Page(big_page)
    assert {each for each in page.all("href") if not each.startswith("#")} == set()
    assert page.all("src") == page.all("action") == page.all("style") == []
    assert "url(" not in "".join(page.styles)
    assert "@import" not in "".join(page.styles)
    assert {tag for tag, _ in page.elements} & {"link", "img", "iframe", "form", "object"} == set()


def test_the_policy_allows_the_one_style_and_the_one_script(big_page):
    page = Page(big_page)
    (policy,) = (attrs["content"] for _, attrs in page.elements if "http-equiv" in attrs)
    hashes = []
    for text in (page.styles, page.scripts):
        (one,) = text
        digest = base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()
        hashes.append(f"'sha256-{digest}'")
    assert policy == (
        f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]}; "
        "base-uri 'none'; form-action 'none'"
    )


def test_every_link_within_leads_somewhere_and_no_id_stands_twice(big_page):
    page = Page(big_page)
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {each[1:] for each in page.all("href")} <= set(ids)


def test_tables_are_for_screen_readers_too(big_page):
    page = Page(big_page)
    tags = [tag for tag, _ in page.elements]
    assert tags.count("caption") == tags.count("table") == 1 + len(PROTECTS)
    assert {attrs.get("scope") for tag, attrs in page.elements if tag == "th"} == {"row", "col"}
    assert ("html", {"lang": "en"}) in page.elements


def test_a_failure_shows_all_there_is(make_failure, make_report):
    crash = {
        "fault": "crashed",
        "detail": "raised KeyError: 'kind'",
        "stderr": "a warning\nanother",
        "traceback": "Traceback\n  File x\nKeyError",
    }
    page = Page(html_page(make_report(make_failure(7, "no", got=crash, fault="crashed"))))
    requirement = find("acp-v2/null-clears")
    for text in (
        requirement.sentence,
        resolve(requirement.source).citation,
        "ToolCallUpdate.content[7]: a value changed",
        "decode ToolCallUpdate",
        '{"toolCallId": "x", "content": [7, "no"]}',
        "or refused: no",
        "no answer: crashed: raised KeyError: 'kind'",
        "/content/1",
        "a warning\nanother",
        "Traceback\n  File x\nKeyError",
        "toolwire replay .toolwire/failures/acp-v2.null-clears.0000000007.json --impl=mine "
        "--impl-timeout=7.5",
        "1 of 41 wrong",
    ):
        assert text in page.text


def test_no_replay_is_shown_of_what_was_not_stored(make_failure, make_report):
    assert "replay</dt>" not in html_page(make_report(make_failure(7, "no", stored=None)))
    assert "toolwire replay" not in html_page(make_report(make_failure(7, "no", stored=None)))


def test_a_stream_has_a_line_for_each_item_about_the_place(make_failure, make_report):
    items = [{"ok": True, "text": f'"item {number}"'} for number in range(40)]
    failure = make_failure(
        0,
        "",
        op="stream",
        type="Line",
        pointer="/30/title",
        texts=[{"base64": base64.b64encode(b'{"a":1}\n\xff').decode()}, {"base64": "Cg=="}],
        expected=[{"items": [[each, {"nothing": True}] for each in items]}],
        got={"items": [{"ok": False, "error": "bad\nline", "stage": None}, *items[1:]]},
    )
    text = Page(html_page(make_report(failure))).text
    assert "b'{\"a\":1}\\n\\xff\\n'\n(in 2 pieces of 9 + 1 bytes)" in text
    assert '(27 before these)\n[27] "item 27" or nothing\n' in text
    assert '[38] "item 38"\n(and 1 more)' in text
    assert '[30] "item 30"\n' in text
    failure["pointer"] = "/0"
    assert "[0] refused: bad line\n" in Page(html_page(make_report(failure))).text


def test_what_a_candidate_said_is_no_markup(hostile_report):
    html = html_page(hostile_report)
    page = Page(html)
    assert len(page.scripts) == len(page.styles) == 1
    tags = {tag for tag, _ in page.elements}
    assert tags & {"img", "b", "a:link"} == set()
    assert not [name for _, attrs in page.elements for name in attrs if name.startswith("on")]
    assert "</script><img src=x onerror=alert(1)>" in page.text
    assert "{{ 7 * 7 }} {% raw %} &amp; &#60;" in page.text


def test_what_no_one_can_see_is_escaped(hostile_report):
    html = html_page(hostile_report)
    seen = {each for each in html if not each.isprintable()}
    assert seen == {"\n"}
    for text in (r"\u202egnp.exe\u2066\x1b[31mred\x1b]0;title\x07", r"a\x00b", r"\ud800e\ufeff"):
        assert text in html


def test_long_texts_are_cut_and_counted(make_failure, make_report):
    got = {"ok": True, "text": {"cut": "g" * 4_000, "length": 1_000_000}}
    huge = make_failure(0, "", texts=["i" * 4_000], got=got)
    html = html_page(make_report(huge))
    assert len(html) < 30_000
    assert f"{'g' * 2_000} …998,000 more…" in html
    assert "…2,000 more characters…" in html


def test_more_failures_show_less_of_each(make_failure, make_report):
    long = [make_failure(number, "x" * 3_500) for number in range(2_000)]
    few, many = (html_page(make_report(*long[:count])) for count in (20, 2_000))
    assert "x" * 1_000 in few
    assert "x" * 1_000 not in many
    assert many.count('class="failure"') == 2_000
    assert len(many.encode()) < 3_000_000


def test_far_too_many_failures_are_counted(make_failure, make_report):
    html = html_page(make_report(*(make_failure(number, "x" * 99) for number in range(9_000))))
    assert len(html.encode()) < 3_000_000
    assert html.count('class="failure"') == 50
    assert "8950 more in report.json" in html


def test_a_candidate_that_was_not_asked_says_so(make_report):
    report = make_report()
    report["candidates"].append({**report["candidates"][0], "name": "other"})
    assert "not asked" in Page(html_page(report)).text


def test_what_stands_in_the_way_is_named(make_report):
    blocked = {"acp-v2/values-are-kept": 3, "acp-v2/not-json-is-refused": 9}
    report = make_report(outcome="not-exercised", tried={}, blocked=blocked)
    text = Page(html_page(report)).text
    assert "blocked: not-json-is-refused and 1 more" in text
    assert "nothing was exercised" in text


def test_requirements_of_another_version_are_shown(make_report):
    report = make_report()
    report["results"][0]["requirement"] = "acp-v9/new-one"
    (section,) = sections(report)
    assert section.title == "other"
    assert "acp-v9/new-one" in Page(html_page(report)).text


def test_the_documentation_is_linked_where_it_is_known(make_report):
    page = Page(html_page(make_report(), "https://example.org/docs/"))
    assert set(page.all("href")) >= {
        "https://example.org/docs/requirements.md#acp-v2null-clears",
        "https://example.org/docs/protocols/acp-v2.md",
    }


@pytest.mark.parametrize(
    ("address", "is_good"),
    [
        ("https://example.org/a?b#c", True),
        ("../docs", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("https://a b", False),
        ("docs\n", False),
        ("", False),
    ],
)
def test_links_lead_to_pages_only(address, is_good):
    assert is_link(address) is is_good


def _luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_can_be_read():
    style = files("toolwire.conformance.reports").joinpath("templates/report.css").read_text()
    themes = [dict(re.findall(r"--(\w+): (#\w{6});", each)) for each in style.split(":root {")[1:]]
    assert len(themes) == 3
    for theme in themes:
        for ground in (theme.pop("page"), theme.pop("panel")):
            for name, color in theme.items():
                low, high = sorted((_luminance(ground), _luminance(color)))
                if name != "line":
                    assert (high + 0.05) / (low + 0.05) >= 4.5, (name, color, ground)


def test_what_is_known_has_a_word_a_sign_and_its_reason(make_failure, make_report):
    failures = [make_failure(1, "", known="<b>mended</b> soon"), make_failure(2, "", known="")]
    html = html_page(make_report(*failures, outcome="known"))
    page = Page(html)
    assert "known: <b>mended</b> soon; no reason is given" in page.text
    assert "known<b>mended</b> soon" in page.text
    assert "knownno reason is given" in page.text
    assert page.all("data-outcome") == ["passed", "failed", "known", "warned",
        "not-exercised", "not-supported", "known"]  # fmt: skip
    assert html.count('<span aria-hidden="true">†</span> known</a>') == 1


def test_of_a_given_candidate_pytest_is_the_replay(make_failure, make_report):
    report = make_report(make_failure(1, "", stored=None))
    options = ["--impl-seed=0", "--impl-examples=20"]
    report["candidates"][0].update(again="pytest", options=options)
    command = "pytest --impl=mine --impl-seed=0 --impl-examples=20 'toolwire::acp-v2/null-clears"
    assert f"replay{command}[mine]'" in Page(html_page(report)).text
