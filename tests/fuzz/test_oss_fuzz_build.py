"""The fuzz target as one file, built by the example's build.sh and run where nothing else is.

This is what OSS-Fuzz does, without its image. It takes minutes, so it has an environment of tox
of its own: `tox run -e oss-fuzz`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import toolwire.fuzz

pytest.importorskip("PyInstaller", reason="PyInstaller is not installed: tox run -e oss-fuzz")
pytest.importorskip("atheris", reason="Atheris is not installed")
if "site-packages" not in toolwire.fuzz.__path__[0]:
    pytest.skip("PyInstaller sees what is installed from a wheel", allow_module_level=True)

TARGET = "tool_calls_fuzzer"


@pytest.fixture(scope="module")
def out(library, tmp_path_factory):
    """Build the target, and give the folder of what came of it, moved away from the rest."""
    base = tmp_path_factory.mktemp("build")
    for name in ("out", "work", "bin"):
        (base / name).mkdir()
    pip = base / "bin" / "pip3"  # what it would install is installed, but for the library
    pip.write_text("#!/bin/sh\n", "utf-8")
    pip.chmod(0o755)
    path = [base / "bin", Path(sys.executable).parent, os.environ["PATH"]]
    done = subprocess.run(
        ["bash", library / ".clusterfuzzlite" / "build.sh"],
        env={
            **os.environ,
            "PATH": os.pathsep.join(map(str, path)),
            "PYTHONPATH": str(library),
            "SRC": str(library.parent),
            "OUT": str(base / "out"),
            "WORK": str(base / "work"),
        },
        capture_output=True,
        text=True,
        timeout=1_800,
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    return Path(shutil.move(base / "out", tmp_path_factory.mktemp("elsewhere")))


def run(out, folder, *arguments):
    """Run the target with an empty environment."""
    return subprocess.run(
        [out / TARGET, "-seed=1", *arguments],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )


def test_it_is_called_as_the_farm_looks_for_it(out):
    beside = {"", ".pkg", ".dict", ".options", "_seed_corpus.zip"}
    assert {each.name for each in out.iterdir()} == {
        *(f"{TARGET}{end}" for end in beside),
        "toolwire-baseline.json",
    }
    assert "LLVMFuzzerTestOneInput" in (out / TARGET).read_text("utf-8")
    assert os.access(out / TARGET, os.X_OK)


def test_it_runs_alone_with_seeds_and_dictionary_and_our_mutator(out, tmp_path):
    corpus = tmp_path / "corpus"
    with ZipFile(out / f"{TARGET}_seed_corpus.zip") as archive:
        archive.extractall(corpus)
        count = len(archive.namelist())
    done = run(out, tmp_path, f"-dict={out / TARGET}.dict", "-runs=20000", str(corpus))
    said = done.stdout
    assert f"{count} files found in" in said, said[-3_000:]
    assert "Dictionary: " in said
    assert "INFO: Instrumenting mylib.toolcalls" in said
    assert "toolwire: inputs are made by Toolwire's mutator" in said
    assert "Custom" in said
    assert "Wrong: acp-v2/null-clears" in said
    assert done.returncode == 77
    [artefact] = tmp_path.glob("crash-*")
    assert run(out, tmp_path, str(artefact)).returncode == 77
