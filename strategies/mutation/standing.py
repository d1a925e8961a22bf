"""Where a value of an input stands: in what, as which part, and as what in the protocol's table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from toolwire.reference import Profile, SessionFold, dumps
from toolwire.reference.shapes import (
    Array,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Unknown,
    Untagged,
    Word,
    required,
)
from toolwire.reference.streams import message_shape

from ..outlines import CUT, Kind, Node, Outline, outline
from ..trials import Input

_BEFORE_VALUE = f" \t\r\n:{CUT}"
_KEPT = 1 << 10
_SMALL = 1 << 12
"""So many maps are kept, of inputs of up to so many characters: some 20 MB of them."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A value, or a text or line as a whole.

    `shape` is what the table has there, None where it has nothing. `owner` is what the value
    stands in, as its part of this `number`: an object, an array, or all texts together. `name`
    is the text of the member's name, quotes included. Of objects, `fields` is the shape that the
    owner has, and `inner` that of the value itself.
    """

    node: Node
    shape: Shape | None
    owner: Node | None = None
    number: int = 0
    name: str = ""
    fields: Object | None = None
    inner: Object | None = None


def roots(profile: Profile, op: str, type_: str) -> Callable[[int], Shape | None]:
    """Give what tells the shape of each text of an operation, by its number."""
    if op == "decode":
        shape = profile.types.get(type_)
        return lambda _: shape
    if op == "fold" and (fold := profile.folds.get(type_)) is not None:
        if isinstance(fold, SessionFold):
            updates = profile.types[fold.updates]
            return lambda _: updates
        first, rest = profile.types[fold.first], profile.types[fold.rest]
        return lambda number: rest if number else first
    if op == "stream" and (stream := profile.streams.get(type_)) is not None:
        if stream.method is None:
            item = profile.types[stream.item]
            return lambda _: item
        version = Word("jsonrpc", ("2.0",), Unknown.KEPT)
        method = Word(
            "method", tuple(dict.fromkeys((stream.method, *profile.methods))), Unknown.KEPT
        )
        message = message_shape(profile, stream)
        fields = (required("jsonrpc", version), required("method", method), *message.fields)
        line = replace(message, fields=fields)
        return lambda _: line
    return lambda _: Opaque() if op == "encode" else None


class Map:
    """An input's outline, and the shapes of its values."""

    def __init__(self, found: Outline, profile: Profile) -> None:
        self.found = found
        self.asked: Input = found.asked
        self.text = found.text
        self._root_shape = roots(profile, found.asked.op, found.asked.type)
        self.root, *nodes = found.nodes
        self.tops: list[Node] = []
        end = -1
        for node in nodes:
            if node.start >= end:
                self.tops.append(node)
                end = max(node.end, node.start + 1)

    def top(self, number: int) -> Spot:
        """Give the text or line of this number as a whole."""
        node = self.tops[number]
        shape = self._root_shape(number)
        owner = self.root if self.root.parts else None
        return Spot(node, shape, owner, number, inner=self.fields_of(node, shape))

    def top_of(self, spot: Spot) -> Node:
        """Give the text or line in which a spot lies."""
        at = spot.node.start
        return next((top for top in self.tops if top.start <= at <= top.end), self.root)

    def inside(self, spot: Spot, number: int) -> Spot:
        """Give the member or item of this number in a spot's object or array."""
        node = spot.node
        value = node.inside[number]
        if node.kind is Kind.ARRAY:
            shape = spot.shape.item if isinstance(spot.shape, Array) else None
            return Spot(value, shape, node, number, inner=self.fields_of(value, shape))
        name = self.name_of(node, number)
        shape = self._member_shape(spot, name)
        return Spot(value, shape, node, number, name, spot.inner, self.fields_of(value, shape))

    def spot_at(self, node: Node) -> Spot:
        """Give the spot of a node."""
        if node is self.root:
            return Spot(node, None)
        number = next(n for n, top in enumerate(self.tops) if top.start <= node.start <= top.end)
        spot = self.top(number)
        while spot.node is not node:
            for index, value in enumerate(spot.node.inside):
                if value.start <= node.start < value.end:
                    spot = self.inside(spot, index)
                    break
            else:
                return spot
        return spot

    def name_of(self, node: Node, number: int) -> str:
        """Give the text of a member's name."""
        start, _ = node.parts[number]
        whole = self.text[start : node.inside[number].start]
        return whole.rstrip(_BEFORE_VALUE)

    def value_of(self, node: Node) -> str:
        """Give the text of a value."""
        return self.text[node.start : node.end]

    def fields_of(self, node: Node, shape: Shape | None) -> Object | None:
        """Give the shape of the object that `node` is where `shape` is asked for."""
        if node.kind is not Kind.OBJECT:
            return None
        if isinstance(shape, Object):
            return shape
        if isinstance(shape, Tagged):
            tag = self.tag_of(node, shape)
            tag = shape.aliases.get(tag, tag)
            return shape.variants.get(tag) or shape.elsewhere.get(tag) or shape.raw
        if isinstance(shape, Untagged):
            return self._variant_of(node, shape)
        return None

    def tag_of(self, node: Node, shape: Tagged) -> str:
        """Give the tag of an object, as far as it is a plain string; else an empty one."""
        wanted = dumps(shape.tag)
        for number, value in enumerate(node.inside):
            if value.kind is Kind.STRING and self.name_of(node, number) == wanted:
                return self.text[value.start + 1 : value.end - 1]
        return ""

    def _variant_of(self, node: Node, shape: Untagged) -> Object | None:
        names = {self.name_of(node, number) for number in range(len(node.inside))}
        objects = [each for each in shape.variants if isinstance(each, Object)]
        for each in objects:
            needs = (one.name for one in each.fields if one.presence is Presence.REQUIRED)
            if names.issuperset(map(dumps, needs)):
                return each
        return objects[0] if objects else None

    def _member_shape(self, spot: Spot, name: str) -> Shape | None:
        plain = name[1:-1]
        if isinstance(spot.shape, Tagged) and plain == spot.shape.tag:
            tags = (*spot.shape.variants, *spot.shape.aliases, *spot.shape.elsewhere)
            return Word(f"{spot.shape.name}.{plain}", tags, Unknown.KEPT)
        field = spot.inner.by_name.get(plain) if spot.inner is not None else None
        return field.shape if field is not None else None


class Maps:
    """Gives the maps of a profile's inputs. Those of the last ones are kept, since to make one is
    most of a mutation's work, and the inputs of a pool come again and again.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._kept = lru_cache(_KEPT)(self._made)

    def of(self, asked: Input) -> Map:
        """Give the map of an input."""
        return (self._kept if asked.size <= _SMALL else self._made)(asked)

    def _made(self, asked: Input) -> Map:
        return Map(outline(asked), self._profile)
