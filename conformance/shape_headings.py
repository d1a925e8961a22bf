"""The headings under which a protocol's page has its named shapes, and which uses which."""

from collections.abc import Mapping, Sequence

from toolwire.reference import Profile
from toolwire.reference.shapes import Array, Object, Shape, Tagged, Untagged
from toolwire.reference.wording import Named, kind_in_words

from .markdown import link, plain


class Headings:
    """The headings of a profile's named shapes, the outer ones first.

    A heading is the shape's name, with its kind where another shape has that name too.
    """

    def __init__(self, profile: Profile) -> None:
        self._shapes: dict[str, Named] = {}
        self._users: dict[str, list[str]] = {}
        waiting: list[tuple[str, Shape]] = [("", shape) for shape in profile.types.values()]
        while waiting:
            user, shape = waiting.pop(0)
            if not isinstance(shape, Named):
                waiting.extend((user, each) for each in _inside(shape))
                continue
            heading = self._find(shape)
            if heading is None:
                heading = self._enter(shape)
                waiting.extend((heading, each) for each in _inside(shape))
            if user and user not in self._users[heading]:
                self._users[heading].append(user)

    @property
    def shapes(self) -> Mapping[str, Named]:
        """Give the shapes by their headings."""
        return self._shapes

    def users(self, heading: str) -> Sequence[str]:
        """Give the headings of the shapes in which a shape stands."""
        return self._users[heading]

    def link(self, shape: Named) -> str:
        """Give the link to a shape's section, in Markdown."""
        heading = self._find(shape)
        assert heading is not None
        return link(plain(shape.name), heading)

    def _find(self, shape: Named) -> str | None:
        return next((name for name, each in self._shapes.items() if each == shape), None)

    def _enter(self, shape: Named) -> str:
        heading = shape.name
        if heading in self._shapes:
            heading = f"{shape.name} ({kind_in_words(shape)})"
        assert heading not in self._shapes
        self._shapes[heading] = shape
        self._users[heading] = []
        return heading


def _inside(shape: Shape) -> list[Shape]:
    """Give what stands directly inside a shape, in another revision too."""
    match shape:
        case Array():
            return [shape.item]
        case Object():
            return [field.shape for field in shape.fields]
        case Tagged():
            known = [*shape.variants.values(), *shape.elsewhere.values(), shape.raw]
            return [each for each in known if each is not None]
        case Untagged():
            return list(shape.variants)
        case _:
            return []
