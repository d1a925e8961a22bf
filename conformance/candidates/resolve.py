"""From what `--impl` says to a candidate."""

import importlib.metadata
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from .candidate import Candidate, CandidateError
from .child import Command
from .inprocess import InProcessCandidate
from .interpreter import find_interpreter
from .limits import Limits
from .options import Options
from .process import ProcessCandidate
from .python import PythonTarget
from .shipped import ShippedAdapter, shipped_adapter
from .table import TableEntry, find_entry

ENTRY_POINTS = "toolwire.candidates"
"""The group in which an installed package offers candidates: a name, and a module."""

_PROGRAM = "cmd:"

Shipped = Callable[[str], ShippedAdapter | None]


@dataclass(frozen=True)
class FoundModule:
    """A candidate that is a Python module: its working folder, and what a table says of it."""

    target: PythonTarget
    folder: Path
    options: Options = Options()  # noqa: RUF009  (frozen)
    env: Mapping[str, str] = field(default_factory=dict)


def resolve(
    spec: str,
    *,
    cwd: Path,
    timeout: float | None = None,
    memory: int | None = None,
    python: str | None = None,
    usual: Options | None = None,
    in_process: bool = False,
    limits: Limits | None = None,
    shipped: Shipped = shipped_adapter,
) -> Candidate:
    """Return the candidate that `spec` names, not yet started.

    `cmd:PROGRAM ARGS` is a program. A name is sought, in this order, among the tables of the
    user's `pyproject.toml`, the entry points of the group `toolwire.candidates`, the adapters
    that Toolwire ships, and the modules that can be imported; what ends in `.py` is a module's
    file. A module runs in a worker, in the interpreter `python` (this one, if not given),
    unless `in_process`. `cwd` is the working folder, and comes first on a worker's `sys.path`.

    `timeout` in seconds, `memory` in MiB and `python` go before what a table says; `usual` is
    for what neither says; the rest of the bounds are those of `limits`.

    Raises `CandidateError` for a mistake that shows before anything is started.
    """
    limits, asked = limits or Limits(), Options(python, timeout, memory)
    entry = find_in_table(spec, cwd)
    said = asked.over(entry.options if entry else Options()).over(usual or Options())
    limits = _limited(limits, said)
    command = _command(spec, entry, cwd)
    if command is not None:
        if in_process:
            raise CandidateError(f"{spec!r} is a program, and cannot be run in this process")
        if python is not None:
            raise CandidateError(
                f"{spec!r} is a program, and an interpreter (--impl-python) is for Python "
                "candidates"
            )
        return ProcessCandidate(spec, command, limits)
    target, folder = _module(spec, entry, cwd, shipped)
    env = None if entry is None else entry.env
    if in_process:
        _check_in_process(spec, said, env)
        return InProcessCandidate(target, folder)
    if said.python is not None:
        target = replace(target, python=_interpreter(asked, entry, said.python, cwd, limits))
    return ProcessCandidate(
        spec,
        target.command(folder, env),
        limits,
        trusted=True,
        explain=target.explain_refusal,
    )


def find_module(spec: str, cwd: Path, shipped: Shipped = shipped_adapter) -> FoundModule:
    """Return the Python module that `spec` names, for who means to run it.

    Raises `CandidateError` for a program, and as `resolve` does.
    """
    entry = find_in_table(spec, cwd)
    if _command(spec, entry, cwd) is not None:
        raise CandidateError(f"{spec!r} is a program, and no Python module")
    target, folder = _module(spec, entry, cwd, shipped)
    if entry is None:
        return FoundModule(target, folder)
    return FoundModule(target, folder, entry.options, entry.env or {})


def find_in_table(spec: str, cwd: Path) -> TableEntry | None:
    """Return what the user's `pyproject.toml` says of `spec`. Raises `CandidateError`."""
    return None if spec.startswith(_PROGRAM) else find_entry(spec, cwd)


def _module(
    spec: str, entry: TableEntry | None, cwd: Path, shipped: Shipped
) -> tuple[PythonTarget, Path]:
    """Return the module that is no program, and its working folder."""
    folder = cwd if entry is None else entry.cwd
    module = spec if entry is None or entry.module is None else entry.module
    return replace(_target(module, folder, shipped), spec=spec), folder


def _limited(limits: Limits, said: Options) -> Limits:
    if said.timeout is not None:
        limits = replace(limits, timeout=said.timeout)
    if said.memory is not None:
        limits = replace(limits, memory=said.memory << 20)
    return limits


def _check_in_process(spec: str, said: Options, env: Mapping[str, str] | None) -> None:
    """Raise `CandidateError` for what only a process of its own can have."""
    for what, value, by in (
        ("another interpreter", said.python, "--impl-python"),
        ("a memory limit", said.memory, "--impl-memory"),
        ("environment variables of its own", env, "env"),
    ):
        if value is not None:
            raise CandidateError(
                f"{spec!r} cannot have {what} ({by}) in this process",
                hint=f"leave out --impl-in-process, or {by}",
            )


def _interpreter(
    asked: Options, entry: TableEntry | None, python: str, cwd: Path, limits: Limits
) -> str:
    if entry is None or asked.python is not None or entry.options.python is None:
        return find_interpreter(python, cwd, limits)
    try:
        return find_interpreter(python, entry.cwd, limits)
    except CandidateError as error:
        raise entry.mistake("python", error.message, error.hint) from None


def _command(spec: str, entry: TableEntry | None, cwd: Path) -> Command | None:
    """Return how a program is run, or None for a module."""
    if entry is not None:
        if entry.command is None:
            return None
        return _program(spec, entry.command, entry.cwd, entry.env)
    if not spec.startswith(_PROGRAM):
        return None
    try:
        argv = shlex.split(spec.removeprefix(_PROGRAM))
    except ValueError as error:
        raise CandidateError(f"{spec!r} cannot be split into arguments: {error}") from None
    if not argv:
        raise CandidateError(f"{spec!r} names no program", hint="cmd:PROGRAM ARGS")
    return _program(spec, tuple(argv), cwd)


def _program(
    spec: str, argv: tuple[str, ...], cwd: Path, env: Mapping[str, str] | None = None
) -> Command:
    path = (env or {}).get("PATH")
    if "/" not in argv[0] and shutil.which(argv[0], path=path) is None:
        beside = shutil.which(argv[0], path=Path(sys.executable).parent)
        raise CandidateError(
            f"the candidate {spec!r} cannot be started: there is no program {argv[0]!r} on PATH",
            hint=f"there is {beside}" if beside else "give its path, such as ./program",
        )
    return Command(argv, cwd, env)


def _target(spec: str, cwd: Path, shipped: Shipped) -> PythonTarget:
    if not spec.strip():
        raise CandidateError("an empty name is no candidate", hint="--impl=NAME")
    if spec.endswith(".py"):
        file = cwd / spec
        if not file.is_file():
            raise CandidateError(f"there is no file {spec!r} in {str(cwd)!r}")
        return PythonTarget(spec, file=file.resolve())
    if "/" in spec:
        raise CandidateError(
            f"{spec!r} is neither a module nor a Python file",
            hint=f"a program is named 'cmd:{spec}'",
        )
    if (module := _entry_point(spec)) is not None:
        return PythonTarget(spec, module=module)
    if (adapter := shipped(spec)) is not None:
        return PythonTarget(spec, file=adapter.file, adapter=adapter)
    return PythonTarget(spec, module=spec)


def _entry_point(name: str) -> str | None:
    found = {
        entry.value for entry in importlib.metadata.entry_points(group=ENTRY_POINTS, name=name)
    }
    if len(found) > 1:
        raise CandidateError(
            f"several installed packages offer a candidate {name!r}: {', '.join(sorted(found))}",
            hint="name the module instead",
        )
    for value in found:
        if ":" in value:
            raise CandidateError(f"the entry point {name!r} must name a module, not {value!r}")
        return value.strip()
    return None
