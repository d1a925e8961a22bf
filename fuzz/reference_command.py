"""`toolwire fuzz-reference`: the reference itself, by laws that it must keep."""

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from toolwire.conformance.command_options import Mistake
from toolwire.conformance.display import printable

from .command import fuzz

_POLL = 0.2
_TIMEOUT = 60.0
"""Seconds for one input: some are made much larger, and every step of theirs is counted."""
_SHARED = ("profiles", "minutes", "runs", "seed")


@click.command("fuzz-reference", params=[each for each in fuzz.params if each.name in _SHARED])
def fuzz_reference(
    profiles: tuple[str, ...], minutes: float | None, runs: int | None, seed: int
) -> None:
    """Fuzz the reference, which nothing can be held against, by laws that it must keep.

    It needs Atheris. Each broken law is shown with its input. Exits with 0 if all were kept, 1 if
    one was broken or nothing was executed, 2 if an option is wrong.
    """
    if minutes is not None and runs is not None:
        raise Mistake("--minutes and --runs: one of them")
    from .coverage.engine import NoAtheris, load_atheris

    try:
        load_atheris()
    except NoAtheris as error:
        raise Mistake(str(error)) from None
    with TemporaryDirectory(prefix="toolwire-reference-") as folder:
        sys.exit(_fuzz(Path(folder), profiles, minutes, runs, seed))


def _fuzz(
    folder: Path, profiles: tuple[str, ...], minutes: float | None, runs: int | None, seed: int
) -> int:
    from .coverage.reference_target import REFERENCE
    from .jobs.config import ATHERIS, JobConfig
    from .jobs.events import Event, Finding
    from .running import Job
    from .screen import Screen
    from .stopping import Stopping

    broken: list[Finding] = []

    def hear(_job: Job, event: Event) -> None:
        if isinstance(event, Finding):
            broken.append(event)
            screen.say(f"BROKEN   {event.kind}: {printable(event.detail)}")
            screen.say(f"         {json.dumps(event.seed.request.to_message())}")

    corpus = folder / "corpus"
    scratch = folder / "scratch"
    for each in (corpus, scratch):
        each.mkdir()
    stopping = Stopping()
    seconds = None if minutes is None else 60 * minutes
    config = JobConfig(
        ATHERIS,
        REFERENCE,
        folder,
        corpus,
        -1,
        seed=seed,
        profiles=profiles or None,
        runs=runs,
        timeout=_TIMEOUT,
        seconds=seconds,
        scratch=scratch,
    )
    screen = Screen(lambda: f"{job.progress.executions:,} inputs, {len(broken)} broken")
    job = Job(0, config, folder, hear)
    stopping.again = job.kill
    told = False
    with screen:
        while not job.is_over:
            if stopping.told and not told:
                told = True
                job.stop()
            screen.tick()
            time.sleep(_POLL)
    click.echo(f"{job.progress.executions:,} inputs, {len(broken)} laws broken")
    if not job.is_done:
        click.echo(f"Error: {printable(job.why_lost, 500)}", err=True)
    elif not job.progress.executions:
        why = "it was told to stop" if told else "the time was over: give it more --minutes"
        click.echo(f"Error: before the reference was loaded and anything asked, {why}", err=True)
    return 0 if job.is_done and job.progress.executions and not broken else 1
