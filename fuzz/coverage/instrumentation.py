"""Instrumentation: the modules of some packages are loaded so that Atheris sees their lines.

Atheris has a hook of its own for this, which knows whole top-level packages and modules that are
imported by name. This one takes dotted names too, and the files of candidates.
"""

import sys
from collections.abc import Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any


class Instrumentation(MetaPathFinder):
    """An importer's finder that instruments the modules of `packages` and what is below them.

    `modules` collects the names of those that were. The finder stays, for what is imported later.
    """

    def __init__(self, atheris: Any, packages: Collection[str]) -> None:
        self.modules: list[str] = []
        self._atheris = atheris
        self._packages = tuple(packages)

    def install(self) -> None:
        """Become the first to be asked for a module."""
        sys.meta_path.insert(0, self)

    @property
    def packages(self) -> tuple[str, ...]:
        """Give those of the packages of which a module was instrumented."""
        return tuple(
            package
            for package in self._packages
            if any(_is_in(module, package) for module in self.modules)
        )

    @property
    def missed(self) -> tuple[str, ...]:
        """Give those of the packages that had been imported before they could be instrumented."""
        return tuple(
            package
            for package in self._packages
            if package in sys.modules and package not in self.packages
        )

    def loader(self, name: str, path: str) -> SourceFileLoader:
        """Give the loader by which the module in a file is instrumented."""
        return _Loader(name, path, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module as the other finders do, and have it instrumented if it is Python code."""
        if not any(_is_in(fullname, package) for package in self._packages):
            return None
        for finder in sys.meta_path:
            if finder is self:
                continue
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                if type(spec.loader) is SourceFileLoader:
                    spec.loader = self.loader(fullname, spec.loader.path)
                return spec
        return None


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, owner: Instrumentation) -> None:
        super().__init__(name, path)
        self._owner = owner

    def get_code(self, fullname: str) -> CodeType | None:
        code = super().get_code(fullname)
        if code is None:
            return None
        self._owner.modules.append(fullname)
        patched: CodeType = self._owner._atheris.patch_code(code, trace_dataflow=True)
        return patched


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")
