"""Operators by topic: each breaks a rule at every site that it fits."""

from ..mutant import Operator
from .presence import PRESENCE_OPERATORS

OPERATORS: tuple[Operator, ...] = (*PRESENCE_OPERATORS,)
