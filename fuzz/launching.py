"""From the options of `toolwire fuzz` to a run: the candidate is started, and the plan made."""

from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from toolwire.conformance.candidates import Options, find_module
from toolwire.conformance.command_options import Mistake
from toolwire.conformance.display import printable, printable_lines
from toolwire.conformance.importing import INTERRUPTED
from toolwire.conformance.settings import NamedPath, Settings
from toolwire.conformance.starting import Examined, start_all

from .coverage.packages import is_there
from .engines import Choice, EngineError, choose
from .jobs.config import NOVELTY
from .orphans import adopt, end_orphans
from .plan import Plan, Wishes
from .session import fuzz_candidate
from .state import State, StateError, default_folder
from .stopping import Interrupted, Stopping


@dataclass(frozen=True)
class Ready:
    """A run that can begin: its plan, the candidate, which was started, and the open state."""

    plan: Plan
    examined: Examined
    state: State

    def close(self) -> None:
        """Let go of the state and of the candidate."""
        self.state.close()
        self.examined.candidate.close()


def launch(wishes: Wishes) -> int:
    """Fuzz as was asked, in the working folder, and give the exit code. Raises `Mistake`."""
    stopping = Stopping()
    others = adopt()
    try:
        return _launch(wishes, stopping)
    finally:
        end_orphans(others)


def _launch(wishes: Wishes, stopping: Stopping) -> int:
    try:
        ready = make_ready(wishes, stopping)
    except Interrupted:
        return INTERRUPTED
    with closing(ready):
        return fuzz_candidate(ready.plan, ready.examined, ready.state, stopping)


def make_ready(wishes: Wishes, stopping: Stopping) -> Ready:
    """Start the candidate, choose the engine and open the state, in the working folder.

    Raises `Mistake`, and `Interrupted` if it is told to stop.
    """
    folder = Path.cwd()
    with stopping.breaking():
        examined = _start(wishes, folder)
    with ExitStack() as undo:
        undo.callback(examined.candidate.close)
        try:
            chosen = choose(wishes.engine, examined.candidate)
            _check_instrument(wishes, chosen, folder)
            state = State(wishes.state or default_folder(wishes.impl))
            undo.callback(state.close)
            state.check_whose(wishes.impl, examined.hello.name)
        except EngineError as error:
            raise Mistake(f"--engine: {error}") from None
        except StateError as error:
            raise Mistake(f"--state: {printable(str(error), 500)}") from None
        undo.pop_all()
    plan = Plan(
        wishes.impl,
        folder,
        state.folder,
        chosen.engine,
        chosen.why,
        wishes.options,
        wishes.level,
        wishes.seed,
        wishes.jobs,
        wishes.runs,
        wishes.seconds,
        wishes.instrument,
        wishes.is_update,
    )
    return Ready(plan, examined, state)


def _check_instrument(wishes: Wishes, chosen: Choice, folder: Path) -> None:
    """Raise `Mistake` for packages whose lines cannot be watched."""
    if wishes.instrument and chosen.engine == NOVELTY:
        raise Mistake(f"--instrument: the engine novelty sees no lines ({chosen.why})")
    for package in wishes.instrument:
        where = find_module(wishes.impl, folder)
        if not is_there(package, where.folder):
            raise Mistake(f"--instrument: there is no package or module {printable(package, 60)!r}")


def _start(wishes: Wishes, folder: Path) -> Examined:
    """Start the candidate as the suite does. Raises `Mistake`."""
    settings = Settings(
        impls=(wishes.impl,),
        profiles=wishes.profiles,
        usual_profiles=(),
        baselines=tuple(NamedPath(each, folder / each) for each in wishes.baselines) or None,
        usual_baselines=(),
        is_update=wishes.is_update,
        level=wishes.level,
        asked=wishes.options,
        usual=Options(),
        in_process=False,
        examples=0,
        seed=wishes.seed,
        seed_is_random=False,
        report=None,
    )
    try:
        [examined] = start_all(settings, folder, {})
    except pytest.UsageError as error:
        said = printable_lines(str(error)).replace("--impl-baseline", "--baseline")
        raise Mistake(said) from None
    return examined
