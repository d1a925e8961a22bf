"""How the work of the reference grows with its input: counted in steps and bytes, never timed."""

import sys
import tracemalloc
from types import FrameType

from toolwire.conformance.judge import Objection
from toolwire.reference import Json, NotJson, Profile, SourceText, answers, dumps, parse
from toolwire.strategies.trials import Input

_SIZE = 3_000
"""Characters of the smaller input."""
_FACTOR = 3
"""Twice the input may take so many times the work: it is rather less than the four times of what
grows with the square."""
_SOME = 8
_DOUBLINGS = 3
_STEPS = 2_000
_BYTES = 1 << 17


def growth(profile: Profile, asked: Input) -> Objection | None:
    """Give an objection if twice an input takes much more than twice the work, again and again.

    Once it may: a text that is nested past a limit, say, is read in another way.
    """
    one = (repeated(asked, _SOME).size - asked.size) // (_SOME - 1)
    times = max(2, _SIZE // max(1, one))
    before = work(profile, repeated(asked, times))
    found = None
    for _ in range(_DOUBLINGS):
        times *= 2
        after = work(profile, repeated(asked, times))
        found = _excess(before, after)
        if found is None:
            return None
        before = after
    return found


def _excess(before: tuple[int, int], after: tuple[int, int]) -> Objection | None:
    (steps, memory), (more_steps, more_memory) = before, after
    if more_steps > _FACTOR * steps + _STEPS:
        return Objection("its steps grow faster than its input", detail=f"{steps}, {more_steps}")
    if more_memory > _FACTOR * memory + _BYTES:
        detail = f"{memory}, {more_memory} bytes"
        return Objection("its memory grows faster than its input", detail=detail)
    return None


def work(profile: Profile, asked: Input) -> tuple[int, int]:
    """Give how many calls it takes to answer, and the most bytes that are held meanwhile."""
    count = 0

    def step(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        answers(profile, asked.op, asked.type, asked.texts, asked.limit)
    finally:
        sys.setprofile(before)
    tracemalloc.start()
    try:
        answers(profile, asked.op, asked.type, asked.texts, asked.limit)
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def repeated(asked: Input, times: int) -> Input:
    """Give an input with its updates, pieces or longest list so many times, else its longest text.

    An input in which nothing can be repeated stays as it is.
    """
    texts = asked.texts
    if asked.op == "fold":
        texts = (texts[0], *texts[1:] * times)
    elif asked.op == "stream":
        texts = texts * times
    else:
        texts = (_longer(texts[0], times),)
    return Input(asked.op, asked.type, texts, asked.limit)


def _longer(text: SourceText, times: int) -> SourceText:
    try:
        value = parse(text)
    except NotJson:
        return text * times
    holder: list[Json] = [value]
    lists, strings = list[tuple[int, Json, Json]](), list[tuple[int, Json, Json]]()
    waiting: list[Json] = [holder]
    while waiting:
        here = waiting.pop()
        for key, each in here.items() if isinstance(here, dict) else enumerate(here):
            if isinstance(each, list) and each:
                lists.append((len(each), here, key))
            if isinstance(each, str) and each:
                strings.append((len(each), here, key))
            if isinstance(each, dict | list):
                waiting.append(each)
    found = max(lists or strings, key=lambda each: each[0], default=None)
    if found is None:
        return text
    _, container, key = found
    container[key] = container[key] * times
    return dumps(holder[0])
