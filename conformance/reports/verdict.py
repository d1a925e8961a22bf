"""What a run comes to: one line, and whether all is well."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..display import printable
from ..results import Outcome
from ..summary import complaints


@dataclass(frozen=True)
class Verdict:
    """The verdict on a run; `complaints` say what spoils it whatever its outcomes are."""

    is_good: bool
    line: str
    complaints: tuple[str, ...]

    @property
    def word(self) -> str:
        """Give the verdict in one word."""
        return "passed" if self.is_good else "failed"


def labels(report: Mapping[str, Any]) -> list[str]:
    """Give the names of a report's candidates, in their order."""
    return [each["name"] for each in report["candidates"]]


def verdict(report: Mapping[str, Any]) -> Verdict:
    """Judge a run as its exit code does, but for the tests that are not ours."""
    counts = Counter(each["outcome"] for each in report["results"])
    failed, total = counts[Outcome.FAILED], counts.total()
    what = f"{failed:,} of {total:,} results failed" if failed else f"no result of {total:,} failed"
    for outcome, words in ((Outcome.KNOWN, "as the baseline says"), (Outcome.WARNED, "warned")):
        if counts[outcome]:
            what += f", {counts[outcome]:,} {words}"
    spoiling = (*complaints(report["results"], labels(report)), *report["baseline"])
    found = tuple(printable(each, 400) for each in spoiling)
    return Verdict(not failed and not found, what, found)


def facts(report: Mapping[str, Any]) -> str:
    """Say by which suite and with which settings a run was made."""
    return (
        f"Toolwire {printable(report['toolwire'], 60)}, seed {printable(str(report['seed']), 60)}, "
        f"{report['examples']:,} drawn inputs for each requirement; "
        f"a failure at the level {report['level'].upper()} or above fails the run."
    )
