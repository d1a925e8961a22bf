"""The reference as a target."""

from collections.abc import Sequence

from .target import Target

REFERENCE = "reference"


def ReferenceTarget(profiles: Sequence[str]) -> Target:
    raise NotImplementedError
