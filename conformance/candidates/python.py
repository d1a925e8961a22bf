"""A candidate that is a Python module: how it is run, and what is said when it cannot be."""

import sys
from dataclasses import dataclass
from pathlib import Path

from .. import worker
from .candidate import CandidateError
from .child import Command
from .conversation import HelloRefusedError
from .shipped import ShippedAdapter, shipped_names


@dataclass(frozen=True, slots=True)
class PythonTarget:
    """A module, by its dotted name or else by its file; `adapter` when Toolwire ships it."""

    spec: str
    module: str | None = None
    file: Path | None = None
    adapter: ShippedAdapter | None = None

    def command(self, cwd: Path, python: str | None = None) -> Command:
        """Return how the worker is run that serves the module, in that working folder."""
        which = ("--file", str(self.file)) if self.file else ("--module", str(self.module))
        return Command(
            (python or sys.executable, str(Path(worker.__file__).resolve()), *which), cwd
        )

    def explain_refusal(self, refused: HelloRefusedError) -> CandidateError:
        """Return what to tell the user of a worker that could not load the module."""
        reason, missing = refused.members.get("reason"), refused.members.get("missing")
        missing = missing if isinstance(missing, str) else None
        return self.explain(str(reason), refused.message, missing, refused.stderr)

    def explain(
        self, reason: str, error: str, missing: str | None, stderr: str = ""
    ) -> CandidateError:
        """Return what to tell the user of a module that could not be loaded.

        `reason`, `error` and `missing` are `worker.LoadError`'s.
        """
        if reason == "not-found":
            return CandidateError(
                f"there is no candidate {self.spec!r}: no adapter of that name "
                f"(there are: {', '.join(shipped_names())}), and as a module: {error}",
                hint="run where it can be imported, or give the path of its file, "
                "or 'cmd:PROGRAM' for a program",
            )
        if reason == "failed" and self.adapter is not None and self.adapter.needs:
            needed = f"needs {' and '.join(self.adapter.needs)}: {self.adapter.install}"
            if missing is not None:
                return CandidateError(f"the adapter {self.spec!r} {needed}")
            return CandidateError(
                f"the adapter {self.spec!r} cannot be loaded: {error}",
                hint=f"it {needed}",
                stderr=stderr,
            )
        if reason == "failed":
            return CandidateError(
                f"the module {self.spec!r} cannot be imported: {error}",
                hint=f"it needs {missing!r}, which is not installed here" if missing else "",
                stderr=stderr,
            )
        if reason == "no-decode":
            return CandidateError(
                f"the module {self.spec!r} has no function decode",
                hint="a candidate needs decode(profile, type, text)",
            )
        return CandidateError(f"the module {self.spec!r} is no candidate: {error}", stderr=stderr)
