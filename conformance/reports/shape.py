"""Whether JSON has the members that a schema of ours asks for, each of the right type.

This is no JSON Schema: it is what must hold so that a page can be made. Patterns, bounds and
conditions are left out, and members that the schema does not know are passed over.
"""

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "null": type(None),
}


def departure(value: Any, schema: Schema, defs: Mapping[str, Schema], at: str = "") -> str | None:
    """Say in one line where `value` is not what `schema` asks for; None if it is everywhere."""
    if "$ref" in schema:
        return departure(value, defs[schema["$ref"].removeprefix("#/$defs/")], defs, at)
    if "oneOf" in schema:
        found = [departure(value, each, defs, at) for each in schema["oneOf"]]
        return None if None in found else f"{at or 'it'} is nothing that may stand there"
    if not _has_type(value, schema):
        return f"{at or 'it'} is of another type than it should be"
    if "const" in schema and value != schema["const"]:
        return f"{at or 'it'} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{at or 'it'} is none of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        return _departure_of_object(value, schema, defs, at)
    if isinstance(value, list) and "items" in schema:
        items = enumerate(value)
        found = [departure(each, schema["items"], defs, f"{at}[{index}]") for index, each in items]
        return next((each for each in found if each is not None), None)
    return None


def _departure_of_object(
    value: Mapping[str, Any], schema: Schema, defs: Mapping[str, Schema], at: str
) -> str | None:
    for name in schema.get("required", ()):
        if name not in value:
            return f"{at or 'it'} has no member {name!r}"
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", False)
    for name, member in value.items():
        below = f"{at}.{name}" if at else name
        if name in known:
            wrong = departure(member, known[name], defs, below)
        elif isinstance(others, Mapping):
            wrong = departure(member, others, defs, f"a member of {at}")
        else:
            continue
        if wrong is not None:
            return wrong
    return None


def _has_type(value: Any, schema: Schema) -> bool:
    wanted = schema.get("type", list(_TYPES))
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(value, bool):  # which is an int to Python
        return "type" not in schema
    return any(isinstance(value, _TYPES[name]) for name in names)
