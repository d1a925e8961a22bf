"""Drawn trials: a rule's operators at its places in larger documents and longer sequences."""

from functools import cache

from hypothesis import strategies as st

from toolwire.reference import PROFILES
from toolwire.strategies.contexts import drawn_at
from toolwire.strategies.faults import OPERATORS
from toolwire.strategies.folds import FOLD_OPERATORS, foldings
from toolwire.strategies.places import Place, all_places
from toolwire.strategies.trials import Trial

from .requirements import SITUATION_OPERATORS, Requirement


@cache
def drawn_trials(requirement: Requirement) -> st.SearchStrategy[Trial | None] | None:
    """Give a strategy for further trials of `requirement`, or None where nothing can be drawn.

    A drawn None is a draw that says nothing about the rule.
    """
    profile = PROFILES[requirement.profile]
    found: list[st.SearchStrategy[Trial | None]] = []
    places = all_places(profile)
    for operator in OPERATORS:
        if operator.rule is requirement.rule and operator.drawn:
            fitting = operator.places(places)
            if fitting:
                found.append(drawn_at(operator, fitting).map(_trial))
    for fold_operator in FOLD_OPERATORS:
        if fold_operator.rule is requirement.rule and fold_operator.draw is not None:
            draw = fold_operator.draw
            found += [draw(each) for each in foldings(profile) if fold_operator.fits(each)]
    for situation in SITUATION_OPERATORS:
        if situation.rule is requirement.rule and situation.draw is not None:
            drawn = situation.draw(profile)
            found += [drawn] if drawn is not None else []
    return st.one_of(found) if found else None


def _trial(drawn: tuple[Place, Trial | None]) -> Trial | None:
    return drawn[1]
