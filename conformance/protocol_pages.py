"""The page of a protocol: what a candidate is asked, its shapes, and the requirements."""

import inspect
from collections.abc import Iterator
from importlib import import_module

from toolwire.reference import PROFILES, Profile
from toolwire.reference.registry import REVISIONS
from toolwire.reference.shapes import NO_DEFAULT, Object, Presence, Tagged
from toolwire.reference.wording import PRESENCE, PRESENCE_MEANS

from .markdown import GENERATED, code, codes, link, plain
from .operation_lists import methods, operations, rules_of_texts
from .requirements import requirements
from .shape_headings import Headings
from .shape_sections import section, skipped_object


def protocol_page(name: str) -> str:
    """Give the page of the profile called `name`."""
    profile = PROFILES[name]
    headings = Headings(profile)
    parts = {
        f"# {plain(name)}": _introduction(profile),
        "## Operations": operations(profile),
        "## JSON-RPC methods": methods(profile),
        "## Rules of texts": rules_of_texts(profile),
        "## Normal form": _normal_form(profile, headings),
        "## Shapes": _shapes(headings),
        "## Requirements": _requirements(name),
    }
    blocks = [f"{title}\n\n{body}\n" for title, part in parts.items() if (body := "\n".join(part))]
    return GENERATED + "\n" + "\n".join(blocks)


def _introduction(profile: Profile) -> Iterator[str]:
    module = profile.name.replace("-", "_").replace(".", "_")
    document = import_module(f"toolwire.reference.{module}").__doc__ or ""
    yield " ".join(inspect.cleandoc(document).partition("\n\n")[0].split())
    yield ""
    yield (
        f"This page is the table [`reference/{module}.py`](../../reference/{module}.py) in words. "
        "[Protocol tables](../protocol-tables.md) explains them, and what no document decides "
        "stands in [Oddities](../oddities.md)."
    )
    for other in [other for pair in REVISIONS if profile.name in pair for other in pair]:
        if other != profile.name:
            yield ""
            yield (
                f"[{plain(other)}]({other}.md) is another revision of the same protocol: see "
                "[Revisions](../revisions.md)."
            )


def _normal_form(profile: Profile, headings: Headings) -> Iterator[str]:
    """Write what a decoded value has that its text has not, if there is anything."""
    for heading, shape in headings.shapes.items():
        if isinstance(shape, Tagged) and shape.written is not None:
            yield (
                f"- What is decoded as {link(plain(shape.name), heading)} has its tag under "
                f"{code(shape.written)} and not under {code(shape.tag)}. Its other members are "
                "called as in the text."
            )
            if shape.skipped is not None:
                yield (
                    f"- One of a tag that is not listed is {skipped_object(shape)}, and "
                    "nothing else of it is kept."
                )
        elif isinstance(shape, Object):
            yield from _told(profile, heading, shape)


def _told(profile: Profile, heading: str, shape: Object) -> Iterator[str]:
    forgiven = {rules.forgiven for rules in profile.texts.values() if rules.forgiven is not None}
    for field in shape.fields:
        if field.presence is Presence.TOLD:
            yield (
                f"- {link(plain(shape.name), heading)} has {code(field.name)}, which is no member "
                f"of the text: true where {codes(sorted(forgiven))} was nested too deeply and "
                "counts as null, and false else. A member of that name in the text is ignored."
            )


def _shapes(headings: Headings) -> Iterator[str]:
    names = sorted(headings.shapes)
    yield " · ".join(link(plain(name), name) for name in names)
    fields = [
        field
        for shape in headings.shapes.values()
        if isinstance(shape, Object)
        for field in shape.fields
    ]
    met = {field.presence for field in fields}
    yield ""
    for presence, meaning in PRESENCE_MEANS.items():
        if presence in met:
            yield f"- *{PRESENCE[presence]}*: {meaning}"
    yield (
        "- What is malformed is refused if it is the message, and else treated as the table says "
        "of the field in which it stands."
    )
    yield "- Members of other names than those listed are ignored."
    if any(
        field.default is not NO_DEFAULT and field.presence in _MAY_BE_ABSENT for field in fields
    ):
        yield "- An optional value that equals its default is not written, unless a note says so."
    for heading in headings.shapes:
        yield ""
        yield from section(headings, heading)


_MAY_BE_ABSENT = (Presence.OPTIONAL, Presence.DEFAULTED)


def _requirements(name: str) -> Iterator[str]:
    by_topic: dict[str, list[str]] = {}
    for each in requirements(name):
        target = link(code(each.rule), each.id, "../requirements.md")
        by_topic.setdefault(each.text.topic, []).append(target)
    for topic, links in by_topic.items():
        yield f"- {plain(topic)}: {', '.join(links)}"
