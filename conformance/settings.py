"""What a run was asked for: the plugin's options, read and checked."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, TypeVar

import pytest

from toolwire.corpus.cases import StoredCase, load_cases
from toolwire.corpus.confirming import unusable
from toolwire.reference import PROFILES

from .candidates import Limits, Options, check_memory, check_timeout
from .requirements import find
from .rules import Level

_T = TypeVar("_T")
_D = TypeVar("_D")

DEFAULT_SEED = 0
DEFAULT_EXAMPLES = 20
DEFAULT_TIMEOUT = Limits().timeout


class NamedPath(NamedTuple):
    """A file as the user calls it, and where it is."""

    name: str
    path: Path


@dataclass(frozen=True)
class Settings:
    """The options of a run, checked.

    Of what a candidate's own table can say too, there is what was `asked` on the command line,
    which goes before it, and what is `usual` by the ini file, which comes after; so with
    `profiles` and `usual_profiles`, `baselines` and `usual_baselines`; of the first of those
    None says that nothing was asked, and nothing in it that there shall be none.
    """

    impls: tuple[str, ...]
    profiles: tuple[str, ...]
    usual_profiles: tuple[str, ...]
    baselines: tuple[NamedPath, ...] | None
    usual_baselines: tuple[NamedPath, ...]
    is_update: bool
    level: Level
    asked: Options
    usual: Options
    in_process: bool
    examples: int
    seed: int
    seed_is_random: bool
    report: Path | None
    cases: tuple[StoredCase, ...] = ()
    case_files: tuple[str, ...] = ()


def add_options(parser: pytest.Parser) -> None:
    """Declare the options, each with its ini twin."""
    group = parser.getgroup("toolwire", "toolwire: conformance of tool-call protocols")

    def add(name: str, help: str, ini_type: Any = "string", **options: Any) -> None:
        group.addoption(f"--{name}", help=help, default=None, **options)
        parser.addini(name.replace("-", "_"), help, type=ini_type, default=None)

    add(
        "impl",
        "candidate to examine: a name in [tool.toolwire.candidates], an adapter or module (acp, "
        "mypkg.adapter, adapter.py), or 'cmd:PROGRAM ARGS'; may be given several times",
        "linelist",
        action="append",
        metavar="TARGET",
    )
    add(
        "impl-profile",
        "profile to examine, such as acp-v1 (default: those that the candidate names, else all); "
        "may be given several times",
        "linelist",
        action="append",
        metavar="PROFILE",
    )
    add("impl-level", "lowest level that fails a run: must (default) or should", metavar="LEVEL")
    add(
        "impl-timeout",
        f"seconds that a candidate has for an answer (default {DEFAULT_TIMEOUT:g})",
        metavar="SECONDS",
    )
    add(
        "impl-memory",
        "MiB of address space that a candidate's process may have (default: no limit; Linux only)",
        metavar="MIB",
    )
    add(
        "impl-python",
        "interpreter or virtual environment that runs a Python candidate (default: this one)",
        metavar="PATH",
    )
    add(
        "impl-in-process",
        "import Python candidates into pytest's own process, for a debugger",
        "bool",
        action="store_true",
    )
    add(
        "impl-examples",
        f"inputs to draw for each requirement beside the enumerated (default {DEFAULT_EXAMPLES})",
        metavar="N",
    )
    add(
        "impl-seed",
        f"number from which all that is drawn follows, or 'random' (default {DEFAULT_SEED})",
        metavar="SEED",
    )
    add(
        "impl-report",
        "folder to write report.json, report.html, report.md and badge.json to",
        metavar="DIR",
    )
    add(
        "impl-baseline",
        "file of known failures, which do not fail the run; a later one goes over an earlier",
        "linelist",
        action="append",
        metavar="FILE",
    )
    add(
        "impl-corpus",
        "file of your own cases to examine by as well, as `toolwire corpus add` writes them; "
        "may be given several times",
        "linelist",
        action="append",
        metavar="FILE",
    )
    group.addoption(  # no ini twin: a baseline that always changes with the run holds nothing
        "--impl-baseline-update",
        action="store_true",
        help="add the failures of this run to the baseline (the last, of several), and take out "
        "what is fixed; what was not exercised stays",
    )


def read_settings(config: pytest.Config, seed: int | None = None) -> Settings | None:
    """Read the options; None without `--impl`. Raises `pytest.UsageError` for a wrong value.

    `seed` is there in a worker of xdist: that of the run, which writes the report as well.
    """

    def get(name: str) -> Any:
        given = config.getoption(name)
        return given if given not in (None, []) else config.getini(name)

    impls = tuple(get("impl") or ())
    if not impls:
        return None
    is_worker = seed is not None
    report = None if is_worker else get("impl_report")
    wanted_seed = get("impl_seed")
    case_files = tuple(get("impl_corpus") or ())
    asked_baselines = config.getoption("impl_baseline")
    folder = config.invocation_params.dir
    # As pytest takes paths in an ini file: from where that is.
    ini_folder = config.inipath.parent if config.inipath is not None else folder
    return Settings(
        impls,
        _profiles(config.getoption("impl_profile")),
        _profiles(config.getini("impl_profile")),
        None if asked_baselines is None else _files(asked_baselines, folder),
        _files(config.getini("impl_baseline") or (), ini_folder),
        config.getoption("impl_baseline_update"),
        _level(get("impl_level")),
        _options(config.getoption),
        _options(lambda name: config.getini(name) or None),
        bool(get("impl_in_process")),
        _checked("--impl-examples", _count, get("impl_examples"), DEFAULT_EXAMPLES),
        _checked("--impl-seed", _seed, wanted_seed, DEFAULT_SEED) if seed is None else seed,
        wanted_seed == "random",
        _writable(folder / report) if report else None,
        _cases(folder, case_files),
        case_files,
    )


def _files(given: Iterable[str], folder: Path) -> tuple[NamedPath, ...]:
    return tuple(NamedPath(name, folder / name) for name in dict.fromkeys(given) if name.strip())


def _cases(folder: Path, names: Iterable[str]) -> tuple[StoredCase, ...]:
    """Read the user's own cases, each of which must be one that can be asked."""
    cases: list[StoredCase] = []
    for name in names:
        try:
            found = load_cases(folder / name)
        except ValueError as error:
            raise pytest.UsageError(f"--impl-corpus: {error}") from None
        for line, case in enumerate(found, 1):
            if (reason := _why_not(case)) is not None:
                raise pytest.UsageError(f"--impl-corpus: {name}, line {line}: {reason}")
        cases += found
    return tuple(cases)


def _why_not(case: StoredCase) -> str | None:
    if (reason := unusable(case)) is not None:
        return reason
    try:
        find(f"{case.profile}/{case.rule}")
    except LookupError as error:
        return str(error.args[0])
    return None


def _profiles(given: list[str] | None) -> tuple[str, ...]:
    names = tuple(name for each in given or () for name in each.split(","))
    for name in names:
        if name not in PROFILES:
            raise pytest.UsageError(f"--impl-profile: {no_profile(name)}")
    return names


def no_profile(name: str) -> str:
    """Say that there is no profile of that name, and which there are."""
    return f"there is no profile {name!r}; there are {', '.join(PROFILES)}"


def _options(get: Callable[[str], Any]) -> Options:
    return Options(
        get("impl_python"),
        _checked("--impl-timeout", seconds, get("impl_timeout"), None),
        _checked("--impl-memory", mebibytes, get("impl_memory"), None),
    )


def _level(given: str | None) -> Level:
    if given in (None, "must", "should"):
        return Level(given or "must")
    raise pytest.UsageError(f"--impl-level: must or should, not {given!r}")


def _checked(name: str, read: Callable[[str], _T], given: str | None, default: _D) -> _T | _D:
    if given is None:
        return default
    try:
        return read(given)
    except ValueError as error:
        raise pytest.UsageError(f"{name}: {error}, not {given!r}") from None


def seconds(given: str) -> float:
    """Read a time limit. Raises ValueError, saying what it must be."""
    try:
        number = float(given)
    except ValueError:
        number = 0
    return check_timeout(number)


def mebibytes(given: str) -> int:
    """Read a memory limit. Raises ValueError, saying what it must be."""
    try:
        number = int(given) if given.isdecimal() else 0
    except ValueError:  # Python reads no number of thousands of digits
        number = 0
    return check_memory(number)


def _count(given: str) -> int:
    if not given.isdecimal():
        raise ValueError("a whole number, 0 or more")
    return int(given)


def _seed(given: str) -> int:
    if given == "random":
        return secrets.randbelow(2**32)
    try:
        return int(given)
    except ValueError:
        raise ValueError("a whole number or 'random'") from None


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise pytest.UsageError(
            f"--impl-report: cannot write to {folder}: {error.strerror}"
        ) from None
    return folder
