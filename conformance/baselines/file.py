"""Baselines on disk: JSON that a person edits, and that `--impl-baseline-update` writes.

It is JSON and not TOML, as all that a person can write there is a member of an entry: nothing is
lost when the file is written anew, as comments would be.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from toolwire.corpus.given_json import read_json

from ..display import printable
from ..requirements import current_id
from ..storage import write_aside
from .entry import Entry
from .reading import read_members

FORMAT = 1
"""The version of the file's format, which `baseline.schema.json` describes."""


class BaselineError(ValueError):
    """A file holds no baseline; the message is one line that says which file and what is wrong."""


@dataclass(frozen=True)
class BaselineFile:
    """A baseline as it was read.

    `name` is how the user calls the file, and `version` that of the suite that wrote it, which is
    empty when nothing did.
    """

    path: Path
    name: str
    entries: tuple[Entry, ...] = ()
    version: str = ""


def load(path: Path, name: str, *, is_needed: bool = True) -> BaselineFile:
    """Read a baseline; one that need not be there is empty without a file.

    Requirements have the ids that they have today. Raises `BaselineError`.
    """
    try:
        content = read_json(path.read_text("utf-8-sig"), _unlike_members)
        return BaselineFile(path, name, *_read(content))
    except FileNotFoundError:
        if not is_needed:
            return BaselineFile(path, name)
        reason = "there is no such file (--impl-baseline-update writes it)"
    except OSError as error:
        reason = error.strerror or str(error)
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError as error:
        reason = str(error)
    raise BaselineError(f"{printable(name)}: {printable(reason, 500)}") from None


def save(file: BaselineFile, entries: Iterable[Entry]) -> bool:
    """Write `entries` to the file, as they are; tell whether that changed it. Raises OSError."""
    content = {
        "format": FORMAT,
        "toolwire": version("toolwire"),
        "known": [_as_json(entry) for entry in entries],
    }
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if file.path.exists() and file.path.read_bytes() == text.encode():
        return False
    write_aside(file.path.resolve(), text)  # what a link leads to, and not the link
    return True


def _as_json(entry: Entry) -> dict[str, Any]:
    written: dict[str, Any] = {"requirement": entry.requirement}
    if entry.candidate is not None:
        written["candidate"] = entry.candidate
    written |= {"kind": entry.kind, "reason": entry.reason}
    if entry.expires is not None:
        written["expires"] = entry.expires.isoformat()
    if entry.flaky:
        written["flaky"] = True
    written["sites"] = list(entry.sites)  # last, as it may be long
    return written


def _unlike_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):  # as a merge by hand leaves it
        twice = next(name for name in members if [each for each, _ in pairs].count(name) > 1)
        raise ValueError(f"an object has the member {twice!r} twice")
    return members


def _read(content: Any) -> tuple[tuple[Entry, ...], str]:
    if not isinstance(content, dict) or "format" not in content:
        raise ValueError('it holds no baseline: a JSON object with "format", "toolwire", "known"')
    if content["format"] != FORMAT or isinstance(content["format"], bool):
        raise ValueError(f"this version of Toolwire reads format {FORMAT}")
    said = read_members(_FILE, content, needed=("format", "toolwire", "known"))
    entries = tuple(_entry(number, each) for number, each in enumerate(said["known"], 1))
    _check_unlike(entries)
    return entries, said["toolwire"]


def _entry(number: int, content: Any) -> Entry:
    try:
        if not isinstance(content, dict):
            raise ValueError("a JSON object is needed")
        needed = ("requirement", "kind", "sites", "reason")
        said = read_members(_ENTRY, content, needed=needed)
    except ValueError as error:
        raise ValueError(f"entry {number}{_about(content)}: {error}") from None
    return Entry(**{**said, "requirement": current_id(said["requirement"])})


def _about(content: Any) -> str:
    name = content.get("requirement") if isinstance(content, dict) else None
    return f" ({name})" if isinstance(name, str) else ""


def _check_unlike(entries: Iterable[Entry]) -> None:
    """Raise ValueError if two entries are about the same failure."""
    first: dict[tuple[object, ...], int] = {}
    for number, entry in enumerate(entries, 1):
        for site in entry.sites:
            key = entry.candidate, entry.requirement, entry.kind, site
            if first.setdefault(key, number) != number:
                what = f"{entry.requirement}, {entry.kind!r} at {site!r}"
                raise ValueError(f"the entries {first[key]} and {number} both have {what}")


_FILE: Mapping[str, Any] = {"format": int, "toolwire": str, "known": list}
_ENTRY: Mapping[str, Any] = {
    "requirement": str,
    "candidate": str,
    "kind": str,
    "sites": tuple,
    "reason": str,
    "expires": date,
    "flaky": bool,
}
