"""The wheel holds what the checkout holds, and works in an environment that has only it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "TOX"))}
"""The variables of this process without those that change what Python or pytest does."""


@dataclass(frozen=True)
class Project:
    """A checkout: where it is, its pyproject.toml, and the files that git would take."""

    root: Path
    config: dict[str, Any]
    tracked: tuple[str, ...]

    @property
    def folders(self) -> dict[str, str]:
        """The folder of each top-level package, by the package's name."""
        return dict(self.config["tool"]["setuptools"]["package-dir"])


@pytest.fixture(scope="session")
def project() -> Project:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout: nothing says which files belong to the project")
    git = ["git", "-c", "safe.directory=*"]  # the checkout may belong to another user
    listed = subprocess.run(
        [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    tracked = sorted({name for name in listed if name and (ROOT / name).is_file()})
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return Project(ROOT, config, tuple(tracked))


@dataclass(frozen=True)
class Build:
    """A wheel, and what the build had to say."""

    wheel: Path
    output: str


@pytest.fixture(scope="session")
def build(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build a wheel from a copy that holds the project's files and nothing else."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in project.tracked:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project.root / name, target)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(command, cwd=copy, env=CLEAN, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (copy / "dist").glob("*.whl")
    return Build(wheel, done.stdout + done.stderr)


def test_the_wheel_holds_the_tracked_files_and_nothing_else(build: Build, project: Project) -> None:
    expected = {
        "/".join((*package.split("."), *PurePosixPath(name).relative_to(folder).parts))
        for package, folder in project.folders.items()
        for name in project.tracked
        if PurePosixPath(name).is_relative_to(folder)
    }
    with zipfile.ZipFile(build.wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    version = project.config["project"]["version"]
    assert {name for name in names if not name.startswith(f"toolwire-{version}.dist-info/")} == (
        expected
    )
    assert f"toolwire-{version}.dist-info/licenses/LICENSE" in names


def test_the_build_warns_of_nothing(build: Build) -> None:
    noise = [
        line
        for line in build.output.splitlines()
        if "deprecat" in line.lower() or "warning" in line.lower()
    ]
    assert noise == []


def test_every_package_says_that_it_is_typed(project: Project) -> None:
    missing = [
        folder for folder in project.folders.values() if f"{folder}/py.typed" not in project.tracked
    ]
    assert missing == []


def test_every_folder_with_an_init_is_a_listed_package(project: Project) -> None:
    found = {
        ".".join((package, *PurePosixPath(name).relative_to(folder).parts[:-1]))
        for package, folder in project.folders.items()
        for name in project.tracked
        if PurePosixPath(name).is_relative_to(folder) and name.endswith("/__init__.py")
    }
    assert set(project.config["tool"]["setuptools"]["packages"]) == found


PROBE = """
import importlib, json, pkgutil, sys
from importlib import metadata, resources

answer = {"failed": [], "modules": [], "data": []}
packages = json.loads(sys.argv[1])
for package in packages:
    folder = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(folder, package + "."):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            answer["failed"].append(f"{module.name}: {error!r}")
        else:
            answer["modules"].append(module.name)
for group in ("pytest11", "console_scripts"):
    (entry,) = [e for e in metadata.entry_points(group=group) if e.name == "toolwire"]
    entry.load()
answer["data"] = [item.name for item in resources.files("toolwire.corpus").iterdir()]
answer["file"] = sys.modules["toolwire.corpus"].__file__

from toolwire.corpus.sources import resolve

answer["resolved"] = resolve("rfc8259#section-4").citation
print(json.dumps(answer))
"""


@pytest.fixture(scope="session")
def installed(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, with copies of the distributions that it declares, in a new environment.

    The copies come from the environment of the tests, so that this needs no network.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.EnvBuilder(with_pip=False, symlinks=True).create(folder)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--no-index", str(build.wheel)], check=True
    )
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    purelib = Path(subprocess.check_output([python, "-c", where], text=True).strip())
    with zipfile.ZipFile(build.wheel) as archive:
        (meta,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        text = archive.read(meta).decode()
    declared = [line.split(": ", 1)[1] for line in text.splitlines() if "Requires-Dist: " in line]
    _copy_distributions(declared, purelib)
    subprocess.run([*pip, "check"], check=True)
    return folder


def _copy_distributions(requirements: list[str], target: Path) -> None:
    done = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        distribution = metadata.distribution(requirement.name)
        if distribution.name in done:
            continue
        done.add(distribution.name)
        waiting += [Requirement(text) for text in distribution.requires or []]
        for file in distribution.files or []:
            if ".." not in file.parts and file.suffix != ".pyc":
                place = target / file
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), place)


def _run(environment: Path, *command: str) -> str:
    program = environment / "bin" / command[0]
    done = subprocess.run(
        [program, *command[1:]],
        cwd=environment,
        env=CLEAN,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_modules_entry_points_and_data_are_found(installed: Path, project: Project) -> None:
    # An adapter needs the library that it adapts, which an empty environment lacks.
    packages = sorted(set(project.folders) - {"toolwire.adapters"})
    answer = json.loads(_run(installed, "python", "-I", "-c", PROBE, json.dumps(packages)))
    assert answer["failed"] == []
    assert Path(answer["file"]).is_relative_to(installed)
    assert "toolwire.corpus.sources" in answer["modules"]
    assert "sources.json" in answer["data"]
    assert answer["resolved"] == "RFC 8259 (JSON), section 4 (Objects)"


def test_pytest_has_our_option(installed: Path) -> None:
    # The console script of pytest was not copied; the module does the same.
    assert "--impl" in _run(installed, "python", "-I", "-m", "pytest", "--help")


def test_the_command_runs(installed: Path) -> None:
    assert "Usage" in _run(installed, "toolwire", "--help")


def test_the_version_is_that_of_pyproject(installed: Path, project: Project) -> None:
    script = "from importlib.metadata import version; print(version('toolwire'))"
    assert (
        _run(installed, "python", "-I", "-c", script).strip()
        == (project.config["project"]["version"])
    )
