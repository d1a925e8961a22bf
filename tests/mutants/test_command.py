"""The command `toolwire mutants`."""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("toolwire")


def _run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [PROGRAM, "mutants", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_it_kills_every_mutant_of_a_profile_and_writes_the_matrix(tmp_path: Path) -> None:
    done = _run(tmp_path, "--profile", "subc", "--output", "matrix.json")
    assert done.returncode == 0
    assert done.stderr == ""  # no progress on a pipe
    assert done.stdout.startswith("subc: ")
    assert done.stdout.endswith(", 0 by others alone, 0 survived\n")
    [profile] = json.loads((tmp_path / "matrix.json").read_text("utf-8"))["profiles"]
    assert profile["profile"] == "subc"
    assert profile["counts"]["mutants"] == len(profile["mutants"])
    assert all(each["killed by"] for each in profile["mutants"])


def test_one_requirement_is_enough(tmp_path: Path) -> None:
    wanted = "subc/absent-member-is-not-written"
    done = _run(tmp_path, "--requirement", wanted, "--workers", "1", "--output", "matrix.json")
    assert done.returncode == 0
    [profile] = json.loads((tmp_path / "matrix.json").read_text("utf-8"))["profiles"]
    breaks = {rule for each in profile["mutants"] for rule in each["breaks"]}
    assert breaks == {"absent-member-is-not-written"}


def test_drawn_trials_come_on_top(tmp_path: Path) -> None:
    done = _run(tmp_path, "--requirement", "subc/text-is-exact", "--examples", "5")
    assert done.returncode == 0


def test_mistakes_are_told_in_a_line(tmp_path: Path) -> None:
    for arguments, message in (
        (["--requirement", "subc/text-is-exac"], "there is no requirement 'subc/text-is-exac'"),
        (["--profile", "subc", "--requirement", "acp-v2/text-is-exact"], "is none of subc"),
        (["--profile", "subc", "--write", "."], "--write needs all mutants"),
        (["--profile", "nobody"], "'nobody' is not one of"),
    ):
        done = _run(tmp_path, *arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert done.stdout == ""
