"""Places in larger documents than the smallest, drawn by Hypothesis, and operators at them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Array

from .drawn import well_formed
from .operator import Operator
from .places import Place, at, put_at
from .trials import Trial
from .values import usual_fields


@st.composite
def grown(draw: st.DrawFn, place: Place) -> Place:
    """Give `place` with more of its document drawn: members beside the way to it, later items.

    The path stays the same, and the document stays well-formed.
    """
    document = place.document
    for layer_path, owner in place.layers:
        here = at(document, layer_path)
        free = [field for field in usual_fields(owner) if field.name not in here]
        chosen = draw(st.lists(st.sampled_from(free), max_size=3, unique_by=id)) if free else []
        for field in chosen:
            value = draw(well_formed(field.shape))
            document = put_at(document, (*layer_path, field.name), value)
        step = place.path[len(layer_path)]
        shape = owner.by_name[str(step)].shape
        list_path = (*layer_path, step)
        if isinstance(shape, Array) and len(place.path) > len(list_path):
            later = draw(st.lists(well_formed(shape.item), max_size=2))
            document = put_at(document, list_path, [*at(document, list_path), *later])
    return replace(place, document=document)


def drawn_at(
    operator: Operator,
    places: Sequence[Place],
    written: Callable[[Place], Place] = lambda place: place,
) -> st.SearchStrategy[tuple[Place, Trial | None]]:
    """Give one of `places`, grown and then as `written` makes it, with a trial of `operator` there.

    A drawn None is a draw that says nothing about the operator's rule.
    """

    @st.composite
    def trial(draw: st.DrawFn) -> tuple[Place, Trial | None]:
        place = written(draw(grown(draw(st.sampled_from(places)))))
        listed: list[Json] = list(operator.values(place))
        values = [st.sampled_from(listed)] if listed else []
        if operator.draw is not None:
            values.append(operator.draw(place))
        return place, operator.make(place, draw(st.one_of(values))) if values else None

    return trial()
