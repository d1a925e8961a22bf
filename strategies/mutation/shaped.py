"""Changes that know the table: another variant, another word, a number past its bound, a member."""

from toolwire.reference import dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Array, Integer, Number, Presence, Tagged, Word

from ..edits import Edit, together
from ..outlines import Kind
from ..values import coercible, malformed, unknown_words
from .names import STRANGE, escaped_somewhere, near, quoted_near
from .operators import ANY_VALUE, Operator
from .scene import Scene
from .standing import Spot
from .structure import EMPTY


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
    text, near = scene.map.value_of(spot.node), list[str]()
    if len(text) < 20 and text.lstrip("-").isdecimal():
        value = int(text)
        near += map(str, (value - 1, value + 1, value ^ 1, value * 100, -value, value + 2**32))
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


def _rename(scene: Scene, spot: Spot) -> Edit | None:
    """Give a member a near name, the name of another member of the table, or a strange one."""
    if not spot.name or spot.owner is None:
        return None
    how = scene.random.getrandbits(2)
    if how < 2:
        name = quoted_near(scene.random, spot.name)
    elif how == 2 and spot.fields is not None and spot.fields.fields:
        name = dumps(scene.one_of(spot.fields.fields).name)
    else:
        name = dumps(scene.one_of(STRANGE))
    return _renamed(scene, spot, name)


def _respell_name(scene: Scene, spot: Spot) -> Edit | None:
    """Spell a member's name with an escape."""
    return _renamed(scene, spot, escaped_somewhere(scene.random, spot.name)) if spot.name else None


def _renamed(scene: Scene, spot: Spot, name: str) -> Edit | None:
    assert spot.owner is not None
    start, _ = spot.owner.parts[spot.number]
    span = (start, start + len(spot.name))
    return Edit(written=frozenset([(span, name)])) if name != spot.name else None


def _member(scene: Scene, spot: Spot) -> Edit | None:
    """Add a member that the table has, well-formed or null, one that is missing if any is."""
    if spot.inner is None:
        return None
    here = {scene.map.name_of(spot.node, number) for number in range(len(spot.node.inside))}
    told = [each for each in spot.inner.fields if each.presence is not Presence.TOLD]
    missing = [each for each in told if dumps(each.name) not in here] or told
    if not missing:
        return None
    field = scene.one_of(missing)
    value = scene.value(field.shape)
    if not scene.random.getrandbits(2):
        value = "null"
    at = scene.below(len(spot.node.parts) + 1)
    return scene.insert(spot.node, at, f"{dumps(field.name)}:{value}")


def _full(scene: Scene, spot: Spot) -> Edit | None:
    """Add every member that the table has and the object has not."""
    if spot.inner is None:
        return None
    here = {scene.map.name_of(spot.node, number) for number in range(len(spot.node.inside))}
    added = [
        f"{dumps(field.name)}:{scene.value(field.shape)}"
        for field in spot.inner.fields
        if field.presence is not Presence.TOLD and dumps(field.name) not in here
    ]
    if not added:
        return None
    return scene.insert(spot.node, len(spot.node.parts), ",".join(added))


def _unknown_member(scene: Scene, spot: Spot) -> Edit | None:
    """Add a member that the table has not."""
    name = scene.one_of(STRANGE)
    if spot.inner is not None and spot.inner.fields and scene.random.getrandbits(1):
        name = near(scene.random, scene.one_of(spot.inner.fields).name)
    value = scene.generator.anything(scene.random)
    at = scene.below(len(spot.node.parts) + 1)
    return scene.insert(spot.node, at, f"{dumps(name)}:{value}")


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


def _shake(scene: Scene, spot: Spot) -> Edit | None:
    """Write new values for some of an object's members at once, null and empty ones among them."""
    edits = list[Edit]()
    for number in range(len(spot.node.inside)):
        member = scene.map.inside(spot, number)
        how = scene.random.getrandbits(3)
        if how == 0:
            edits.append(scene.replace(member.node, "null"))
        elif how == 1:
            edits.append(scene.replace(member.node, EMPTY[member.node.kind]))
        elif how < 5:
            edits.append(scene.replace(member.node, scene.made(member)))
    return together(edits) if edits else None


def _bare(scene: Scene, spot: Spot) -> Edit | None:
    """Leave of an object only what is required of it, and perhaps one member more."""
    if spot.inner is None or not spot.node.parts:
        return None
    needed = {each.name for each in spot.inner.fields if each.presence is Presence.REQUIRED}
    if isinstance(spot.shape, Tagged):
        needed.add(spot.shape.tag)
    kept = scene.below(2 * len(spot.node.parts))
    gone = [
        number
        for number in range(len(spot.node.parts))
        if number != kept and scene.map.name_of(spot.node, number)[1:-1] not in needed
    ]
    return together(scene.drop(spot.node, number) for number in gone) if gone else None


SHAPED = (
    Operator("fresh", ANY_VALUE, _fresh),
    Operator("malformed", ANY_VALUE, _malformed),
    Operator("word", ANY_VALUE, _word),
    Operator("number", ANY_VALUE, _number),
    Operator("variant", (Kind.OBJECT,), _variant),
    Operator("rename", ANY_VALUE, _rename),
    Operator("respell-name", ANY_VALUE, _respell_name),
    Operator("member", (Kind.OBJECT,), _member),
    Operator("full", (Kind.OBJECT,), _full),
    Operator("bare", (Kind.OBJECT,), _bare),
    Operator("shake", (Kind.OBJECT,), _shake),
    Operator("unknown-member", (Kind.OBJECT,), _unknown_member),
    Operator("item", (Kind.ARRAY,), _item),
)
