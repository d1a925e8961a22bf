"""A report that is read again: what is none gets one clear line."""

import json
from copy import deepcopy

import pytest
from click.testing import CliRunner

from toolwire.conformance.cli import main
from toolwire.conformance.reports import NotAReport, read_report, write_pages

PAGES = ["badge.json", "report.html", "report.md"]


@pytest.fixture
def report(make_report, make_failure):
    got = {"items": [{"ok": False, "error": "no", "stage": None}]}
    return make_report(make_failure(1, "x"), make_failure(2, "y", got=got))


def _toolwire(*arguments):
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


def _write(path, content):
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_the_pages_are_made_again_from_a_folder_or_a_file(tmp_path, report):
    write_pages(tmp_path, report)
    made = [(tmp_path / name).read_bytes() for name in PAGES]
    file = _write(tmp_path / "report.json", report)
    for argument in (tmp_path, file):
        for name in PAGES:
            (tmp_path / name).unlink()
        result = _toolwire(argument)
        assert result.exit_code == 0
        assert sorted(result.output.split()) == [str(tmp_path / name) for name in PAGES]
        assert [(tmp_path / name).read_bytes() for name in PAGES] == made


def test_links_to_the_documentation_can_be_asked_for(tmp_path, report):
    _write(tmp_path / "report.json", report)
    assert _toolwire(tmp_path, "--docs=https://example.org/docs").exit_code == 0
    assert 'href="https://example.org/docs/protocols/acp-v2.md"' in (
        tmp_path / "report.html"
    ).read_text("utf-8")
    result = _toolwire(tmp_path, "--docs=javascript:alert(1)")
    assert result.exit_code == 2
    assert result.output == (
        "Error: --docs: an http(s) address or a relative path, not 'javascript:alert(1)'\n"
    )


def test_a_whole_report_is_read(tmp_path, report):
    assert read_report(_write(tmp_path / "report.json", report)) == report


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "it holds no report: it is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[" * 100_000, "it is nested too deeply"),
        ("[]", "it holds no report: not a JSON object"),
        ("{}", "it holds no report: no format, and this version of Toolwire reads format 1"),
        ('{"format": 2}', "its format is 2, and this version of Toolwire reads format 1"),
        ('{"format": 1}', "it has no member 'toolwire'"),
        ("1" * 5_000, "it holds no report: Exceeds the limit"),
    ],
)
def test_what_is_no_report_gets_one_line(tmp_path, content, reason):
    result = _toolwire(_write(tmp_path / "some.json", content))
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {tmp_path / 'some.json'}: ")
    assert reason in result.output
    assert result.output.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["some.json"]


def test_what_is_not_there_gets_one_line(tmp_path):
    result = _toolwire(tmp_path)
    assert result.exit_code == 2
    assert result.output == f"Error: {tmp_path / 'report.json'}: No such file or directory\n"


def test_what_is_no_text_gets_one_line(tmp_path):
    (tmp_path / "report.json").write_bytes(b'{"format": "\xff"}')
    result = _toolwire(tmp_path)
    assert result.exit_code == 2
    assert "it holds no report: 'utf-8' codec" in result.output


def test_pages_that_cannot_be_written_get_one_line(tmp_path, report):
    _write(tmp_path / "report.json", report)
    (tmp_path / "report.html").mkdir()
    result = _toolwire(tmp_path)
    assert result.exit_code == 2
    assert result.output == "Error: the pages could not be written: Is a directory\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.pop("seed"), "it has no member 'seed'"),
        (lambda r: r.update(seed=True), "seed is of another type than it should be"),
        (lambda r: r.update(results={}), "results is of another type than it should be"),
        (lambda r: r["results"].append(5), "results[1] is of another type than it should be"),
        (
            lambda r: r["results"][0].update(outcome="fine"),
            "results[0].outcome is none of passed, failed, warned",
        ),
        (
            lambda r: r["results"][0].update(tried={"drawn": "many"}),
            "results[0].tried.drawn is of another type than it should be",
        ),
        (
            lambda r: r["results"][0].update(blocked={"acp-v2/x": None}),
            "a member of results[0].blocked is of another type than it should be",
        ),
        (
            lambda r: r["results"][0]["failures"][1].pop("stored"),
            "results[0].failures[1] has no member 'stored'",
        ),
        (
            lambda r: r["results"][0]["failures"][0].update(got={"ok": "yes"}),
            "results[0].failures[0].got is nothing that may stand there",
        ),
        (
            lambda r: r["results"][0]["failures"][0].update(texts=[{"base64": 1}]),
            "results[0].failures[0].texts[0] is nothing that may stand there",
        ),
        (
            lambda r: r["results"][0].update(candidate="another"),
            "results[0] is of a candidate that is not listed",
        ),
        (
            lambda r: r["results"][0].update(failures=[]),
            "results[0] has no failure, and is failed",
        ),
    ],
)
def test_a_broken_member_is_named(tmp_path, report, change, reason):
    broken = deepcopy(report)
    change(broken)
    with pytest.raises(NotAReport) as caught:
        read_report(_write(tmp_path / "report.json", broken))
    assert f": it holds no report: {reason}" in str(caught.value)


def test_texts_that_are_none_are_shown_all_the_same(tmp_path, report):
    failure = report["results"][0]["failures"][0]
    failure["texts"] = [{"base64": "no base64"}, "\ud800", {"cut": "\udfff", "length": 9}]
    _write(tmp_path / "report.json", report)
    assert _toolwire(tmp_path).exit_code == 0
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "no base64" in text
    assert r"\ud800" in text
