"""Changes of an object's members that know the table: added, renamed, all, few, several at once."""

from toolwire.reference import dumps
from toolwire.reference.shapes import Presence, Tagged

from ..edits import Edit, together
from ..outlines import Kind
from .names import STRANGE, escaped_somewhere, near, quoted_near
from .operators import ANY_VALUE, Operator
from .scene import Scene
from .standing import Spot
from .structure import EMPTY


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


MEMBERS = (
    Operator("rename", ANY_VALUE, _rename),
    Operator("respell-name", ANY_VALUE, _respell_name),
    Operator("member", (Kind.OBJECT,), _member),
    Operator("full", (Kind.OBJECT,), _full),
    Operator("bare", (Kind.OBJECT,), _bare),
    Operator("shake", (Kind.OBJECT,), _shake),
    Operator("unknown-member", (Kind.OBJECT,), _unknown_member),
)
