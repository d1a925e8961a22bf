"""What the original Rust code answered to thousands of texts, stored beside this module.

`vectors/PROFILE.jsonl.gz` holds one JSON object a line: `profile`, `type`, `op`, the input (`text`
or `texts`; one that is not valid UTF-8 as `{"base64": …}`), `ok`, and with it `value`, the text
that the original wrote for what it had read.
"""

import base64
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Vector:
    """One request to the original code, and its answer.

    `texts` is one text for "decode" and at least one for "fold"; a text is bytes exactly when it
    is not valid UTF-8. `value` is the JSON text of the answer, None where the texts were refused.
    """

    profile: str
    type: str
    op: str
    texts: tuple[str | bytes, ...]
    value: str | None


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
    )


def _text(stored: str | dict[str, str]) -> str | bytes:
    if isinstance(stored, str):
        return stored
    raw = base64.b64decode(stored["base64"], validate=True)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw
