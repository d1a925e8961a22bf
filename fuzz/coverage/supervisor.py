"""The supervisor of an Atheris job: it starts a life, watches it, and starts another when it ends.

Whatever a candidate does to its process, the input is at hand (`lastinput`) and becomes a finding.
"""

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from toolwire.conformance.candidates import FaultKind
from toolwire.conformance.storage import replace_file

from ..jobs.asked import pass_over
from ..jobs.config import JobConfig
from ..jobs.events import EventWriter, Finding, Progress, Reason, Started, Stopped, load_event
from ..orphans import adopt, end_orphans, reap_orphans
from ..processes import describe, signal_session
from ..seeding import seed_name
from ..signatures import digest_of
from .cases import Case, Cases, all_operations, operation_of
from .descriptors import CLOSED
from .lastinput import Execution, LastInput
from .libfuzzer import Status, status_of
from .life import COMMAND, OURS, Life, append_line

_TICK = 0.05
_SECOND = 1.0
_TO_LOAD = 120.0
"""Seconds until the candidate must have been loaded, and instrumented."""
_SHORT = 50
"""A life of fewer executions is a short one."""
_MOST_SHORT = 30
"""After so many short lives in a row, the job is lost."""
_MOST_UNEXPLAINED = 3
"""After so many lives that ended by themselves, while no input was executed, so it is too."""
_OUT_OF_MEMORY = 71
"""How libFuzzer's process exits when it holds too much."""
_LOG_LINES = 20


class Supervisor:
    """Runs one job, in the folder `scratch`.

    `env` is the environment of its processes, `timeout` the seconds that the candidate has for an
    answer, and `mutator` as in `Life`.
    """

    def __init__(
        self,
        config: JobConfig,
        events: EventWriter,
        scratch: Path,
        *,
        env: Mapping[str, str],
        timeout: float,
        mutator: str = OURS,
    ) -> None:
        self._config = config
        self._events = events
        self._scratch = scratch
        self._env = {**env, "PYTHONHASHSEED": "0"}
        self._timeout = timeout
        self._mutator = mutator
        self._signalled = False
        self._started = False
        self._status = Status(0, 0)
        self._short = 0
        self._unexplained = 0
        self._end = None if config.seconds is None else time.monotonic() + config.seconds
        self._next = 0.0
        self._others: Collection[int] = ()
        life = Life(config, scratch, 0, mutator)
        life.deadly.mkdir(exist_ok=True)
        life.new.mkdir(exist_ok=True)
        config.corpus.mkdir(parents=True, exist_ok=True)
        self._number = len(list(scratch.glob("life-*.json")))
        if life.box.exists():
            self._pass_over(life)
        self._last = LastInput(life.box)

    def run(self) -> Stopped:
        """Fuzz until the job is over, and say why it is."""
        before = {each: signal.signal(each, self._stop) for each in _ENDS}
        self._others = adopt()
        try:
            stopped = None
            while stopped is None:
                stopped = self._live(self._number)
                self._number += 1
            return stopped
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            self._last.end()
            self._harvest()
            self._tell_progress()

    def _stop(self, *_: object) -> None:
        self._signalled = True

    def _live(self, number: int) -> Stopped | None:
        """Start a life and stay with it to its end; give why the job is over, if it is."""
        source, sink = os.pipe()
        life = Life(replace(self._config, events=sink), self._scratch, number, self._mutator)
        begun = time.monotonic()
        count = self._last.read().count
        with subprocess.Popen(
            [*COMMAND, str(life.write())],
            cwd=self._config.folder,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=(sink,),
            start_new_session=True,
        ) as process:
            os.close(sink)
            watch = _Watch(process, source)
            try:
                cut = self._watch(watch, count, begun)
            finally:
                signal_session(process)  # what it knew is on the disk, or in the pipes
                code = process.wait()
                end_orphans(self._others)
                for line in watch.rest():
                    self._hear(watch, line)
                watch.close()
        self._harvest()
        if watch.stopped is not None:
            return watch.stopped
        if isinstance(cut, Stopped):
            return cut
        return self._bury(life, watch, self._last.read(), code, is_hanging=cut, before=count)

    def _watch(self, watch: "_Watch", count: int, begun: float) -> Stopped | bool:
        """Wait for the end of a life.

        Gives why the job is over, if it is; else whether the candidate hangs, or has ended it.
        """
        while True:
            for line in watch.wait(_TICK):
                self._hear(watch, line)
            if watch.stopped is not None or watch.process.poll() is not None:
                return False
            now = time.monotonic()
            if self._signalled:
                return Stopped(Reason.SIGNAL)
            if self._end is not None and now >= self._end:
                return Stopped(Reason.TIME)
            if now >= self._next:
                self._next = now + _SECOND
                reap_orphans()
                self._harvest()
                self._tell_progress()
            last = self._last.read()
            if last.is_asking and last.count > count and now - last.since > self._timeout:
                return True
            if last.count == count and now - begun > _TO_LOAD:
                return Stopped(Reason.LOST, "the candidate could not be loaded in time")

    def _hear(self, watch: "_Watch", line: tuple[bool, bytes]) -> None:
        is_event, text = line
        if not is_event:
            self._status = status_of(text) or self._status
            watch.log.append(text)
            return
        try:
            event = load_event(text)
        except ValueError:
            return  # cut off by the end of its process, or written by the candidate
        if isinstance(event, Stopped):
            watch.stopped = event
        elif isinstance(event, Finding):
            self._events.write(event)
        elif isinstance(event, Started) and not self._started:
            self._started = True
            self._events.write(event)

    def _bury(
        self,
        life: Life,
        watch: "_Watch",
        last: Execution,
        code: int,
        *,
        is_hanging: bool,
        before: int,
    ) -> Stopped | None:
        """Tell what ended a life, and of which input; give why the job is over, if it is."""
        how = _how(code, self._timeout if is_hanging else None)
        is_its_doing = last.is_asking or code < 0 or code == _OUT_OF_MEMORY
        if last.count > before and is_its_doing:
            kind = FaultKind.TIMEOUT if is_hanging else FaultKind.CRASHED
            self._tell_death(life, last.data, f"no answer: {kind}", how)
            self._short = self._short + 1 if last.count - before < _SHORT else 0
            if self._short < _MOST_SHORT:
                return None
            said = f"it {how}, the last of {self._short} times in a row after a few inputs"
            return Stopped(Reason.LOST, said)
        self._unexplained += 1
        if self._unexplained < _MOST_UNEXPLAINED and self._started:
            return None
        return Stopped(Reason.LOST, f"the process of the engine {how}{_why(last, before, watch)}")

    def _pass_over(self, life: Life) -> None:
        """Pass over the input at which a candidate ended this job itself, when it ran before.

        It is no finding: whoever looked into it would be ended too.
        """
        last = LastInput(life.box).read()
        life.box.unlink()
        if last.is_asking:
            pass_over(self._scratch, self._bury_input(life, last.data).seed)

    def _bury_input(self, life: Life, data: bytes) -> Case:
        """See to it that an input is not executed again; give what it asks for."""
        (life.deadly / seed_name(data)).write_bytes(data)
        operations = all_operations(self._config.profiles or ("acp-v1",))
        return Cases(operations, raw=self._mutator != OURS).read(data)

    def _tell_death(self, life: Life, data: bytes, kind: str, how: str) -> None:
        case = self._bury_input(life, data)
        digest = digest_of(operation_of(case), kind, how)
        told = life.told.read_text("ascii").split() if life.told.exists() else ()
        if digest not in told:
            append_line(life.told, digest)
            self._events.write(Finding(case.seed, kind, how))

    def _tell_progress(self) -> None:
        count = self._last.read().count
        self._events.write(Progress(count, self._status.corpus, self._status.edges))

    def _harvest(self) -> None:
        """Move what reached new lines into the corpus, but not what is still being written.

        libFuzzer takes a file away again when it has found a smaller one in its place.
        """
        for file in (self._scratch / "new").iterdir():
            try:
                data = file.read_bytes()
            except FileNotFoundError:
                continue
            if seed_name(data) == file.name:
                replace_file(self._config.corpus / file.name, data)
                file.unlink(missing_ok=True)


class _Watch:
    """The pipes of one process: its events, and its log, of which the end is kept."""

    def __init__(self, process: subprocess.Popen[bytes], events: int) -> None:
        assert process.stderr is not None
        self.process = process
        self.stopped: Stopped | None = None
        self.log: deque[bytes] = deque(maxlen=_LOG_LINES)
        self._events = events
        self._partial = {events: b"", process.stderr.fileno(): b""}
        self._selector = selectors.DefaultSelector()
        for descriptor in self._partial:
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)

    def wait(self, seconds: float) -> list[tuple[bool, bytes]]:
        """Give the lines that come within so many seconds, each with whether it is an event."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return []
        return [
            line
            for key, _ in self._selector.select(seconds)
            for line in self._read(key.fd, 1 << 16)
        ]

    def rest(self) -> list[tuple[bool, bytes]]:
        """Give the lines that are left when the process has ended."""
        found = list[tuple[bool, bytes]]()
        for key in list(self._selector.get_map().values()):
            while lines := self._read(key.fd, 1 << 20):
                found += lines
        return found

    def _read(self, descriptor: int, size: int) -> list[tuple[bool, bytes]]:
        try:
            data = os.read(descriptor, size)
        except BlockingIOError:
            return []
        if not data:
            self._selector.unregister(descriptor)
            return []
        *lines, rest = (self._partial[descriptor] + data).split(b"\n")
        self._partial[descriptor] = rest[-(1 << 22) :]
        return [(descriptor == self._events, line) for line in lines]

    def close(self) -> None:
        """Let go of the pipes."""
        self._selector.close()
        os.close(self._events)


_ENDS = (signal.SIGTERM, signal.SIGINT)


def _why(last: Execution, before: int, watch: "_Watch") -> str:
    """Say what can be said of an end at which no input was asked."""
    if log := b"\n".join(watch.log).decode(errors="replace").strip():
        return f"; its log ends:\n{log}"
    if last.count == before:
        return " before anything was asked: the candidate ends it, most likely, when it is loaded"
    return (
        " and left no word, while no input was asked: most likely an earlier input made the "
        "candidate do harm to it, by a thread, say, or by what it put in the place of a function"
    )


def _how(code: int, timeout: float | None) -> str:
    if timeout is not None:
        return f"did not answer within {timeout:g} s"
    if code == _OUT_OF_MEMORY:
        return "held more memory than it may"
    if code == CLOSED:
        return "closed descriptors that are not its own"
    return f"ended {'by' if code < 0 else 'with'} {describe(code)}"
