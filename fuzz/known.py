"""What a run adds to its baseline: the failures that it found, and that nobody has said to know."""

from collections.abc import Iterator

from toolwire.conformance.baselines import Baseline, Entry, add, missing_reasons, write

from .findings import Became, Findings, Kept, signature_of


def unknown_to(baseline: Baseline, findings: Findings) -> list[Kept]:
    """Give what fails the run and has no entry; one that has expired stays a person's."""
    failed = findings.of(Became.FAILED)
    return [each for each in failed if baseline.find(*signature_of(each.failure)) is None]


def make_known(baseline: Baseline, findings: Findings) -> Iterator[str]:
    """Write such failures into the last file, and count them as known; give what there is to say.

    They are flaky there: the suite need not ask what fuzzing came upon. Raises OSError.
    """
    found = unknown_to(baseline, findings)
    file, line = write(add(baseline.last, map(_entry, found)))
    for kept in found:
        findings.let_be_known(kept)
    yield line
    yield from missing_reasons(file)


def _entry(kept: Kept) -> Entry:
    requirement, kind, site = signature_of(kept.failure)
    return Entry(requirement, kind, (site,), flaky=True)
