"""Seeds: inputs with their profile, as they are kept in files and handed to fuzzers.

A seed is written as a request of the candidate protocol without its id, one line of JSON.
"""

from dataclasses import dataclass
from typing import Self

from toolwire.reference import PROFILES

from .request import Request
from .trials import Input


@dataclass(frozen=True)
class Seed:
    """An input, and the name of the profile that it is an input of."""

    profile: str
    input: Input

    @property
    def request(self) -> Request:
        """Give the request that asks for the input. Raises `ValueError` if none can."""
        asked = self.input
        return Request(asked.op, self.profile, asked.type, asked.texts, asked.limit)

    @classmethod
    def of(cls, request: Request) -> Self:
        """Give the seed that `request` asks for.

        Raises `ValueError` when there is no such profile, or it has no such operation.
        """
        profile = PROFILES.get(request.profile)
        if profile is None:
            raise ValueError(f"there is no profile {request.profile!r}")
        if request.type not in profile.operations[request.op]:
            raise ValueError(f"{profile.name} has no {request.op} of {request.type!r}")
        if not request.texts and request.op == "fold":
            raise ValueError("a fold needs at least one text")
        return cls(profile.name, Input(request.op, request.type, request.texts, request.limit))


def dump_seed(seed: Seed) -> bytes:
    """Write a seed. Raises `ValueError` for an input that no request can carry."""
    return seed.request.to_json().encode() + b"\n"


def load_seed(data: bytes) -> Seed:
    """Read what `dump_seed` wrote. Raises `ValueError` for anything else."""
    return Seed.of(Request.from_json(data))
