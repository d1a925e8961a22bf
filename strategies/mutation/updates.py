"""Changes of sequences of updates: one more, of another call, or one that takes back."""

from collections.abc import Iterator

from toolwire.reference import Fold, SessionFold, dumps
from toolwire.reference.shapes import Object, Presence, Tagged

from ..edits import Edit
from ..outlines import Kind, Node
from ..values import smallest_object
from .operators import InputOperator
from .scene import Scene


def _update(scene: Scene) -> Edit | None:
    """Put in an update, well-formed and drawn whole."""
    root = scene.map.root
    made = scene.generator.input_of(scene.random, "fold", scene.map.asked.type)
    texts = [text for text in made.texts if isinstance(text, str)]
    return scene.insert(root, 1 + scene.below(len(root.parts)), scene.one_of(texts))


def _small_update(scene: Scene) -> Edit | None:
    """Put in an update of one or two members: new, null, or as an earlier update had them."""
    asked, root = scene.map.asked, scene.map.root
    kinds = scene.profile.folds[asked.type]
    shape, head = scene.profile.types[kinds.rest if isinstance(kinds, Fold) else kinds.updates], ""
    if isinstance(shape, Tagged) and isinstance(kinds, SessionFold):
        tag, tags = kinds.patches, shape.tag
        shape, head = shape.variants[tag] or shape, f"{dumps(tags)}:{dumps(tag)},"
    if not isinstance(shape, Object):
        return None
    free = [each for each in shape.fields if each.presence is not Presence.REQUIRED]
    made = dict[str, str]()
    for name, value in smallest_object(shape).items():
        earlier = list(_nodes(scene, name))
        made[name] = scene.map.value_of(scene.one_of(earlier)) if earlier else dumps(value)
    for field in (scene.one_of(free), scene.one_of(free)):
        how = scene.random.getrandbits(2)
        earlier = list(_nodes(scene, field.name)) if how == 1 else []
        if how == 0:
            made[field.name] = "null"
        elif earlier:
            made[field.name] = scene.map.value_of(scene.one_of(earlier))
        else:
            made[field.name] = scene.value(field.shape)
    members = ",".join(f"{dumps(name)}:{value}" for name, value in made.items())
    return scene.insert(root, 1 + scene.below(len(root.parts)), f"{{{head}{members}}}")


def _nodes(scene: Scene, name: str) -> Iterator[Node]:
    """Give the values of a member of the updates themselves."""
    wanted = dumps(name)
    for top in scene.map.tops:
        if top.kind is Kind.OBJECT:
            for number, value in enumerate(top.inside):
                if scene.map.name_of(top, number) == wanted:
                    yield value


def _other_call(scene: Scene) -> Edit | None:
    """Let an update be of another call: one that another update is of, or a new one."""
    kinds = scene.profile.folds[scene.map.asked.type]
    found = list(_nodes(scene, kinds.call_id)) if isinstance(kinds, SessionFold) else []
    if not found:
        return None
    node, new = scene.one_of(found), scene.one_of((*map(scene.map.value_of, found), *_IDS))
    return scene.replace(node, new) if new != scene.map.value_of(node) else None


_IDS = ('"a"', '"b"', '"A"', '""', '"a "', '"__proto__"', '"0"')


UPDATES = (
    InputOperator("update", ("fold",), _update),
    InputOperator("small-update", ("fold",), _small_update),
    InputOperator("other-call", ("fold",), _other_call),
)
