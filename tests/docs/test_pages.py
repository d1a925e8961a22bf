"""The generated pages say what the tables say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolwire.conformance import pages as generated
from toolwire.conformance.markdown import COMMAND, anchor, code, plain, table
from toolwire.conformance.oddity_examples import EXAMPLES, READINGS
from toolwire.conformance.oracle import oracle
from toolwire.conformance.protocol_pages import protocol_page
from toolwire.conformance.requirements import requirements
from toolwire.conformance.revisions_page import revisions_page
from toolwire.reference import ODDITIES, PROFILES
from toolwire.reference.changes import differences
from toolwire.reference.registry import REVISIONS
from toolwire.reference.shapes import Array, Object, Shape, Tagged, Untagged, Word

EVERY = pytest.mark.parametrize("profile", PROFILES)


def test_the_generated_pages_are_up_to_date(docs: Path) -> None:
    assert generated.outdated(docs) == [], f"run {COMMAND}"


def test_every_profile_has_a_page() -> None:
    assert {f"protocols/{name}.md" for name in PROFILES} <= set(generated.PAGES)


def test_the_tables_page_leads_to_every_protocol_page(docs: Path) -> None:
    page = (docs / "protocol-tables.md").read_text("utf-8")
    for name in PROFILES:
        assert f"| `{name}` | " in page
        assert f"[{name}](protocols/{name}.md) |" in page


def test_every_requirement_has_a_section() -> None:
    page = generated.requirements_page()
    for profile in PROFILES:
        for requirement in requirements(profile):
            assert f"\n### {requirement.id}\n\n{requirement.sentence}\n" in page


@pytest.mark.parametrize("name", ODDITIES)
def test_the_example_of_an_oddity_is_unsettled_because_of_it_alone(name: str) -> None:
    example = EXAMPLES[name]
    answers = oracle(example.profile).answers(example.input)
    assert answers.oddities == {name}
    assert not answers.settled


def test_every_reading_is_put_in_words() -> None:
    named = {reading for oddity in ODDITIES.values() for reading in oddity.readings}
    assert named == set(READINGS)
    assert set(ODDITIES) == set(EXAMPLES)


def test_the_command_finds_and_mends_what_is_out_of_date(tmp_path: Path) -> None:
    (tmp_path / "requirements.md").write_text("old")
    check = CliRunner().invoke(generated.main, [str(tmp_path)])
    assert check.exit_code == 1
    assert "requirements.md: out of date" in check.output
    assert "oddities.md: out of date" in check.output
    assert "protocols/megacode.md: out of date" in check.output
    assert (tmp_path / "requirements.md").read_text() == "old"
    assert CliRunner().invoke(generated.main, ["--write", str(tmp_path)]).exit_code == 0
    assert (tmp_path / "protocols" / "megacode.md").is_file()
    assert CliRunner().invoke(generated.main, [str(tmp_path)]).exit_code == 0


def below(shape: Shape) -> Iterator[Shape]:
    """Give a shape and all within it, as often as they stand there."""
    yield shape
    inside: list[Shape | None] = []
    match shape:
        case Array():
            inside = [shape.item]
        case Object():
            inside = [field.shape for field in shape.fields]
        case Tagged():
            inside = [*shape.variants.values(), *shape.elsewhere.values(), shape.raw]
        case Untagged():
            inside = list(shape.variants)
        case _:
            pass
    for each in inside:
        if each is not None:
            yield from below(each)


def sections(profile: str) -> dict[str, str]:
    """Give the sections of the shapes on a profile's page by their headings."""
    [shapes] = re.findall(r"^## Shapes\n(.*?)(?=^## |\Z)", protocol_page(profile), re.M | re.S)
    _, *parts = re.split(r"^### ", shapes, flags=re.MULTILINE)
    found = [part.partition("\n") for part in parts]
    assert len({heading for heading, _, _ in found}) == len(found)
    return {heading: body for heading, _, body in found}


@EVERY
def test_every_named_shape_has_one_section_that_says_all_of_it(profile: str) -> None:
    written, wanted = sections(profile), dict[str, list[Shape]]()
    for type_ in PROFILES[profile].types.values():
        for shape in below(type_):
            if isinstance(shape, Word | Object | Tagged | Untagged):
                alike = wanted.setdefault(shape.name, [])
                if shape not in alike:
                    alike.append(shape)
    assert {heading.partition(" (")[0] for heading in written} == set(wanted)
    assert len(written) == sum(map(len, wanted.values()))
    for name, shapes in wanted.items():
        bodies = [body for heading, body in written.items() if heading.partition(" (")[0] == name]
        for shape in shapes:
            assert any(all(each in body for each in said_of(shape)) for body in bodies), name


def said_of(shape: Shape) -> list[str]:
    """Give what the section of a shape must hold."""
    match shape:
        case Word():
            return ["A word", *(f"`{word}`" for word in shape.known)]
        case Object():
            return [*(f"\n| `{field.name}` | " for field in shape.fields), *shape.constants]
        case Tagged():
            tags = [*shape.variants, *shape.elsewhere, *shape.aliases]
            return ["A union by the tag", *(f"`{tag}`" for tag in tags)]
        case _:
            return ["A union without a tag"]


@EVERY
def test_a_protocol_page_lists_what_is_asked_and_required(profile: str) -> None:
    page, known = protocol_page(profile), PROFILES[profile]
    for operation, types in known.operations.items():
        for name in types:
            decoded = f"[`{name}`](#{anchor(name)})"
            asked = f"- [{operation}](../candidate-protocol.md#{operation}) `{name}`: "
            assert (decoded if operation == "decode" else asked) in page
    for method, name in known.methods.items():
        assert f"| `{method}` | [`{name}`](#{anchor(name)}) |" in page
    for requirement in requirements(profile):
        assert f"[`{requirement.rule}`](../requirements.md#{anchor(requirement.id)})" in page


def test_a_row_says_what_the_table_says_of_a_field() -> None:
    v2, v1, old = (sections(name) for name in ("acp-v2", "acp-v1", "acp-0.0.26"))
    mega, subc = sections("megacode"), sections("subc")
    for body, row in (
        (v2["ToolCallUpdate"], "| `title` | string | patch | counts as left out |  |"),
        (
            v2["ToolCallUpdate"],
            "| `content` | list of [ToolCallContent](#toolcallcontent) | patch "
            "| counts as left out, bad items are skipped |  |",
        ),
        (v2["ToolCallUpdate"], "| `rawInput` | any JSON | patch |  |  |"),
        (
            v2["ToolCallUpdate"],
            "| `_meta` | any object | patch | counts as left out | merged by key |",
        ),
        (
            v2["ToolCallLocation"],
            "| `line` | integer, 0 to 2^32 - 1 | optional | counts as absent "
            "| in another revision: integer, 1 to 2^32 - 1 "
            "([another-revision](../oddities.md#another-revision)) |",
        ),
        (
            v1["ToolCall"],
            '| `kind` | [ToolKind](#toolkind) | optional | counts as absent | `"other"` |  |',
        ),
        (
            v1["ToolCall"],
            "| `name` | string | optional | counts as absent |  "
            "| only some published readers know it |",
        ),
        (
            v1["Plan"],
            "| `entries` | list of [PlanEntry](#planentry) | required | counts as the default, "
            "bad items are skipped | `[]` | null is malformed |",
        ),
        (
            old["Diff"],
            "| `oldText` | string | optional | makes the object malformed "
            "| always written, an absent one as null |",
        ),
        (
            old["ToolCall"],
            "| `content` | list of [ToolCallContent](#toolcallcontent) | optional, not null "
            "| makes the object malformed, a bad item spoils the list | `[]` |",
        ),
        (
            mega["Info"],
            "| `resumed` | boolean | optional, not null | makes the object malformed "
            "| `false` | always written |",
        ),
        (mega["ToolCall"], "| `input` | any JSON | required |  |  | null is a value |"),
        (mega["ToolCall"], "| `too_deep` | boolean | told by the reader |  |"),
        (
            subc["ToolCallRequest"],
            "| `tool_call_id` | string | optional | makes the object malformed "
            "| an absent one is not written as null |",
        ),
    ):
        assert row in body


def test_a_section_says_what_becomes_of_what_is_not_listed() -> None:
    v2, v1, old = (sections(name) for name in ("acp-v2", "acp-v1", "acp-0.0.26"))
    for body, said in (
        (
            v2["ToolKind"],
            "Another word is kept as it came. A call that was never given one has `other`.",
        ),
        (v1["ToolKind"], "Another word is read as `other`."),
        (v1["ToolCallStatus"], "Another word is malformed."),
        (
            v2["DiffChange"],
            "An object of another tag is kept whole, as it came "
            "([OtherDiffChange](#otherdiffchange), whose fields are read as usual).",
        ),
        (v1["ContentBlock"], "An object of another tag is malformed."),
        (
            sections("megacode")["Line"],
            'An object of another tag is skipped: `{"line":"other"}` stands for it',
        ),
        (v2["ToolCallContent"], "`session` (a [SessionReference](#sessionreference))."),
        (
            v1["ToolCallContent"],
            "| `session` | [SessionReference](#sessionreference) "
            "| only some published readers know it |",
        ),
        (v2["SessionUpdate"], "(../oddities.md#untold-update)): `user_message_chunk`, "),
        (
            old["RequestPermissionOutcome"],
            "`cancelled` is read as `canceled`, and never written.",
        ),
        (
            old["ClientResponse"],
            "1. null\n1. [ReadTextFileResponse](#readtextfileresponse)\n",
        ),
        (
            old["ToolCallLocation"],
            "The member `type` is always written `ToolCallLocation`, and ignored when read.",
        ),
    ):
        assert said in body


def test_the_page_of_megacode_tells_its_texts_and_its_normal_form() -> None:
    page = protocol_page("megacode")
    assert "has its tag under `line` and not under `type`." in page
    assert 'One of a tag that is not listed is `{"line":"other"}`, ' in page
    assert "[ToolCall](#toolcall) has `too_deep`, which is no member of the text: " in page
    assert "at most 8,388,608 bytes" in page
    assert "Of two members of one name the last counts." in page
    assert "unless it is so in the member `input` of the outermost object alone" in page
    assert "## Normal form" not in protocol_page("acp-v2")


@pytest.mark.parametrize("name", generated.PAGES)
def test_a_page_is_well_formed(name: str) -> None:
    page = re.sub(r"^```.*?^```$", "(an example)", generated.PAGES[name](), flags=re.M | re.S)
    headings = [anchor(each) for each in re.findall(r"^#+ (.*)$", page, re.MULTILINE)]
    assert len(set(headings)) == len(headings)
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= set(headings)
    assert page.count("\n# ") == 1
    assert "\n\n\n" not in page
    assert page.endswith("\n")
    for block in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        columns = {len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}
        assert len(columns) == 1, block


def test_the_revisions_page_tells_every_change_and_where_it_is_open() -> None:
    page = revisions_page()
    assert REVISIONS
    for old, new in REVISIONS:
        for change in differences(PROFILES[old], PROFILES[new]):
            [row] = re.findall(rf"^\| .*`{re.escape(change.site)}`.*$", page, re.MULTILINE)
            assert plain(change.what) in row
            assert row.endswith("| open |" if change.is_open else "| by its own table |")
        for name, other in ((old, new), (new, old)):
            assert f"[{other}]({other}.md) is another revision" in protocol_page(name)


def test_what_markdown_takes_for_markup_is_escaped() -> None:
    assert plain("_a* [b] <c> `d` |\\&") == r"\_a\* \[b\] &lt;c> \`d\` \|\\&amp;"
    assert code("a`b|c") == r"``a`b\|c``"
    assert code("`a") == "`` `a ``"


def test_a_table_has_no_empty_column() -> None:
    rows = [("1", "", "x"), ("2", "", "")]
    assert list(table(("a", "b", "c"), rows)) == [
        "| a | c |",
        "| --- | --- |",
        "| 1 | x |",
        "| 2 |  |",
    ]
