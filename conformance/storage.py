"""Failing inputs on disk, one file each, from which `toolwire replay` asks again."""

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolwire.strategies.trials import Input

from .candidates import Request
from .requirements import Requirement, find
from .results import Failure

FOLDER = Path(".toolwire") / "failures"


class NotAFailure(ValueError):
    """A file holds no failing input; the message says which file and what is wrong."""


@dataclass(frozen=True)
class StoredFailure:
    """A failing input as it was stored: what was asked, under which requirement, what happened."""

    requirement: Requirement
    site: str
    kind: str
    asked: Input


def store(failure: Failure, folder: Path) -> Path:
    """Write `failure` into `folder` and give the file; the same failure has the same file."""
    asked = failure.asked
    request = Request(asked.op, failure.requirement.profile, asked.type, asked.texts)
    content = json.dumps(
        {
            "requirement": failure.requirement.id,
            "site": failure.site,
            "kind": failure.objection.kind,
            "request": request.to_message(),
        },
        indent=1,
    )
    name = hashlib.sha256(content.encode()).hexdigest()[:10]
    path = folder / f"{failure.requirement.id.replace('/', '.')}.{name}.json"
    write_aside(path, content + "\n")
    return path


def load(path: Path) -> StoredFailure:
    """Read a file that `store` wrote. Raises `NotAFailure`."""
    try:
        content: Any = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise NotAFailure(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise NotAFailure(f"{path}: not JSON: {error}") from None
    try:
        request = Request.from_message(content["request"])
        return StoredFailure(
            find(content["requirement"]),
            str(content["site"]),
            str(content["kind"]),
            Input(request.op, request.type, request.texts),
        )
    except KeyError as error:
        raise NotAFailure(f"{path}: the member {error} is missing") from None
    except (LookupError, ValueError, TypeError) as error:
        raise NotAFailure(f"{path}: {error}") from None


def write_aside(path: Path, content: str) -> None:
    """Write `content` to `path` so that nobody ever sees half of it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
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
