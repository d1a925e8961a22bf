"""Stored cases: inputs that broke real programs, each kept with the rule that it is about."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class StoredCase:
    """An input worth keeping. `rule` names the rule, `why` says what goes wrong elsewhere."""

    profile: str
    rule: str
    op: str
    type: str
    texts: tuple[str, ...]
    why: str


@cache
def stored_cases() -> tuple[StoredCase, ...]:
    """Read every stored case, in the files' order."""
    return tuple(_read())


def _read() -> Iterator[StoredCase]:
    folder = files("toolwire.corpus").joinpath("cases")
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.name.endswith(".jsonl"):
            for line in entry.read_text("utf-8").splitlines():
                case = json.loads(line)
                yield StoredCase(**{**case, "texts": tuple(case["texts"])})


def cases_of(profile: str, rule: str) -> Sequence[StoredCase]:
    """Give the stored cases of one rule of a profile."""
    return [case for case in stored_cases() if (case.profile, case.rule) == (profile, rule)]
