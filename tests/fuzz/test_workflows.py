"""The workflows for GitHub Actions: they parse, and what they run is what Toolwire has."""

import re
import shlex
from pathlib import Path

import click
import pytest
import yaml

from toolwire.conformance.cli import main

ROOT = Path(__file__).resolve().parents[2]
OURS, THEIRS = ".github/workflows/nightly.yml", "docs/examples/nightly.yml"
LITE = "docs/examples/clusterfuzzlite.yml"
IN_ALL = pytest.mark.parametrize("name", [OURS, THEIRS, LITE])
NIGHTLY = pytest.mark.parametrize("name", [OURS, THEIRS])


def load(name):
    if not (ROOT / "docs").is_dir():
        pytest.skip("the workflows are there in a checkout only")
    return yaml.load((ROOT / name).read_text("utf-8"), yaml.BaseLoader)


def steps(name):
    return [step for job in load(name)["jobs"].values() for step in job["steps"]]


@IN_ALL
def test_a_workflow_may_read_and_nothing_else(name):
    workflow = load(name)
    assert workflow["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in workflow["jobs"].values())
    assert {"schedule", "workflow_dispatch"} == set(workflow["on"])


@IN_ALL
def test_a_workflow_has_bounds_and_pins_its_actions(name):
    assert all(int(job["timeout-minutes"]) <= 360 for job in load(name)["jobs"].values())
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert used
    assert all(
        re.fullmatch(r"(actions|google/clusterfuzzlite)/[\w/-]+@v\d+", each) for each in used
    )


@IN_ALL
def test_nothing_of_a_workflow_s_input_is_put_into_a_command(name):
    """It is put into the environment: a command could be made of it otherwise."""
    assert not any("${{" in step.get("run", "") for step in steps(name))


@NIGHTLY
def test_the_command_of_a_workflow_parses(name):
    [line] = [step["run"] for step in steps(name) if "toolwire nightly" in step.get("run", "")]
    line = line.replace("$MINUTES", "60").replace("$SEED", "7").replace("$IMPL", "cmd:x y")
    before, _, command, *arguments = shlex.split(line)
    assert (before, command) == ("exec", "nightly")
    with click.Context(main) as context:
        found = main.get_command(context, command)
        made = found.make_context(command, arguments, parent=context)
    assert made.params["minutes"] == 60
    assert made.params["seed"] == 7


@NIGHTLY
def test_what_a_night_leaves_is_kept_even_if_it_fails(name):
    found = steps(name)
    [run] = [each["run"] for each in found if "toolwire nightly" in each.get("run", "")]
    options = dict(each.lstrip("-").split("=", 1) for each in shlex.split(run) if "=" in each)
    after = found[[each.get("run") for each in found].index(run) + 1 :]
    assert [each["if"] for each in after] == ["always()"] * 3
    summary, upload, save = after
    assert f"{options['report']}/nightly.md" in summary["run"]
    assert "GITHUB_STEP_SUMMARY" in summary["run"]
    assert upload["with"]["path"] == options["report"]
    assert save["with"]["path"] == options["state"]


@NIGHTLY
def test_each_night_goes_on_from_the_one_before(name):
    """A cache is never written anew: each night has a key, and begins with the newest like it."""
    [restore] = [each["with"] for each in steps(name) if "/restore@" in each.get("uses", "")]
    [save] = [each["with"] for each in steps(name) if "/save@" in each.get("uses", "")]
    assert (restore["key"], restore["path"]) == (save["key"], save["path"])
    assert restore["key"].startswith(restore["restore-keys"])
    assert {"github.run_id", "github.run_attempt"} <= set(re.findall(r"[\w.]+", restore["key"]))


def test_the_hidden_folder_of_a_report_is_no_artefact():
    """actions/upload-artifact passes over what is hidden, and so would say that all is well."""
    for name in (OURS, THEIRS):
        [upload] = [each["with"] for each in steps(name) if "upload-" in each.get("uses", "")]
        assert not upload["path"].startswith(".")


def test_the_project_file_of_oss_fuzz_parses():
    project = load("docs/examples/clusterfuzzlite/project.yaml")
    assert project["language"] == "python"
    assert project["fuzzing_engines"] == ["libfuzzer"]
    assert project["sanitizers"] == ["address"]


@pytest.mark.parametrize("name", [THEIRS, "docs/examples/clusterfuzzlite/build.sh"])
def test_what_is_installed_is_no_namesake(name):
    """Until there is a release, the name alone may be that of what somebody else has uploaded."""
    text = (ROOT / name).read_text("utf-8") if (ROOT / "docs").is_dir() else pytest.skip("no docs")
    [line] = [each for each in text.splitlines() if re.search(r"pip3? install", each)]
    ours = [each for each in shlex.split(line) if each.startswith("toolwire")]
    assert ours == ["toolwire[fuzz] @ git+https://ADDRESS/OF/TOOLWIRE"]
