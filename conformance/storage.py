"""Failing inputs on disk, one file each, from which `toolwire replay` asks again."""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Any

from toolwire.corpus.given_json import read_json
from toolwire.strategies.seeds import Seed
from toolwire.strategies.trials import Input

from .candidates import Request
from .regular_files import NotRegular, check_regular
from .requirements import Requirement, find
from .results import Failure

FOLDER = Path(".toolwire") / "failures"
FORMAT = 1
"""The version of the format in which failures are stored."""


class NotAFailure(ValueError):
    """A file holds no failing input; the message says which file and what is wrong."""


@dataclass(frozen=True)
class StoredFailure:
    """A failing input as it was stored: what was asked, under which requirement, what happened.

    `found` says how it came to be found, as far as that is known: the version of `toolwire`, the
    `library`, and `how` the input was made.
    """

    requirement: Requirement
    site: str
    kind: str
    asked: Input
    found: Mapping[str, str] = field(default_factory=dict)

    @property
    def request(self) -> Request:
        """Give the request by which a candidate is asked again."""
        return Seed(self.requirement.profile, self.asked).request

    def to_json(self) -> dict[str, Any]:
        """Give what is written, without how it was found: the same failure gives the same."""
        return {
            "format": FORMAT,
            "requirement": self.requirement.id,
            "site": self.site,
            "kind": self.kind,
            "request": self.request.to_message(),
        }


def store(failure: Failure, folder: Path, found: Mapping[str, str] | None = None) -> Path:
    """Write `failure` into `folder` and give the file; the same failure has the same file.

    What lies in its place and holds no failure is left, and another name taken.
    """
    stored = StoredFailure(
        failure.requirement, failure.site, failure.objection.kind, failure.asked, found or {}
    )
    content = json.dumps(stored.to_json(), indent=1)
    name = hashlib.sha256(content.encode()).hexdigest()[:10]
    stem = f"{failure.requirement.id.replace('/', '.')}.{name}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    path = next(each for each in (folder / f"{one}.json" for one in names) if _is_free(each))
    if not (folder.parent / ".gitignore").exists():
        write_aside(folder.parent / ".gitignore", "# made by toolwire\n*\n")
    store_as(stored, path)
    return path


def _is_free(path: Path) -> bool:
    """Tell whether nothing is lost when a failure is written there. Raises OSError for its folder.

    Whatever has this name then, another name may do.
    """
    try:
        check_regular(path)
    except NotRegular:
        return False
    if not path.exists():
        return True
    try:
        load(path)
    except (OSError, NotAFailure):
        return False
    return True


def store_as(stored: StoredFailure, path: Path) -> None:
    """Write a failing input to `path`. Raises OSError."""
    found = {"found": dict(stored.found)} if stored.found else {}
    write_aside(path, json.dumps({**stored.to_json(), **found}, indent=1) + "\n")


def load(path: Path) -> StoredFailure:
    """Read a file that `store` wrote. Raises `NotAFailure`."""
    try:
        return _read(read_json(path.read_text("utf-8")))
    except OSError as error:
        reason = error.strerror or str(error)
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError as error:
        reason = f"it holds no stored failure: {error}"
    except LookupError as error:
        reason = str(error.args[0])
    raise NotAFailure(f"{path}: {reason}")


def _read(content: Any) -> StoredFailure:
    if not isinstance(content, dict):
        raise ValueError("not a JSON object")
    if content.get("format") != FORMAT:
        said = f"its format is {content.get('format')!r}" if "format" in content else "no format"
        raise ValueError(f"{said}, and this version of Toolwire reads format {FORMAT}")
    for name, kind in _MEMBERS.items():
        if not isinstance(content.get(name), kind):
            raise ValueError(f"the member {name!r} is missing, or of another type")
    requirement = find(content["requirement"])
    request = Request.from_message(content["request"])
    seed = Seed.of(request)
    if seed.profile != requirement.profile:
        raise ValueError("its request is of another profile than its requirement")
    found = content.get("found", {})
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        raise ValueError("the member 'found' must be an object of strings")
    return StoredFailure(requirement, content["site"], content["kind"], seed.input, found)


_MEMBERS = {"requirement": str, "site": str, "kind": str, "request": dict}


def write_aside(path: Path, content: str) -> None:
    """Write `content` to `path` so that nobody ever sees half of it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content.encode())


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so into a folder that is there; a link is replaced. Raises OSError."""
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(aside, 0o666 & ~_umask())
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
