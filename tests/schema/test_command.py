"""`toolwire schema`."""

import json

import pytest

from toolwire.reference import PROFILES
from toolwire.reference.schema import Strength, json_schema


@pytest.mark.parametrize(
    ("arguments", "profile", "type_", "strength"),
    [
        (["acp-v2"], "acp-v2", None, Strength.SENDER),
        (["acp-v2", "ToolCallUpdate"], "acp-v2", "ToolCallUpdate", Strength.SENDER),
        (["acp-v1", "ToolCall", "--for", "sender"], "acp-v1", "ToolCall", Strength.SENDER),
        (["megacode", "Line", "--for=receiver"], "megacode", "Line", Strength.RECEIVER),
        (["--for", "receiver", "subc"], "subc", None, Strength.RECEIVER),
    ],
)
def test_it_prints_the_schema(toolwire, arguments, profile, type_, strength):
    result = toolwire(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    schema = json_schema(PROFILES[profile], type_, strength)
    assert result.stdout == json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["acp-v3"], "there is no profile 'acp-v3'; near it: acp-v2, acp-v1, acp-v2-1.20"),
        (["nonsense"], f"there is no profile 'nonsense'; known: {', '.join(PROFILES)}"),
        (["acp-v2", "ToolCall"], "acp-v2 has no type 'ToolCall'; near it: ToolCallUpdate, "),
        (["subc", "Line"], "subc has no type 'Line'; known: ToolCallRequest"),
        (["megacode", "Command"], "Command of megacode is no message, and has no schema"),
    ],
)
def test_an_unknown_name(toolwire, arguments, said):
    result = toolwire(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith(f"Error: {said}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'PROFILE'."),
        (["subc", "--for=anybody"], "'anybody' is not one of 'sender', 'receiver'."),
    ],
)
def test_a_wrong_use(toolwire, arguments, said):
    result = toolwire(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.rstrip().endswith(said)
