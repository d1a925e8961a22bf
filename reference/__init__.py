"""The reference implementation: what the protocols' texts mean, from one table a protocol.

`PROFILES` holds the protocols; `decode`, `fold` and `encode` do what the original code does;
`answers` gives every answer that is admissible, with the trace of what a text touched. The
modules beside this one are public too: `shapes` is the vocabulary of the tables, `acp_v1` and
`acp_v2` are tables, `jsontext` reads and writes strict JSON at any depth, `equality` compares.
"""

from collections.abc import Mapping

from . import acp_v1, acp_v2
from .answers import Accepted, Answer, Answers, Anything, RefusedAnswer, answers
from .codec import Refused, SourceText, decode, encode, fold, pointer
from .equality import difference, same
from .jsontext import parse
from .jsonvalues import Json, NotJson
from .jsonwriting import dumps
from .oddities import ODDITIES
from .profile import Fold, Profile
from .reading import Reading
from .trace import Rule, Trace

PROFILES: Mapping[str, Profile] = {
    profile.name: profile for profile in (acp_v1.PROFILE, acp_v2.PROFILE)
}

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
    "Profile",
    "Reading",
    "Refused",
    "RefusedAnswer",
    "Rule",
    "SourceText",
    "Trace",
    "answers",
    "decode",
    "difference",
    "dumps",
    "encode",
    "fold",
    "parse",
    "pointer",
    "same",
]
