"""Whether the items of a stream are those of its lines, in their order.

A line gives one item that means what the line says, or none if it is bad or about something else.
An error item may stand anywhere, for a reader may tell of a bad line before it has handed on what
came earlier; where it is asked for, there must be one for each bad line.
"""

from collections.abc import Callable, Sequence
from functools import cache

from toolwire.reference import Accepted, Answers, Anything, Json, Nothing, RefusedAnswer

from .candidates import Refused, Understood
from .comparison import Difference

Item = Understood | Refused
Compare = Callable[[Json, Understood], Difference | None]
"""Compares the value that is expected of a line with an item."""


def fits(lines: Sequence[Answers], items: Sequence[Item], compare: Compare) -> bool:
    """Tell whether the understood `items` may be what a reader hands on of `lines`."""
    understood = [item for item in items if isinstance(item, Understood)]

    @cache
    def is_item(at: int, index: int) -> bool:
        return any(
            isinstance(each, Accepted) and compare(each.value, understood[index]) is None
            for each in lines[at].acceptable
        )

    reached = {0}  # how many of the items the lines so far may account for
    for at, line in enumerate(lines):
        after = {index + 1 for index in reached if index < len(understood) and is_item(at, index)}
        if reached and any(isinstance(each, Anything) for each in line.acceptable):
            after.update(range(min(reached), len(understood) + 1))
        elif any(_may_be_none(each) for each in line.acceptable):
            after |= reached
        reached = after
    return len(understood) in reached


def all_told(lines: Sequence[Answers], items: Sequence[Item]) -> bool:
    """Tell whether there is an error item for each line that is bad however it is read."""
    bad = sum(all(isinstance(each, RefusedAnswer) for each in line.acceptable) for line in lines)
    return sum(isinstance(item, Refused) for item in items) >= bad


def has_false_errors(lines: Sequence[Answers], items: Sequence[Item]) -> bool:
    """Tell whether there are more error items than lines that may be bad."""
    bad = sum(
        any(isinstance(each, RefusedAnswer | Anything) for each in line.acceptable)
        for line in lines
    )
    return sum(isinstance(item, Refused) for item in items) > bad


def _may_be_none(answer: object) -> bool:
    """Tell whether a line of that answer may give no item: it is bad, or says nothing."""
    return isinstance(answer, Nothing | RefusedAnswer) or _is_skipped(answer)


def _is_skipped(answer: object) -> bool:
    """Tell whether a line's item says only that the line is of an unknown type."""
    return isinstance(answer, Accepted) and answer.value == {"line": "other"}


def first_fault(
    lines: Sequence[Answers], items: Sequence[Item], compare: Compare
) -> tuple[str, int, Difference | None]:
    """Say what is wrong with items that do not fit: what happened, at which, how it differs.

    The items are held against the lines one by one, as the lines are usually read. The first that
    does not go with its line is lost if there are too few items, else it changed; one after the
    last came from nowhere. What was lost or changed is counted among what is expected, what came
    from nowhere among the items.
    """
    understood = [at for at, item in enumerate(items) if isinstance(item, Understood)]
    wanted = [
        at
        for at, line in enumerate(lines)
        if isinstance(line.expected, Accepted) and not _is_skipped(line.expected)
    ]
    few = len(understood) < len(wanted)
    for at, index in zip(wanted, understood, strict=False):
        expected, item = lines[at].expected, items[index]
        assert isinstance(expected, Accepted)
        assert isinstance(item, Understood)
        if unequal := compare(expected.value, item):
            if len(understood) == len(wanted):
                return "an item changed", at, unequal
            return ("an item was lost", at, None) if few else (_EXTRA, index, None)
    if few:
        return "an item was lost", wanted[len(understood)], None
    return _EXTRA, understood[len(wanted)] if len(understood) > len(wanted) else 0, None


_EXTRA = "an item came from nowhere"
