"""Whether what a candidate understood means the same as what it should have understood.

Meanings are compared along the type's shape, not bytes: key order never matters; where a member is
merely optional, null, absent and its default are the same; members that the protocol does not know
are not looked at, while an unknown variant must be whole. In a folded state, a member that was
cleared or never set may also be empty.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from toolwire.reference import Fold, Json, Numbers, Profile, Rule, difference
from toolwire.reference.shapes import (
    NO_DEFAULT,
    Array,
    Field,
    Object,
    Presence,
    Shape,
    Tagged,
    Text,
    Untagged,
    Word,
)

ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Difference:
    """The first place at which two values part: the path to it and what stands there in each.

    `expected` and `got` are `ABSENT` where nothing stands.
    """

    path: Path
    expected: Json
    got: Json

    @property
    def kind(self) -> str:
        """Name the kind of difference, the same for every value that differs in this way."""
        if self.got is ABSENT:
            return "null became absent" if self.expected is None else "lost"
        if self.expected is ABSENT:
            return "absent became null" if self.got is None else "came from nowhere"
        if self.got is None:
            return "became null"
        if self.expected is None:
            return "null became a value"
        if type(self.expected) is not type(self.got) and not _are_numbers(self.expected, self.got):
            return "changed its type"
        if isinstance(self.expected, list) and isinstance(self.got, list):
            return "has too few items" if len(self.got) < len(self.expected) else "has extra items"
        return "changed"


def _are_numbers(*values: Json) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


class Comparison:
    """Compares values of one profile: read ones, or with `state` folded ones.

    `rule` is the one whose trial is judged. What is its alone is looked at for it alone: every
    digit of a number in opaque JSON, a member that is not to be written as null, a member that an
    object is always written with, the spelling of a tag that has two. With `roughly`, neighbouring
    doubles are the same: the input holds a number of more digits than a double has.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        state: bool = False,
        rule: Rule | None = None,
        roughly: bool = False,
    ) -> None:
        self._profile = profile
        self._state = state
        self._rule = rule
        self._numbers = Numbers.ROUGHLY if roughly else Numbers.DOUBLES
        if rule is Rule.DIGITS:
            self._numbers = Numbers.DIGITS
        updates = {fold.rest for fold in profile.folds.values() if isinstance(fold, Fold)}
        self._updates = {id(profile.types[name]) for name in updates}

    def compare_state(self, type_: str, expected: Json, got: Json) -> Difference | None:
        """Give the first difference between two folded states of `type_`, or of all its calls."""
        fold = self._profile.folds[type_]
        if isinstance(fold, Fold):
            return self.compare(self._profile.types[fold.first], expected, got)
        if not isinstance(got, dict):
            return Difference((), expected, got)
        for name in [*expected, *(name for name in got if name not in expected)]:
            wanted, found = expected.get(name, ABSENT), got.get(name, ABSENT)
            if wanted is ABSENT or found is ABSENT:
                return Difference((name,), wanted, found)
            shape = self._profile.types[fold.state]
            if unequal := self.compare(shape, wanted, found, (name,)):
                return unequal
        return None

    def compare(
        self, shape: Shape, expected: Json, got: Json, path: Path = ()
    ) -> Difference | None:
        """Give the first difference between two values of `shape`, or None."""
        match shape:
            case Object():
                return self._object(shape, expected, got, path)
            case Tagged():
                return self._tagged(shape, expected, got, path)
            case Untagged() if isinstance(expected, dict):
                objects = (each for each in shape.variants if isinstance(each, Object))
                fitting = (each for each in objects if _has_required(each, expected))
                return self._object(next(fitting), expected, got, path)
            case Array():
                return self._array(shape, expected, got, path)
            case Text() if isinstance(got, str) and _equivalent(shape, expected, got):
                return None
            case _:
                return self._plain(expected, got, path)

    def _plain(self, expected: Json, got: Json, path: Path) -> Difference | None:
        way = difference(expected, got, self._numbers)
        if way is None:
            return None
        for depth, step in enumerate(way):
            if _step(expected, step) is ABSENT or _step(got, step) is ABSENT:
                return Difference(
                    (*path, *way[: depth + 1]), _step(expected, step), _step(got, step)
                )
            expected, got = _step(expected, step), _step(got, step)
        return Difference((*path, *way), expected, got)

    def _object(self, shape: Object, expected: Json, got: Json, path: Path) -> Difference | None:
        if not isinstance(got, dict):
            return Difference(path, expected, got)
        if self._rule is Rule.CONSTANT:
            for name, constant in shape.constants.items():
                if got.get(name, ABSENT) != constant:
                    return Difference((*path, name), constant, got.get(name, ABSENT))
        for field in shape.fields:
            wanted, found = expected.get(field.name, ABSENT), got.get(field.name, ABSENT)
            here = (*path, field.name)
            if field.left_out and self._rule is Rule.LEFT_OUT and wanted is not found is None:
                return Difference(here, wanted, found)
            if self._is_blank(field, wanted, shape) and self._may_be_blank(field, found, shape):
                continue
            if wanted is found and (found is ABSENT or found is None):
                continue
            if wanted is ABSENT and field.default is not NO_DEFAULT:
                wanted = field.default_value()  # what is left out is understood
            if wanted is ABSENT or wanted is None or found is ABSENT or found is None:
                return Difference(here, wanted, found)
            if unequal := self.compare(field.shape, wanted, found, here):
                return unequal
        return None

    def _is_blank(self, field: Field, value: Json, owner: Object) -> bool:
        """Tell whether `value`, the expected one, is there in name only."""
        if value is ABSENT and field.presence in (Presence.DEFAULTED, Presence.TOLD):
            return True
        if value is ABSENT or value is None:
            return field.presence is Presence.OPTIONAL or self._state
        if value == field.default_value():
            return True
        if value == [] and isinstance(field.shape, Array):
            is_update = id(owner) in self._updates
            return self._state or (field.presence is Presence.OPTIONAL and not is_update)
        return self._state and field.merges and value == {}

    def _may_be_blank(self, field: Field, value: Json, owner: Object) -> bool:
        """Tell whether `value`, the candidate's, may stand for one that is there in name only."""
        if self._is_blank(field, value, owner):
            return True
        if not self._state:
            return False
        if isinstance(field.shape, Word) and value == field.shape.default:
            return True
        return value in ([], {})

    def _tagged(self, shape: Tagged, expected: Json, got: Json, path: Path) -> Difference | None:
        if not isinstance(got, dict):
            return Difference(path, expected, got)
        tag, found_tag = expected[shape.written_tag], got.get(shape.written_tag, ABSENT)
        if self._rule is not Rule.ALIAS and isinstance(found_tag, str):
            found_tag = shape.aliases.get(found_tag, found_tag)
        if found_tag != tag:
            return Difference((*path, shape.written_tag), tag, found_tag)
        variant = shape.variants.get(tag)
        if variant is not None:
            return self._object(variant, expected, got, path)
        if shape.raw is None:
            return None
        if unequal := self._object(shape.raw, expected, got, path):
            return unequal
        names = shape.raw.by_name
        wanted = {name: value for name, value in expected.items() if name not in names}
        found = {name: value for name, value in got.items() if name not in names}
        return self._plain(wanted, found, path)

    def _array(self, shape: Array, expected: Json, got: Json, path: Path) -> Difference | None:
        if not isinstance(got, list):
            return Difference(path, expected, got)
        for index, (wanted, found) in enumerate(zip(expected, got, strict=False)):
            if unequal := self.compare(shape.item, wanted, found, (*path, index)):
                return unequal if len(expected) == len(got) else Difference(path, expected, got)
        return None if len(expected) == len(got) else Difference(path, expected, got)


def _has_required(shape: Object, value: Json) -> bool:
    return all(field.name in value for field in shape.fields if field.presence is Presence.REQUIRED)


def _step(value: Json, step: str | int) -> Json:
    try:
        return value[step]
    except (LookupError, TypeError):
        return ABSENT


def _equivalent(shape: Text, expected: str, got: str) -> bool:
    """Tell whether two spellings of a URI or an instant name the same one (OBSERVED)."""
    if expected == got:
        return True
    if shape.form == "instant":
        try:
            return datetime.fromisoformat(expected) == datetime.fromisoformat(got)
        except (ValueError, TypeError):
            return False
    return shape.form == "uri" and got.rstrip("/").lower() == expected.rstrip("/").lower()
