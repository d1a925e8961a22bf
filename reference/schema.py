"""A profile's shapes as a JSON Schema (draft 2020-12), for programs that know no tables.

A schema has one of two strengths, since these protocols read more than they write:

- the *sender's* takes what a sender may write: every member that is there is well-formed;
- the *receiver's* takes what a receiver must take, which is what the reference does not refuse.

Both leave objects open to members of other names, for a newer sender adds some, and so to tags
that are not known where the protocol keeps or skips them.

What no document decides (`oddities`) is taken in the receiver's as follows. Any number past a
field's width or range, any text for a URI or an instant, what another revision knows, and any
member of an update without a table are taken. A list for an object, a number for a tag and an
object for a word are not: those are quirks of one library, and would let anything pass. What a
JSON Schema cannot see is not there: members that stand twice, depth, surrogates, digits, and the
difference of 3 and 3.0.
"""

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from .jsonvalues import Json
from .profile import Profile
from .shapes import (
    Array,
    Boolean,
    Field,
    Integer,
    Null,
    Number,
    Object,
    Opaque,
    Presence,
    Shape,
    Tagged,
    Text,
    Unknown,
    Untagged,
    Word,
)

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_Schema: TypeAlias = dict[str, Json]
_FORMATS = {"uri": "uri", "instant": "date-time"}


class Strength(Enum):
    """Whose schema it is: that of what a sender may write, or of what a receiver must take."""

    SENDER = "sender"
    RECEIVER = "receiver"


def json_schema(
    profile: Profile, type_: str | None = None, strength: Strength = Strength.SENDER
) -> dict[str, Json]:
    """Give the JSON Schema of the texts of `type_`, or of any type of `profile` without one.

    It is about texts as they are on the wire, not about their normal form. `$defs` holds each
    shape that has a name and is reached, once, in the order of the table. The same arguments give
    the same schema, member for member. Raises `KeyError` for a type that the profile has not.
    """
    types = list(profile.types) if type_ is None else [type_]
    maker = _Maker(is_sender=strength is Strength.SENDER)
    roots = [maker.use(profile.types[each]) for each in types]
    what = profile.name if type_ is None else f"{type_} of {profile.name}"
    does = "a sender may write" if strength is Strength.SENDER else "a receiver must take"
    name = (profile.name, *(types if type_ is not None else ()), strength.value)
    return {
        "$schema": DRAFT,
        "$id": ":".join(("urn:toolwire", *name)),
        "title": f"{what}: what {does}",
        **({"anyOf": roots} if type_ is None else roots[0]),
        "$defs": maker.definitions,
    }


class _Maker:
    """Makes the schemas of shapes, with a definition for each that has a name."""

    def __init__(self, *, is_sender: bool) -> None:
        self.definitions: dict[str, _Schema] = {}
        self._is_sender = is_sender
        self._defined: dict[str, Shape] = {}

    def use(self, shape: Shape) -> _Schema:
        """Give the schema of `shape` for a place where it stands: a reference if it has a name.

        A shape whose name another shape has taken is written out where it stands.
        """
        name = getattr(shape, "name", None)
        if name is None or self._defined.setdefault(name, shape) != shape:
            return self._schema(shape)
        if name not in self.definitions:
            self.definitions[name] = {}  # its place is before those that it holds
            self.definitions[name] = self._schema(shape)
        return {"$ref": f"#/$defs/{name}"}

    def _schema(self, shape: Shape) -> _Schema:
        match shape:
            case Text():
                return {"type": "string"} | self._asked(format=_FORMATS.get(shape.form or ""))
            case Boolean():
                return {"type": "boolean"}
            case Null():
                return {"type": "null"}
            case Integer():
                return self._integer(shape)
            case Number():
                return {"type": "number"} | self._asked(minimum=shape.low, maximum=shape.high)
            case Opaque():
                return {"type": "object"} if shape.is_object else {}
            case Word():
                return self._word(shape)
            case Array():
                skips = shape.skips and not self._is_sender
                return {"type": "array"} | ({} if skips else {"items": self.use(shape.item)})
            case Object():
                return self._object(shape)
            case Tagged():
                return self._tagged(shape)
            case Untagged():
                return {"anyOf": [self.use(variant) for variant in shape.variants]}

    def _asked(self, **keywords: Json) -> _Schema:
        """Give those of `keywords` that have a value, if it is a sender of whom they are asked."""
        given = {name: value for name, value in keywords.items() if value is not None}
        return given if self._is_sender else {}

    def _integer(self, shape: Integer) -> _Schema:
        """A receiver may keep what is past the width, but nothing below a low that is a count's."""
        if self._is_sender:
            return {"type": "integer", "minimum": shape.low, "maximum": shape.high}
        low, _ = shape.elsewhere or (shape.low, shape.high)
        return {"type": "integer"} | ({"minimum": min(low, shape.low)} if shape.low >= 0 else {})

    def _word(self, shape: Word) -> _Schema:
        """A word that is read as another is taken, but it is not one to be written."""
        if shape.unknown is Unknown.KEPT:
            return {"type": "string", "examples": list(shape.known)}
        if shape.unknown is Unknown.MALFORMED or self._is_sender:
            return {"enum": list(shape.known)}
        return {"type": "string"}

    def _object(self, shape: Object) -> _Schema:
        fields = [each for each in shape.fields if each.presence is not Presence.TOLD]
        constants = shape.constants if self._is_sender else {}
        needed = [each.name for each in fields if each.presence is Presence.REQUIRED]
        schema: _Schema = {
            "properties": {name: {"const": word} for name, word in constants.items()}
            | {each.name: self._member(each) for each in fields},
            "required": [*constants, *needed],
        }
        return {"type": "object"} | {name: value for name, value in schema.items() if value}

    def _member(self, field: Field) -> _Schema:
        """Give the schema of a member if it is there; whether it must be is the object's."""
        if field.tolerant and not self._is_sender:
            return {}
        schema, shape = self.use(field.shape), field.shape
        if self._is_sender and field.left_out:
            return schema or {"not": {"type": "null"}}
        is_optional = field.presence in (Presence.OPTIONAL, Presence.PATCH)
        if not is_optional or isinstance(shape, Null) or not schema:
            return schema
        if getattr(shape, "name", None) is not None:
            return {"anyOf": [schema, {"type": "null"}]}
        return {**schema, "type": [schema["type"], "null"]}

    def _tagged(self, shape: Tagged) -> _Schema:
        """The tag decides which variant's fields stand beside it; one of None asks for none."""
        variants = dict(shape.variants)
        if not self._is_sender and not shape.is_open:
            variants |= shape.elsewhere  # where it is open, its tags are among the unknown
        aliases = [] if self._is_sender else list(shape.aliases)
        known = [*variants, *aliases]
        tags: list[tuple[Object, list[str]]] = []
        for tag in known:
            variant = variants[shape.aliases.get(tag, tag)]
            same = [group for other, group in tags if other is variant]
            if same:
                same[0].append(tag)
            elif variant is not None:
                tags.append((variant, [tag]))
        branches = [(_any_of(group), variant) for variant, group in tags]
        if shape.raw is not None:
            branches.append(({"not": {"enum": known}}, shape.raw))
        named: _Schema = {"type": "string", "examples": known} if shape.is_open else {"enum": known}
        if shape.is_open and self._is_sender and shape.aliases:
            named["not"] = {"enum": list(shape.aliases)}
        return {
            "type": "object",
            "properties": {shape.tag: named},
            "required": [shape.tag],
            "allOf": [
                {
                    "if": {"properties": {shape.tag: tag}, "required": [shape.tag]},
                    "then": self.use(variant),
                }
                for tag, variant in branches
            ],
        }


def _any_of(words: Iterable[str]) -> _Schema:
    first, *others = words
    return {"enum": [first, *others]} if others else {"const": first}
