"""Which packages are the candidate's own: those whose lines lead the fuzzing."""

import ast
import importlib.metadata
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from toolwire.conformance.candidates import PythonTarget, ShippedAdapter

_OURS = "toolwire"


def packages_of(target: PythonTarget) -> tuple[str, ...]:
    """Give the packages to instrument where the user names none.

    Of an adapter that Toolwire ships, they are those of the library that it adapts; of a package,
    itself; of a single file, itself with what it imports, but neither Toolwire nor what comes with
    Python. Must be called where the candidate can be imported.
    """
    if target.adapter is not None:
        return tuple(_distributed(target.adapter))
    if target.file is not None:
        return tuple(sorted(_imported(target.file)))
    assert target.module is not None
    top = target.module.partition(".")[0]
    file = _single_file(top)
    return (top, *sorted(_imported(file))) if file else (top,)


def is_there(package: str, folder: Path) -> bool:
    """Tell whether a package or module can be found from a working folder, without importing it."""
    sys.path.insert(0, os.fspath(folder))
    try:
        return _is_found(package.split("."))
    finally:
        sys.path.pop(0)


def _is_found(parts: Sequence[str]) -> bool:
    path: list[str] | None = None
    for count in range(1, len(parts) + 1):
        name = ".".join(parts[:count])
        finders = (each.find_spec(name, path) for each in sys.meta_path)
        spec = next((each for each in finders if each is not None), None)
        if spec is None:
            return False
        path = list(spec.submodule_search_locations or ())
    return True


def _distributed(adapter: ShippedAdapter) -> Iterator[str]:
    """Give the packages of the distributions that an adapter needs."""
    names = {_normal(re.split(r"[^\w.-]", need, maxsplit=1)[0]) for need in adapter.needs}
    for package, owners in importlib.metadata.packages_distributions().items():
        if names & set(map(_normal, owners)) and package.isidentifier():
            yield package


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _single_file(module: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None  # whoever loads it says so better
    if spec is None or spec.submodule_search_locations is not None or spec.origin is None:
        return None
    return Path(spec.origin)


def _imported(file: Path) -> set[str]:
    """Give the top-level names that the source of a file imports, from anywhere in it."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return set()
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {_OURS, ""}
