"""The candidates of a user's own: `[tool.toolwire.candidates.NAME]` in `pyproject.toml`.

It is sought from the working folder upwards; the first file that has such tables is the one.
Only the table that is asked for is read, so that a mistake in another is in nobody's way.
"""

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .candidate import CandidateError
from .options import Options, check_memory, check_timeout

FILE = "pyproject.toml"
_PATH = ("tool", "toolwire", "candidates")
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A candidate as its table says: either a `module` or the arguments of a `command`.

    `cwd` is its working folder, from which its paths are taken; but that of the `baseline`, which
    the candidate has no part in, from the folder of `file`.
    """

    file: Path
    name: str
    cwd: Path
    module: str | None = None
    command: tuple[str, ...] | None = None
    env: Mapping[str, str] | None = None
    profiles: tuple[str, ...] | None = None
    options: Options = field(default_factory=Options)
    baseline: str | None = None

    def mistake(self, key: str, reason: str, hint: str = "") -> CandidateError:
        """Return what to tell the user of a value that cannot be used."""
        return _mistake(self.file, (*_PATH, self.name, key), reason, hint)


def find_entry(name: str, folder: Path) -> TableEntry | None:
    """Return what the user's `pyproject.toml` says of the candidate of that name, if it does.

    Raises `CandidateError`, with file, key and reason, for what cannot be understood.
    """
    for parent in (folder, *folder.absolute().parents):
        file = parent / FILE
        tables: Any = _load(file)
        for index, key in enumerate(_PATH, 1):
            tables = tables.get(key)
            if tables is None:
                break
            if not isinstance(tables, dict):
                raise _mistake(file, _PATH[:index], f"a table, not {_show(tables)}")
        else:
            return _read(file, name, tables[name]) if name in tables else None
    return None


def _load(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise CandidateError(f"{file} cannot be read: {error.strerror}") from None
    except RecursionError:
        raise CandidateError(f"{file} is nested too deeply") from None
    except ValueError as error:
        raise CandidateError(f"{file} is not TOML: {error}") from None


def _read(file: Path, name: str, table: Any) -> TableEntry:
    path = (*_PATH, name)
    if not isinstance(table, dict):
        raise _mistake(file, path, f"a table, not {_show(table)}")
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            known = f"there is no such key; there are {', '.join(_KEYS)}"
            raise _mistake(file, (*path, key), known)
        try:
            values[key] = _KEYS[key](value)
        except ValueError as error:
            raise _mistake(file, (*path, key), f"{error}, not {_show(value)}") from None
    said = [key for key in ("command", "module") if key in values]
    if len(said) != 1:
        what = "has both command and module" if said else "has neither command nor module"
        raise _mistake(file, path, f"{what}, and needs one of them")
    if said == ["command"] and "python" in values:
        raise _mistake(file, (*path, "python"), "only a module is run by it, and this is a command")
    cwd = file.parent / values.get("cwd", "")
    if not cwd.is_dir():
        raise _mistake(file, (*path, "cwd"), f"there is no folder {str(cwd)!r}")
    return TableEntry(
        file,
        name,
        cwd,
        values.get("module"),
        values.get("command"),
        values.get("env"),
        values.get("profiles"),
        Options(values.get("python"), values.get("timeout"), values.get("memory")),
        values.get("baseline"),
    )


def _mistake(file: Path, path: tuple[str, ...], reason: str, hint: str = "") -> CandidateError:
    # As TOML spells it; what JSON quotes, TOML reads too.
    key = ".".join(
        part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else json.dumps(part) for part in path
    )
    return CandidateError(f"{file}: {key}: {reason}", hint=hint)


def _show(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _string(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError("a string that is not empty")
    return value


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("a list of strings that is not empty")
    return tuple(map(_string, value))


def _command(value: Any) -> tuple[str, ...]:
    said = "a program and its arguments, as a list of strings or as one string"
    if isinstance(value, str):
        try:
            value = shlex.split(value)
        except ValueError as error:
            raise ValueError(f"{said} ({error})") from None
    if not isinstance(value, list) or not value or not value[0]:
        raise ValueError(said)
    if not all(isinstance(each, str) and "\0" not in each for each in value):
        raise ValueError(said)
    return tuple(value)


def _environment(value: Any) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ValueError("a table of strings")
    for name, each in value.items():
        if not isinstance(each, str) or "\0" in each or not re.fullmatch(r"[^=\0]+", name):
            raise ValueError("a table of strings, by names of environment variables")
    return value


def _timeout(value: Any) -> float:
    # `true` is a number to Python.
    return check_timeout(value if type(value) in (int, float) else 0)


def _memory(value: Any) -> int:
    return check_memory(value if type(value) is int else 0)


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "command": _command,
    "module": _string,
    "python": _string,
    "env": _environment,
    "cwd": _string,
    "profiles": _strings,
    "timeout": _timeout,
    "memory": _memory,
    "baseline": _string,
}
"""What a table can say, each with what reads it; that raises ValueError, saying what it must be."""
