"""One way to read a text, and what is raised where a value is not what its shape asks for."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from .jsonvalues import Json
from .oddities import ODDITIES
from .trace import Rule, Trace

SourceText = str | bytes
"""A text under test; bytes exactly when it is not valid UTF-8."""


class Refused(ValueError):
    """The protocol refuses a text. `pointer` is a JSON Pointer (RFC 6901) to what is wrong."""

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(f"{reason} (at {pointer})" if pointer else reason)
        self.reason = reason
        self.pointer = pointer


def pointer(path: Iterable[str | int]) -> str:
    """Write a path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


class Malformed(Exception):
    """A value is not what its shape asks for. `path` leads to it, the innermost step first."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path: list[str | int] = []


class Unreadable(Exception):
    """A value spoils the whole text, whatever tolerates it: its reader refuses such texts."""


class Reading:
    """One way to read one text: what is chosen where no document decides, and what was met.

    `choices` gives a reading for a class of oddity (the original's where it gives none); `met`
    collects the classes that the text turned out to hold; `open` is set when the whole answer is
    left open. `malformed` names the textual oddities that spoil the value they stand in, and
    `spoils_around` those of them that spoil all up to the outermost member or list that is
    tolerant, and
    `spoils_text` those that spoil the text if they stand in a value that is kept. `forgave` tells
    whether a member nested too deeply was left out of the text. `parsed` may be shared by readings
    of the same texts, so that each is parsed once.
    """

    __slots__ = (
        "choices",
        "forgave",
        "malformed",
        "met",
        "open",
        "parsed",
        "spoils_around",
        "spoils_text",
        "trace",
    )

    def __init__(
        self,
        choices: Mapping[str, str],
        trace: Trace | None = None,
        parsed: dict[str | bytes, tuple[Json, frozenset[str]]] | None = None,
    ) -> None:
        self.choices = choices
        self.trace = trace
        self.malformed: frozenset[str] = frozenset()
        self.spoils_around: frozenset[str] = frozenset()
        self.spoils_text: frozenset[str] = frozenset()
        self.met: set[str] = set()
        self.open = False
        self.forgave = False
        self.parsed = parsed

    def choose(self, oddity: str) -> str:
        """Note that the text holds `oddity`; give the reading to take."""
        self.met.add(oddity)
        if self.trace is not None:
            self.trace.add((Rule.ODD_TEXT, oddity))
        return self.choices.get(oddity) or ODDITIES[oddity].readings[0]


Reader: TypeAlias = Callable[[Json, Reading], Json]


def kind_of(value: Json) -> str:
    """Name the JSON type of `value`, as an error says it."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"
