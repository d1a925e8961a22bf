"""What a baseline should say after a run: new failures are added, what is fixed is taken out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..results import Outcome
from .entry import Entry
from .file import BaselineFile
from .layers import Baseline
from .seen import AllSeen, find_fixed


@dataclass(frozen=True)
class Update:
    """The entries of a file after a run, sorted, and how many failures were added and taken out."""

    file: BaselineFile
    entries: tuple[Entry, ...]
    added: int
    removed: int


def update(file: BaselineFile, baselines: Sequence[Baseline], seen: AllSeen) -> Update:
    """Bring a file up to date with what a run showed; what it did not show stays.

    What a person wrote stays too: a new failure has an entry of its own, without a reason, also
    where its kind is known at other sites. One that was found by drawing alone is flaky, as
    another seed need not find it.
    """
    fixed = dict(find_fixed(file, baselines, seen))
    kept = []
    for entry in file.entries:
        sites = tuple(site for site in entry.sites if site not in fixed.get(entry, ()))
        if sites:
            kept.append(replace(entry, sites=sites))
    removed = sum(map(len, fixed.values()))
    return _joined(file, kept, _new_entries(file, baselines, seen), removed)


def add(file: BaselineFile, new: Iterable[Entry]) -> Update:
    """Add entries to a baseline, for failures that it does not have; nothing is taken out."""
    return _joined(file, file.entries, list(new), 0)


def _joined(
    file: BaselineFile, kept: Sequence[Entry], new: Sequence[Entry], removed: int
) -> Update:
    entries = [replace(entry, sites=tuple(sorted(entry.sites))) for entry in _merged([*kept, *new])]
    entries.sort(key=lambda each: each.order)
    added = sum(len(entry.sites) for entry in new)
    return Update(file, tuple(entries), added, removed)


def _new_entries(file: BaselineFile, baselines: Sequence[Baseline], seen: AllSeen) -> list[Entry]:
    mine = {each.label: each for each in baselines if each.last == file}
    is_shared = sum(file in each.files for each in baselines) > 1
    return [
        Entry(
            requirement,
            kind,
            (site,),
            flaky=is_drawn,
            candidate=label if is_shared else None,
        )
        for (label, requirement), there in seen.items()
        if label in mine and there.outcome in (Outcome.FAILED, Outcome.KNOWN)
        for (kind, site), is_drawn in there.failing.items()
        if mine[label].find(requirement, kind, site) is None
    ]


def _merged(entries: Sequence[Entry]) -> list[Entry]:
    """Put together the entries without a reason that tell of sites alone."""
    merged: list[Entry] = []
    places: dict[Entry, int] = {}
    for entry in entries:
        key = replace(entry, sites=())
        if entry.lacks_reason and key in places:
            place = places[key]
            merged[place] = replace(entry, sites=(*merged[place].sites, *entry.sites))
        else:
            places[key] = len(merged)
            merged.append(entry)
    return merged
