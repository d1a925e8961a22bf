"""One candidate for as long as a command asks it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .candidates import Candidate, CandidateError, Hello, Options, resolve
from .display import printable_lines


@contextmanager
def started(
    spec: str, cwd: Path, *, options: Options, in_process: bool
) -> Iterator[tuple[Candidate, Hello]]:
    """Start the candidate `spec` in the working folder `cwd`, and end it when all is asked.

    Raises ValueError, with one clear line, for a candidate that cannot be asked, at first or later.
    """
    try:
        candidate = resolve(
            spec,
            cwd=cwd,
            timeout=options.timeout,
            memory=options.memory,
            python=options.python,
            in_process=in_process,
        )
        with closing(candidate):
            yield candidate, candidate.start()
    except CandidateError as error:
        raise ValueError(f"--impl: {printable_lines(str(error))}") from None
