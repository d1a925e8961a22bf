"""JSON that a user gives: what is none is called so, before the parser's own words."""

import json
from collections.abc import Callable
from typing import Any

Pairs = Callable[[list[tuple[str, Any]]], Any]


def read_json(text: str, pairs: Pairs | None = None) -> Any:
    """Read `text`; `pairs` makes each object. Raises ValueError, and RecursionError if too deep."""
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error}") from None
