"""Reading: a profile's shapes, compiled into functions from parsed JSON to the normal form.

Each shape becomes one closure. It takes a JSON value and a `Reading`, and gives the value in the
protocol's normal form or raises `Malformed`; a tolerant field above it catches that. Along the way
it notes in the trace which rule it applied at which site, and asks the reading how to take what no
document decides.
"""

from .composites import array_reader, object_reader, tagged_reader, untagged_reader
from .reading import Reader
from .scalars import (
    boolean_reader,
    integer_reader,
    null_reader,
    number_reader,
    opaque_reader,
    text_reader,
    word_reader,
)
from .shapes import (
    Array,
    Boolean,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Shape,
    Tagged,
    Text,
    Untagged,
    Word,
)


class Compiler:
    """Makes readers from shapes, one for each shape object however often it is used."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Shape, Reader]] = {}

    def reader(self, shape: Shape) -> Reader:
        """Give the reader of `shape`."""
        if id(shape) not in self._made:
            self._made[id(shape)] = (shape, self._compile(shape))
        return self._made[id(shape)][1]

    def _compile(self, shape: Shape) -> Reader:
        match shape:
            case Text():
                return text_reader(shape)
            case Boolean():
                return boolean_reader(shape)
            case Null():
                return null_reader(shape)
            case Integer():
                return integer_reader(shape)
            case Number():
                return number_reader(shape)
            case Opaque():
                return opaque_reader(shape)
            case Word():
                return word_reader(shape)
            case Array():
                return array_reader(shape, self.reader(shape.item))
            case Object():
                return object_reader(shape, [self.reader(field.shape) for field in shape.fields])
            case Tagged():
                variants = {**shape.elsewhere, **shape.variants}
                readers = {
                    tag: self._variant(each, shape.tag) if each is not None else None
                    for tag, each in variants.items()
                }
                raw = shape.raw
                return tagged_reader(
                    shape, readers, self._variant(raw, shape.tag, raw=True) if raw else None
                )
            case Untagged():
                return untagged_reader(shape, [self.reader(variant) for variant in shape.variants])

    def _variant(self, shape: Object, tag: str, raw: bool = False) -> Reader:
        readers = [self.reader(field.shape) for field in shape.fields]
        return object_reader(shape, readers, tag=tag, raw=raw)
