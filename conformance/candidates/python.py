"""A candidate that is a Python module: how it is run, and what is said when it cannot be."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolwire.reference.lookup import near

from .. import worker
from .candidate import CandidateError
from .child import Command
from .conversation import HelloRefusedError
from .shipped import ShippedAdapter, shipped_names


@dataclass(frozen=True, slots=True)
class PythonTarget:
    """A module, by its dotted name or else by its file; `adapter` when Toolwire ships it.

    `python` is the interpreter that runs it, if that is not this one.
    """

    spec: str
    module: str | None = None
    file: Path | None = None
    adapter: ShippedAdapter | None = None
    python: str | None = None

    def command(self, cwd: Path, env: Mapping[str, str] | None = None) -> Command:
        """Return how the worker is run that serves the module, in that working folder."""
        which = ("--file", str(self.file)) if self.file else ("--module", str(self.module))
        program = self.python or sys.executable
        return Command((program, str(Path(worker.__file__).resolve()), *which), cwd, env)

    def explain_refusal(self, refused: HelloRefusedError) -> CandidateError:
        """Return what to tell the user of a worker that could not load the module."""
        reason, missing = refused.members.get("reason"), refused.members.get("missing")
        missing = missing if isinstance(missing, str) else None
        named = refused.members.get("beside")
        beside = [str(each) for each in named] if isinstance(named, list) else []
        return self.explain(str(reason), refused.message, missing, refused.stderr, beside)

    def explain(
        self,
        reason: str,
        error: str,
        missing: str | None,
        stderr: str = "",
        beside: Sequence[str] = (),
    ) -> CandidateError:
        """Return what to tell the user of a module that could not be loaded.

        `reason`, `error`, `missing` and `beside` are `worker.LoadError`'s.
        """
        if reason == "not-found":
            where = f"{self.python} can import it" if self.python else "it can be imported"
            return CandidateError(
                f"there is no candidate {self.spec!r}: no adapter of that name "
                f"(there are: {', '.join(shipped_names())}), and as a module: {error}"
                f"{_near(missing, beside)}",
                hint=f"run where {where}, or give the path of its file, "
                "or 'cmd:PROGRAM' for a program",
            )
        if reason == "failed" and self.adapter is not None and self.adapter.needs:
            needed, how = self._what_is_needed(self.adapter)
            if missing is not None:
                return CandidateError(f"the adapter {self.spec!r} {needed}", hint=how)
            return CandidateError(
                f"the adapter {self.spec!r} cannot be loaded: {error}",
                hint=f"it {needed}" + (f"; {how}" if how else ""),
                stderr=stderr,
            )
        if reason == "failed":
            return CandidateError(
                f"the module {self.spec!r} cannot be imported: {error}",
                hint=self._how_to_find(missing) if missing else "",
                stderr=stderr,
            )
        if reason == "no-decode":
            return CandidateError(
                f"the module {self.spec!r} has no function decode",
                hint="a candidate needs decode(profile, type, text)",
            )
        return CandidateError(f"the module {self.spec!r} is no candidate: {error}", stderr=stderr)

    def _what_is_needed(self, adapter: ShippedAdapter) -> tuple[str, str]:
        """Return what the adapter needs and how to get it, and what to do if that is not all."""
        needs = " and ".join(adapter.needs)
        if self.python is not None:
            # Toolwire, whose extra it is, need not be installed there.
            return f"needs {needs}: {adapter.install_for(self.python)}", ""
        if clash := adapter.clash:
            own = adapter.install_for("ENV/bin/python")
            return (
                f"needs {needs}, and here is {clash}: it needs an environment of its own",
                f"python3 -m venv ENV && {own}, and then --impl-python=ENV",
            )
        return f"needs {needs}: {adapter.install}", ""

    def _how_to_find(self, missing: str) -> str:
        if self.python is None:
            return f"it needs {missing!r}, which is not installed here"
        pip = f"{shlex.quote(self.python)} -m pip install"
        return f"it needs {missing!r}, which that interpreter does not find: {pip} …"


def _near(missing: str | None, beside: Sequence[str]) -> str:
    """Name the modules of a package that come near the one that is not there."""
    modules = {each.rpartition(".")[2]: each for each in beside}
    found = near((missing or "").rpartition(".")[2], modules)
    return f"; near it: {', '.join(modules[each] for each in found)}" if found else ""
