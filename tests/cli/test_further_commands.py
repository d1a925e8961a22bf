"""Commands that other packages add by the entry-point group `toolwire.commands`."""

import re
import subprocess
import sys

import pytest


@pytest.fixture
def package(tmp_path):
    """Return a function that installs a package with one such command; it gives a variable."""

    def install(value, code=""):
        info = tmp_path / "more" / "mypkg-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mypkg\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[toolwire.commands]\nmore = {value}\n")
        (info.parent / "mypkg.py").write_text(code)
        return {"PYTHONPATH": str(info.parent)}

    return install


def test_a_command_of_another_package(toolwire, package):
    code = "import click\n@click.command()\ndef more():\n    'Do more.'\n    print('done')\n"
    variables = package("mypkg:more", code)
    assert toolwire("more", **variables).stdout == "done\n"
    assert re.search(r"^  more +Do more\.$", toolwire("--help", **variables).stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        ("nowhere:more", "", "No module named 'nowhere'"),
        ("mypkg:more", "", "module 'mypkg' has no attribute 'more'"),
        ("mypkg:more", "more = 1", "it is no command but int"),
        ("mypkg:more", "1 / 0", "division by zero"),
    ],
)
def test_one_that_cannot_be_loaded_spoils_no_other(toolwire, package, value, code, said):
    variables = package(value, code)
    for arguments in (["more"], ["more", "--option", "FILE"]):
        result = toolwire(*arguments, **variables)
        assert result.returncode == 2
        assert result.stderr.splitlines() == [
            f"Error: the command 'more' of mypkg cannot be loaded: {said}"
        ]
    listed = toolwire("--help", **variables)
    assert listed.returncode == 0
    assert re.search(r"^  more +\(cannot be loaded\)$", listed.stdout, re.MULTILINE)
    assert toolwire("list", "--profile=subc", **variables).returncode == 0


def test_what_is_only_listed_is_loaded_lightly(toolwire, tmp_path):

    code = (
        "import sys; from toolwire.conformance.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print([each for each in sys.modules if each in ('toolwire.fuzz.fuzzing', 'jinja2')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
