"""An adapter runs where Toolwire is not installed: it imports nothing of ours."""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

ADAPTERS = Path(str(resources.files("toolwire.adapters")))


def _imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@pytest.mark.parametrize(
    "module", sorted(ADAPTERS.glob("*/*.py")), ids=lambda path: path.parent.name
)
def test_a_python_adapter_imports_nothing_of_ours(module: Path) -> None:
    ours = [name for name in _imported(module) if re.match(r"toolwire\b|\.\.", name)]
    assert ours == []


@pytest.mark.parametrize(
    "program", sorted(ADAPTERS.glob("*/*.mjs")), ids=lambda path: path.parent.name
)
def test_a_node_adapter_imports_what_node_has(program: Path) -> None:
    named = re.findall(r'^import .* from "([^"]+)"', program.read_text("utf-8"), re.MULTILINE)
    assert named
    assert all(name.startswith("node:") for name in named)
