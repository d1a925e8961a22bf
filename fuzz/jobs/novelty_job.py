"""The engine `novelty`: any candidate, in a process of its own, led by what is new in its answers.

Inputs are made and asked in batches of one size, and what came of a batch is looked at as a
whole: so the sequence of inputs follows from the seed, the corpus and the answers, and not from
how fast the answers come.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from random import Random

from toolwire.conformance.candidates import (
    Answer,
    Candidate,
    CandidateError,
    Faulted,
    FaultKind,
    Unsupported,
    is_given_up,
    resolve,
)
from toolwire.conformance.display import printable, show_answer
from toolwire.conformance.judge import Objection, judge
from toolwire.reference import PROFILES, answers
from toolwire.strategies.seeds import Seed

from ..orphans import adopt, end_orphans, reap_orphans
from ..seed_files import load_seeds, save_seed
from ..seeding import first_seeds
from ..signatures import Told
from ..stopping import Interrupted, Stopping
from .asked import Asked
from .config import NOVELTY, JobConfig
from .events import EventWriter, Finding, Progress, Reason, Started, Stopped
from .features import features
from .making import Maker, operations_of
from .pool import Pool
from .scratch import scratch_of

_BATCH = 32
_FRESH_STARTS = 3
"""So often a candidate that was given up is started for the rest of one batch."""


def run(config: JobConfig, events: EventWriter) -> Stopped:
    """Fuzz until the job may not go on, and say why."""
    stopping = Stopping()
    others = adopt()
    try:
        candidate = resolve(
            config.impl,
            cwd=config.folder,
            timeout=config.timeout,
            memory=config.memory,
            python=config.python,
        )
        with closing(candidate), scratch_of(config) as scratch:
            return _Job(config, events, candidate, stopping, Asked(scratch)).run()
    except Interrupted:
        return Stopped(Reason.SIGNAL)
    except CandidateError as error:
        return Stopped(Reason.LOST, str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return Stopped(Reason.LOST, f"{config.corpus}: {error.strerror}")
    finally:
        end_orphans(others)


class _Job:
    """The state of the job while it runs."""

    def __init__(
        self,
        config: JobConfig,
        events: EventWriter,
        candidate: Candidate,
        stopping: Stopping,
        asked: Asked,
    ) -> None:
        self._config = config
        self._events = events
        self._candidate = candidate
        self._stopping = stopping
        self._asked = asked
        self._pool = Pool()
        self._told = Told()
        self._executions = 0
        self._begun = time.monotonic()
        self._last = 0.0
        self._most = 1

    def run(self) -> Stopped:
        with self._stopping.breaking():
            hello = self._candidate.start()
        operations = operations_of(hello, self._config.profiles)
        maker = Maker(operations, Random(self._config.seed))
        stored = list(load_seeds(self._config.corpus))
        seeds = [each for each in stored or first_seeds(list(operations)) if maker.can_ask(each)]
        suspects = self._asked.suspects
        seeds = [*suspects, *(each for each in seeds if each not in suspects)]
        self._events.write(Started(NOVELTY, "toolwire", len(seeds)))
        try:
            return self._fuzz(maker, filter(self._asked.may_ask, seeds))
        finally:
            self._report(seconds=0.0)  # also of what was asked before it was broken off

    def _fuzz(self, maker: Maker, waiting: Iterator[Seed]) -> Stopped:
        while (reason := self._why_stop()) is None:
            if maker.is_empty:
                return Stopped(Reason.LOST, "the candidate supports nothing that can be asked")
            size = self._batch_size()
            batch = list(islice(waiting, size))
            batch += [maker.make(self._pool) for _ in range(size - len(batch))]
            with self._stopping.breaking():
                self._asked.begin(batch)
                found = self._ask(batch)
            self._asked.end()
            self._most = 1 if any(map(_is_slow, found)) else min(_BATCH, 2 * self._most)
            for seed, answer in zip(batch, found, strict=True):
                if isinstance(answer, Unsupported):
                    maker.lack(seed)
                elif not is_given_up(answer):
                    maker.have(seed)
                self._look(seed, answer)
            self._report(seconds=1.0)
        return Stopped(reason)

    def _why_stop(self) -> Reason | None:
        runs, seconds = self._config.runs, self._config.seconds
        if self._stopping.told:
            return Reason.SIGNAL
        if runs is not None and self._executions >= runs:
            return Reason.RUNS
        if seconds is not None and time.monotonic() - self._begun >= seconds:
            return Reason.TIME
        return None

    def _batch_size(self) -> int:
        """Give how many inputs are asked at once: one by one what an earlier start ended at.

        Otherwise few at first, and few again as long as answers are waited for in vain: each may
        cost seconds, and nothing is told before the last of them.
        """
        runs = self._config.runs
        most = 1 if self._executions < len(self._asked.suspects) else self._most
        return most if runs is None else min(most, runs - self._executions)

    def _ask(self, batch: Sequence[Seed]) -> list[Answer]:
        """Ask all; what is left when the candidate is given up, of one that is started anew."""
        requests = [each.request for each in batch]
        found = self._candidate.ask(requests)
        for _ in range(_FRESH_STARTS):
            left = [number for number, answer in enumerate(found) if is_given_up(answer)]
            if not left:
                break
            self._candidate.start()
            again = self._candidate.ask([requests[number] for number in left])
            for number, answer in zip(left, again, strict=True):
                found[number] = answer
        return found

    def _look(self, seed: Seed, answer: Answer) -> None:
        """Learn from one answer, and tell the parent if it is wrong in a new way."""
        self._executions += 1
        if is_given_up(answer):
            return
        asked = seed.input
        profile = PROFILES[seed.profile]
        acceptable = answers(profile, asked.op, asked.type, asked.texts, asked.limit)
        objection = None
        if not isinstance(answer, Unsupported):
            objection = judge(seed.profile, asked, acceptable, answer)
        if self._pool.note(seed, features(seed, acceptable, answer, objection)):
            save_seed(self._config.corpus, seed)
        if objection is not None:
            self._tell(seed, answer, objection)

    def _tell(self, seed: Seed, answer: Answer, objection: Objection) -> None:
        if self._told.new(seed, objection, answer) is not None:
            detail = printable(objection.detail or show_answer(answer))
            self._events.write(Finding(seed, objection.kind, detail))

    def _report(self, *, seconds: float) -> None:
        """Tell how far the job is, if the last time lies so long behind."""
        now = time.monotonic()
        if now - self._last >= seconds:
            self._last = now
            reap_orphans()
            self._events.write(Progress(self._executions, len(self._pool), self._pool.coverage))


def _is_slow(answer: Answer) -> bool:
    return isinstance(answer, Faulted) and answer.fault.kind in (
        FaultKind.TIMEOUT,
        FaultKind.GAVE_UP,
    )
