"""`badge.json`: how many MUST requirements are kept, for a badge of shields.io.

The form is that of an endpoint badge, https://shields.io/badges/endpoint-badge.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..display import printable
from ..results import Outcome
from ..rules import Level

_SHADES = ((0.1, "yellow"), (0.25, "orange"), (1.0, "red"))
"""The colour where something failed, by the greatest share that did."""


def badge(report: Mapping[str, Any]) -> str:
    """Give the badge of a run as a whole; of one candidate and one profile it names the profile.

    All results count at the level MUST. What was not exercised or is not supported is not kept.
    Neither is what fails as a baseline knows: who reads a badge knows of no baseline, so that it
    counts as failed for the colour too.
    """
    results = [each for each in report["results"] if each["level"] == Level.MUST]
    outcomes = Counter(each["outcome"] for each in results)
    total, kept = outcomes.total(), outcomes[Outcome.PASSED]
    profiles = {each["profile"] for each in results}
    is_of_one = len(report["candidates"]) == 1 and len(profiles) == 1
    return _as_text(
        f"toolwire {printable(profiles.pop(), 40)}" if is_of_one else "toolwire",
        f"{kept:,}/{total:,} MUST" if total else "nothing exercised",
        _color(total, kept, outcomes[Outcome.FAILED] + outcomes[Outcome.KNOWN]),
    )


def _color(total: int, kept: int, failed: int) -> str:
    if not kept and not failed:
        return "lightgrey"
    if failed:
        return next(color for share, color in _SHADES if failed <= share * total)
    return "brightgreen" if kept == total else "green"


def _as_text(label: str, message: str, color: str) -> str:
    content = {"schemaVersion": 1, "label": label, "message": message, "color": color}
    return json.dumps(content, indent=1) + "\n"
