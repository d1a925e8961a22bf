"""`report.md`: short, and nothing in it that a candidate said is markup."""

import pytest
from markdown_it import MarkdownIt

from toolwire.conformance.reports.markdown_page import MOST, markdown_page


def _tokens(text):
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        yield token
        yield from token.children or ()


def test_it_tells_the_outcomes_and_the_smallest_failure(make_failure, make_report):
    big, small = make_failure(1, "b" * 100), make_failure(2, "s")
    page = markdown_page(make_report(big, small))
    assert page.startswith("## ✗ Toolwire failed: 1 of 1 results failed\n")
    assert "| `mine` | `a library 1.0` | MUST | · | 1 | · | · | · |" in page
    assert "**`acp-v2/null-clears`**, `mine`, MUST: 2 of 42 wrong" in page
    assert (
        "```text\n"
        "ToolCallUpdate.content[2]: a value changed\n"
        'input   {"toolCallId": "x", "content": [2, "s"]}\n'
        'wanted  {"toolCallId": "x", "content": [2, "s"]}\n'
        "        or refused: s\n"
        "got     refused: s 2\n"
        "replay  toolwire replay .toolwire/failures/acp-v2.null-clears.0000000002.json "
        "--impl=mine --impl-timeout=7.5\n"
        "```\n"
    ) in page
    assert "ToolCallUpdate.content[1]" not in page


def test_a_good_run_is_told_in_a_few_lines(make_report):
    page = markdown_page(make_report())
    assert page.startswith("## ✓ Toolwire passed: no result of 1 failed\n")
    assert "###" not in page
    assert len(page) < 500


def test_warnings_have_a_line_each(make_failure, make_report):
    should = "acp-v2/opaque-digits-are-kept"
    failures = [make_failure(number, "") for number in range(3)]
    page = markdown_page(make_report(*failures, requirement=should))
    assert "### Failed" not in page
    assert (
        f"- `{should}`, `mine`: ToolCallUpdate.content\\[0\\]: a value changed, and 2 more" in page
    )


def test_a_candidate_that_was_given_up_fails_the_run(make_report):
    blocked = {"the candidate was given up": 3}
    page = markdown_page(make_report(outcome="not-exercised", blocked=blocked))
    assert page.startswith("## ✗ Toolwire failed: no result of 1 failed\n")
    assert "**mine: it was given up, and a requirement is not fully judged**" in page


def test_the_same_report_gives_the_same_bytes(big_report):
    assert markdown_page(big_report) == markdown_page(big_report)


def test_a_long_page_is_capped_and_counts_the_rest(big_report):
    page = markdown_page(big_report)
    assert 40_000 < len(page) <= MOST
    assert page.count("which stand in `report.html`.") == 1
    tokens = [*_tokens(page)]
    headings = [tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "heading_open"]
    assert headings[1:] == ["Failed", "Warned"]
    assert {t.info for t in tokens if t.type == "fence"} == {"text"}


def test_a_block_ends_where_it_should(make_failure, make_report):
    page = markdown_page(make_report(make_failure(0, "", got={"ok": True, "text": "`" * 7})))
    (fence,) = (token for token in _tokens(page) if token.type == "fence")
    assert fence.markup == "`" * 8
    assert "got     ```````\n" in fence.content


def test_what_a_candidate_said_is_no_markup(hostile_report):
    page = markdown_page(hostile_report)
    tokens = [*_tokens(page)]
    types = {token.type for token in tokens}
    assert types & {"html_block", "html_inline", "link_open", "image", "em_open"} == set()
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2", "h3"]
    assert page.isascii() or {each for each in page if not each.isprintable()} == {"\n"}
    rows = page.split("\n\n")[2].splitlines()
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1


@pytest.mark.parametrize("count", [200])
def test_many_candidates_do_not_break_the_cap(make_report, count):
    report = make_report()
    (candidate,), (result,) = report["candidates"], report["results"]
    names = [f"{number}{'`|' * 90}" for number in range(count)]
    report["candidates"] = [{**candidate, "name": name, "library": name} for name in names]
    report["results"] = [{**result, "candidate": name} for name in names]
    page = markdown_page(report)
    assert len(page) <= MOST
    assert "And 140 more lines of this table" in page


def test_what_is_known_is_counted_and_listed_with_its_reason(make_failure, make_report):
    failures = [make_failure(number, "", known="to *be*\nmended") for number in range(3)]
    page = markdown_page(make_report(*failures, outcome="known"))
    assert page.startswith("## ✓ Toolwire passed: no result of 1 failed, 1 as the baseline says\n")
    assert "| ✗ failed | † known |" in page
    assert "| `mine` | `a library 1.0` | MUST | · | · | 1 | · | · | · |" in page
    assert page.endswith(
        "\n### Known\n\n1 result fails as the baseline says:\n\n"
        "- `acp-v2/null-clears`, `mine`: to \\*be\\* mended\n"
    )


def test_of_much_that_is_known_there_is_the_count(make_failure, make_report):
    report = make_report(make_failure(1, "", known=""), outcome="known")
    (candidate,), (result,) = report["candidates"], report["results"]
    names = [f"mine-{number}" for number in range(21)]
    report["candidates"] = [{**candidate, "name": name} for name in names]
    report["results"] = [{**result, "candidate": name} for name in names]
    page = markdown_page(report)
    assert page.endswith(
        "\n### Known\n\n21 results fail as the baseline says; `report.html` has the reasons.\n"
    )


def test_of_a_failed_requirement_a_new_failure_is_shown(make_failure, make_report):
    old, new = make_failure(1, "s", known="old"), make_failure(2, "b" * 100)
    page = markdown_page(make_report(old, new))
    assert "ToolCallUpdate.content[2]: a value changed" in page
    assert "ToolCallUpdate.content[1]" not in page


def test_of_much_that_spoils_a_run_the_first_is_told(big_report):
    lines = [f"{number}: does not fail: {'*' * 600}" for number in range(900)]
    page = markdown_page({**big_report, "baseline": lines})
    assert len(page) <= MOST
    assert "\n\n**9: does not fail: " in page
    assert "**And 890 more of these, which stand in `report.html`.**" in page


def test_what_spoils_a_run_beside_its_results_is_told(make_report):
    report = make_report()
    report["baseline"] = ["acp-v2/null-clears: does not fail: 'lost' at *"]
    page = markdown_page(report)
    assert page.startswith("## ✗ Toolwire failed: no result of 1 failed\n")
    assert "**acp-v2/null-clears: does not fail: 'lost' at \\***" in page
