"""Instrumentation: the modules of some packages are loaded so that Atheris sees their lines.

Atheris has a hook of its own for this, which knows whole top-level packages and modules that are
imported by name. This one takes dotted names too, and the files of candidates.
"""

import json
import sys
from collections.abc import Collection, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from math import isfinite
from types import CodeType, ModuleType
from typing import Any

_LONGEST = 60
"""The most characters of a constant: longer ones are for people."""


class Instrumentation(MetaPathFinder):
    """An importer's finder that instruments the modules of `packages` and what is below them.

    `modules` collects the names of those that were, and `constants` the strings and numbers in
    their code, as JSON. The finder stays, for what is imported later.
    """

    def __init__(self, atheris: Any, packages: Collection[str]) -> None:
        self.modules: list[str] = []
        self.constants: dict[str, None] = {}
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
        self._owner.constants.update(dict.fromkeys(constants(code)))
        patched: CodeType = self._owner._atheris.patch_code(code, trace_dataflow=True)
        return patched


def constants(code: CodeType) -> Iterator[str]:
    """Give the strings and numbers that stand in some code, as JSON: it may compare with them."""
    waiting: list[object] = [code]
    while waiting:
        here = waiting.pop()
        if isinstance(here, CodeType):
            waiting.extend(here.co_consts)
        elif isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, frozenset):
            waiting.extend(sorted(here, key=repr))  # a set has no order to rely on
        elif isinstance(here, str):
            if 0 < len(here) <= _LONGEST and "\n" not in here:
                yield json.dumps(here)
        elif type(here) is int or (type(here) is float and isfinite(here)):
            yield json.dumps(here)


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")
