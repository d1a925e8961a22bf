"""What a candidate can do instead of answering: a closed list."""

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """The kinds of failure that are not an answer; a value is the name used in reports."""

    TIMEOUT = "timeout"
    """No answer within the deadline."""
    CRASHED = "crashed"
    """The process ended, or a Python candidate raised what is no refusal."""
    CLOSED_OUTPUT = "closed-output"
    """It closed its stdout and lived on."""
    MALFORMED_ANSWER = "malformed-answer"
    """What it wrote is no answer of the candidate protocol."""
    WRONG_ID = "wrong-id"
    """It answered a request that was not the next one due."""
    TOO_LARGE = "too-large"
    """Its answer passed the limit of an answer's size."""
    ANSWERED_TWICE = "answered-twice"
    """It answered a request that it had answered before."""
    COULD_NOT_START = "could-not-start"
    """It could not be started, or refused `hello`."""
    WRONG_PROTOCOL = "wrong-protocol"
    """It speaks another version of the candidate protocol."""
    GAVE_UP = "gave-up"
    """It was not asked: it had failed too often before."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure of a candidate to answer.

    `detail` says in one line what happened; the kind alone stays the same from run to run.
    `stderr` is the end of what the process had written there. `traceback` is a Python
    candidate's, when it raised. All three may hold anything: escape them before showing them.
    """

    kind: FaultKind
    detail: str
    stderr: str = ""
    traceback: str = ""
