"""Baselines: the failures of a candidate that are known, each with a reason, kept in a file.

`load` reads a file, `Baseline` tells of a candidate's failures which are known, `audit` what the
files say that a run did not show, and `update` what they should say; `add` only adds.
"""

from .audit import Audit, audit, missing_reasons
from .entry import Entry
from .file import BaselineError, BaselineFile, load, save
from .layers import Baseline, Match
from .seen import Seen, find_fixed
from .updating import Update, add, update
from .writing import count_in_words, write

__all__ = [
    "Audit",
    "Baseline",
    "BaselineError",
    "BaselineFile",
    "Entry",
    "Match",
    "Seen",
    "Update",
    "add",
    "audit",
    "count_in_words",
    "find_fixed",
    "load",
    "missing_reasons",
    "save",
    "update",
    "write",
]
