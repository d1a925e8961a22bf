"""The engine `atheris`: a Python candidate in a process of Atheris, led by the lines it runs."""

import os
import sys
from dataclasses import replace

from toolwire.conformance.candidates import CandidateError, Limits, Options, find_module

from ..coverage.engine import NoAtheris, load_atheris
from ..coverage.life import OURS
from ..coverage.packages import packages_of
from ..coverage.reference_target import REFERENCE
from ..coverage.supervisor import Supervisor
from .config import JobConfig
from .events import EventWriter, Reason, Stopped
from .scratch import scratch_of


def run(config: JobConfig, events: EventWriter, mutator: str = OURS) -> Stopped:
    """Fuzz as `config` says, and give why it is over. `mutator` is one of those of `life`.

    The candidate `REFERENCE` is the reference itself, held against laws of its own.
    """
    try:
        load_atheris()
        config, env = completed(config)
    except (NoAtheris, CandidateError) as error:
        return Stopped(Reason.LOST, str(error))
    with scratch_of(config) as scratch:
        if set(str(scratch)) & set(" ,\t\n"):
            return Stopped(
                Reason.LOST, f"libFuzzer cannot use the folder {scratch}; set TMPDIR to another"
            )
        timeout = config.timeout or Limits().timeout
        return Supervisor(config, events, scratch, env=env, timeout=timeout, mutator=mutator).run()


def completed(config: JobConfig) -> tuple[JobConfig, dict[str, str]]:
    """Give the job with what a table says of its candidate, and the environment for it.

    Raises `CandidateError` for a candidate that cannot run in a process of ours.
    """
    if config.impl == REFERENCE:
        instrument = config.instrument or ("toolwire.reference",)
        return replace(config, instrument=instrument), dict(os.environ)
    found = find_module(config.impl, config.folder)
    said = Options(config.python, config.timeout, config.memory).over(found.options)
    if said.python is not None:
        raise CandidateError(
            f"the engine atheris runs {config.impl!r} in its own interpreter, {sys.executable}, "
            f"and not in {said.python!r}",
            hint="the engine novelty takes another interpreter",
        )
    sys.path.insert(0, os.fspath(found.folder))
    instrument = config.instrument or packages_of(found.target)
    sys.path.pop(0)
    config = replace(config, timeout=said.timeout, memory=said.memory, instrument=instrument)
    return config, {**os.environ, **found.env}
