"""Trials of folding: for each rule, sequences of updates in which it must act.

Each sequence is as short as the rule allows and keeps away from what other rules are about, so
that a broken rule fails its own trials alone. The controls are the updates read one by one, and the
same sequence with something in place of the fault that no rule could get wrong.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from toolwire.reference import Fold, Profile, Rule, SessionFold, dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Array, Field, Object, Opaque, Presence, Shape, Text, Word

from . import drawn
from .making import filled
from .trials import Input, Trial, decoding
from .values import is_plainly_patched, malformed, smallest, smallest_object, well_formed


@dataclass(frozen=True)
class Folding:
    """One field of a type that can be folded: the state's shape, the update's and its field."""

    type: str
    first_type: str
    rest_type: str
    state: Object
    update: Object
    field: Field

    @property
    def site(self) -> str:
        """Give what the trace calls the field."""
        return f"{self.state.name}.{self.field.name}"

    @property
    def is_metadata(self) -> bool:
        """Tell whether the field is the metadata."""
        return self.field.name == "_meta"

    @property
    def others(self) -> list[Field]:
        """Give the other fields that both shapes have, without the metadata and the contested."""
        return [
            field
            for field in self.update.fields
            if is_plainly_patched(field)
            and field.name != self.field.name
            and field.name in self.state.by_name
        ]

    def trial(
        self, *members: dict[str, Json], controls: Sequence[Sequence[dict[str, Json]]] = ()
    ) -> Trial:
        """Fold updates that have these members beside what they need."""
        folded = Input("fold", self.type, self._texts(members))
        kinds = Fold(self.first_type, self.rest_type)
        others = [Input("fold", self.type, self._texts(each)) for each in controls]
        return Trial(self.site, folded, (*one_by_one(kinds, folded), *others))

    def _texts(self, members: Sequence[dict[str, Json]]) -> tuple[str, ...]:
        first, *rest = members
        start = {**smallest_object(self.state), **first}
        updates = [{**smallest_object(self.update), **each} for each in rest]
        return tuple(dumps(each) for each in (start, *updates))


def one_by_one(kinds: Fold | SessionFold, folded: Input) -> list[Input]:
    """Give the texts of a fold, each to be read alone."""
    if isinstance(kinds, SessionFold):
        return [decoding(kinds.updates, text) for text in folded.texts]
    types = (kinds.first, *(kinds.rest,) * (len(folded.texts) - 1))
    return [decoding(type_, text) for type_, text in zip(types, folded.texts, strict=True)]


def foldings(profile: Profile) -> list[Folding]:
    """Give the fields that folds of `profile` act on."""
    found = []
    for type_, fold in profile.folds.items():
        if not isinstance(fold, Fold):
            continue
        state, update = profile.types[fold.first], profile.types[fold.rest]
        assert isinstance(state, Object)
        assert isinstance(update, Object)
        found += [
            Folding(type_, fold.first, fold.rest, state, update, field)
            for field in update.fields
            if field.presence is not Presence.REQUIRED and field.name in state.by_name
        ]
    return found


@dataclass(frozen=True)
class FoldOperator:
    """How a rule of folding is put to the test at a field."""

    rule: Rule
    fits: Callable[[Folding], bool]
    trials: Callable[[Folding], Iterator[Trial]]
    draw: Callable[[Folding], "st.SearchStrategy[Trial]"] | None = None


def _values(field: Field) -> list[Json]:
    """Give values of the field that differ from one another and from any default."""
    shape = field.shape
    match shape:
        case Text():
            return ["a", "b", ""]
        case Word():
            return list(shape.known[1:3])
        case Opaque():
            return [{"a": 1}, {"b": 2}, "", 0, False, {}, [], "x"]
        case Array():
            return [[_item(shape, 0)], [_item(shape, 1)]]
        case Object():
            return _objects(shape)
        case _:
            return list(well_formed(shape))


def _objects(shape: Object) -> list[Json]:
    """Give objects with one optional member each."""
    start = smallest_object(shape)
    others = [each for each in shape.fields if each.presence is not Presence.REQUIRED]
    return [{**start, each.name: _full(each.shape)} for each in others]


def _full(shape: Shape) -> Json:
    """Give a value that is not empty: in a state what is empty may be what was never set."""
    return filled(shape, {}) if isinstance(shape, Object) else smallest(shape)


def _item(shape: Array, index: int) -> Json:
    choices = well_formed(shape.item)
    item = choices[index % len(choices)]
    if len(choices) == 1 and isinstance(item, dict):
        name = next(name for name, value in item.items() if isinstance(value, str))
        item = {**item, name: f"{item[name]}{index}"}
    return item


def _plain(folding: Folding) -> bool:
    return not folding.is_metadata and not folding.field.contested


def _is_list(folding: Folding) -> bool:
    return _plain(folding) and isinstance(folding.field.shape, Array)


def _is_patch(folding: Folding) -> bool:
    return _plain(folding) and folding.field.presence is Presence.PATCH


def _omitting(folding: Folding) -> Iterator[Trial]:
    name, value = folding.field.name, _values(folding.field)[0]
    yield folding.trial({name: value}, {}, controls=[[{name: value}]])
    yield folding.trial({}, {name: value}, {}, controls=[[{}, {name: value}]])
    for other in folding.others:
        change = {other.name: _values(other)[0]}
        yield folding.trial({name: value}, change, controls=[[{}, change]])


def _replacing(folding: Folding) -> Iterator[Trial]:
    name = folding.field.name
    first, *others = _values(folding.field)
    yield folding.trial({}, {name: first}, controls=[[{}]])
    for value in others:
        yield folding.trial(
            {name: first}, {name: value}, controls=[[{name: first}], [{name: value}]]
        )
    yield folding.trial({name: others[0]}, {name: first}, {name: others[0]})


def _listing(folding: Folding) -> Iterator[Trial]:
    name, shape = folding.field.name, folding.field.shape
    assert isinstance(shape, Array)
    one, two = _item(shape, 0), _item(shape, 1)
    yield folding.trial({}, {name: [one]}, controls=[[{name: [one]}]])
    yield folding.trial({name: [one]}, {name: [two]}, controls=[[{name: [one]}], [{name: [two]}]])
    yield folding.trial({name: [one, two]}, {name: [two]}, controls=[[{name: [one, two]}]])
    yield folding.trial({name: [one]}, {name: [one]}, controls=[[{name: [one]}]])
    yield folding.trial({name: [one]}, {name: []}, controls=[[{name: [one]}]])


def _nulling(folding: Folding) -> Iterator[Trial]:
    name, values = folding.field.name, _values(folding.field)
    yield folding.trial({name: values[0]}, {name: None}, controls=[[{name: values[0]}]])
    yield folding.trial({name: values[0]}, {name: None}, {}, controls=[[{name: values[0]}, {}]])
    changed = [{name: values[0]}, {name: values[1]}]
    controls = [[{}, {name: values[1]}]] if _is_patch(folding) else [changed]
    yield folding.trial({name: values[0]}, {name: None}, {name: values[1]}, controls=controls)


def _malforming(folding: Folding) -> Iterator[Trial]:
    name, value = folding.field.name, _values(folding.field)[0]
    for bad in malformed(folding.field.shape):
        yield folding.trial({name: value}, {name: bad}, controls=[[{name: value}, {}]])


def _refused(folding: Folding) -> Iterator[Trial]:
    if folding.field is not folding.update.fields[-1]:
        return
    good = dumps(smallest_object(folding.state))
    update = dumps(smallest_object(folding.update))
    kinds = Fold(folding.first_type, folding.rest_type)
    for texts in ((good, "{}"), (good, update, "{"), ("[]", update), (good, "null", update)):
        folded = Input("fold", folding.type, texts)
        yield Trial(folding.type, folded, tuple(one_by_one(kinds, folded)))


def _merges(folding: Folding) -> bool:
    return folding.field.merges


def _merging(folding: Folding) -> Iterator[Trial]:
    yield folding.trial({"_meta": {"a": 1}}, {"_meta": {"b": 2}}, controls=[[{"_meta": {"a": 1}}]])
    yield folding.trial(
        {"_meta": {"a": 1, "b": 2}}, {"_meta": {"b": 3}}, controls=[[{"_meta": {"a": 1, "b": 2}}]]
    )
    yield folding.trial({"_meta": {"a": 1}}, {"_meta": {}}, controls=[[{"_meta": {"a": 1}}]])
    yield folding.trial(
        {"_meta": {"a": 1}}, {}, {"_meta": {"b": 2}}, {"_meta": {"c": 3}}, controls=[[{}, {}]]
    )


def _removing(folding: Folding) -> Iterator[Trial]:
    stays = [{"_meta": {"a": 1, "b": 2}}, {"_meta": {"a": 3}}]
    yield folding.trial({"_meta": {"a": 1, "b": 2}}, {"_meta": {"a": None}}, controls=[stays])
    yield folding.trial({"_meta": {"a": 1}}, {"_meta": {"b": None}}, controls=[stays])
    yield folding.trial(
        {"_meta": {"a": 1, "b": 2}},
        {"_meta": {"a": None}},
        {"_meta": {"a": 4}},
        controls=[stays],
    )


def _whole(folding: Folding) -> Iterator[Trial]:
    plain: list[dict[str, Json]] = [{"_meta": {"a": {"x": 1}}}, {"_meta": {"a": 1}}]
    yield folding.trial({"_meta": {"a": {"x": 1}}}, {"_meta": {"a": {"y": 2}}}, controls=[plain])
    yield folding.trial({"_meta": {"a": {"x": 1}}}, {"_meta": {"a": {}}}, controls=[plain])
    yield folding.trial({"_meta": {"a": {"x": 1}}}, {"_meta": {"a": {"x": None}}}, controls=[plain])


def _clearing(folding: Folding) -> Iterator[Trial]:
    yield folding.trial({"_meta": {"a": 1}}, {"_meta": None}, controls=[[{"_meta": {"a": 1}}]])


def _starting(folding: Folding) -> Iterator[Trial]:
    yield folding.trial({}, {"_meta": {"a": 1}}, controls=[[{}]])
    yield folding.trial(
        {"_meta": {"a": 1}},
        {"_meta": None},
        {"_meta": {"b": 2}},
        controls=[[{"_meta": {"a": 1}}, {"_meta": None}]],
    )


def _leaving(folding: Folding) -> Iterator[Trial]:
    yield folding.trial({"_meta": {"a": 1}}, {"_meta": {"b": 2}}, controls=[[{"_meta": {"a": 1}}]])
    yield folding.trial({}, {"_meta": {"b": 2}}, controls=[[{}]])


# Longer sequences, drawn


def _drawn_value(field: Field) -> st.SearchStrategy[Json]:
    if isinstance(field.shape, Word):
        return st.sampled_from(field.shape.known)
    return drawn.well_formed(field.shape)


def _draw_values(folding: Folding) -> st.SearchStrategy[Trial]:
    name = folding.field.name
    return st.lists(_drawn_value(folding.field), min_size=2, max_size=6).map(
        lambda values: folding.trial(*({name: value} for value in values))
    )


def _draw_omissions(folding: Folding) -> st.SearchStrategy[Trial]:
    """Set every field at most once, this one first."""

    def change(field: Field) -> st.SearchStrategy[dict[str, Json]]:
        return _drawn_value(field).map(lambda value: {field.name: value})

    changes = st.permutations(folding.others).flatmap(
        lambda order: st.tuples(*(change(field) for field in order[:4]))
    )
    return st.tuples(_drawn_value(folding.field), changes).map(
        lambda drawn: folding.trial(
            {folding.field.name: drawn[0]}, *drawn[1], controls=[[{}, *drawn[1]]]
        )
    )


def _draw_metadata(folding: Folding) -> st.SearchStrategy[Trial]:
    """Merge objects with plain values under few keys."""
    objects = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 9), min_size=1, max_size=3)
    return st.lists(objects, min_size=2, max_size=6).map(
        lambda drawn: folding.trial(*({"_meta": each} for each in drawn))
    )


FOLD_OPERATORS: Sequence[FoldOperator] = (
    FoldOperator(Rule.FOLD_OMITTED, _plain, _omitting, _draw_omissions),
    FoldOperator(
        Rule.FOLD_VALUE,
        lambda folding: _plain(folding) and not _is_list(folding),
        _replacing,
        _draw_values,
    ),
    FoldOperator(Rule.FOLD_LIST, _is_list, _listing, _draw_values),
    FoldOperator(Rule.FOLD_NULL, _is_patch, _nulling),
    FoldOperator(
        Rule.FOLD_NULL_KEEPS,
        lambda folding: _plain(folding) and not _is_patch(folding),
        _nulling,
    ),
    FoldOperator(
        Rule.FOLD_MALFORMED,
        lambda folding: (
            _plain(folding) and folding.field.tolerant and bool(malformed(folding.field.shape))
        ),
        _malforming,
    ),
    FoldOperator(Rule.FOLD_REFUSED, lambda _: True, _refused),
    FoldOperator(Rule.META_MERGES, _merges, _merging, _draw_metadata),
    FoldOperator(Rule.META_REMOVES, _merges, _removing),
    FoldOperator(Rule.META_WHOLE, _merges, _whole),
    FoldOperator(Rule.META_CLEARS, _merges, _clearing),
    FoldOperator(Rule.META_STARTS, _merges, _starting),
    FoldOperator(
        Rule.META_STAYS,
        lambda folding: folding.is_metadata and not folding.field.merges,
        _leaving,
    ),
)
