"""The plot of a state: an engine's coverage and distinct failures over the time that was spent."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .durations import clock
from .jobs.config import COUNTED

WIDTH, HEIGHT = 860, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 48, 14, 30
_TICKS = 4


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where it is, and what is written there."""

    at: float
    text: str


@dataclass(frozen=True)
class Plot:
    """What is drawn, in the units of an SVG of `WIDTH` by `HEIGHT`.

    `coverage` and `failures` are the points of a polyline; `counted` says what the coverage is of.
    `words` say the same to who sees none.
    """

    coverage: str
    failures: str
    times: tuple[Tick, ...]
    covered: tuple[Tick, ...]
    failed: tuple[Tick, ...]
    counted: str
    words: str
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM


def plot(points: Sequence[Mapping[str, Any]], engine: str) -> Plot | None:
    """Give the plot of a report's `points`; None where fewer than two make no line.

    The coverage is that of one `engine`, for those of two are not to be compared.
    """
    if len(points) < 2:
        return None
    last = points[-1]
    seconds: float = max(1.0, last["seconds"])
    covered = [each for each in points if each["engine"] == engine]
    most_covered = _ceiling(max((each["coverage"] for each in covered), default=0))
    most_failed = _ceiling(max(each["failures"] for each in points))

    def x(value: float) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * value / seconds, 1)

    def y(value: float, most: int) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / most, 1)

    steps: list[tuple[float, float]] = []
    for each in points:  # a failure is found at a moment, and not little by little
        if steps:
            steps.append((x(each["seconds"]), steps[-1][1]))
        steps.append((x(each["seconds"]), y(each["failures"], most_failed)))
    return Plot(
        _line([(x(each["seconds"]), y(each["coverage"], most_covered)) for each in covered]),
        _line(steps),
        tuple(
            Tick(x(seconds * part / _TICKS), clock(seconds * part / _TICKS))
            for part in range(_TICKS + 1)
        ),
        _ticks(most_covered, y),
        _ticks(most_failed, y),
        f"{COUNTED[engine]} that the engine {engine} has seen",
        f"After {clock(last['seconds'])} and {last['executions']:,} inputs {last['coverage']:,} "
        f"{COUNTED[engine]} were seen, and {last['failures']:,} failures are distinct.",
    )


def _ticks(most: int, y: Callable[[float, int], float]) -> tuple[Tick, ...]:
    count = min(_TICKS, most)
    values = [most * part // count for part in range(count + 1)]
    return tuple(Tick(y(value, most), f"{value:,}") for value in values)


def _ceiling(value: int) -> int:
    """Give a round number that is no smaller."""
    scale = 1
    while True:
        for step in (1, 2, 4, 8):
            if step * scale >= value:
                return step * scale
        scale *= 10


def _line(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
