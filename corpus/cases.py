"""Stored cases: inputs that broke real programs, each kept with the rule that it is about.

A line of `cases/*.jsonl` is a JSON object whose members are those of `StoredCase`. A text in it is
a string, or `{"base64": …}` where it is not UTF-8, or `{"repeat": STRING, "times": COUNT}`, or a
list of such parts, which are put together.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import UnionType
from typing import Any

from toolwire.reference import Rule, SourceText
from toolwire.reference.registry import REVISIONS
from toolwire.reference.streams import as_text

from .given_json import read_json

Texts = tuple[SourceText, ...]
Expected = str | tuple[str | None, ...] | None


@dataclass(frozen=True)
class StoredCase:
    """An input worth keeping. `rule` names the rule, `why` says what goes wrong elsewhere.

    `family` is the word for the kind of fault: NULL, PATCH, FRAME and the like. The texts of a
    stream are its pieces, bytes all; `limit` is there for "cut" only.

    `expected` is the answer that is right: JSON text, or None for what is refused; of a stream one
    of these for each line that gives an item or an error. `controls` and `alike` hold the texts of
    further inputs of the same operation and type: those that show a fault of other rules, and those
    that the fault of this rule would break too. `found` says how the input was found, as far as
    that is known: the version of `toolwire`, the `date`, the `library`, and `how`.
    """

    profile: str
    family: str
    rule: Rule
    op: str
    type: str
    why: str
    texts: Texts
    expected: Expected
    limit: int | None = None
    controls: tuple[Texts, ...] = ()
    alike: tuple[Texts, ...] = ()
    found: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def title(self) -> str:
        """Give the family and the reason in one line."""
        return f"{self.family}: {self.why}"


def is_title(site: str) -> bool:
    """Tell whether what stands where a failure has its site is the title of a stored case."""
    return re.match("[A-Z][A-Z0-9-]*: ", site) is not None


@cache
def stored_cases() -> tuple[StoredCase, ...]:
    """Read every stored case, in the files' order."""
    return tuple(case for file in case_files() for case in read_cases(file))


def case_files() -> list[Traversable]:
    """Give the files of the cases that come with Toolwire."""
    folder = files("toolwire.corpus").joinpath("cases")
    found = sorted(folder.iterdir(), key=lambda each: each.name)
    return [file for file in found if file.name.endswith(".jsonl")]


def cases_of(
    profile: str, rule: str | None = None, more: Sequence[StoredCase] = ()
) -> Sequence[StoredCase]:
    """Give the cases of a profile, or of one rule of it, those of what it revises among them.

    They are the stored ones and those of `more`.
    """
    names = {profile, *(older for older, newer in REVISIONS if newer == profile)}
    return [
        replace(case, profile=profile)
        for case in (*stored_cases(), *more)
        if case.profile in names and rule in (None, case.rule)
    ]


def read_cases(file: Traversable) -> Iterator[StoredCase]:
    """Read the cases of one file. Raises ValueError, which names the file and the line."""
    lines = file.read_text("utf-8").removesuffix("\n").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            yield _case(read_json(line))
        except ValueError as error:
            raise ValueError(f"{file.name}, line {number}: {error}") from None
        except RecursionError:
            raise ValueError(f"{file.name}, line {number}: nested too deeply") from None


def load_cases(path: Path) -> list[StoredCase]:
    """Read the cases of a user's file. Raises ValueError, which names the file."""
    try:
        return list(read_cases(path))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: it is not UTF-8") from None


def _case(stored: Any) -> StoredCase:
    if not isinstance(stored, dict):
        raise ValueError("not a JSON object")
    if unknown := stored.keys() - _KINDS.keys():
        raise ValueError(f"the member {min(unknown)!r} is unknown")
    for name, kind in _KINDS.items():
        if name not in stored and name not in _OPTIONAL:
            raise ValueError(f"the member {name!r} is missing")
        if name in stored and not isinstance(stored[name], kind):
            raise ValueError(f"the member {name!r} is of another type")
    is_stream = stored["op"] == "stream"
    if isinstance(stored["expected"], list) is not is_stream:
        raise ValueError("the member 'expected' is a list for a stream, and for nothing else")
    if ("limit" in stored) is not (stored["op"] == "cut"):
        raise ValueError("the member 'limit' is there for a cut, and for nothing else")
    return StoredCase(
        **{
            **stored,
            "rule": Rule(stored["rule"]),
            "texts": _texts(stored["texts"], is_stream),
            "expected": _expected(stored["expected"]),
            "controls": tuple(_texts(each, is_stream) for each in stored.get("controls", ())),
            "alike": tuple(_texts(each, is_stream) for each in stored.get("alike", ())),
            "found": _found(stored.get("found", {})),
        }
    )


_KINDS: Mapping[str, type | UnionType] = {
    "profile": str,
    "family": str,
    "rule": str,
    "op": str,
    "type": str,
    "why": str,
    "texts": list,
    "expected": str | list | None,
    "limit": int,
    "controls": list,
    "alike": list,
    "found": dict,
}
_OPTIONAL = {"limit", "controls", "alike", "found"}


def _found(stored: dict[str, Any]) -> Mapping[str, str]:
    if not all(isinstance(value, str) for value in stored.values()):
        raise ValueError("the member 'found' is an object of strings")
    return stored


def _expected(stored: Any) -> Expected:
    """Read what is expected; of a stream, of each of its lines."""
    if isinstance(stored, list):
        return tuple(None if each is None else _octets(each).decode() for each in stored)
    return stored  # type: ignore[no-any-return]


def _texts(stored: Any, is_stream: bool) -> Texts:
    """Read the texts of one input: the pieces of a stream as bytes, what else is UTF-8 as such."""
    if not isinstance(stored, list) or not stored:
        raise ValueError("an input has a list of texts, at least one")
    octets = map(_octets, stored)
    return tuple(octets if is_stream else map(as_text, octets))


def _octets(stored: Any) -> bytes:
    match stored:
        case str():
            return stored.encode()
        case list():
            return b"".join(map(_octets, stored))
        case {"base64": str(encoded), **others} if not others:
            return base64.b64decode(encoded, validate=True)
        case {"repeat": str(text), "times": int(times), **others} if not others:
            return text.encode() * times
    raise ValueError(f"no text: {json.dumps(stored)[:80]}")


def line_of(case: StoredCase) -> str:
    """Give the line, without its end, from which `read_cases` reads the case."""
    members: dict[str, Any] = {name: getattr(case, name) for name in _KINDS}
    members |= {
        "rule": case.rule.value,
        "texts": _spell(case.texts),
        "controls": [*map(_spell, case.controls)],
        "alike": [*map(_spell, case.alike)],
        "found": dict(case.found),
    }
    kept = {
        name: value
        for name, value in members.items()
        if name not in _OPTIONAL or value not in (None, [], {})
    }
    return json.dumps(kept)


def _spell(texts: Texts) -> list[Any]:
    spelled = (as_text(text) if isinstance(text, bytes) else text for text in texts)
    return [
        text if isinstance(text, str) else {"base64": base64.b64encode(text).decode("ascii")}
        for text in spelled
    ]
