"""The installed command, run as a user runs it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("toolwire")

Toolwire = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def toolwire(tmp_path: Path) -> Toolwire:
    """Return a function that runs `toolwire` with arguments, in an empty folder."""

    def run(*arguments: str, input: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=tmp_path,
            env={**os.environ, **variables},
            input=input,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run
