"""Operators by topic: each breaks a rule at every site that it fits."""

from ..mutant import Operator
from .content import CONTENT_OPERATORS
from .folding import FOLD_OPERATORS
from .lists import LIST_OPERATORS
from .names import NAME_OPERATORS
from .numbers import NUMBER_OPERATORS
from .odd import ODD_OPERATORS
from .presence import PRESENCE_OPERATORS
from .sessions import SESSION_OPERATORS
from .streams import STREAM_OPERATORS
from .texts import TEXT_OPERATORS
from .variants import VARIANT_OPERATORS
from .words import WORD_OPERATORS
from .writing import WRITING_OPERATORS

OPERATORS: tuple[Operator, ...] = (
    *TEXT_OPERATORS,
    *NAME_OPERATORS,
    *CONTENT_OPERATORS,
    *PRESENCE_OPERATORS,
    *LIST_OPERATORS,
    *WORD_OPERATORS,
    *VARIANT_OPERATORS,
    *NUMBER_OPERATORS,
    *FOLD_OPERATORS,
    *SESSION_OPERATORS,
    *ODD_OPERATORS,
    *STREAM_OPERATORS,
    *WRITING_OPERATORS,
)
