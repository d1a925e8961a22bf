"""Crossover: inputs that have parts of two others."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from toolwire.reference import SourceText

from ..outlines import Kind
from ..trials import Input
from .scene import Scene
from .structure import values_named


def crossed(scene: Scene) -> Input | None:
    """Give the input with parts of the other one; None where they have nothing to exchange."""
    one, other = scene.map.asked, scene.other.asked
    ways: list[Callable[[], Input | None]] = [partial(_members, scene), partial(_values, scene)]
    if one.op == "fold" and other.op == "fold":
        ways += [partial(_spliced, scene), partial(_exchanged, scene), partial(_mixed, scene)] * 2
    if one.op == "stream" and other.op == "stream":
        ways += [partial(_lines, scene)] * 3
    return scene.one_of(ways)()


def _spliced(scene: Scene) -> Input:
    """Put the end of the other sequence after the beginning of this one."""
    one, other = scene.map.asked.texts, scene.other.asked.texts
    return _texts(scene, one[: scene.below(len(one) + 1)] + other[scene.below(len(other) + 1) :])


def _exchanged(scene: Scene) -> Input | None:
    """Put one text of the other sequence in the place of one of this."""
    one, other = list(scene.map.asked.texts), scene.other.asked.texts
    if not one or not other:
        return None
    one[scene.below(len(one))] = scene.one_of(other)
    return _texts(scene, tuple(one))


def _mixed(scene: Scene) -> Input:
    """Put the texts of both in turns, each sequence in its order."""
    one, other = list(scene.map.asked.texts), list(scene.other.asked.texts)
    mixed = list[SourceText]()
    while one or other:
        from_other = not one or (bool(other) and bool(scene.random.getrandbits(1)))
        mixed.append((other if from_other else one).pop(0))
    return _texts(scene, tuple(mixed))


def _texts(scene: Scene, texts: tuple[SourceText, ...]) -> Input:
    return replace(scene.map.asked, texts=texts or scene.map.asked.texts)


def _lines(scene: Scene) -> Input | None:
    """Put a line of the other stream in before, after or between those of this one."""
    root, other = scene.map.root, scene.other.root
    if not other.parts:
        return None
    start, end = scene.one_of(other.parts)
    line = scene.other.text[start:end].rstrip("\n")
    return scene.applied(scene.insert(root, scene.below(len(root.parts) + 1), line))


def _values(scene: Scene) -> Input | None:
    """Put a value of the other input where a member of the same name stands."""
    objects = [node for node in scene.map.found.nodes if node.kind is Kind.OBJECT and node.parts]
    if not objects:
        return None
    owner = scene.one_of(objects)
    number = scene.below(len(owner.parts))
    found = list(values_named(scene.other, scene.map.name_of(owner, number)))
    if not found:
        return None
    value = scene.other.value_of(scene.one_of(found))
    return scene.applied(scene.replace(owner.inside[number], value))


def _members(scene: Scene) -> Input | None:
    """Put members of the other document beside those of this one, or those of its name there."""
    if not scene.map.tops or not scene.other.tops:
        return None
    one, other = scene.one_of(scene.map.tops), scene.one_of(scene.other.tops)
    if Kind.OBJECT is not one.kind or Kind.OBJECT is not other.kind:
        return None
    here = {scene.map.name_of(one, number) for number in range(len(one.inside))}
    added = [
        scene.other.text[start:end]
        for number, (start, end) in enumerate(other.parts)
        if scene.other.name_of(other, number) not in here and scene.random.getrandbits(1)
    ]
    if not added:
        return None
    return scene.applied(scene.insert(one, len(one.parts), ",".join(added)))
