"""A protocol as a whole: its name, its types, and what can be done with them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from .shapes import Shape


@dataclass(frozen=True)
class Fold:
    """A fold starts from a text of type `first`, which texts of type `rest` then patch."""

    first: str
    rest: str


@dataclass(frozen=True)
class SessionFold:
    """A fold of the updates of many calls, texts of the type `updates`.

    `state` is the type whose shape a call's state has, and `call_id` the member that names the
    call. By their tags: `starts` is the update that makes a call (None: any `patches` does),
    `patches` the one that changes it, `appends` the one that adds an item to its `content`.
    """

    updates: str
    state: str
    call_id: str
    patches: str
    starts: str | None = None
    appends: str | None = None


@dataclass(frozen=True)
class Stream:
    """A stream of lines, each of which carries an item of the type `item`.

    With a `method` a line is a JSON-RPC message, and the item the parameters of that method.
    """

    item: str
    method: str | None = None


@dataclass(frozen=True)
class TextRules:
    """What a document settles about texts that RFC 8259 leaves to their reader.

    `last_counts`: of two members of one name the last counts. `shallow`: a text nested past
    `DEPTH_LIMIT` is refused, unless it is so in the member `forgiven` of the outermost object
    alone, which then counts as null.
    """

    last_counts: bool = False
    shallow: bool = False
    forgiven: str | None = None


OPEN = TextRules()


@dataclass(frozen=True, eq=False)
class Profile:
    """One revision of a protocol.

    `types` are those that a candidate is asked to decode, the outer ones first. `folds` are the
    types for which the operation `fold` is defined, `streams` those for `stream`, `commands` those
    for `encode`, each with the most bytes of a line, and `cuts` those for `cut`. `texts` holds the
    rules of types whose texts have any. `methods` are the JSON-RPC methods by which messages
    travel, each with its type.
    """

    name: str
    types: Mapping[str, Shape]
    folds: Mapping[str, Fold | SessionFold] = field(default_factory=dict)
    streams: Mapping[str, Stream] = field(default_factory=dict)
    commands: Mapping[str, int] = field(default_factory=dict)
    cuts: tuple[str, ...] = ()
    texts: Mapping[str, TextRules] = field(default_factory=dict)
    methods: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Profile {self.name}>"

    @property
    def operations(self) -> Mapping[str, Collection[str]]:
        """Give for each operation the types for which it is defined."""
        return {
            "decode": self.types,
            "fold": self.folds,
            "encode": self.commands,
            "cut": self.cuts,
            "stream": self.streams,
        }

    @property
    def all_types(self) -> list[str]:
        """Give the names of all types, of whatever operation, as a candidate lists them."""
        return list(dict.fromkeys(name for names in self.operations.values() for name in names))
