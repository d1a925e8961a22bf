"""A job: `python -m toolwire.fuzz.jobs CONFIG`, which the parent starts."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from .config import ATHERIS, NOVELTY, JobConfig, load_config
from .events import EventWriter, Reason, Stopped
from .scratch import leave_no_scratch

_ENGINES: Mapping[str, str] = {ATHERIS: "atheris_job", NOVELTY: "novelty_job"}
"""The module of each engine, with a function `run` that fuzzes until it may not go on."""

Run = Callable[[JobConfig, EventWriter], Stopped]


def main(arguments: list[str]) -> int:
    """Fuzz as the file says that the command line names."""
    if len(arguments) != 1:
        print("usage: python -m toolwire.fuzz.jobs CONFIG", file=sys.stderr)
        return 2
    try:
        config = load_config(Path(arguments[0]))
    except ValueError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    events = EventWriter(config.events)
    try:
        run: Run = import_module(f".{_ENGINES[config.engine]}", __package__).run
        stopped = run(config, events)
        events.write(stopped)
    except BrokenPipeError:
        leave_no_scratch(config)
        return 1  # the parent has gone: none to tell, and nothing to fuzz for
    return 1 if stopped.reason is Reason.LOST else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
