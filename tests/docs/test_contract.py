"""What the pages say of the candidate protocol's operations is what the reference does."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest

from toolwire.conformance.serving import serve
from toolwire.reference import PROFILES


@pytest.fixture(scope="module")
def exchanges(pages: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The requests that the pages show under the comment `exchange`, with their answers."""
    found = []
    for page in pages.values():
        for block in page.blocks:
            if block.note == "exchange":
                request, answer = block.text.splitlines()
                assert request.startswith("-> ")
                assert answer.startswith("<- ")
                found.append((json.loads(request[3:]), json.loads(answer[3:])))
    return found


def test_the_reference_answers_as_the_pages_show(
    exchanges: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    for request, answer in exchanges:
        sink = BytesIO()
        serve(BytesIO(json.dumps(request).encode() + b"\n"), sink, "1")
        is_json = request["op"] not in ("encode", "cut")
        assert _meaning(json.loads(sink.getvalue()), is_json) == _meaning(answer, is_json)


def test_every_operation_but_decode_is_shown(
    exchanges: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    assert sorted(request["op"] for request, _ in exchanges) == ["cut", "encode", "fold", "stream"]


def _meaning(answer: dict[str, Any], is_json: bool) -> dict[str, Any]:
    """Give an answer without the wording of its errors, and with its JSON texts read."""
    found = {key: value for key, value in answer.items() if key != "error"}
    if "items" in found:
        found["items"] = [_meaning(item, is_json) for item in found["items"]]
    if "text" in found and is_json:
        found["text"] = json.loads(found["text"])
    return found


def test_the_contract_lists_every_operation_with_its_types_and_profiles(
    pages: dict[str, Any],
) -> None:
    section = pages["docs/candidate-protocol.md"].text.partition("## What is used today\n")[2]
    listed = {
        (operation, type_, profile)
        for operation, type_, profiles in re.findall(
            r"^\| \*(\w+)\* \| `(\w+)` \| (.*) \|$", section, re.MULTILINE
        )
        for profile in re.findall("`(.*?)`", profiles)
    }
    assert listed == {
        (operation, type_, name)
        for name, profile in PROFILES.items()
        for operation, types in profile.operations.items()
        for type_ in types
        if operation != "decode"
    }


def test_the_readme_lists_every_profile_with_its_operations(pages: dict[str, Any]) -> None:
    rows = re.findall(
        r"^\| \[`([^`]*)`\]\(docs/protocols/.*?\.md\) \| .* \| (.*) \|$",
        pages["README.md"].text,
        re.MULTILINE,
    )
    assert [name for name, _ in rows] == list(PROFILES)
    for name, operations in rows:
        given = {op: types for op, types in PROFILES[name].operations.items() if types}
        assert re.findall(r"\*(\w+)\*", operations) == list(given)
        for op, types in given.items():
            if op != "decode":
                assert set(types) <= set(re.findall(r"`(\w+)`", operations))
