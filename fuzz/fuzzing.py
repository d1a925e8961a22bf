"""A run of fuzzing: its jobs, what they tell, and what is found, until all is kept."""

import json
import os
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import NoReturn

from toolwire.conformance.candidates import CandidateError
from toolwire.conformance.display import printable, printable_lines
from toolwire.conformance.importing import INTERRUPTED
from toolwire.conformance.rendering import headline
from toolwire.conformance.starting import Examined
from toolwire.strategies.engine import derive_seed

from .durations import clock
from .findings import Became, Findings, Kept
from .jobs.asked import passed_over
from .jobs.config import COUNTED, JobConfig
from .jobs.events import Event, Finding, Progress
from .jobs.scratch import make_scratch, remove_scratch
from .journal import Heard, Point
from .orphans import end_orphans
from .plan import Plan
from .running import Job
from .screen import Screen
from .state import State
from .stopping import Interrupted, Stopping

_POLL = 0.2
_GRACE = 10.0
"""For a job to end, once it was told to or its time is over."""
_WORTH = 100
"""So many inputs a job must have executed to be started again when it says that it cannot go on."""
_MOST_STARTS = 20
"""So often a job is started at most."""
_AFTER = 0.5
"""How long findings are looked into after the jobs' end, as a share of the time that was given."""


@dataclass(frozen=True)
class Totals:
    """How much was executed, in this run and over all runs of the state."""

    executions: int
    seconds: float
    overall: Point

    @property
    def rate(self) -> float:
        """Give how many inputs were executed in a second."""
        return self.executions / self.seconds if self.seconds else 0.0


class Fuzzing:
    """Runs the jobs of a plan. What happens is in the state's journal before anything else."""

    def __init__(
        self, plan: Plan, examined: Examined, state: State, findings: Findings, stopping: Stopping
    ) -> None:
        self.jobs: list[Job] = []
        self._lost: list[str] = []
        self._mended: Counter[str] = Counter()
        self._passed_over: list[str] = []
        self._scratch: Path | None = None
        self._plan = plan
        self._examined = examined
        self._state = state
        self._findings = findings
        self._stopping = stopping
        self._heard: SimpleQueue[Heard] = SimpleQueue()
        count = plan.jobs if plan.runs is None else min(plan.jobs, plan.runs)
        self._done = [0] * count
        self._starts = [0] * count
        history = state.history
        self._before = replace(history.last, coverage=history.coverage(plan.engine))
        self._begun = time.monotonic()
        self._ended: float | None = None
        self._marked = 0.0
        self._lock = Lock()

    def run(self, screen: Screen) -> None:
        """Fuzz until the plan is carried out or the run is told to stop."""
        self._begun = time.monotonic()
        try:
            for number in range(len(self._starts)):
                self.jobs.append(self._start(number))
            self._watch(screen)
        finally:
            self._end_jobs()
            self._ended = time.monotonic()
            self._passed_over = self._read_passed_over()
            self._remove_scratch()
        for package in self._unwatched():
            screen.say(f"--instrument={package}: nothing of it was loaded when fuzzing began")
        self._take_heard()
        self._look_at_the_rest(screen)
        self._mark(seconds=0.0)

    def abandon(self) -> NoReturn:
        """End all at once; what the journal has is there for the next run."""
        for job in self.jobs:
            job.kill()
        self._remove_scratch()
        self._examined.candidate.close()
        end_orphans()
        os._exit(INTERRUPTED)

    @property
    def lost(self) -> list[str]:
        """Say what did not go as it should, also where the run went on all the same."""
        mended = [
            what if times == 1 else f"{what} ({times} times)"
            for what, times in self._mended.items()
        ]
        return [*self._lost, *mended, *self._passed_over]

    @property
    def has_asked_nothing(self) -> bool:
        """Tell whether no input was asked; a job that was killed may have, and not told of it."""
        have_told = all(job.is_done or job.is_lost for job in self.jobs)
        return have_told and not self.totals.executions

    @property
    def totals(self) -> Totals:
        """Give how much was executed so far."""
        executions = sum(self._done) + sum(job.progress.executions for job in self.jobs)
        seconds = (self._ended or time.monotonic()) - self._begun
        latest = [job.progress for job in self.jobs]
        before = self._before
        overall = Point(
            before.seconds + seconds,
            before.executions + executions,
            max([before.corpus, *(each.corpus for each in latest)]),
            max([before.coverage, *(each.coverage for each in latest)]),
            len(self._findings.kept),
            self._plan.engine,
        )
        return Totals(executions, seconds, overall)

    def now(self) -> str:
        """Give the live line."""
        totals, findings = self.totals, self._findings
        parts = [
            clock(totals.seconds),
            f"{totals.executions:,} inputs ({totals.rate:,.0f}/s)",
            f"corpus {totals.overall.corpus:,}",
            f"{COUNTED[self._plan.engine]} {totals.overall.coverage:,}",
            f"failures {len(findings.kept):,}",
        ]
        if findings.known:
            parts.append(f"known {len(findings.known):,}")
        if findings.waiting:
            parts.append(f"to look into {findings.waiting:,}")
        return "  ".join(parts)

    def _start(self, number: int) -> Job:
        plan = self._plan
        start = self._starts[number]
        self._starts[number] += 1
        name = f"job {number}, start {start}"
        runs = None if plan.runs is None else self._share(number) - self._done[number]
        elapsed = time.monotonic() - self._begun
        config = JobConfig(
            plan.engine,
            plan.impl,
            plan.folder,
            self._state.corpus.absolute(),
            events=-1,  # the job's own
            seed=plan.seed if (number, start) == (0, 0) else derive_seed(plan.seed, name),
            profiles=self._examined.profiles,
            runs=runs,
            seconds=None if plan.seconds is None else max(0.0, plan.seconds - elapsed),
            instrument=plan.instrument,
            python=plan.options.python,
            timeout=plan.options.timeout,
            memory=plan.options.memory,
            scratch=self._scratch_of(number),
        )
        return Job(number, config, self._state.folder, self._hear)

    def _scratch_of(self, number: int) -> Path:
        """Give the folder of a job, the same for each of its starts."""
        if self._scratch is None:
            self._scratch = make_scratch()
        folder = self._scratch / f"job-{number}"
        folder.mkdir(exist_ok=True)
        return folder

    def _remove_scratch(self) -> None:
        if self._scratch is not None:
            remove_scratch(self._scratch)

    def _read_passed_over(self) -> list[str]:
        """Say which inputs the jobs did not ask again, because they had ended at them."""
        return [
            "an input at which a job had ended was not asked again: "
            + printable(json.dumps(seed.request.to_message()), 500)
            for number in range(len(self._starts))
            for seed in passed_over(self._scratch_of(number))
        ]

    def _share(self, number: int) -> int:
        """Give how many of the runs are a job's."""
        runs, jobs = self._plan.runs or 0, len(self._starts)
        return runs // jobs + (number < runs % jobs)

    def _hear(self, _job: Job, event: Event) -> None:
        """Take in an event, in the thread that reads a job's."""
        try:
            if isinstance(event, Finding):
                heard = Heard(event.seed, event.kind)
                self._heard.put(heard)
                self._state.journal.hear(heard)
            elif isinstance(event, Progress):
                self._mark(seconds=1.0)
        except OSError as error:
            if not self._stopping.told:
                self._lost.append(f"{self._state.path}: {error.strerror}")
            self._stopping.told = True

    def _mark(self, *, seconds: float) -> None:
        """Write a point, if the last lies so long behind."""
        with self._lock:
            now = time.monotonic()
            if now - self._marked >= seconds:
                self._marked = now
                self._state.journal.mark(self.totals.overall)

    def _watch(self, screen: Screen) -> None:
        """Look into findings while the jobs run, until none runs any more."""
        deadline = None if self._plan.seconds is None else self._plan.seconds + _GRACE
        while any(not job.is_over for job in self.jobs):
            if self._stopping.told:
                return
            if deadline is not None and time.monotonic() - self._begun > deadline:
                return
            self._take_heard()
            screen.tick()
            if self._findings.waiting:
                self._look(screen)
            else:
                self._wait()
            self._restart()

    def _wait(self) -> None:
        try:
            self._findings.hear(self._heard.get(timeout=_POLL))
        except Empty:
            return

    def _take_heard(self) -> None:
        while not self._heard.empty():
            self._findings.hear(self._heard.get())

    def _look(self, screen: Screen) -> bool:
        """Look into one finding; tell whether that could be done."""
        try:
            with self._stopping.breaking():
                kept = self._findings.look_at_one()
        except Interrupted:
            return False
        except CandidateError as error:
            self._lost.append(printable_lines(str(error)))
            self._stopping.told = True
            return False
        if kept is not None and kept.became is not Became.KNOWN:
            screen.say(line_of(kept))
        return True

    def _restart(self) -> None:
        """Start the jobs again that ended before they should."""
        for number, job in enumerate(self.jobs):
            if job.resume():
                self._mended["the job was stopped by a signal; it was told to go on"] += 1
            if not job.is_over or job.is_done or self._stopping.told or job.is_given_up:
                continue
            executed = job.progress.executions
            would_end_so_again = job.is_lost and executed < _WORTH
            if would_end_so_again or self._starts[number] >= _MOST_STARTS:
                self._give_up(job)
                continue
            why = printable_lines(job.why_lost)
            self._mended[f"{why}; it was started again"] += 1
            self._done[number] += executed
            self.jobs[number] = self._start(number)

    def _give_up(self, job: Job) -> None:
        """Let a job be that ended before it should."""
        job.is_given_up = True
        self._lost.append(printable_lines(job.why_lost))

    def _unwatched(self) -> list[str]:
        """Give the packages that were to be watched, and of which no job has loaded anything."""
        started = [job.started for job in self.jobs if job.started is not None]
        watched = {package for each in started for package in each.instrumented}
        return [each for each in self._plan.instrument if started and each not in watched]

    def _end_jobs(self) -> None:
        for job in self.jobs:
            if not job.is_over:
                job.stop()
        deadline = time.monotonic() + _GRACE
        for job in self.jobs:
            while not job.is_over and time.monotonic() < deadline:
                time.sleep(_POLL / 4)
            if not job.is_over:
                job.kill()
                job.is_given_up = True
                self._lost.append("the job did not end when it was told to, and was killed")
            elif not job.is_done and not job.is_given_up:
                self._give_up(job)

    def _look_at_the_rest(self, screen: Screen) -> None:
        """Look into what still waits, as long as it is in proportion; what is left is kept."""
        given = self._plan.seconds
        deadline = None if given is None else time.monotonic() + max(_GRACE, _AFTER * given)
        while self._findings.waiting and not self._stopping.told:
            if deadline is not None and time.monotonic() > deadline:
                return
            screen.tick()
            if not self._look(screen):
                return


def line_of(kept: Kept) -> str:
    """Give the line that tells of a failure, when it is found and in the end."""
    where = "" if kept.path is None else f"  {printable(str(kept.path))}"
    what = f"{kept.became.upper():<8} {kept.failure.requirement.id}  {headline(kept.failure)}"
    return what + where
