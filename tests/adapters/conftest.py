"""What the adapters need and the environment of the tests may lack."""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import Answer, Candidate, Request, resolve

CONFIG = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
ADAPTERS = Path(str(resources.files("toolwire.adapters")))
"""The folder of the adapters, in the checkout or where the wheel is installed."""


@pytest.fixture(scope="module")
def start(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., Callable[..., Answer]]]:
    """Return a function that starts a candidate and returns one that asks it."""
    cwd = tmp_path_factory.mktemp("working_folder")
    started: list[Candidate] = []

    def start(spec: str, profile: str, **options: Any) -> Callable[..., Answer]:
        candidate = resolve(spec, cwd=cwd, **options)
        started.append(candidate)
        candidate.start()

        def ask(op: str, type_: str, *texts: str | bytes, profile: str = profile) -> Answer:
            [answer] = candidate.ask([Request(op, profile, type_, texts)])
            return answer

        return ask

    yield start
    for candidate in started:
        candidate.close()


@pytest.fixture(scope="session")
def acp() -> None:
    """Require that the extra `acp` is installed."""
    [pinned] = CONFIG["project"]["optional-dependencies"]["acp"]
    name, wanted = pinned.split("==")
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        found = "none"
    if found != wanted:
        pytest.skip(f"needs {pinned} (pip install 'toolwire[acp]'), and there is {found}")


@pytest.fixture(scope="session")
def python_of_acp_v2(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give an interpreter with the SDK that cannot share an environment with the other one."""
    folder = tmp_path_factory.mktemp("acp_v2")
    run_or_skip([sys.executable, "-m", "venv", str(folder)])
    python = str(folder / "bin" / "python")
    pinned = CONFIG["project"]["optional-dependencies"]["acp-v2"]
    flags = ["-q", "--disable-pip-version-check", "--retries=0", "--timeout=10"]
    run_or_skip([python, "-m", "pip", "install", *flags, *pinned])
    return python


@pytest.fixture(scope="session")
def node() -> str:
    """Give the program node."""
    return program_or_skip("node")


@pytest.fixture(scope="session")
def typescript(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a copy of the Node adapter's folder, with what its lock file names installed."""
    npm = program_or_skip("npm")
    folder = tmp_path_factory.mktemp("typescript") / "acp_typescript"
    leave = shutil.ignore_patterns("node_modules")
    shutil.copytree(ADAPTERS / "acp_typescript", folder, ignore=leave)
    flags = ["--fetch-retries=0", "--fetch-timeout=10000", "--no-audit", "--no-fund"]
    run_or_skip([npm, "ci", *flags], cwd=folder)
    return folder


def program_or_skip(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no program {name}")
    return found


def run_or_skip(command: list[str], **options: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        pytest.skip(f"{' '.join(command)}: {said[-500:]}")
