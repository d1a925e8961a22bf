"""What a run was asked for: the plugin's options, read and checked."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from toolwire.reference import PROFILES

from .rules import Level

DEFAULT_SEED = 0
DEFAULT_EXAMPLES = 20
DEFAULT_TIMEOUT = 5.0


@dataclass(frozen=True)
class Settings:
    """The options of a run, checked."""

    impls: tuple[str, ...]
    profiles: tuple[str, ...]
    level: Level
    timeout: float
    in_process: bool
    examples: int
    seed: int
    report: Path | None


def add_options(parser: pytest.Parser) -> None:
    """Declare the options, each with its ini twin."""
    group = parser.getgroup("toolwire", "toolwire: conformance of tool-call protocols")

    def add(name: str, help: str, ini_type: Any = "string", **options: Any) -> None:
        group.addoption(f"--{name}", help=help, default=None, **options)
        parser.addini(name.replace("-", "_"), help, type=ini_type, default=None)

    add(
        "impl",
        "candidate to examine: an adapter or module (acp, mypkg.adapter, adapter.py), or "
        "'cmd:PROGRAM ARGS'; may be given several times",
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
    add("impl-report", "folder to write report.json to", metavar="DIR")


def read_settings(config: pytest.Config) -> Settings | None:
    """Read the options; None without `--impl`. Raises `pytest.UsageError` for a wrong value."""

    def get(name: str) -> Any:
        given = config.getoption(name)
        return given if given not in (None, []) else config.getini(name)

    impls = tuple(get("impl") or ())
    if not impls:
        return None
    profiles = tuple(name for given in get("impl_profile") or () for name in given.split(","))
    for name in profiles:
        if name not in PROFILES:
            known = ", ".join(PROFILES)
            raise pytest.UsageError(f"--impl-profile: there is no profile {name!r}; there are {known}")
    report = get("impl_report")
    return Settings(
        impls,
        profiles,
        _level(get("impl_level")),
        _number("--impl-timeout", get("impl_timeout"), DEFAULT_TIMEOUT),
        bool(get("impl_in_process")),
        int(_number("--impl-examples", get("impl_examples"), DEFAULT_EXAMPLES, whole=True)),
        _seed(get("impl_seed")),
        _writable(config.invocation_params.dir / report) if report else None,
    )


def _level(given: str | None) -> Level:
    if given in (None, "must", "should"):
        return Level(given or "must")
    raise pytest.UsageError(f"--impl-level: must or should, not {given!r}")


def _number(name: str, given: str | None, default: float, *, whole: bool = False) -> float:
    if given is None:
        return default
    try:
        number = int(given) if whole else float(given)
    except ValueError:
        number = -1
    if number < 0 or (number == 0 and not whole) or number != number or number == float("inf"):
        kind = "a whole number, 0 or more" if whole else "a number of seconds above 0"
        raise pytest.UsageError(f"{name}: {kind}, not {given!r}")
    return number


def _seed(given: str | None) -> int:
    if given is None:
        return DEFAULT_SEED
    if given == "random":
        return secrets.randbelow(2**32)
    try:
        return int(given)
    except ValueError:
        raise pytest.UsageError(f"--impl-seed: a whole number or 'random', not {given!r}") from None


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".toolwire-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise pytest.UsageError(
            f"--impl-report: cannot write to {folder}: {error.strerror}"
        ) from None
    return folder
