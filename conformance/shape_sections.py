"""The sections of a protocol's page: what the table says of one shape that has a name."""

from collections.abc import Iterator, Sequence

from toolwire.reference.shapes import Field, Integer, Object, Tagged, Untagged, Word
from toolwire.reference.wording import (
    PRESENCE,
    Named,
    default_in_words,
    malformed_in_words,
    notes_in_words,
    type_in_words,
    unknown_word_in_words,
)

from .markdown import code, codes, link, plain, table
from .shape_headings import Headings

_FIELDS = ("field", "type", "presence", "a malformed value", "default", "notes")
_UNTOLD = "[untold-update](../oddities.md#untold-update)"
_ELSEWHERE = "[another-revision](../oddities.md#another-revision)"


def section(headings: Headings, heading: str) -> Iterator[str]:
    """Write the section of the shape that has `heading`, in lines of Markdown."""
    shape = headings.shapes[heading]
    users = headings.users(heading)
    where = ", ".join(link(plain(user), user) for user in users)
    kept = (each for each in map(headings.shapes.get, users) if isinstance(each, Tagged))
    yield f"### {plain(heading)}"
    yield ""
    if any(each.raw == shape for each in kept):
        yield f"What is kept whole in {where}, where the tag is not listed."
    else:
        yield f"{_kind(shape)}{f', in {where}' if where else ''}."
    match shape:
        case Word():
            yield from _word(shape)
        case Object():
            yield from _object(shape, headings)
        case Tagged():
            yield from _tagged(shape, headings)
        case Untagged():
            yield from _paragraph(
                ["The first of these that fits is meant. What fits none is malformed."]
            )
            yield ""
            for each in shape.variants:
                yield f"1. {type_in_words(each, headings.link)}"


def _kind(shape: Named) -> str:
    match shape:
        case Word():
            return "A word"
        case Object():
            return "An object"
        case Tagged():
            return f"A union by the tag {code(shape.tag)}"
        case Untagged():
            return "A union without a tag"


def _word(shape: Word) -> Iterator[str]:
    yield from _paragraph([f"{codes(shape.known)}."])
    unknown = unknown_word_in_words(shape)
    if isinstance(shape.unknown, str):
        unknown = f"read as {code(shape.unknown)}"
    said = [f"Another word is {unknown}."]
    if shape.default is not None:
        said.append(f"A call that was never given one has {code(shape.default)}.")
    if shape.plain:
        said.append("Only a string is read for it.")
    yield from _paragraph(said)


def _object(shape: Object, headings: Headings) -> Iterator[str]:
    if shape.fields:
        yield ""
        yield from table(_FIELDS, [_row(field, headings) for field in shape.fields])
    said = [] if shape.fields else ["Its members mean nothing."]
    said += [
        f"The member {code(name)} is always written {code(value)}, and ignored when read."
        for name, value in shape.constants.items()
    ]
    if not shape.positional:
        said.append("A list of its values is never read for it.")
    yield from _paragraph(said)


def _row(field: Field, headings: Headings) -> Sequence[str]:
    notes = list(map(plain, notes_in_words(field)))
    if isinstance(field.shape, Integer) and field.shape.elsewhere is not None:
        there = type_in_words(Integer(*field.shape.elsewhere))
        notes.append(f"in another revision: {there} ({_ELSEWHERE})")
    default = default_in_words(field)
    return (
        code(field.name),
        type_in_words(field.shape, headings.link),
        PRESENCE[field.presence],
        malformed_in_words(field),
        code(default) if default else "",
        ", ".join(notes),
    )


def _tagged(shape: Tagged, headings: Headings) -> Iterator[str]:
    yield from _paragraph(["The tag says which of these it is; the fields stand beside it."])
    yield ""
    yield from table(
        (code(shape.tag), "is", "notes"),
        [
            (
                code(tag),
                headings.link(variant),
                "only some published readers know it" if tag in shape.contested else "",
            )
            for tag, variant in shape.variants.items()
            if variant is not None
        ],
    )
    if untold := [tag for tag, variant in shape.variants.items() if variant is None]:
        open_ = f"Known and not in the table, so open ({_UNTOLD}): {codes(untold)}."
        yield from _paragraph([open_])
    if shape.elsewhere:
        there = [
            code(tag) + (f" (a {headings.link(each)})" if each is not None else "")
            for tag, each in shape.elsewhere.items()
        ]
        only = f"Known to another revision alone, so open ({_ELSEWHERE}): {', '.join(there)}."
        yield from _paragraph([only])
    yield from _paragraph(list(_about_tags(shape, headings)))


def _about_tags(shape: Tagged, headings: Headings) -> Iterator[str]:
    for other, tag in shape.aliases.items():
        yield f"{code(other)} is read as {code(tag)}, and never written."
    if shape.raw is not None:
        kept = headings.link(shape.raw)
        read = ", whose fields are read as usual" if shape.raw.fields else ""
        yield f"An object of another tag is kept whole, as it came ({kept}{read})."
    elif shape.skipped is not None:
        skipped = skipped_object(shape)
        yield f"An object of another tag is skipped: {skipped} stands for it, whatever it holds."
    else:
        yield "An object of another tag is malformed."
    if shape.is_open:
        yield "One of a listed tag that is malformed does not pass for one of another."
    if not shape.positional:
        no_number = "" if shape.indexed else ", nor a number for its tag"
        yield f"A list is never read for it{no_number}."
    if shape.written is not None:
        yield f"In the normal form the tag is called {code(shape.written)}."


def skipped_object(shape: Tagged) -> str:
    """Write what stands for an object that a union skips."""
    return code(f'{{"{shape.written_tag}":"{shape.skipped}"}}')


def _paragraph(sentences: list[str]) -> Iterator[str]:
    if sentences:
        yield ""
        yield " ".join(sentences)
