"""What the process of a life does: load the candidate, try the seeds, hand over to libFuzzer."""

import ctypes
import os
import resource
import signal
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from toolwire.conformance.candidates import CandidateError, InProcessCandidate, find_module
from toolwire.conformance.examiner import profiles_of
from toolwire.reference import PROFILES
from toolwire.strategies.seeds import dump_seed

from ..jobs.events import EventWriter, Finding, Reason, Started, Stopped
from ..seeding import first_seeds, stored_seeds
from ..signatures import Told
from .cases import Cases, Operation, operation_of
from .descriptors import Descriptors
from .engine import NO_MUTATOR
from .execution import Executor
from .instrumentation import Instrumentation
from .lastinput import CAPACITY, LastInput
from .libfuzzer import MAX_LENGTH, is_merge, write_dictionary
from .libfuzzer import options as usual_options
from .life import OURS, Life, append_line
from .mutators import Mutators
from .outcomes import Outcomes
from .reference_target import REFERENCE, ReferenceTarget
from .target import Differential, Target

_PROOF = 1_000
"""So many inputs after the seeds, libFuzzer must have called our mutator."""
_PR_SET_PDEATHSIG = 1


def live(life: Life, atheris: Any, hook: Instrumentation, options: Sequence[str]) -> NoReturn:
    """Live `life`, with libFuzzer's `options`."""
    with_parent()
    log = _quiet()
    events = EventWriter(life.config.events)

    def end(reason: Reason, detail: str = "") -> NoReturn:
        events.write(Stopped(reason, detail))
        os._exit(0)

    try:
        target = _target(life, hook)
    except CandidateError as error:
        end(Reason.LOST, str(error))
    try:
        _fuzz(life, atheris, hook, options, target, events, end, log)
    except Exception:
        end(Reason.LOST, _own_failure())


def with_parent() -> None:
    """See to it that this process ends when its parent does."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _quiet() -> int:
    """Send to nowhere what the candidate writes, from now on; give what stderr was, for libFuzzer.

    A candidate may write more than anyone could read.
    """
    log = os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return log


def _target(life: Life, hook: Instrumentation) -> Target:
    """Give what is fuzzed. Raises `CandidateError`."""
    config = life.config
    if config.memory is not None:
        bound = config.memory << 20
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    if config.impl == REFERENCE:
        return ReferenceTarget(config.profiles or tuple(PROFILES))
    found = find_module(config.impl, config.folder)
    candidate = InProcessCandidate(
        found.target,
        found.folder,
        passing=(),
        loader=None if found.target.adapter else hook.loader,
    )
    hello = candidate.start()
    profiles = config.profiles or tuple(profiles_of(hello))
    target = Differential(candidate, hello, profiles)
    if not any(op == "decode" for _, op, _ in target.operations):
        raise CandidateError(f"the candidate {config.impl!r} has no type that could be fuzzed")
    return target


def _fuzz(
    life: Life,
    atheris: Any,
    hook: Instrumentation,
    options: Sequence[str],
    target: Target,
    events: EventWriter,
    end: Callable[..., NoReturn],
    log: int,
) -> NoReturn:
    ours = life.mutator == OURS
    cases = Cases(target.operations, raw=not ours)
    last = LastInput(life.box)
    told = life.told.read_text("ascii").split() if life.told.exists() else ()

    def tell(digest: str, finding: Finding) -> None:
        append_line(life.told, digest)
        events.write(finding)

    executor = Executor(
        target,
        cases,
        last,
        Told(told),
        tell,
        deadly=[each.read_bytes() for each in sorted(life.deadly.iterdir())],
        check=Descriptors(life.config.events, log).check,
        note=Outcomes(atheris).note,
    )
    merging = is_merge(options)
    inputs = [] if merging else _write_seeds(life, target)
    most = None if merging else life.config.runs

    def stop_after_most() -> None:
        if most is not None and last.count >= most:
            end(Reason.RUNS)

    answered = set[Operation]()
    for data in inputs:
        stop_after_most()
        if (case := executor.execute(data)) is not None:
            answered.add(operation_of(case))
    operations = [each for each in target.operations if each in answered] or target.operations
    pool = [case.seed for case in map(cases.read, inputs)]
    mutators = Mutators(atheris, cases, operations, pool, tuple(hook.constants))
    packages = hook.packages or tuple(dict.fromkeys(hook.modules))
    started = Started("atheris", life.mutator, len(inputs), packages)
    if ours:
        mutators.on_call = lambda: events.write(started)  # it has been called: that is the proof
    elif not merging:
        events.write(started)
    proven_by = last.count + len(inputs) + _PROOF
    wanted = ours and not merging

    def one(data: bytes) -> None:
        stop_after_most()
        if len(data) > CAPACITY:
            return
        last.mutations = mutators.called
        if wanted and last.count > proven_by and not mutators.called:
            end(Reason.LOST, NO_MUTATOR)
        try:
            executor.execute(data)
        except BaseException:
            end(Reason.LOST, _own_failure())

    hooks: dict[str, Any] = {}
    if ours:
        hooks = {
            "custom_mutator": _guarded(mutators.mutate, end),
            "custom_crossover": _guarded(mutators.cross, end),
        }
    os.dup2(log, 2)
    atheris.Setup([str(life.again), *(options or usual_options(life))], one, **hooks)
    atheris.Fuzz()
    end(Reason.LOST, "libFuzzer came back")


def _write_seeds(life: Life, target: Target) -> list[bytes]:
    """Write the files from which libFuzzer starts, and its dictionary; give what they hold."""
    stored = stored_seeds(life.config.corpus)
    profiles = tuple(dict.fromkeys(profile for profile, _, _ in target.operations))
    first = map(dump_seed, first_seeds(profiles, target.operations)) if life.mutator == OURS else ()
    inputs = [each for each in dict.fromkeys((*first, *stored)) if len(each) <= MAX_LENGTH]
    inputs = inputs or [b"{}"]
    life.seeds.mkdir()
    files = [life.seeds / f"{index:06}" for index in range(len(inputs))]
    for file, data in zip(files, inputs, strict=True):
        file.write_bytes(data)
    life.seed_list.write_text(",".join(map(str, files)), "utf-8")
    write_dictionary(life.dictionary, profiles)
    return inputs


def _guarded(hook: Callable[..., bytes], end: Callable[..., NoReturn]) -> Callable[..., bytes]:
    """Give a mutator that ends the job with a word if it fails: libFuzzer would say nothing."""

    def call(*arguments: Any) -> bytes:
        try:
            return hook(*arguments)
        except BaseException:
            end(Reason.LOST, _own_failure())

    return call


def _own_failure() -> str:
    """Say what went wrong in code of ours."""
    lines = traceback.format_exc().rstrip().splitlines()
    places = [line.strip() for line in lines if line.lstrip().startswith("File ")]
    where = f" ({places[-1]})" if places else ""
    return f"Toolwire itself failed: {lines[-1]}{where}"


__all__ = ["live"]
