"""Changing inputs a little, with a protocol's table at hand."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random

from toolwire.reference import Profile
from toolwire.reference.jsontext import is_deeper

from ..edits import Edit, together
from ..outlines import Kind
from ..trials import Input
from .crossing import crossed
from .generator import Generator
from .lexical import BREAKING, LEXICAL
from .lines import LINES
from .members import MEMBERS
from .operators import InputOperator, Operator
from .scene import Scene
from .shaped import SHAPED
from .standing import Maps, Spot
from .structure import STRUCTURE
from .updates import UPDATES
from .ways import WAYS

MAX_SIZE = 1 << 16
"""The most bytes of all texts of an input, unless the caller says otherwise."""
MAX_DEPTH = 1_000
"""The most containers within one another in a text that is made."""
_TRIES = 8
_GROUPS = ((0.20, SHAPED), (0.40, MEMBERS), (0.75, STRUCTURE), (0.90, LEXICAL), (1.0, BREAKING))
"""How often an operator is of which group, as the upper ends of the shares."""

_OF_INPUTS: Sequence[InputOperator] = (*UPDATES, *LINES, *WAYS)
_ALL: Sequence[Operator | InputOperator] = (
    *(one for _, group in _GROUPS for one in group),
    *_OF_INPUTS,
)
OPERATORS: Mapping[str, Operator | InputOperator] = {each.name: each for each in _ALL}
"""Every operator by its name."""
_OF_KIND: Mapping[Kind, Sequence[tuple[float, Sequence[Operator]]]] = {
    kind: [
        (share, found)
        for share, group in _GROUPS
        if (found := [each for each in group if kind in each.kinds])
    ]
    for kind in Kind
}
_OF_OP: Mapping[str, Sequence[InputOperator]] = {
    op: [each for each in _OF_INPUTS if op in each.ops]
    for op in ("decode", "fold", "encode", "cut", "stream")
}


class Mutator:
    """Mutates inputs of one profile. `operations` are the (op, type) that it may make.

    Raises `ValueError` when the profile has none of them.
    """

    def __init__(
        self, profile: Profile, operations: Collection[tuple[str, str]] | None = None
    ) -> None:
        self.profile = profile
        self.generator = Generator(profile)
        self._maps = Maps(profile)
        known = self.generator.operations
        self._operations = [each for each in known if operations is None or each in operations]
        if not self._operations:
            raise ValueError(f"{profile.name} has none of these operations")

    def mutate(
        self, random: Random, one: Input, *, other: Input | None = None, max_size: int = MAX_SIZE
    ) -> Input:
        """Give `one` changed a little, perhaps with a part of `other`, within `max_size` bytes."""
        scene = Scene(random, one, other, self.generator, self._maps)
        for _ in range(_TRIES):
            made = self._changed(scene)
            if made is not None and made != one and self._is_allowed(made, max_size):
                return made
        return self._fallback(random, one, max_size)

    def mutate_by(
        self, name: str, random: Random, one: Input, *, other: Input | None = None
    ) -> Input | None:
        """Give `one` changed by the operator of this name alone; None where it found no place.

        Raises `KeyError` for a name that no operator has.
        """
        operator, scene = OPERATORS[name], Scene(random, one, other, self.generator, self._maps)
        for _ in range(_TRIES):
            if isinstance(operator, InputOperator):
                change = operator.change(scene) if one.op in operator.ops else None
            else:
                spot = _spot(scene)
                change = operator.change(scene, spot) if spot.node.kind in operator.kinds else None
            if change is not None:
                return scene.applied(change) if isinstance(change, Edit) else change
        return None

    def cross(self, random: Random, one: Input, other: Input, *, max_size: int = MAX_SIZE) -> Input:
        """Give an input that has parts of both, within `max_size` bytes."""
        scene = Scene(random, one, other, self.generator, self._maps)
        for _ in range(_TRIES):
            made = crossed(scene)
            if made is not None and made != one and self._is_allowed(made, max_size):
                return made
        return self.mutate(random, one, other=other, max_size=max_size)

    def _changed(self, scene: Scene) -> Input | None:
        """Make one change of the input as a whole, or a few of its values, at once."""
        draw, special = scene.random.random(), _OF_OP[scene.map.asked.op]
        if special and draw < (0.1 if scene.map.asked.op == "decode" else 0.4):
            change = scene.one_of(special).change(scene)
            return scene.applied(change) if isinstance(change, Edit) else change
        edits = list[Edit]()
        for _ in range(_TRIES):
            if edit := self._edit(scene):
                edits.append(edit)
            if edits and scene.random.getrandbits(1):
                break
        return scene.applied(together(edits)) if edits else None

    def _edit(self, scene: Scene) -> Edit | None:
        spot = _spot(scene)
        draw = scene.random.random()
        groups = _OF_KIND[spot.node.kind]
        group = next((found for share, found in groups if draw < share), ())
        return scene.one_of(group).change(scene, spot) if group else None

    def _is_allowed(self, made: Input, max_size: int) -> bool:
        return (
            (made.op, made.type) in self._operations
            and size(made) <= max_size
            and not any(is_deeper(_as_text(text), MAX_DEPTH) for text in made.texts)
        )

    def _fallback(self, random: Random, one: Input, max_size: int) -> Input:
        """Give something allowed where no change was: a new input, or the texts' beginnings."""
        for _ in range(_TRIES):
            op, type_ = self._operations[int(random.random() * len(self._operations))]
            made = self.generator.input_of(random, op, type_)
            if self._is_allowed(made, max_size):
                return made
        text: str | bytes = b"" if made.op == "stream" else ""
        return replace(made, texts=(text,))


def _spot(scene: Scene) -> Spot:
    """Draw a value: any, or one of the outer ones, where more often the table has a say."""
    here = scene.map
    if not here.tops:
        return Spot(here.root, None)
    if scene.random.getrandbits(1):
        return here.spot_at(scene.one_of(here.found.nodes))
    spot = here.top(scene.below(len(here.tops)))
    while spot.node.inside and scene.random.getrandbits(2):
        spot = here.inside(spot, scene.below(len(spot.node.inside)))
    return spot


def _as_text(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("latin-1")


def size(asked: Input) -> int:
    """Give how many bytes all texts of an input have."""
    return sum(
        len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode())
        for text in asked.texts
    )
