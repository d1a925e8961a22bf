"""From what `--impl` says to a candidate."""

import importlib.metadata
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from .candidate import Candidate, CandidateError
from .child import Command
from .inprocess import InProcessCandidate
from .limits import Limits
from .process import ProcessCandidate
from .python import PythonTarget
from .shipped import ShippedAdapter, shipped_adapter

ENTRY_POINTS = "toolwire.candidates"
"""The group in which an installed package offers candidates: a name, and a module."""

_PROGRAM = "cmd:"


def resolve(
    spec: str,
    *,
    cwd: Path,
    timeout: float | None = None,
    in_process: bool = False,
    python: str | None = None,
    limits: Limits | None = None,
    shipped: Callable[[str], ShippedAdapter | None] = shipped_adapter,
) -> Candidate:
    """Return the candidate that `spec` names, not yet started.

    `cmd:PROGRAM ARGS` is a program. A name is sought, in this order, among the entry points
    of the group `toolwire.candidates`, the adapters that Toolwire ships, and the modules that
    can be imported; what ends in `.py` is a module's file. A module runs in a worker, in the
    interpreter `python` (this one, if not given), unless `in_process`. `cwd` is the working
    folder, and comes first on a worker's `sys.path`. `timeout` is the one of `limits`.

    Raises `CandidateError` for a mistake that shows before anything is started.
    """
    limits = limits or Limits()
    if timeout is not None:
        limits = replace(limits, timeout=timeout)
    if spec.startswith(_PROGRAM):
        if in_process:
            raise CandidateError(f"{spec!r} is a program, and cannot be run in this process")
        return ProcessCandidate(spec, _program(spec, cwd), limits)
    target = _target(spec, cwd, shipped)
    if in_process:
        return InProcessCandidate(target, cwd)
    return ProcessCandidate(
        spec,
        target.command(cwd, python),
        limits,
        trusted=True,
        explain=target.explain_refusal,
    )


def _program(spec: str, cwd: Path) -> Command:
    try:
        argv = shlex.split(spec.removeprefix(_PROGRAM))
    except ValueError as error:
        raise CandidateError(f"{spec!r} cannot be split into arguments: {error}") from None
    if not argv:
        raise CandidateError(f"{spec!r} names no program", hint="cmd:PROGRAM ARGS")
    if "/" not in argv[0] and shutil.which(argv[0]) is None:
        beside = shutil.which(argv[0], path=Path(sys.executable).parent)
        raise CandidateError(
            f"the candidate {spec!r} cannot be started: there is no program {argv[0]!r} on PATH",
            hint=f"there is {beside}" if beside else "give its path, such as ./program",
        )
    return Command(tuple(argv), cwd)


def _target(spec: str, cwd: Path, shipped: Callable[[str], ShippedAdapter | None]) -> PythonTarget:
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
    # [tool.toolwire.candidates] of the user's pyproject will be asked here, before all others.
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
