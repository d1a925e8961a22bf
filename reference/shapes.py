"""The vocabulary in which a protocol is written down as a table.

A shape says which JSON values a place may hold and what becomes of the others. The reader, the
writer, the patch, the strategies, the requirements and the pages all walk shapes and hold no
knowledge of a protocol of their own. A shape that is somebody's type has a `name`, which is how a
document calls it; a *site* is such a name, or a name and a field (`ToolCallUpdate.title`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

U32 = 2**32 - 1
U64 = 2**64 - 1
I64 = 2**63 - 1


@dataclass(frozen=True)
class Text:
    """A string. `form` names what it should hold where a protocol says: "uri" or "instant"."""

    form: str | None = None


@dataclass(frozen=True)
class Boolean:
    """True or false."""


@dataclass(frozen=True)
class Null:
    """Null, and nothing else."""


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`.

    A number past the field's width is open (`oddities`), but one below `low` is malformed where
    `low` is not negative. `elsewhere` is the range of another revision (`revisions`).
    """

    low: int = 0
    high: int = U32
    elsewhere: tuple[int, int] | None = None


@dataclass(frozen=True)
class Number:
    """A double. `low` and `high` are what the protocol asks of a sender; nobody refuses by them."""

    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Opaque:
    """Any JSON value, handed on as it is; with `is_object`, any object."""

    is_object: bool = False


class Unknown(Enum):
    """What a reader does with a word that its protocol does not list."""

    KEPT = "kept"
    MALFORMED = "malformed"


class _Named:
    """A shape that is somebody's type: its `repr` is its name, and nothing of all that it holds."""

    name: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


@dataclass(frozen=True, repr=False)
class Word(_Named):
    """One of `known` words. `unknown`: another is kept, is malformed, or is read as that word.

    With `plain` the original reads a string and nothing else (`oddities`, `object-for-word`).
    """

    name: str
    known: tuple[str, ...]
    unknown: Unknown | str
    default: str | None = None
    """The word that a state has which was never given one."""
    plain: bool = False


@dataclass(frozen=True)
class Array:
    """A list of `item`. With `skips`, a malformed item is left out; else it fails the list."""

    item: "Shape"
    skips: bool = False


class Presence(Enum):
    """What it means that a field is not there, or null."""

    REQUIRED = "required"
    """Absent fails the object, and so does null where it is no value of the shape."""
    OPTIONAL = "optional"
    """Absent and null are the same."""
    DEFAULTED = "defaulted"
    """Absent is the default; null is malformed."""
    PATCH = "patch"
    """Absent leaves what is known unchanged, null clears it."""
    TOLD = "told"
    """No member of a text: the reader tells whether it forgave one (`profile.TextRules`)."""


NO_DEFAULT: Any = type("NoDefault", (), {"__repr__": lambda self: "NO_DEFAULT"})()


@dataclass(frozen=True)
class Field:
    """A member of an object.

    With `tolerant`, a malformed value counts as none: the field is as if absent, a required one
    has its `default`. A value that equals the default is not written, unless it is `always`
    written: then what is absent is the default too, or null without one. With `left_out`, the
    document says that an absent one is not written as null. `merges` marks metadata whose patch
    goes by key. `contested` marks what only some published readers know (their protocol has no
    document), so that no other requirement's case may rest on it.
    """

    name: str
    shape: "Shape"
    presence: Presence
    tolerant: bool = False
    default: Any = NO_DEFAULT
    always: bool = False
    left_out: bool = False
    merges: bool = False
    contested: bool = False

    def default_value(self) -> Any:
        """Give the default as a JSON value of the caller's own, or `NO_DEFAULT`."""
        if isinstance(self.default, tuple):
            return list(self.default)
        return dict(self.default) if isinstance(self.default, Mapping) else self.default


@dataclass(frozen=True, repr=False)
class Object(_Named):
    """An object of named fields; members of other names are ignored.

    `positional` tells whether the original also reads it from a list of its values in order.
    `constants` are members that are always written so, and ignored when read.
    """

    name: str
    fields: tuple[Field, ...]
    positional: bool = True
    constants: Mapping[str, str] = field(default_factory=dict, hash=False)
    by_name: Mapping[str, Field] = field(init=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {each.name: each for each in self.fields})


@dataclass(frozen=True, repr=False)
class Tagged(_Named):
    """An object whose member `tag` says which of `variants` it is, its fields beside the tag.

    A variant of None is known and has no table here: what becomes of it is open. A tag that is
    not known is refused, unless there is `raw`: then such an object is kept whole, except that
    the fields of `raw`, all tolerant, are read as usual; or `skipped`: then nothing is kept of it,
    and that word stands for its tag. `aliases` are other spellings of tags, which are read and
    never written. In the normal form the tag is called `written`, where that is given.
    `elsewhere` gives the variants that only another revision knows. `contested` as for a field.
    With `positional` the original also reads it from a list, with `indexed` a tag from a number.
    """

    name: str
    tag: str
    variants: Mapping[str, Object | None] = field(hash=False)
    raw: Object | None = None
    skipped: str | None = None
    written: str | None = None
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)
    elsewhere: Mapping[str, Object | None] = field(default_factory=dict, hash=False)
    contested: tuple[str, ...] = ()
    positional: bool = True
    indexed: bool = True

    @property
    def is_open(self) -> bool:
        """Tell whether a tag that is not known is taken."""
        return self.raw is not None or self.skipped is not None

    @property
    def written_tag(self) -> str:
        """Give the name of the tag in the normal form."""
        return self.written or self.tag


@dataclass(frozen=True, repr=False)
class Untagged(_Named):
    """The first of `variants` that fits."""

    name: str
    variants: "tuple[Shape, ...]"


Shape: TypeAlias = (
    Text | Boolean | Null | Integer | Number | Opaque | Word | Array | Object | Tagged | Untagged
)


def variant_name(variant: Shape) -> str:
    """Give what a site calls a variant of an untagged union: its name, or the kind of JSON."""
    return str(getattr(variant, "name", None) or type(variant).__name__.lower())


def takes_anything(shape: Shape) -> bool:
    """Tell whether any JSON is well-formed where `shape` stands."""
    return isinstance(shape, Opaque) and not shape.is_object


def takes_null(shape: Shape) -> bool:
    """Tell whether null is a value of `shape`."""
    if isinstance(shape, Untagged):
        return any(map(takes_null, shape.variants))
    return isinstance(shape, Null) or takes_anything(shape)


def required(name: str, shape: Shape) -> Field:
    """Give a field without which its object is malformed."""
    return Field(name, shape, Presence.REQUIRED)


def optional(
    name: str, shape: Shape, *, default: Any = NO_DEFAULT, contested: bool = False
) -> Field:
    """Give a tolerant field that may be left out."""
    return Field(
        name, shape, Presence.OPTIONAL, tolerant=True, default=default, contested=contested
    )


def strict(name: str, shape: Shape, *, always: bool = False, left_out: bool = False) -> Field:
    """Give a field that may be left out or null, and whose malformed value fails its object."""
    return Field(name, shape, Presence.OPTIONAL, always=always, left_out=left_out)


def defaulted(name: str, shape: Shape, default: Any, *, always: bool = False) -> Field:
    """Give a field that may be left out but not null; what is malformed fails its object."""
    return Field(name, shape, Presence.DEFAULTED, default=default, always=always)


def patch(name: str, shape: Shape, *, merges: bool = False) -> Field:
    """Give a tolerant field with three states: absent, null and a value."""
    return Field(name, shape, Presence.PATCH, tolerant=True, merges=merges)
