"""Atheris, which need not be installed, and never is on some platforms."""

import importlib
from typing import Any

INSTALL = "pip install 'toolwire[fuzz]'"


class NoAtheris(Exception):
    """Atheris cannot be used here; the message says in one line what to do."""


def load_atheris() -> Any:
    """Give the module `atheris`. Raises `NoAtheris`."""
    try:
        return importlib.import_module("atheris")
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == "atheris"
        what = "is not installed" if missing else f"cannot be loaded ({error})"
        raise NoAtheris(
            f"the engine atheris needs Atheris, which {what}: {INSTALL} "
            "(Linux x86-64, Python 3.11 to 3.13), or the engine novelty"
        ) from None


NO_MUTATOR = (
    "libFuzzer does not call Toolwire's mutator: another libFuzzer is loaded before that of "
    "Atheris, perhaps by LD_PRELOAD; run without it"
)
