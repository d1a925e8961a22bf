"""The page of what changed between the revisions of a protocol."""

from collections.abc import Iterator

from toolwire.reference import PROFILES
from toolwire.reference.changes import Change, differences
from toolwire.reference.registry import REVISIONS

from .markdown import GENERATED, code, link, plain, table
from .shape_headings import Headings


def revisions_page() -> str:
    """Give the page of every two profiles that are revisions of one protocol."""
    lines = [
        GENERATED,
        "# Revisions",
        "",
        "Some profiles are revisions of one protocol. Both are deployed, so that a program meets "
        "texts of the other one too. Where the two part, a text is read in one of these ways:",
        "",
        "- *by its own table*: a revision that does not know a member ignores it, and one that "
        "does not know a word takes it as any other that is not listed. There is one answer.",
        "- *open*: a text that only one of the two takes, or that they understand differently, "
        "may be read as either of them does "
        "([another-revision](oddities.md#another-revision)).",
    ]
    for old, new in REVISIONS:
        lines += ["", f"## {plain(old)} and {plain(new)}", "", *_section(old, new)]
    return "\n".join(lines) + "\n"


def _section(old: str, new: str) -> Iterator[str]:
    pages = [f"[{plain(name)}](protocols/{name}.md)" for name in (old, new)]
    yield f"What {pages[1]} changed, the newer of the two, since {pages[0]}:"
    yield ""
    here, there = Headings(PROFILES[new]), Headings(PROFILES[old])
    rows = []
    for change in differences(PROFILES[old], PROFILES[new]):
        name = change.site.partition(":")[0].partition(".")[0]
        page = new if name in here.shapes else old if name in there.shapes else None
        rows.append(
            (
                _site(change, name, page),
                plain(change.what),
                "open" if change.is_open else "by its own table",
            )
        )
    yield from table(("site", "what changed", "where the two part"), rows)


def _site(change: Change, name: str, page: str | None) -> str:
    if page is None:
        return code(change.site)
    return link(code(change.site), name, f"protocols/{page}.md")
