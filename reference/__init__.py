"""The reference implementation: what the protocols' texts mean, from one table a protocol.

`PROFILES` holds the protocols; `decode`, `fold` and `encode` do what the original code does;
`answers` gives every answer that is admissible, with the trace of what a text touched. The
modules beside this one are public too: `shapes` is the vocabulary of the tables, `acp_v1` and its
like are tables, `jsontext` reads and writes strict JSON at any depth, `equality` compares.
"""

from .answers import (
    Accepted,
    Answer,
    Answers,
    Anything,
    Nothing,
    RefusedAnswer,
    Streamed,
    Written,
    answers,
    original_answer,
)
from .codec import decode, encode, fold
from .equality import Numbers, difference, same
from .jsontext import parse
from .jsonvalues import Json, NotJson
from .jsonwriting import dumps
from .oddities import ODDITIES
from .profile import Fold, Profile, SessionFold, Stream
from .reading import Reading, Refused, SourceText, pointer
from .registry import PROFILES
from .trace import Rule, Trace

__all__ = [
    "ODDITIES",
    "PROFILES",
    "Accepted",
    "Answer",
    "Answers",
    "Anything",
    "Fold",
    "Json",
    "NotJson",
    "Nothing",
    "Numbers",
    "Profile",
    "Reading",
    "Refused",
    "RefusedAnswer",
    "Rule",
    "SessionFold",
    "SourceText",
    "Stream",
    "Streamed",
    "Trace",
    "Written",
    "answers",
    "decode",
    "difference",
    "dumps",
    "encode",
    "fold",
    "original_answer",
    "parse",
    "pointer",
    "same",
]
