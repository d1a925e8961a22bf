"""The engine is the one that suits the candidate, and a run says which one it is."""

import importlib.util
import sys

import pytest

from toolwire.conformance.candidates import resolve
from toolwire.fuzz.engines import EngineError, choose

needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="needs the extra fuzz"
)


@pytest.fixture
def chosen(tmp_path, wrong, monkeypatch):
    """Return a function that chooses for a candidate, with Atheris installed or not."""
    wrong("pass")
    found = importlib.util.find_spec

    def choice(target, *, asked="auto", has_atheris=True, **options):
        def find_spec(name, package=None):
            return (
                (object() if has_atheris else None) if name == "atheris" else found(name, package)
            )

        monkeypatch.setattr(importlib.util, "find_spec", find_spec)
        return choose(asked, resolve(target, cwd=tmp_path, **options))

    return choice


def test_a_python_candidate_is_fuzzed_by_its_lines_where_that_can_be(chosen):
    assert chosen("wrong.py").engine == "atheris"
    found = chosen("wrong.py", has_atheris=False)
    assert found.engine == "novelty"
    assert found.why == "Atheris is not installed (pip install 'toolwire[fuzz]')"
    assert chosen("wrong.py", asked="novelty").engine == "novelty"


def test_any_other_is_fuzzed_by_its_answers(chosen):
    assert chosen(f"cmd:{sys.executable} -c 1").engine == "novelty"
    with pytest.raises(EngineError, match="the candidate is a program"):
        chosen("cmd:cat", asked="atheris")
    with pytest.raises(EngineError, match="Atheris is not installed"):
        chosen("wrong.py", asked="atheris", has_atheris=False)


@needs_atheris
def test_a_fault_is_found_by_its_lines(fuzz, wrong, report, tmp_path):
    target = wrong("""if value.get("locations"):
        if value.get("title", 0) is None:
            del value["title"]""")
    result = fuzz(f"--impl={target}", "--runs=20000", "--state=state")
    assert "engine atheris: a Python candidate, whose lines can be seen" in result.stdout
    assert result.returncode == 1, result.stdout + result.stderr
    [failure] = report()["failures"]
    assert failure["requirement"] == "acp-v2/null-clears"
    assert report()["run"]["executions"] >= 20_000


@needs_atheris
def test_a_candidate_that_ends_its_process_is_a_failure(fuzz, wrong, report):
    target = wrong("""if value.get("kind", 0) is None:
        import os
        os._exit(3)""")
    result = fuzz(f"--impl={target}", "--runs=1500", "--state=state")
    assert result.returncode == 1, result.stdout + result.stderr
    assert {each["failure"]["kind"] for each in report()["failures"]} == {"no answer: crashed"}
    assert report()["complaints"] == []


@needs_atheris
def test_the_seeds_count_against_the_runs(fuzz, wrong, report):
    result = fuzz(f"--impl={wrong('pass')}", "--runs=5", "--engine=atheris", "--state=state")
    assert result.returncode == 0, result.stdout + result.stderr
    assert report()["run"]["executions"] == 5


@needs_atheris
@pytest.mark.parametrize("package", ["nosuch", "json.nosuch", "wrong.nosuch", "json..decoder"])
def test_a_package_that_is_not_there_cannot_be_watched(package, fuzz, wrong, tmp_path):
    result = fuzz(f"--impl={wrong('pass')}", "--runs=5", f"--instrument={package}", "--state=state")
    assert result.returncode == 2
    assert f"--instrument: there is no package or module '{package}'" in result.stderr
    assert not (tmp_path / "state").exists()


@needs_atheris
def test_a_package_of_which_nothing_is_loaded_is_named(fuzz, wrong, tmp_path):
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "idle.py").touch()
    named = ("--instrument=toolwire.reference", "--instrument=beside.idle")
    result = fuzz(f"--impl={wrong('pass')}", "--runs=600", *named, "--state=state")
    assert result.returncode == 0, result.stdout + result.stderr
    said = "--instrument={}: nothing of it was loaded when fuzzing began"
    assert said.format("beside.idle") in result.stderr
    assert said.format("toolwire.reference") not in result.stderr
