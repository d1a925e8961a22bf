"""The engines that hunt: each is given a hunt and a seed, and goes on until the hunt is over."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

from toolwire.fuzz.coverage.life import LIBFUZZER, OURS
from toolwire.fuzz.jobs.config import ATHERIS, JobConfig, load_config
from toolwire.fuzz.jobs.events import EventWriter, Finding, Progress, load_event
from toolwire.fuzz.jobs.features import features
from toolwire.fuzz.jobs.making import Maker
from toolwire.fuzz.jobs.pool import Pool
from toolwire.fuzz.seeding import first_seeds
from toolwire.reference import PROFILES, answers, dumps
from toolwire.strategies.drawn import well_formed
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input

from .hunt import OPERATIONS, PROFILE, Hunt, Over

Engine = Callable[[Hunt, int], None]


# Hypothesis


def _generic() -> st.SearchStrategy[str | bytes]:
    """Texts as one draws them who knows nothing of the protocol."""
    scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
    values = st.recursive(
        scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
    spelled = values.map(json.dumps)
    return st.one_of(st.text().filter(_is_utf8), st.binary(), spelled)


def _is_utf8(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


def _well_formed(type_: str) -> st.SearchStrategy[str | bytes]:
    """Well-formed documents of a type, by our strategies."""
    return well_formed(PROFILES[PROFILE].types[type_]).map(dumps)


def _inputs(texts: Callable[[str], st.SearchStrategy[str | bytes]]) -> st.SearchStrategy[Input]:
    def asking(op: str, type_: str) -> st.SearchStrategy[Input]:
        drawn = st.lists(texts(type_), min_size=1, max_size=6 if op == "fold" else 1)
        return drawn.map(
            lambda each: Seed.of(Seed(PROFILE, Input(op, type_, tuple(each))).request).input
        )

    return st.one_of([asking(*each) for each in OPERATIONS])


def _property(hunt: Hunt, inputs: st.SearchStrategy[Input], seed: int) -> Callable[[], None]:
    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=10**9,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(inputs)
    def run(asked: Input) -> None:
        hunt.look(asked)

    return run


def _drawing(inputs: st.SearchStrategy[Input]) -> Engine:
    """Let Hypothesis draw one example after another."""

    def hunting(hunt: Hunt, seed: int) -> None:
        while True:
            _property(hunt, inputs, seed)()
            seed += 10**6  # it ends early when it thinks that it has drawn everything

    return hunting


def _from_bytes(inputs: st.SearchStrategy[Input]) -> Engine:
    """Let `fuzz_one_input` draw from random bytes."""

    def hunting(hunt: Hunt, seed: int) -> None:
        random = Random(seed)
        fuzz_one_input = _property(hunt, inputs, seed).hypothesis.fuzz_one_input  # type: ignore[attr-defined]
        while True:
            fuzz_one_input(random.randbytes(random.choice((64, 256, 1024, 4096))))

    return hunting


# Ours without coverage


def _novelty(hunt: Hunt, seed: int) -> None:
    """Generate and mutate, led by what is new in the answers, as `toolwire fuzz` does."""
    maker, pool = Maker({PROFILE: list(OPERATIONS)}, Random(seed)), Pool()
    known = {(PROFILE, *each) for each in OPERATIONS}
    waiting = iter(first_seeds([PROFILE], known))
    while True:
        made = next(waiting, None) or maker.make(pool)
        asked = made.input
        acceptable = answers(PROFILES[PROFILE], asked.op, asked.type, asked.texts)
        answer, objection = hunt.look(asked, acceptable)
        pool.note(made, features(made, acceptable, answer, objection))


# Atheris


def _atheris(mutator: str) -> Engine:
    """Let a job of Atheris hunt, with its decoder in a process of its own."""

    def hunting(hunt: Hunt, seed: int) -> None:
        with tempfile.TemporaryDirectory() as name, suppress(Over):
            _follow(hunt, seed, mutator, Path(name))

    return hunting


def _follow(hunt: Hunt, seed: int, mutator: str, folder: Path) -> None:
    source, sink = os.pipe()
    config = JobConfig(
        engine=ATHERIS,
        impl=str(Path(__file__).with_name("decoder.py")),
        folder=folder,
        corpus=folder / "corpus",
        events=sink,
        seed=seed,
        profiles=(PROFILE,),
    )
    (folder / "job.json").write_text(json.dumps(config.to_json()))
    script = Path(__file__).parent.parent / "planted_faults.py"
    process = subprocess.Popen(
        [sys.executable, script, "--job", folder / "job.json", "--mutator", mutator],
        pass_fds=[sink],
        env={**os.environ, "PLANTED_FAULTS": ",".join(map(str, sorted(hunt.faults)))},
        stderr=subprocess.DEVNULL,
    )
    os.close(sink)
    spent = 0.0
    hunt.begun, hunt.clock = 0.0, lambda: spent
    with process, os.fdopen(source, "rb") as events:
        for line in events:
            spent = max(spent, processor_seconds(process.pid))
            match load_event(line):
                case Progress(executions):
                    hunt.executions = executions
                case Finding(found):
                    hunt.note(found, hunt.executions, hunt.elapsed)
            if hunt.is_over:
                process.terminate()


def processor_seconds(process: int) -> float:
    """Give the processor's seconds of a process and of all that it started; Linux alone."""
    parents, used = dict[int, int](), dict[int, float]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            told = file.read_text().rpartition(")")[2].split()
            number = int(file.parent.name)
            parents[number] = int(told[1])
            used[number] = sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_below(number: int) -> bool:
        return number == process or (number in parents and is_below(parents[number]))

    return sum(seconds for number, seconds in used.items() if is_below(number))


def run_job(config: Path, mutator: str) -> None:
    """Be the job of Atheris that a file describes."""
    from toolwire.fuzz.jobs import atheris_job

    job = load_config(config)
    events = EventWriter(job.events)
    events.write(atheris_job.run(job, events, mutator))


ENGINES: Mapping[str, Engine] = {
    "Hypothesis alone": _drawing(_inputs(lambda _: _generic())),
    "Hypothesis, our documents": _drawing(_inputs(_well_formed)),
    "fuzz_one_input, our documents": _from_bytes(_inputs(_well_formed)),
    "Atheris on raw bytes": _atheris(LIBFUZZER),
    "ours without coverage": _novelty,
    "our Atheris target": _atheris(OURS),
}
OURS_ARE = frozenset({"ours without coverage", "our Atheris target"})
"""The engines that use the generator and the mutator."""
