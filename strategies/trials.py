"""Trials: an input that puts one rule to the test, and the inputs that show what it says.

A control is the same input without the fault. A candidate that gets a control wrong has another
fault, and the trial says nothing about this rule. So it is with one that gets an input right which
is alike: what breaks this rule would break it there too.
"""

from dataclasses import dataclass

from toolwire.reference import SourceText


@dataclass(frozen=True)
class Input:
    """What a candidate is asked: an operation on a type of the profile, with its texts.

    The texts of "stream" are the pieces of one, bytes all; "cut" alone has a `limit`, in bytes.
    """

    op: str
    type: str
    texts: tuple[SourceText, ...]
    limit: int | None = None

    @property
    def size(self) -> int:
        """Give the length of all texts together."""
        return sum(len(text) for text in self.texts)


@dataclass(frozen=True)
class Trial:
    """One input for one rule at one site, with its controls and what is alike.

    `path` is there when no control holds the rest of the input: it leads to what the trial is
    about, and what goes wrong neither there, above nor below is another fault.
    """

    site: str
    input: Input
    controls: tuple[Input, ...] = ()
    alike: tuple[Input, ...] = ()
    path: tuple[str | int, ...] | None = None


def decoding(type_: str, text: SourceText) -> Input:
    """Give the input that asks for `text` to be read."""
    return Input("decode", type_, (text,))
