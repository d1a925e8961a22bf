"""The adapters that Toolwire ships: found by name, and never imported here.

The adapter of NAME is the package `toolwire.adapters.NAME`. What it needs is what the extra of
the same name installs, so that `pyproject.toml` alone says it.
"""

import importlib.metadata
import importlib.util
import pkgutil
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

_PARENT = "toolwire.adapters"
_REQUIREMENT = re.compile(r"\s*([^;]*[^;\s])\s*;.*\bextra\s*==\s*['\"]([^'\"]+)['\"]")


@dataclass(frozen=True, slots=True)
class ShippedAdapter:
    """An adapter: its file, and the requirements that the extra of its name installs."""

    name: str
    file: Path
    needs: tuple[str, ...] = ()

    @property
    def install(self) -> str:
        """The command that installs what it needs, or nothing."""
        return f"pip install 'toolwire[{self.name}]'" if self.needs else ""

    def install_for(self, python: str) -> str:
        """Return the command that installs what it needs for another interpreter."""
        needs = " ".join(f"'{need}'" for need in self.needs)
        return f"{shlex.quote(python)} -m pip install {needs}"

    @property
    def clash(self) -> str:
        """What is installed here in another version than it needs, or nothing."""
        for need in self.needs:
            name, pinned, wanted = map(str.strip, need.partition("=="))
            try:
                found = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                continue
            if pinned and found != wanted:
                return f"{name} {found}"
        return ""


def shipped_adapter(name: str) -> ShippedAdapter | None:
    """Return the adapter of that name, if Toolwire ships one."""
    name = name.replace("-", "_")
    if name not in shipped_names():
        return None
    spec = importlib.util.find_spec(f"{_PARENT}.{name}")
    if spec is None or spec.origin is None:
        return None
    return ShippedAdapter(name, Path(spec.origin), _distributions(name))


def shipped_names() -> tuple[str, ...]:
    """Return the names of all adapters that Toolwire ships."""
    parent = importlib.util.find_spec(_PARENT)
    if parent is None or parent.submodule_search_locations is None:
        return ()
    modules = pkgutil.iter_modules(parent.submodule_search_locations)
    return tuple(sorted(module.name for module in modules if module.ispkg))


def _distributions(extra: str) -> tuple[str, ...]:
    try:
        requirements = importlib.metadata.requires("toolwire") or []
    except importlib.metadata.PackageNotFoundError:
        return ()
    found = map(_REQUIREMENT.match, requirements)
    return tuple(match[1] for match in found if match and _normal(match[2]) == _normal(extra))


def _normal(name: str) -> str:
    """Spell a name as metadata does, where `-` and `_` are the same."""
    return name.replace("_", "-").lower()
