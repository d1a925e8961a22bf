"""What a mutation operator is."""

from collections.abc import Callable
from dataclasses import dataclass

from ..edits import Edit
from ..outlines import Kind
from ..trials import Input
from .scene import Scene
from .standing import Spot

ANY_VALUE = (Kind.OBJECT, Kind.ARRAY, Kind.STRING, Kind.NUMBER, Kind.WORD)
CONTAINER = (Kind.OBJECT, Kind.ARRAY)
EVERYTHING = (*ANY_VALUE, Kind.ODD)


@dataclass(frozen=True)
class Operator:
    """A named change at values of some kinds; None where it cannot be made."""

    name: str
    kinds: tuple[Kind, ...]
    change: Callable[[Scene, Spot], Edit | None]


@dataclass(frozen=True)
class InputOperator:
    """A named change of inputs of some operations as a whole; None where it cannot be made."""

    name: str
    ops: tuple[str, ...]
    change: Callable[[Scene], Input | Edit | None]
