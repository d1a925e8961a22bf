"""What an input of libFuzzer, which is bytes, asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from toolwire.reference import PROFILES
from toolwire.strategies.request import Request
from toolwire.strategies.seeds import Seed, load_seed
from toolwire.strategies.trials import Input

MOST_KEPT = 10_000
Operation = tuple[str, str, str]
"""A profile, an operation and a type."""


@dataclass(frozen=True, slots=True)
class Case:
    """A seed, with the request that asks for it."""

    seed: Seed
    request: Request


def case_of(seed: Seed) -> Case:
    """Give the case of a seed, its texts spelled as a request has them.

    Raises `ValueError` for an input that no request can carry.
    """
    request = seed.request
    asked = Input(request.op, request.type, request.texts, request.limit)
    return Case(Seed(seed.profile, asked), request)


def all_operations(profiles: Sequence[str]) -> list[Operation]:
    """Give what can be asked of some profiles, in the order of their tables."""
    return [
        (name, op, type_)
        for name in profiles
        for op, types in PROFILES[name].operations.items()
        for type_ in types
    ]


def operation_of(case: Case) -> Operation:
    """Give what a case asks for."""
    return case.seed.profile, case.seed.input.op, case.seed.input.type


class Cases:
    """Reads inputs, and remembers what it has read or was told, so that little is read twice.

    Bytes that are no seed are the text of a decode of the first type there is; with `raw`, all are.
    """

    def __init__(self, operations: Sequence[Operation], *, raw: bool = False) -> None:
        decoded = [each for each in operations if each[1] == "decode"]
        self._profile, _, self._type = decoded[0]
        self._raw = raw
        self._known: dict[bytes, Case] = {}

    def read(self, data: bytes) -> Case:
        """Give the case of an input, whatever it is."""
        case = self._known.get(data)
        if case is None:
            case = self._read(data)
            self.remember(data, case)
        return case

    def remember(self, data: bytes, case: Case) -> None:
        """Note what an input asks for that was written a moment ago."""
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[data] = case

    def _read(self, data: bytes) -> Case:
        if not self._raw:
            try:
                return case_of(load_seed(data))
            except ValueError:
                pass
        return case_of(Seed(self._profile, Input("decode", self._type, (data,))))
