"""Changes of structure: what is left out, put twice, exchanged, moved, or nested."""

import json
from collections.abc import Iterator, Sequence

from ..edits import Edit, together
from ..outlines import Kind, Node
from ..values import deep
from .operators import ANY_VALUE, EVERYTHING, Operator
from .scene import Scene
from .standing import Map, Spot


def _drop(scene: Scene, spot: Spot) -> Edit | None:
    """Leave out a member, an item, a text or a line."""
    if spot.owner is None or (spot.owner.kind is Kind.PARTS and len(spot.owner.parts) < 2):
        return None
    return scene.drop(spot.owner, spot.number)


EMPTY = {
    Kind.OBJECT: "{}",
    Kind.ARRAY: "[]",
    Kind.STRING: '""',
    Kind.NUMBER: "0",
    Kind.WORD: "false",
}
"""Of each kind, the value that holds nothing."""


def _empty(scene: Scene, spot: Spot) -> Edit | None:
    """Leave nothing of a value: what careless code takes for no value at all."""
    return _other_than(scene, spot, EMPTY[spot.node.kind])


def _repeat(scene: Scene, spot: Spot) -> Edit | None:
    """Put a part once more, next to itself or elsewhere."""
    if spot.owner is None:
        return None
    at = spot.number + 1 if scene.random.getrandbits(1) else scene.below(len(spot.owner.parts) + 1)
    text = scene.part(spot.owner, spot.number)
    if spot.owner.kind is Kind.PARTS and scene.map.asked.op == "stream":
        text = text.rstrip("\n")
    return scene.insert(spot.owner, at, text)


def _twice(scene: Scene, spot: Spot) -> Edit | None:
    """Put a member of the same name and another value before or after it."""
    if not spot.name or spot.owner is None:
        return None
    member = f"{spot.name}:{scene.made(spot)}"
    return scene.insert(spot.owner, spot.number + scene.random.getrandbits(1), member)


def _swap(scene: Scene, spot: Spot) -> Edit | None:
    """Exchange two parts of one owner, so that their order is another."""
    if spot.owner is None or (other := _another(scene, len(spot.owner.parts), spot)) is None:
        return None
    return _exchange(scene, spot.owner.parts[spot.number], spot.owner.parts[other])


def _swap_values(scene: Scene, spot: Spot) -> Edit | None:
    """Exchange the values of two members of one object."""
    if not spot.name or spot.owner is None:
        return None
    other = _another(scene, len(spot.owner.inside), spot)
    if other is None:
        return None
    value = spot.owner.inside[other]
    return _exchange(scene, (spot.node.start, spot.node.end), (value.start, value.end))


def _another(scene: Scene, count: int, spot: Spot) -> int | None:
    return None if count < 2 else (spot.number + 1 + scene.below(count - 1)) % count


def _exchange(scene: Scene, one: tuple[int, int], other: tuple[int, int]) -> Edit:
    text = scene.map.text
    from_one, from_other = text[slice(*one)], text[slice(*other)]
    if from_one.endswith("\n") != from_other.endswith("\n"):  # the last line of a stream
        from_one, from_other = from_one.rstrip("\n"), from_other.rstrip("\n") + "\n"
        if one > other:
            from_one, from_other = from_one + "\n", from_other.rstrip("\n")
    return Edit(written=frozenset([(one, from_other), (other, from_one)]))


def _null(scene: Scene, spot: Spot) -> Edit | None:
    """Write null for a value."""
    return _other_than(scene, spot, "null")


_SIMPLE = ("false", "true", "0", "1", '""', '"x"', "[]", "{}", "0.5", "-1", "[null]", '{"a":1}')


def _retype(scene: Scene, spot: Spot) -> Edit | None:
    """Write a simple value of another type, or the same value as a string or as what it spells."""
    text = scene.map.value_of(spot.node)
    if not scene.random.getrandbits(1) and len(text) < 100:
        if spot.node.kind is Kind.STRING:
            inside = text[1:-1]
            return scene.replace(spot.node, inside) if _is_json(inside) else None
        return scene.replace(spot.node, json.dumps(text))
    return _other_than(scene, spot, scene.one_of(_SIMPLE))


def _is_json(text: str) -> bool:
    return text in ("true", "false", "null") or text.isdecimal()


def _other_than(scene: Scene, spot: Spot, text: str) -> Edit | None:
    return None if scene.map.value_of(spot.node) == text else scene.replace(spot.node, text)


def _splice(scene: Scene, spot: Spot) -> Edit | None:
    """Write a value from the other input or from elsewhere in this one, often of the same name."""
    source = scene.other if scene.random.getrandbits(2) else scene.map
    named = list(values_named(source, spot.name)) if spot.name else []
    if named and scene.random.getrandbits(2):
        value = scene.one_of(named)
    else:
        values = [node for node in source.found.nodes if node.kind in ANY_VALUE]
        if not values:
            return None
        value = scene.one_of(values)
    return _other_than(scene, spot, source.value_of(value))


def values_named(source: Map, name: str) -> Iterator[Node]:
    """Give the values of all members whose name is spelled `name`, quotes included."""
    for node in source.found.nodes:
        if node.kind is Kind.OBJECT:
            for number, value in enumerate(node.inside):
                start = node.parts[number][0]
                if source.text.startswith(name, start):
                    yield value


def _graft(scene: Scene, spot: Spot) -> Edit | None:
    """Put a member or an item of the other input in beside those that are there."""
    donors = [
        node for node in scene.other.found.nodes if node.kind is spot.node.kind and node.parts
    ]
    if not donors:
        return None
    donor = scene.one_of(donors)
    start, end = donor.parts[scene.below(len(donor.parts))]
    at = scene.below(len(spot.node.parts) + 1)
    return scene.insert(spot.node, at, scene.other.text[start:end])


_WRAPS = (("[", "]"), ('{"a":', "}"), ("[[", "]]"), ('{"value":', "}"), ("[null,", "]"))


def _wrap(scene: Scene, spot: Spot) -> Edit | None:
    """Put a value into an array or an object of its own."""
    opening, closing = scene.one_of(_WRAPS)
    if spot.name and not scene.random.getrandbits(2):
        opening, closing = f"{{{spot.name}:", "}"
    return scene.replace(spot.node, opening + scene.map.value_of(spot.node) + closing)


def _unwrap(scene: Scene, spot: Spot) -> Edit | None:
    """Write one of the values within a value in its place."""
    if not spot.node.inside:
        return None
    return scene.replace(spot.node, scene.map.value_of(scene.one_of(spot.node.inside)))


_DEPTHS: Sequence[int] = (2, 3, 8, 30, 60, 64, 100, 120, 124, 125, 126, 127, 128, 129, 200, 600)


def _deepen(scene: Scene, spot: Spot) -> Edit | None:
    """Put a value into many containers within one another."""
    inner = scene.map.value_of(spot.node)
    depth = _DEPTHS[int(scene.random.random() ** 2 * len(_DEPTHS))]  # the deepest cost most
    opening, closing = scene.one_of(_WRAPS[:2])
    return scene.replace(spot.node, deep(depth, inner, opening, closing).text)


def _merge(scene: Scene, spot: Spot) -> Edit | None:
    """Move all members or items of another container of its kind into this one."""
    others = [
        node
        for node in scene.map.found.nodes
        if node.kind is spot.node.kind and node.parts and node is not spot.node
    ]
    if not others:
        return None
    other = scene.one_of(others)
    text = scene.map.text[other.parts[0][0] : other.parts[-1][1]]
    return together([scene.insert(spot.node, len(spot.node.parts), text)])


STRUCTURE = (
    Operator("drop", EVERYTHING, _drop),
    Operator("empty", ANY_VALUE, _empty),
    Operator("repeat", EVERYTHING, _repeat),
    Operator("twice", ANY_VALUE, _twice),
    Operator("swap", EVERYTHING, _swap),
    Operator("swap-values", ANY_VALUE, _swap_values),
    Operator("null", ANY_VALUE, _null),
    Operator("retype", ANY_VALUE, _retype),
    Operator("splice", ANY_VALUE, _splice),
    Operator("graft", (Kind.OBJECT, Kind.ARRAY), _graft),
    Operator("wrap", ANY_VALUE, _wrap),
    Operator("unwrap", (Kind.OBJECT, Kind.ARRAY), _unwrap),
    Operator("deepen", ANY_VALUE, _deepen),
    Operator("merge", (Kind.OBJECT, Kind.ARRAY), _merge),
)
