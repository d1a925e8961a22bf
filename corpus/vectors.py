"""What the original Rust code answered to thousands of texts, stored beside this module.

`vectors/PROFILE.jsonl.gz` holds one JSON object a line: `profile`, `type`, `op`, the input (`text`,
`texts`, or `text` and `limit`; some texts as `{"base64": …}`), `ok`, and with it `value`: the JSON
that the original wrote for what it had read, or the text that it wrote or cut.
"""

import base64
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from toolwire.reference.streams import as_text


@dataclass(frozen=True, slots=True)
class Vector:
    """One request to the original code, and its answer.

    `texts` is at least one text for "fold" and one for the other operations; a text is bytes
    exactly when it is not valid UTF-8. `limit` is there for "cut" only: how many bytes may remain.

    `value` is None where the texts were refused. It is the JSON text of the answer for "decode" and
    "fold", but the answer itself for "encode" (the line with its newline) and "cut" (what remains).
    """

    profile: str
    type: str
    op: str
    texts: tuple[str | bytes, ...]
    value: str | None
    limit: int | None = None


def load_vectors(profile: str) -> Iterator[Vector]:
    """Read the vectors of a profile in their order; FileNotFoundError if it has none."""
    packed = files("toolwire.corpus").joinpath("vectors", f"{profile}.jsonl.gz").read_bytes()
    for line in gzip.decompress(packed).splitlines():
        yield _vector(json.loads(line))


def _vector(stored: dict[str, Any]) -> Vector:
    texts = stored["texts"] if "texts" in stored else [stored["text"]]
    return Vector(
        stored["profile"],
        stored["type"],
        stored["op"],
        tuple(_text(text) for text in texts),
        stored["value"] if stored["ok"] else None,
        stored.get("limit"),
    )


def _text(stored: str | dict[str, str]) -> str | bytes:
    if isinstance(stored, str):
        return stored
    return as_text(base64.b64decode(stored["base64"], validate=True))
