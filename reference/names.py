"""Names that are nearly a member's: what a library might wrongly take for it."""

import re
from functools import cache


@cache
def near_names(name: str) -> tuple[str, ...]:
    """Give names that differ from `name` in case or separators, or as libraries alias it.

    For example `tool_call_id`, `toolcallid` and `TOOLCALLID` for `toolCallId`, `toolCallId` for
    `tool_call_id`; `meta` and `field_meta` for `_meta`.
    """
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    camel = re.sub(r"(?<=[a-z0-9])_([a-z])", lambda found: found[1].upper(), name)
    near = [snake, camel, name.lower(), name.upper(), name[:1].upper() + name[1:]]
    if name.startswith("_"):
        near = [name[1:], f"field{name}", name.upper()]
    return tuple(dict.fromkeys(other for other in near if other != name))
