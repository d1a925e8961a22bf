"""`toolwire fuzz-seeds`: what a fuzz target starts from."""

import hashlib
import re
from zipfile import ZipFile

import pytest

from toolwire.strategies.seeds import load_seed


def test_the_archive_has_seeds_of_what_the_candidate_supports(toolwire, wrong, tmp_path):
    done = toolwire("fuzz-seeds", f"--impl={wrong()}", "--name=target", "out")
    assert done.returncode == 0, done.stderr
    names = ["target_seed_corpus.zip", "target.dict", "target.options"]
    assert done.stdout.split() == [f"out/{name}" for name in names]
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == sorted(names)
    with ZipFile(tmp_path / "out/target_seed_corpus.zip") as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    seeds = [load_seed(data) for data in found.values()]
    assert len(seeds) > 100
    assert {(each.profile, each.input.op, each.input.type) for each in seeds} == {
        ("acp-v2", "decode", "ToolCallUpdate"),
        ("acp-v2", "fold", "ToolCallUpdate"),
    }
    assert all(hashlib.sha1(data).hexdigest() == name for name, data in found.items())


def test_the_dictionary_is_as_libfuzzer_reads_it(toolwire, wrong, tmp_path):
    toolwire("fuzz-seeds", f"--impl={wrong()}", "--name=target", "out")
    lines = (tmp_path / "out/target.dict").read_text("ascii").splitlines()
    assert len(lines) > 50
    assert all(re.fullmatch(r'"(?:[ !#-\[\]-~]|\\["\\]|\\x[0-9A-F]{2})+"', line) for line in lines)
    assert any("toolCallId" in line for line in lines)
    assert "dict = target.dict" in (tmp_path / "out/target.options").read_text()


def test_the_same_seeds_give_the_same_bytes_and_a_state_adds_its_own(found, toolwire, tmp_path):
    archives = []
    for folder, options in (("a", []), ("b", []), ("c", ["--state=state"])):
        toolwire("fuzz-seeds", "--impl=wrong.py", "--name=target", *options, folder)
        archives.append((tmp_path / folder / "target_seed_corpus.zip").read_bytes())
    assert archives[0] == archives[1]
    assert len(archives[2]) > len(archives[0])
    with ZipFile(tmp_path / "c/target_seed_corpus.zip") as archive:
        assert {each.name for each in (tmp_path / "state/corpus").iterdir() if each.name[0] != "."}
        assert len(archive.namelist()) == len(set(archive.namelist()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--impl=wrong.py", "--name=../x", "out"], "--name: the name of a file"),
        (["--impl=nowhere.py", "--name=x", "out"], "--impl: there is no file"),
        (["--impl=broken.py", "--name=x", "out"], "--impl: "),
        (["--impl=wrong.py", "--name=x", "wrong.py/out"], "wrong.py/out: Not a directory"),
        (
            ["--impl=wrong.py", "--name=x", "--state=none", "out"],
            "--state: there is no corpus in none",
        ),
    ],
)
def test_a_mistake_is_told_in_a_line(arguments, said, toolwire, wrong, tmp_path):
    wrong()
    (tmp_path / "broken.py").write_text("0 / 0\n")
    done = toolwire("fuzz-seeds", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "seeds_command" not in done.stderr  # no traceback of ours
