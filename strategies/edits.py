"""Edits of an outline: what is left out and what is written otherwise, many at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from .outlines import Outline, Span


@dataclass(frozen=True)
class Edit:
    """Leaves out parts, each named by its node's number and its own, and writes spans otherwise."""

    dropped: frozenset[tuple[int, int]] = frozenset()
    written: frozenset[tuple[Span, str]] = frozenset()


def dropping(node: int, part: int) -> Edit:
    """Give the edit that leaves out a part."""
    return Edit(dropped=frozenset([(node, part)]))


def writing(span: Span, text: str) -> Edit:
    """Give the edit that writes `text` where the span is."""
    return Edit(written=frozenset([(span, text)]))


def together(edits: Iterable[Edit]) -> Edit:
    """Give all edits at once. Within what one leaves out or writes anew, no other has an effect."""
    dropped: set[tuple[int, int]] = set()
    written: set[tuple[Span, str]] = set()
    for edit in edits:
        dropped |= edit.dropped
        written |= edit.written
    return Edit(frozenset(dropped), frozenset(written))


def apply(found: Outline, edit: Edit) -> str:
    """Give the text as it is after `edit`."""
    gone: dict[int, set[int]] = defaultdict(set)
    for node, part in edit.dropped:
        gone[node].add(part)
    changes = [(start, end, text) for (start, end), text in edit.written]
    for node, parts in gone.items():
        changes += ((start, end, "") for start, end in _holes(found.nodes[node].parts, parts))
    changes.sort(key=lambda change: (change[0], -change[1], change[2]))
    pieces, at = list[str](), 0
    for start, end, text in changes:
        if start >= at:
            pieces += (found.text[at:start], text)
            at = end
    return "".join((*pieces, found.text[at:]))


def _holes(parts: Sequence[Span], gone: AbstractSet[int]) -> Iterator[Span]:
    """Give the spans of the parts that are gone, each with one separator while others stay."""
    last = max((index for index in range(len(parts)) if index not in gone), default=None)
    if last is None:
        yield parts[0][0], parts[-1][1]
        return
    for index in sorted(gone):
        if index < last:
            yield parts[index][0], parts[index + 1][0]
    if last + 1 < len(parts):
        yield parts[last][1], parts[-1][1]
