"""What a run says of its baselines: where they and the candidates do not agree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from ..display import printable
from ..requirements import find
from ..results import Outcome
from .file import BaselineFile
from .layers import Baseline
from .seen import AllSeen, Seen, find_fixed

_SITES = 3


@dataclass(frozen=True)
class Audit:
    """What fails the run, each in a line, and what is only worth knowing."""

    complaints: tuple[str, ...]
    notes: tuple[str, ...]


def audit(baselines: Sequence[Baseline], seen: AllSeen) -> Audit:
    """Compare what is known with what was seen."""
    complaints = [line for each in baselines for line in _unforeseen(each, seen)]
    files = list(dict.fromkeys(file for each in baselines for file in each.files))
    notes: list[str] = []
    for file in files:
        complaints += [*_unknown(file), *_fixed(file, baselines, seen)]
        notes += missing_reasons(file)
        notes += _quiet_flakes(file, baselines, seen)
    if complaints:
        notes += _other_versions(files)
    return Audit(tuple(complaints), tuple(notes))


def missing_reasons(file: BaselineFile) -> Iterator[str]:
    """Say of how many entries nobody has said why they fail."""
    lacking = [each for each in file.entries if each.lacks_reason]
    if lacking:
        what = "1 entry has" if len(lacking) == 1 else f"{len(lacking)} entries have"
        first = f"{lacking[0].requirement} {lacking[0].kind!r}"
        which = f"({printable(first)}{', and so on' if len(lacking) > 1 else ''})"
        yield f'{file.name}: {what} no reason yet: fill in "reason" {which}'


def _unforeseen(baseline: Baseline, seen: AllSeen) -> Iterator[str]:
    """Tell of the failures that no entry allows."""
    for (label, requirement), there in seen.items():
        if label != baseline.label:
            continue
        name = f"{requirement}[{label}]"
        alike: dict[tuple[str, str], list[str]] = {}
        for kind, site in there.failing:
            entry = baseline.find(requirement, kind, site)
            if entry is not None and entry.has_expired(baseline.today):
                alike.setdefault((f"expired on {entry.expires}", kind), []).append(site)
            elif entry is None and there.outcome is Outcome.FAILED:
                before = _known_there(baseline, requirement, site, there)
                if before:
                    known = ", ".join(map(repr, before))
                    yield f"{name}: fails otherwise: {_failure(kind, [site])}; known is {known}"
                else:
                    alike.setdefault(("not in the baseline", kind), []).append(site)
        for (what, kind), sites in alike.items():
            yield f"{name}: {what}: {_failure(kind, sites)}"


def _known_there(baseline: Baseline, requirement: str, site: str, there: Seen) -> list[str]:
    """Give the kinds of failure that are known at a site, and are not there any more."""
    return sorted(
        {
            entry.kind
            for file in baseline.files
            for entry in file.entries
            if entry.requirement == requirement
            and site in entry.sites
            and entry.holds_for(baseline.label)
            and there.lacks(entry.kind, site)
        }
    )


def _fixed(file: BaselineFile, baselines: Sequence[Baseline], seen: AllSeen) -> Iterator[str]:
    is_last = any(file == each.last for each in baselines)
    how = ", or run with --impl-baseline-update" if is_last else ""
    for entry, sites in find_fixed(file, baselines, seen):
        name = entry.requirement + (f"[{entry.candidate}]" if entry.candidate else "")
        what = f"{name}: does not fail: {_failure(entry.kind, sites)}"
        yield f"{printable(what, 400)}; remove it from {file.name}{how}"


def _unknown(file: BaselineFile) -> Iterator[str]:
    for name in dict.fromkeys(entry.requirement for entry in file.entries):
        try:
            find(name)
        except LookupError as error:
            yield f"{file.name}: {printable(str(error.args[0]), 400)}"


def _quiet_flakes(
    file: BaselineFile, baselines: Sequence[Baseline], seen: AllSeen
) -> Iterator[str]:
    quiet = [
        (entry, site)
        for each in baselines
        if file in each.files
        for entry in file.entries
        if entry.flaky and entry.holds_for(each.label)
        for site in entry.sites
        if (there := seen.get((each.label, entry.requirement))) is not None
        and there.lacks(entry.kind, site)
    ]
    if quiet:
        (entry, site), *others = quiet
        which = f"{entry.requirement}: {_failure(entry.kind, [site])}"
        more = f", and {len(others)} more" if others else ""
        yield f"{file.name}: flaky, and did not fail this time: {printable(which)}{more}"


def _other_versions(files: Sequence[BaselineFile]) -> Iterator[str]:
    now = version("toolwire")
    for file in files:
        if file.version not in ("", now):
            yield (
                f"{file.name} is of toolwire {printable(file.version, 40)}, and this is {now}, "
                "which may ask for more"
            )


def _failure(kind: str, sites: Sequence[str]) -> str:
    """Name a failure by its kind and sites, as they stand in the file."""
    shown = ", ".join(sites[:_SITES])
    more = f" and {len(sites) - _SITES} more" if len(sites) > _SITES else ""
    return printable(f"{kind!r} at {shown}{more}")
