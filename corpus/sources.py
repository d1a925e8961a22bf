"""The documents that requirements point into, and their identifiers.

A pointer is `DOCUMENT#IDENTIFIER`, such as `acp-v2/tool_call.rs#ToolCallUpdate::apply_update`,
`rfc8259#section-4` or `candidate-protocol#fold`. The index beside this module holds names, lines
and hashes of the documents, never their text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

SourceKind = Literal["rust", "standard", "own"]


@dataclass(frozen=True, slots=True)
class Identifier:
    """A place in a document that a requirement may point to.

    `citation` names the place for a human being. `line` and `sha256` are there for Rust documents
    only: where the item stands, and the first hex digits of its text's hash.
    """

    document: str
    name: str
    kind: str
    citation: str
    line: int | None = None
    sha256: str | None = None

    @property
    def pointer(self) -> str:
        """Give the text that `resolve` turns into this identifier."""
        return f"{self.document}#{self.name}"


@dataclass(frozen=True, slots=True)
class Source:
    """A document: a Rust file, an external standard, or a contract of our own.

    `sha256` is the hash of the whole text, there for Rust documents only.
    """

    name: str
    kind: SourceKind
    title: str
    sha256: str | None
    identifiers: Mapping[str, Identifier]


@cache
def load_sources() -> Mapping[str, Source]:
    """Read the index of documents that is stored with this package, by the documents' names."""
    index = json.loads(files("toolwire.corpus").joinpath("sources.json").read_text("utf-8"))
    return MappingProxyType({name: _source(name, entry) for name, entry in index.items()})


def resolve(pointer: str) -> Identifier:
    """Find the place that a pointer names.

    Raises LookupError, with names that come near, when there is no such document or no such
    identifier in it, or when the pointer lacks one of its two parts.
    """
    document, _, name = pointer.partition("#")
    if not document or not name:
        raise LookupError(f"a pointer is written DOCUMENT#IDENTIFIER, not {pointer!r}")
    sources = load_sources()
    if document not in sources:
        known = ", ".join(sources)
        raise LookupError(f"no document {document!r} is indexed for {pointer!r}; there are {known}")
    identifiers = sources[document].identifiers
    if name not in identifiers:
        near = _near(name, identifiers)
        hint = f"; near it are {', '.join(near)}" if near else ""
        raise LookupError(f"no identifier {name!r} is in {document}{hint}")
    return identifiers[name]


def _near(name: str, known: Mapping[str, Identifier]) -> list[str]:
    last = name.rpartition("::")[2]
    alike = [other for other in known if other.rpartition("::")[2] == last]
    near = get_close_matches(name, alike, cutoff=0) + get_close_matches(name, known)
    return list(dict.fromkeys(near))


def _source(name: str, entry: Mapping[str, Any]) -> Source:
    if entry["kind"] == "rust":
        title = entry.get("title") or f"{entry['crate']} {entry['version']}, {entry['path']}"
        found = [
            Identifier(name, item, kind, f"{title}:{line} ({item})", line, sha256)
            for item, kind, line, sha256 in entry["identifiers"]
        ]
    else:
        title = entry["title"]
        found = [
            Identifier(name, item, entry["kind"], f"{title}, {item.replace('-', ' ')} ({heading})")
            for item, heading in entry["identifiers"]
        ]
    identifiers = MappingProxyType({identifier.name: identifier for identifier in found})
    return Source(name, entry["kind"], title, entry.get("sha256"), identifiers)
