"""What a mutant changes of the reference: its table, one reader, or one step of an operation.

Everything else stays the reference's own, so that there is never a second one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from toolwire.reference import Json, Profile, Reading, SourceText, codec, commands, dumps, streams
from toolwire.reference.fold import Act
from toolwire.reference.profile import TextRules
from toolwire.reference.reader import Compiler
from toolwire.reference.reading import Malformed, Reader
from toolwire.reference.revisions import Change, revised
from toolwire.reference.session import LiveSession
from toolwire.reference.shapes import Object, Shape

from ..candidates import Refused, Understood
from .sites import Site

Item = Understood | Refused
Wrap = Callable[[Shape, Reader], Reader]
"""Gives another reader for that of a shape."""
WrapReader = Callable[[Reader], Reader]


def _same_text(text: SourceText) -> SourceText:
    return text


def _same_texts(texts: Sequence[SourceText]) -> Sequence[SourceText]:
    return texts


def _same_value(type_: str, value: Json) -> Json:
    return value


ReadLine = Callable[[Profile, str, SourceText, Reading], Json]


@dataclass(frozen=True)
class Hooks:
    """What is changed.

    `shapes` are changes to the table, by the name of a shape; `texts` are other rules of texts;
    `wrap` changes readers. With `folds_alone` all three act in folds and nowhere else. `choices`
    are readings of oddities. `before` changes a text before it is read, `folded` the texts of a
    fold, `after` a value, of a type, before it is written, `state` one that a fold gives, and
    `spell` writes it. It may lack `folds`, and all but some `types`.

    `act` is what an update does to a state, `session` takes the updates of a session. Of a stream,
    `lines` finds the lines, `line` reads one, and `items` are those handed on. `command` writes a
    command, and `cut` cuts a text.
    """

    shapes: Mapping[str, Change] = field(default_factory=dict)
    texts: Mapping[str, TextRules] | None = None
    wrap: Wrap | None = None
    folds_alone: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[SourceText], SourceText] = _same_text
    folded: Callable[[Sequence[SourceText]], Sequence[SourceText]] = _same_texts
    after: Callable[[str, Json], Json] = _same_value
    state: Callable[[str, Json], Json] = _same_value
    spell: Callable[[Json], str] = dumps
    act: Act | None = None
    session: type[LiveSession] | None = None
    lines: Callable[[Sequence[bytes]], Iterable[bytes]] = streams.lines_of
    line: ReadLine = codec.decode_line
    items: Callable[[Sequence[Item]], Iterable[Item]] = tuple
    command: Callable[[SourceText, int, Reading], tuple[str, Json]] = commands.command_line
    cut: Callable[[SourceText, int, Reading], str] = commands.cut
    folds: bool = True
    types: frozenset[str] | None = None

    def table(self, profile: Profile) -> Profile:
        """Give the table of `profile` as it is changed, with readers of its own."""
        made = revised(profile, profile.name, self.shapes)
        if self.texts is not None:
            made = replace(made, texts=self.texts)
        codec.compile_by(made, Compiler() if self.wrap is None else _Wrapping(self.wrap))
        return made


class _Wrapping(Compiler):
    """Makes readers, and puts each through a function."""

    def __init__(self, wrap: Wrap) -> None:
        super().__init__()
        self._wrap = wrap

    def _compile(self, shape: Shape) -> Reader:
        return self._wrap(shape, super()._compile(shape))

    def _variant(self, shape: Object, tag: str, raw: bool = False) -> Reader:
        return self._wrap(shape, super()._variant(shape, tag, raw))


# In the table


def in_field(site: Site, **changes: Any) -> Hooks:
    """Change attributes of the field at a site."""
    name = site.own_field.name

    def change(shape: Object) -> Shape:
        fields = [replace(f, **changes) if f.name == name else f for f in shape.fields]
        return replace(shape, fields=tuple(fields))

    return Hooks({site.own_object.name: change})


def in_shape(site: Site, **changes: Any) -> Hooks:
    """Change attributes of the shape that has the name of a site."""
    return Hooks({site.shape.name: lambda shape: replace(shape, **changes)})


# In a reader


def reading(name: str, wrap: WrapReader) -> Hooks:
    """Change how the shape of a name is read."""
    return Hooks(
        wrap=lambda shape, read: wrap(read) if getattr(shape, "name", None) == name else read
    )


def reading_field(site: Site, wrap: WrapReader) -> Hooks:
    """Change how the value of the field at a site is read, and of no other of its shape."""
    marked = replace(site.own_field.shape)  # a shape of its own
    hooks = in_field(site, shape=marked)
    return replace(hooks, wrap=lambda shape, read: wrap(read) if shape is marked else read)


def reading_items(site: Site, wrap: WrapReader) -> Hooks:
    """Change how the items of the list at a site are read."""
    marked = replace(site.shape.item)
    hooks = in_field(site, shape=replace(site.shape, item=marked))
    return replace(hooks, wrap=lambda shape, read: wrap(read) if shape is marked else read)


Members = dict[str, Json]


def around_object(
    site: Site,
    before: Callable[[Members], Members] | None = None,
    after: Callable[[Members, Members], Members] | None = None,
) -> Hooks:
    """Change the members of an object before it is read, or what was read of them after it."""

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            if not isinstance(value, dict):
                return read(value, reading)
            members = value if before is None or type(value) is not dict else before(dict(value))
            result = read(members, reading)
            return result if after is None else after(value, result)

        return changed

    return reading(site.own_object.name, wrap)


def values(change: Callable[[Json], Json]) -> WrapReader:
    """Change what was read."""
    return lambda read: lambda value, reading: change(read(value, reading))


def inputs(change: Callable[[Json], Json]) -> WrapReader:
    """Change what is to be read."""
    return lambda read: lambda value, reading: read(change(value), reading)


def rescuing(instead: Callable[[Json], Json]) -> WrapReader:
    """Give something for what is malformed."""

    def wrap(read: Reader) -> Reader:
        def lenient(value: Json, reading: Reading) -> Json:
            try:
                return read(value, reading)
            except Malformed:
                return instead(value)

        return lenient

    return wrap


def refuse(reason: str) -> Malformed:
    """Give the error with which a mutant refuses a value."""
    return Malformed(f"the mutant refuses {reason}")
