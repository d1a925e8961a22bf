"""Hypothesis strategies for the messages of tool-call protocols, for tests of your own.

What they give is what a library is given: JSON texts, and for streams bytes. A profile goes by its
name (`"acp-v2"`). `docs/strategies.md` shows them at work. The modules beside this one make
the inputs of Toolwire's own suite from the same tables; they may change without notice.
"""

from .faulty import Faulty, with_fault
from .messages import documents, unknown_variants
from .nesting import deeply_nested
from .pieces import chunked
from .respelling import json_texts
from .sequences import sessions, tool_call_updates, update_sequences

__all__ = [
    "Faulty",
    "chunked",
    "deeply_nested",
    "documents",
    "json_texts",
    "sessions",
    "tool_call_updates",
    "unknown_variants",
    "update_sequences",
    "with_fault",
]
