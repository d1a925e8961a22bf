"""Made-up reports, and a browser to open them in."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolwire.conformance.reporting import report_as_json
from toolwire.conformance.requirements import requirements
from toolwire.reference import PROFILES

REQUIREMENTS = [each for profile in PROFILES for each in requirements(profile)]
HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "</pre></details><script>document.title='owned'</script>",
    "\u202egnp.exe\u2066\x1b[31mred\x1b]0;title\x07",
    "a\x00b\x85c\u2028d\ud800e\ufeff",
    "``` | <!-- [x](javascript:alert(1)) ![y](http://e.example/p.png) ~~~ `",
    "\n\n# heading\n\n<b>bold</b> @someone #1 | | \\",
    "{{ 7 * 7 }} {% raw %} &amp; &#60;",
)
"""What a candidate may say: markup, what a terminal acts on, what is no character."""

Report = dict[str, Any]


def _failure(number: int, said: str, **more: Any) -> Report:
    text = json.dumps(
        {"toolCallId": "x", "content": [number, said.encode("ascii", "replace").decode()]}
    )
    return {
        "site": f"ToolCallUpdate.content[{number}]",
        "kind": "changed",
        "pointer": "/content/1",
        "known": None,
        "source": "enumerated",
        "op": "decode",
        "type": "ToolCallUpdate",
        "texts": [text],
        "limit": None,
        "expected": [{"ok": True, "text": text}, {"ok": False, "error": said, "pointer": ""}],
        "got": {"ok": False, "error": f"{said} {number}", "stage": None},
        "fault": None,
        "stored": f".toolwire/failures/acp-v2.null-clears.{number:010x}.json",
        **more,
    }


def _result(requirement: Any, candidate: str, failures: list[Report]) -> Report:
    outcome = {"must": "failed", "should": "warned", "observed": "observed"}
    return {
        "requirement": requirement.id,
        "profile": requirement.profile,
        "level": requirement.level.value,
        "candidate": candidate,
        "outcome": outcome[requirement.level.value] if failures else "passed",
        "tried": {"enumerated": 40 + len(failures)},
        "failed": len(failures),
        "blocked": {},
        "unsupported": 0,
        "failures": failures,
    }


def _candidate(name: str, library: str) -> Report:
    return {
        "name": name,
        "target": name,
        "library": library,
        "version": "1.0",
        "profiles": list(PROFILES),
        "again": "toolwire replay",
        "options": ["--impl-timeout=7.5"],
        "unblamed": {},
    }


def _report(candidates: list[Report], results: list[Report]) -> Report:
    settings = {"seed": 0, "examples": 20, "level": "must", "baseline": []}
    made = report_as_json(settings, candidates, results)
    schema = json.loads(files("toolwire.conformance").joinpath("report.schema.json").read_text())
    Draft202012Validator(schema).validate(made)
    return json.loads(json.dumps(made))


@pytest.fixture(scope="session")
def make_failure() -> Callable[..., Report]:
    """Return what makes a failure of a number and what the candidate said, with other members."""
    return _failure


@pytest.fixture(scope="session")
def make_report() -> Callable[..., Report]:
    """Return what makes a report of one requirement, of failures, for one candidate."""

    def make(
        *failures: Report, requirement: str = "acp-v2/null-clears", name: str = "mine", **more: Any
    ) -> Report:
        (found,) = (each for each in REQUIREMENTS if each.id == requirement)
        result = {**_result(found, name, list(failures)), **more}
        return _report([_candidate(name, "a library")], [result])

    return make


@pytest.fixture(scope="session")
def hostile_report(make_report: Callable[..., Report]) -> Report:
    """A report in which everything that a candidate says is hostile."""
    made = make_report(
        *(
            _failure(
                number,
                said,
                got={"fault": "crashed", "detail": said, "stderr": said, "traceback": said},
                fault="crashed",
            )
            for number, said in enumerate(HOSTILE)
        ),
        name=HOSTILE[0],
    )
    (candidate,) = made["candidates"]
    candidate.update(library=HOSTILE[5], version=HOSTILE[2], target=HOSTILE[4])
    return made


@pytest.fixture(scope="session")
def big_report() -> Report:
    """Five candidates, all requirements, 2,000 failures, and some of them say a lot."""
    names = [f"candidate-{number}" for number in range(1, 6)]
    pairs = [(each, name) for each in REQUIREMENTS for name in names]
    some = pairs[::9]
    failures: dict[tuple[Any, str], list[Report]] = {pair: [] for pair in pairs}
    for number, pair in enumerate(islice(cycle(some), 2_000)):
        said = "a message that is as long as one of pydantic: " + "so it goes on; " * (number % 20)
        failures[pair].append(_failure(number, said))
    return _report(
        [_candidate(name, f"library of {name}") for name in names],
        [_result(each, name, failures[each, name]) for each, name in pairs],
    )


CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium of this machine; nothing is downloaded for it."""
    named = os.environ.get("TOOLWIRE_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.skip(f"no Chromium: none of {', '.join(CHROMIUMS)} is on PATH")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Return what writes a page and opens it from disk; a test fails if the console says a word."""
    said: list[str] = []
    contexts: list[Any] = []

    def open_page(html: str, **options: Any) -> Any:
        file = tmp_path / "report.html"
        file.write_text(html, "utf-8")
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda sent: sent.url == file.as_uri() or said.append(sent.url))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []
