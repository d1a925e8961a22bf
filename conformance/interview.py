"""Asking a candidate: what it supports, by which type it can be asked, each input once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from toolwire.reference import Rule, dumps
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input, Trial, decoding
from toolwire.strategies.values import malformed

from .candidates import Answer, Candidate, Hello
from .carriers import Route, routes
from .oracle import Oracle


@dataclass(frozen=True)
class Carried:
    """A trial on its way to a candidate: its input as it will be asked, and what is beside it.

    Of each control, and of each input that is alike, there is the original and what will be asked.
    `path` is the trial's, in what will be asked.
    """

    trial: Trial
    asked: Input
    controls: tuple[tuple[Input, Input], ...]
    alike: tuple[tuple[Input, Input], ...] = ()
    path: tuple[str | int, ...] | None = None

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Give all that will be asked."""
        return (self.asked, *(carried for _, carried in (*self.controls, *self.alike)))


class Interview:
    """A conversation with one candidate about one profile; answers are remembered."""

    def __init__(self, candidate: Candidate, hello: Hello, profile: str, oracle: Oracle) -> None:
        self._candidate = candidate
        self._profile = profile
        self._oracle = oracle
        self._types = None if hello.profiles is None else set(hello.profiles.get(profile, ()))
        self._answers: dict[Input, Answer] = {}

    def supports(self, type_: str) -> bool:
        """Tell whether the candidate may be asked for `type_`: it lists it, or lists nothing."""
        return self._types is None or type_ in self._types

    def ask(self, inputs: Iterable[Input]) -> None:
        """Ask what has not been asked before, all at once."""
        new = [each for each in dict.fromkeys(inputs) if each not in self._answers]
        self._answers.update(zip(new, self.ask_anew(new), strict=True))

    def ask_anew(self, inputs: Sequence[Input]) -> list[Answer]:
        """Ask all at once, whether it was asked before or not, and remember nothing."""
        return self._candidate.ask([Seed(self._profile, each).request for each in inputs])

    def answer(self, asked: Input) -> Answer:
        """Give the answer to `asked`, asking if need be."""
        if asked not in self._answers:
            self.ask([asked])
        return self._answers[asked]

    def ways(self, rule: Rule, trial: Trial) -> Iterator[Carried]:
        """Give the ways in which the candidate can be given `trial`, the direct one first.

        A carried trial must still be one of `rule`: what was refused must not become an item
        that is skipped.
        """
        for route in routes(self._profile, trial.input.type):
            if not self.supports(route.type):
                continue
            asked = route.carry(trial.input)
            if asked is None or (route.steps and not self._still_tests(rule, trial.input, asked)):
                continue
            controls = self._carry_all(route, trial.controls)
            if route.steps and not self._oracle.accepts(trial.input):
                controls += self._refusing(route, rule, trial.input, asked)
            alike = self._carry_all(route, trial.alike)
            path = None if trial.path is None else route.path + trial.path
            yield Carried(trial, asked, tuple(controls), tuple(alike), path)

    def _refusing(
        self, route: Route, rule: Rule, original: Input, asked: Input
    ) -> list[tuple[Input, Input]]:
        """Give what shows that a carrier is refused for what it carries at all."""
        shape = self._oracle.profile.types[original.type]
        alternatives: list[tuple[Input, ...]] = [
            (decoding(original.type, dumps(malformed(shape)[0])),)
        ]
        if rule is not Rule.KNOWN_VARIANT_MALFORMED:
            alternatives += route.raw
        found: list[tuple[Input, Input]] = []
        for inputs in alternatives:
            others = (pair for pair in self._carry_all(route, inputs) if pair[1] != asked)
            found += islice(others, 1)
        return found

    def _carry_all(self, route: Route, inputs: Iterable[Input]) -> list[tuple[Input, Input]]:
        carried = [(each, self._carry_control(route, each)) for each in inputs]
        return [(each, way) for each, way in carried if way is not None]

    def _still_tests(self, rule: Rule, original: Input, carried: Input) -> bool:
        if rule is Rule.WRONG_TYPE:
            return False  # in a carrier it is the carrier's member that is malformed
        touched = {touched for touched, _ in self._oracle.answers(carried).trace}
        same_verdict = self._oracle.accepts(original) is self._oracle.accepts(carried)
        return rule in touched and same_verdict

    def _carry_control(self, route: Route, control: Input) -> Input | None:
        """Carry a control the same way, or if it is of another type, some way of its own."""
        own = routes(self._profile, control.type)
        for way in sorted(own, key=lambda way: way is not route and way.type != route.type):
            if self.supports(way.type):
                carried = way.carry(control)
                if carried is not None:
                    return carried
        return None
