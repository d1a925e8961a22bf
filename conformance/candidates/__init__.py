"""Candidates: the implementations under test, and how they are asked.

`resolve` turns what `--impl` says into a `Candidate`, which answers `Request`s. Nothing that a
candidate does raises here: it is a `Faulted` among the answers. The contract is the candidate
protocol; this package depends on nothing else of Toolwire but how a request is written
(`toolwire.strategies.request`) and `worker.py` beside it.
"""

from toolwire.strategies.request import Request
from toolwire.strategies.wiretext import Text

from .answer import (
    Answer,
    Faulted,
    Hello,
    Refused,
    StreamItems,
    Understood,
    Unsupported,
    is_given_up,
)
from .candidate import Candidate, CandidateError
from .child import Command
from .fault import Fault, FaultKind
from .given import GivenCandidate
from .inprocess import InProcessCandidate
from .limits import Limits
from .options import Options, check_memory, check_timeout
from .process import ProcessCandidate
from .python import PythonTarget
from .resolve import ENTRY_POINTS, FoundModule, find_in_table, find_module, resolve
from .shipped import ShippedAdapter, shipped_adapter, shipped_names
from .table import TableEntry

__all__ = [
    "ENTRY_POINTS",
    "Answer",
    "Candidate",
    "CandidateError",
    "Command",
    "Fault",
    "FaultKind",
    "Faulted",
    "FoundModule",
    "GivenCandidate",
    "Hello",
    "InProcessCandidate",
    "Limits",
    "Options",
    "ProcessCandidate",
    "PythonTarget",
    "Refused",
    "Request",
    "ShippedAdapter",
    "StreamItems",
    "TableEntry",
    "Text",
    "Understood",
    "Unsupported",
    "check_memory",
    "check_timeout",
    "find_in_table",
    "find_module",
    "is_given_up",
    "resolve",
    "shipped_adapter",
    "shipped_names",
]
