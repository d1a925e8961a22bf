"""Index Rust files in `sources.json`; a maintainer's command.

    python -m toolwire.corpus.index_sources NAME=FILE ...

indexes each FILE as the document NAME, and leaves the other documents as they are. A FILE lies
within a crate's folder, or else it begins with a head that says where it is from: a line with a
folder (`wire/`), a blank one, a line with a file's name (`call.rs`), and a blank one. The head does
not belong to the document: lines are counted, and hashes taken, from what follows it.

With `--check` nothing is written, and the exit code is 1 when the index would have changed. The
index keeps names, lines and hashes; no text of the documents.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolwire.corpus.rust_items import rust_items

INDEX = Path(__file__).with_name("sources.json")

_HEAD = re.compile(r"(?P<folder>[\w./-]+)/\n\n(?P<file>[\w-]+\.rs)\n\n")


def index_file(path: Path) -> dict[str, Any]:
    """Describe one Rust file as an entry of the index.

    Raises ValueError when neither a head nor a crate says where the file is from, or its outline is
    not understood; OSError when it cannot be read.
    """
    text = path.read_bytes().decode()
    head = _HEAD.match(text)
    if head:
        text = text[head.end() :]
        origin = {"title": f"{head['folder']}, {head['file']}"}
    else:
        origin = _place_in_crate(path.resolve())
    return {
        "kind": "rust",
        **origin,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "identifiers": [
            [item.name, item.kind, item.line, item.sha256] for item in rust_items(text)
        ],
    }


def _place_in_crate(path: Path) -> dict[str, str]:
    root = next((up for up in path.parents if (up / "Cargo.toml").is_file()), None)
    if root is None:
        raise ValueError(
            f"{path} lies in no crate (there is no Cargo.toml above it), and does not begin with "
            "a head that names a folder and a file"
        )
    package = tomllib.loads((root / "Cargo.toml").read_text("utf-8"))["package"]
    return {
        "crate": package["name"],
        "version": package["version"],
        "path": path.relative_to(root).as_posix(),
    }


def write_index(index: dict[str, dict[str, Any]]) -> str:
    """Write the index as JSON: documents by name, one identifier a line."""
    documents = []
    for name in sorted(index):
        head = {key: value for key, value in index[name].items() if key != "identifiers"}
        lines = ",\n".join(_compact(item) for item in index[name]["identifiers"])
        documents.append(f'{_compact(name)}:{_compact(head)[:-1]},"identifiers":[\n{lines}\n]}}')
    return "{\n" + ",\n".join(documents) + "\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code: 0, or 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(
        prog="python -m toolwire.corpus.index_sources",
        description="Index Rust files as documents that requirements point into.",
    )
    parser.add_argument("documents", nargs="+", metavar="NAME=FILE")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 on a difference"
    )
    parser.add_argument("--index", type=Path, default=INDEX, help="the index file to work on")
    options = parser.parse_args(arguments)

    before = options.index.read_text("utf-8")
    index = json.loads(before)
    for document in options.documents:
        name, _, file = document.partition("=")
        if not name or not file:
            parser.error(f"a document is given as NAME=FILE, not {document!r}")
        try:
            index[name] = index_file(Path(file))
        except (OSError, ValueError) as error:
            parser.error(f"{name}: {error}")
    after = write_index(index)
    if options.check:
        return int(after != before)
    options.index.write_text(after, "utf-8")
    return 0


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
