"""Starting the candidates of a run, and what each is called in it."""

from collections.abc import Container, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest

from toolwire.reference import PROFILES

from .baseline_choice import baseline_files
from .baselines import Baseline
from .candidates import (
    Candidate,
    CandidateError,
    GivenCandidate,
    Hello,
    Options,
    TableEntry,
    find_in_table,
    resolve,
)
from .display import printable, printable_lines
from .examiner import Examiner, profiles_of
from .settings import Settings, no_profile


@dataclass(frozen=True)
class Examined:
    """A candidate in a run: `label` names it in reports and test ids.

    `options` are those by which `toolwire replay` asks it as this run does. One that a conftest.py
    gave (`is_given`) is found by pytest alone, and they are those for pytest.
    """

    label: str
    hello: Hello
    profiles: tuple[str, ...]
    candidate: Candidate
    examiner: Examiner
    options: tuple[str, ...] = ()
    baseline: Baseline | None = None

    @property
    def is_given(self) -> bool:
        """Tell whether only pytest finds it."""
        return isinstance(self.candidate, GivenCandidate)

    @property
    def library(self) -> str:
        """Give the name and version that it gave itself."""
        return printable(f"{self.hello.name} {self.hello.version}".strip() or self.label, 80)

    def unknown_types(self) -> Iterator[str]:
        """Say which types the candidate names that the suite does not know, and so does not ask."""
        for profile in self.profiles:
            known = PROFILES[profile].all_types
            for name in (self.hello.profiles or {}).get(profile, ()):
                if name not in known:
                    near = get_close_matches(name, known, n=1)
                    hint = f" (did it mean {near[0]}?)" if near else ""
                    yield (
                        f"{self.label}: {profile} has no type {printable(name, 60)!r}{hint}; "
                        "nothing is asked of it"
                    )


def start_all(settings: Settings, folder: Path, given: Mapping[str, Any]) -> list[Examined]:
    """Start every candidate that `settings` name, in the working folder `folder`.

    `given` are those that are there already, by their names.

    Raises `pytest.UsageError`, and ends those that were started, for one that cannot be asked.
    """
    started: list[Examined] = []
    today = datetime.now(UTC).date()
    with ExitStack() as undo:
        for spec in settings.impls:
            try:
                is_given = spec in given
                entry = None if is_given else find_in_table(spec, folder)
                wanted = _wanted(settings, entry)
                files = baseline_files(settings, entry, folder)
                if is_given:
                    candidate = _given(spec, given[spec], settings)
                else:
                    candidate = _resolve(spec, settings, folder)
                undo.callback(candidate.close)
                hello = candidate.start()
            except CandidateError as error:
                raise pytest.UsageError(f"--impl: {printable_lines(str(error))}") from None
            label = _label(spec, hello, {each.label for each in started})
            examiner = Examiner(
                candidate,
                hello,
                label,
                seed=settings.seed,
                examples=settings.examples,
                cases=settings.cases,
            )
            profiles = _profiles(spec, hello, wanted)
            is_program = entry.command is not None if entry else spec.startswith("cmd:")
            repeated = _to_repeat(settings, entry, is_program=is_program)
            options = tuple(_to_rerun(settings) if is_given else repeated)
            baseline = Baseline(files, label, profiles, today) if files else None
            started.append(Examined(label, hello, profiles, candidate, examiner, options, baseline))
        if settings.is_update and not any(each.baseline for each in started):
            raise pytest.UsageError(
                "--impl-baseline-update: which file? It needs --impl-baseline=FILE as well"
            )
        undo.pop_all()
    return started


def _given(spec: str, given: Any, settings: Settings) -> Candidate:
    for what, value, by in (
        ("another interpreter", settings.asked.python, "--impl-python"),
        ("a memory limit", settings.asked.memory, "--impl-memory"),
    ):
        if value is not None:
            raise CandidateError(
                f"{spec!r} runs in this process, as a conftest.py gives it, and cannot have "
                f"{what} ({by})"
            )
    return GivenCandidate(spec, given)


def _resolve(spec: str, settings: Settings, folder: Path) -> Candidate:
    asked = settings.asked
    return resolve(
        spec,
        cwd=folder,
        timeout=asked.timeout,
        memory=asked.memory,
        python=asked.python,
        usual=settings.usual,
        in_process=settings.in_process,
    )


def _wanted(settings: Settings, entry: TableEntry | None) -> tuple[str, ...]:
    """Give the profiles that were asked for. Raises `CandidateError` for a table's unknown one."""
    own = () if entry is None else entry.profiles or ()
    for name in own:
        if entry is not None and name not in PROFILES:
            raise entry.mistake("profiles", no_profile(name))
    return settings.profiles or own or settings.usual_profiles


def _to_repeat(settings: Settings, entry: TableEntry | None, *, is_program: bool) -> Iterator[str]:
    """Give the options for a replay, which reads the table, and not the ini file."""
    own = Options() if entry is None else entry.options
    said = settings.asked.over(settings.usual.beside(own))
    if said.python is not None and not is_program:
        yield f"--impl-python={said.python}"
    if said.timeout is not None:
        yield f"--impl-timeout={said.timeout:g}"
    if said.memory is not None:
        yield f"--impl-memory={said.memory}"
    if settings.in_process:
        yield "--impl-in-process"


def _to_rerun(settings: Settings) -> Iterator[str]:
    """Give the options with which pytest has the same inputs again."""
    yield f"--impl-seed={settings.seed}"
    yield f"--impl-examples={settings.examples}"
    yield from (f"--impl-corpus={name}" for name in settings.case_files)


def _label(spec: str, hello: Hello, taken: Container[str]) -> str:
    own = printable(hello.name.strip(), 40) if spec.startswith("cmd:") else ""
    return next(label for label in _numbered(own or printable(spec)) if label not in taken)


def _numbered(label: str) -> Iterator[str]:
    yield label
    number = 2
    while True:
        yield f"{label}-{number}"
        number += 1


def _profiles(spec: str, hello: Hello, wanted: tuple[str, ...]) -> tuple[str, ...]:
    profiles = wanted or tuple(profiles_of(hello))
    own = profiles if hello.profiles is None else tuple(hello.profiles)
    lacking = [name for name in profiles if name not in own]
    if profiles and not lacking:
        return profiles
    what = f"does not have the profile {lacking[0]}" if lacking else "has no profile that is known"
    names = f"it names {', '.join(map(printable, own))}" if own else "it names none"
    raise pytest.UsageError(f"--impl: the candidate {spec!r} {what}; {names}")
