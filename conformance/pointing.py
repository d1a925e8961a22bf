"""Where in a profile's table a pointer leads: the sites on the way to what is objected to."""

from collections.abc import Iterable, Iterator

from toolwire.reference import PROFILES, Fold
from toolwire.reference.shapes import Array, Object, Shape, Tagged, Untagged
from toolwire.strategies.trials import Input


def sites_on_the_way(profile: str, asked: Input, pointer: str) -> list[frozenset[str]]:
    """Give for each member on the way of a pointer its sites, the outermost member first.

    The pointer leads into what is answered to `asked`. Of a union it is not told which variant is
    meant, so that a member may have several sites. What lies in opaque JSON has none.
    """
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    shapes, skipped = _roots(profile, asked)
    found = []
    for step in steps[skipped:]:
        members = [each for shape in shapes for each in _members(shape, step)]
        if members:
            found.append(frozenset(site for site, _ in members))
        shapes = [shape for _, shape in members] or list(_items(shapes))
    return found


def _roots(profile: str, asked: Input) -> tuple[list[Shape], int]:
    """Give the shapes of an answer, and how many steps lead to it: a call's id, an item's index."""
    known = PROFILES[profile]
    if asked.op == "decode":
        return [known.types[asked.type]], 0
    if asked.op == "stream":
        return [known.types[known.streams[asked.type].item]], 1
    if asked.op != "fold":
        return [], 0
    fold = known.folds[asked.type]
    if isinstance(fold, Fold):
        return [known.types[fold.first], known.types[fold.rest]], 0
    return [known.types[fold.state], known.types[fold.updates]], 1


def _members(shape: Shape, name: str) -> Iterator[tuple[str, Shape]]:
    """Give what a member of that name may be: its site and its shape."""
    match shape:
        case Object():
            if name in shape.by_name:
                yield f"{shape.name}.{name}", shape.by_name[name].shape
        case Tagged():
            for variant in (*shape.variants.values(), *shape.elsewhere.values(), shape.raw):
                if variant is not None:
                    yield from _members(variant, name)
        case Untagged():
            for each in shape.variants:
                yield from _members(each, name)
        case _:
            pass


def _items(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Give the shapes of the items of those that are lists."""
    for shape in shapes:
        if isinstance(shape, Array):
            yield shape.item
        elif isinstance(shape, Untagged):
            yield from _items(shape.variants)
