"""Changes of a value that know the table: another variant or word, a number past its bound."""

from toolwire.reference import dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Array, Integer, Number, Tagged, Word

from ..edits import Edit
from ..outlines import Kind
from ..values import coercible, malformed, unknown_words
from .names import STRANGE, near
from .operators import ANY_VALUE, Operator
from .scene import Scene
from .standing import Spot


def _fresh(scene: Scene, spot: Spot) -> Edit | None:
    """Write a new well-formed value."""
    return scene.replace(spot.node, scene.made(spot))


def _malformed(scene: Scene, spot: Spot) -> Edit | None:
    """Write what is malformed here, or nearly right."""
    if spot.shape is None:
        return None
    choices = (*malformed(spot.shape), *coercible(spot.shape))
    return scene.replace(spot.node, dumps(scene.one_of(choices))) if choices else None


def _word(scene: Scene, spot: Spot) -> Edit | None:
    """Write another word: one that is listed, one that is not, or a near one."""
    if not isinstance(spot.shape, Word):
        return None
    how = scene.random.getrandbits(2)
    if how == 0:
        word = scene.one_of(unknown_words(spot.shape))
    elif how == 1:
        word = near(scene.random, scene.one_of(spot.shape.known))
    else:
        word = scene.one_of(spot.shape.known)
    return scene.replace(spot.node, dumps(word))


def _number(scene: Scene, spot: Spot) -> Edit | None:
    """Write a number near the one there, near a bound or the ends of a width, or the same one."""
    if spot.node.kind is not Kind.NUMBER:
        return None
    text = scene.map.value_of(spot.node)
    near = [text[1:] if text[0] == "-" else f"-{text}"]
    if len(text) < 20 and text.lstrip("-").isdecimal():
        value = int(text)
        near += map(str, (value - 1, value + 1, value ^ 1, value * 100, value + 2**32))
        near += (f"{text}.0", f"{text}e0")
    bounds = list[str]()
    if isinstance(spot.shape, Integer):
        low, high = spot.shape.low, spot.shape.high
        bounds += [str(bound + by) for bound in (low, high) for by in (-1, 0, 1)]
    if isinstance(spot.shape, Number):
        known = (each for each in (spot.shape.low, spot.shape.high) if each is not None)
        bounds += [repr(bound + by) for bound in known for by in (-1, -1e-9, 0, 1e-9, 1)]
    choices = scene.one_of([each for each in (near, bounds, _NUMBERS) if each])
    return scene.replace(spot.node, scene.one_of(choices))


_NUMBERS = (
    *("0", "-0", "1", "-1", "1.0", "0.0", "-0.0", "1e0", "1E2", "0.1", "1e-7", "1.5", "1e21"),
    *(str(2**bits + by) for bits in (31, 32, 53, 63, 64) for by in (-1, 0, 1)),
    *("-2147483649", "-9007199254740993", "-9223372036854775809", "1e308", "1e400", "-1e400"),
    *("1e-400", "123456789012345678901234567890", "0.30000000000000004", "9" * 400),
)


def _variant(scene: Scene, spot: Spot) -> Edit | None:
    """Make another variant of a union's: its tag alone, or all of it, listed or not."""
    shape = spot.shape
    if not isinstance(shape, Tagged):
        return None
    wanted = dumps(shape.tag)
    for number, value in enumerate(spot.node.inside):
        if scene.map.name_of(spot.node, number) == wanted:
            how = scene.random.getrandbits(3)
            if how < 4:
                tag = scene.one_of((*shape.variants, *shape.aliases, *shape.elsewhere))
            elif how == 4:
                tag = near(scene.random, scene.one_of(tuple(shape.variants)))
            elif how == 5:
                tag = scene.one_of(STRANGE)
            else:
                break
            return scene.replace(value, dumps(tag))
    return scene.replace(spot.node, scene.made(spot))


def _item(scene: Scene, spot: Spot) -> Edit | None:
    """Put one more item into a list: a well-formed one, or now and then a bad one."""
    if not isinstance(spot.shape, Array):
        item = scene.generator.anything(scene.random)
    elif scene.random.getrandbits(2):
        item = scene.value(spot.shape.item)
    else:
        bad: Json = scene.one_of((None, *malformed(spot.shape.item)))
        item = dumps(bad)
    return scene.insert(spot.node, scene.below(len(spot.node.parts) + 1), item)


SHAPED = (
    Operator("fresh", ANY_VALUE, _fresh),
    Operator("malformed", ANY_VALUE, _malformed),
    Operator("word", ANY_VALUE, _word),
    Operator("number", ANY_VALUE, _number),
    Operator("variant", (Kind.OBJECT,), _variant),
    Operator("item", (Kind.ARRAY,), _item),
)
