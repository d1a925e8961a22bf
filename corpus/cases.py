"""Stored cases: inputs that broke real programs, each kept with the rule that it is about."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class StoredCase:
    """An input worth keeping. `rule` names the rule, `why` says what goes wrong elsewhere.

    `controls` and `alike` hold the texts of further inputs of the same operation and type: those
    that show a fault of other rules, and those that the fault of this rule would break too.
    """

    profile: str
    rule: str
    op: str
    type: str
    texts: tuple[str, ...]
    why: str
    controls: tuple[tuple[str, ...], ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()


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
                case["texts"] = tuple(case["texts"])
                for beside in ("controls", "alike"):
                    case[beside] = tuple(map(tuple, case.get(beside, ())))
                yield StoredCase(**case)


def cases_of(profile: str, rule: str) -> Sequence[StoredCase]:
    """Give the stored cases of one rule of a profile."""
    return [case for case in stored_cases() if (case.profile, case.rule) == (profile, rule)]
