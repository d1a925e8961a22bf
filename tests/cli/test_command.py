"""What the command says of itself, and of a wrong use."""

from importlib.metadata import version

import pytest

from toolwire.reference import PROFILES


def test_version(toolwire):
    assert toolwire("--version").stdout == f"toolwire, version {version('toolwire')}\n"


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_command(toolwire, option):
    result = toolwire(option)
    assert result.returncode == 0
    commands = result.stdout.partition("Commands:")[2].splitlines()
    names = {line.split()[0] for line in commands if line[2:3].strip()}
    assert names >= {"explain", "list", "reference", "replay"}
    for name in names:
        assert toolwire(name, option).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "No such command 'nonsense'."),
        (["replay"], "Missing argument 'FILES...'."),
        (["replay", "x.json"], "Missing option '--impl'."),
        (["list", "--profile=acp-v3"], f"'acp-v3' is not one of {', '.join(map(repr, PROFILES))}."),
        (["explain", "acp-v2/null-clears", "--inputs=-1"], "-1 is not in the range x>=0."),
    ],
)
def test_a_wrong_use(toolwire, arguments, said):
    result = toolwire(*arguments)
    assert result.returncode == 2
    assert result.stderr.rstrip().endswith(said)
    assert not result.stdout
