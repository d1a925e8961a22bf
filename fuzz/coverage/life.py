"""A life: one Atheris process of a job. It ends when the candidate ends it, and another begins."""

import json
import os
import shlex
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..jobs.config import JobConfig, load_config

COMMAND = (sys.executable, "-P", "-m", __package__)
"""How the process of a life is started, before the file that tells it of itself."""
OURS = "toolwire"
"""The mutator that knows the protocols' tables."""
LIBFUZZER = "libfuzzer"
"""The mutator of libFuzzer, which knows bytes."""


@dataclass(frozen=True)
class Life:
    """What the process of a life is told: the job, and what is its own.

    `scratch` is a folder that the lives of a job share; `number` counts them. `mutator` is `OURS`
    or `LIBFUZZER`, which starts from no seeds of ours and takes each input for the text of a
    decode. What `config` says of the descriptor of events holds for this life.
    """

    config: JobConfig
    scratch: Path
    number: int
    mutator: str = OURS

    @property
    def box(self) -> Path:
        """Give the mapped file of the last input."""
        return self.scratch / "last-input"

    @property
    def told(self) -> Path:
        """Give the file of the signatures that were told, a digest a line."""
        return self.scratch / "told"

    @property
    def deadly(self) -> Path:
        """Give the folder of the inputs that ended a life, which must not be executed again."""
        return self.scratch / "deadly"

    @property
    def seeds(self) -> Path:
        """Give the folder of the files from which libFuzzer starts in this life."""
        return self.scratch / f"seeds-{self.number}"

    @property
    def seed_list(self) -> Path:
        """Give the file that names them in order."""
        return self.scratch / f"seeds-{self.number}.list"

    @property
    def dictionary(self) -> Path:
        """Give the file of the tokens of the profiles' tables."""
        return self.scratch / "dictionary"

    @property
    def again(self) -> Path:
        """Give the program by which libFuzzer starts this process again, as it does to merge."""
        return self.scratch / f"again-{self.number}"

    @property
    def new(self) -> Path:
        """Give the folder into which libFuzzer writes what reaches new lines."""
        return self.scratch / "new"

    def write(self) -> Path:
        """Write the file by which the process of this life is started; give it."""
        told = self.scratch / f"life-{self.number}.json"
        job = self.scratch / f"job-{self.number}.json"
        job.write_text(json.dumps(self.config.to_json()), "utf-8")
        own: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        own |= {"config": str(job), "scratch": str(self.scratch)}
        told.write_text(json.dumps(own), "utf-8")
        command = shlex.join([*COMMAND, str(told)])
        self.again.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
        self.again.chmod(0o700)
        return told


def load_life(path: Path) -> Life:
    """Read what `Life.write` wrote."""
    own = json.loads(path.read_text("utf-8"))
    own |= {"config": load_config(Path(own["config"])), "scratch": Path(own["scratch"])}
    return Life(**own)


def append_line(path: Path, line: str) -> None:
    """Add a line to a file, whole or not at all."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, line.encode() + b"\n")
    finally:
        os.close(handle)
