"""Readers of shapes that hold others: arrays, objects and unions."""

from collections.abc import Mapping

from .jsonvalues import DeepDict, DeepList, Json, Repeated
from .notes import WHEN_ABSENT, WHEN_NULL, note_malformed, note_members, note_value
from .oddities import SURROGATE, spoils
from .reading import Malformed, Reader, Reading, Unreadable, kind_of
from .shapes import NO_DEFAULT, Array, Object, Presence, Tagged, Untagged, variant_name
from .trace import Rule

_ABSENT = object()


def array_reader(shape: Array, item: Reader) -> Reader:
    """Give the reader of a list: a malformed item is left out, or spoils it."""
    skips = shape.skips

    def read(value: Json, reading: Reading) -> Json:
        if not isinstance(value, list):
            raise Malformed(f"expected an array, got {kind_of(value)}")
        if type(value) is DeepList and "deep-nesting" in reading.malformed:
            raise Malformed("nested too deeply")
        if skips and reading.spoils_around and spoils(value, reading.spoils_around):
            raise Malformed("holds what a reader may refuse")
        items = []
        for index, each in enumerate(value):
            try:
                items.append(item(each, reading))
            except Malformed as malformed:
                if not skips:
                    malformed.path.append(index)
                    raise
        return items

    return read


def object_reader(
    shape: Object, readers: list[Reader], tag: str | None = None, raw: bool = False
) -> Reader:
    """Make the reader of an object; `tag` is the member beside its fields that names the variant.

    With `raw`, everything that is no field is kept too.
    """
    steps = [
        (
            field.name,
            reader,
            field.presence is Presence.REQUIRED,
            field.presence in (Presence.OPTIONAL, Presence.PATCH),
            field.always or field.presence is Presence.PATCH,
            field.tolerant,
            field.default_value(),
            field,
        )
        for field, reader in zip(shape.fields, readers, strict=True)
    ]
    members = {field.name for field in shape.fields if field.presence is not Presence.TOLD}
    names = members | ({tag} if tag is not None else set())
    what, constants = shape.name, shape.constants

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not dict:
            value = _as_object(shape, value, reading, names)
        result: dict[str, Json] = (
            {name: member for name, member in value.items() if name not in names}
            if raw
            else dict(constants)
        )
        if raw and reading.malformed and spoils(result, reading.malformed):
            raise Malformed("holds what a reader may refuse")
        if raw and reading.spoils_text and spoils(result, reading.spoils_text):
            raise Unreadable("holds a number for which a reader may refuse the text")
        trace = reading.trace
        if trace is not None:
            note_members(trace, shape, value, names, tag)
        for name, reader, is_required, takes_null, keeps_null, tolerant, default, field in steps:
            if name not in members:
                result[name] = reading.forgave
                continue
            member = value.get(name, _ABSENT)
            if member is _ABSENT:
                if trace is not None:
                    trace.add((WHEN_ABSENT[field.presence], f"{what}.{name}"))
                if is_required:
                    raise Malformed(f"{name} is missing")
                if field.always:
                    result[name] = None if default is NO_DEFAULT else field.default_value()
                continue
            if member is None and takes_null:
                if trace is not None:
                    trace.add((WHEN_NULL[field.presence], f"{what}.{name}"))
                if keeps_null:
                    result[name] = None
                continue
            try:
                if tolerant and reading.spoils_around and spoils(member, reading.spoils_around):
                    raise Malformed("holds what a reader may refuse")
                got = reader(member, reading)
            except Malformed as malformed:
                if trace is not None:
                    note_malformed(trace, what, field, member)
                if not tolerant:
                    malformed.path.append(name)
                    raise
                if is_required:
                    result[name] = field.default_value()
                continue
            if trace is not None:
                note_value(trace, what, field, member, got)
            if is_required or got != default or field.always:
                result[name] = got
        return result

    return read


def _odd_object(value: Json, reading: Reading, names: set[str]) -> dict[str, Json] | None:
    """Read an object that is deep or in which a name stands twice; None for what is no object.

    `names` are those that must not stand twice where the reading takes that for malformed.
    """
    if isinstance(value, DeepDict) and "deep-nesting" in reading.malformed:
        raise Malformed("nested too deeply")
    if isinstance(value, Repeated):
        twice = names & value.names()
        if twice and reading.choices.get("member-twice", "malformed") == "malformed":
            raise Malformed("a member stands twice")
    return value if isinstance(value, Repeated | DeepDict) else None


def _as_object(shape: Object, value: Json, reading: Reading, names: set[str]) -> dict[str, Json]:
    """Read an object where the JSON is none, or an odd one."""
    if (odd := _odd_object(value, reading, names)) is not None:
        return odd
    if isinstance(value, list) and shape.positional:
        fields = shape.fields
        if len(value) <= len(fields) and reading.choose("array-for-object") == "in-order":
            return {field.name: item for field, item in zip(fields, value, strict=False)}
    if reading.trace is not None:
        reading.trace.add((Rule.WRONG_TYPE, shape.name))
    raise Malformed(f"expected an object, got {kind_of(value)}")


def tagged_reader(
    shape: Tagged, readers: Mapping[str, Reader | None], raw: Reader | None
) -> Reader:
    """Give the reader of a union by tag; `readers` are its variants', `raw` that of other tags."""
    tag_name, what, written = shape.tag, shape.name, shape.written_tag
    by_index = [*shape.variants, *shape.elsewhere]
    elsewhere, aliases, skipped = shape.elsewhere, shape.aliases, shape.skipped
    typed = set(shape.raw.by_name) if shape.raw is not None else set()

    def read(value: Json, reading: Reading) -> Json:
        if type(value) is not dict:
            value = as_object(value, reading)
        tag = value.get(tag_name, _ABSENT)
        if type(tag) is not str:
            tag = tag_of_number(tag, reading)
        if tag in aliases:
            if reading.trace is not None:
                reading.trace.add((Rule.ALIAS, f"{what}:{tag}"))
            tag = aliases[tag]
        if tag not in readers or tag in elsewhere:
            return unknown(tag, value, reading)
        reader = readers[tag]
        if reading.trace is not None:
            rule = Rule.NEWER_MEMBER if tag in shape.contested else Rule.VALUE
            reading.trace.add((rule, f"{what}:{tag}"))
        if reader is None:
            reading.choose("untold-update")
            reading.open = True
            return value
        try:
            return {written: tag, **reader(value, reading)}
        except Malformed:
            if reading.trace is not None and shape.is_open:
                reading.trace.add((Rule.KNOWN_VARIANT_MALFORMED, f"{what}:{tag}"))
            raise

    def as_object(value: Json, reading: Reading) -> dict[str, Json]:
        if raw is not None and isinstance(value, Repeated) and is_unknown(value.get(tag_name)):
            # Kept raw, its typed fields alone must not stand twice: of others the last one counts.
            _odd_object(value, reading, typed)
            return DeepDict(value) if isinstance(value, DeepDict) else dict(value)
        if (odd := _odd_object(value, reading, {tag_name})) is not None:
            return odd
        if isinstance(value, list) and value and shape.positional:  # noqa: SIM102
            if reading.choose("array-for-object") == "in-order":
                head, *rest = value
                tag = head if type(head) is str else tag_of_number(head, reading)
                tag = aliases.get(tag, tag)
                if tag in readers and readers[tag] is None:
                    reading.choose("untold-update")
                    reading.open = True
                    return {tag_name: tag}
                variant = shape.variants.get(tag) or elsewhere.get(tag)
                if variant is not None and variant.positional and len(rest) <= len(variant.fields):
                    members = zip(variant.fields, rest, strict=False)
                    return {tag_name: tag, **{field.name: item for field, item in members}}
        if reading.trace is not None:
            reading.trace.add((Rule.WRONG_TYPE, what))
        raise Malformed(f"expected an object, got {kind_of(value)}")

    def is_unknown(tag: Json) -> bool:
        return isinstance(tag, str) and tag not in shape.variants

    def tag_of_number(tag: Json, reading: Reading) -> str:
        if (
            type(tag) is int
            and shape.indexed
            and 0 <= tag < len(by_index)
            and reading.choose("number-for-tag") == "index"
        ):
            return by_index[tag]
        if reading.trace is not None:
            reading.trace.add((Rule.TAG, what))
        if tag is _ABSENT:
            raise Malformed(f"{tag_name} is missing")
        raise Malformed(f"expected a string for {tag_name}, got {kind_of(tag)}")

    def unknown(tag: str, value: dict[str, Json], reading: Reading) -> Json:
        if tag in elsewhere and reading.choose("another-revision") == "there":
            reader = readers[tag]
            if reader is None:
                reading.open = True
                return value
            return {written: tag, **reader(value, reading)}
        if skipped is not None:
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_VARIANT_SKIPPED, what))
            return {written: skipped}
        if raw is None:
            if reading.trace is not None:
                reading.trace.add((Rule.UNKNOWN_VARIANT_REFUSED, what))
            raise Malformed(f"{tag!r} is none of {', '.join(shape.variants)}")
        if reading.trace is not None:
            reading.trace.add((Rule.UNKNOWN_VARIANT_KEPT, what))
        if "lone-surrogate" in reading.malformed and SURROGATE.search(tag):
            raise Malformed("a lone surrogate in a string")
        return {written: tag, **raw(value, reading)}

    return read


def untagged_reader(shape: Untagged, readers: list[Reader]) -> Reader:
    """Give the reader of a union without a tag: the first variant that fits."""

    names = [variant_name(variant) for variant in shape.variants]

    def read(value: Json, reading: Reading) -> Json:
        for name, reader in zip(names, readers, strict=True):
            try:
                got = reader(value, reading)
            except Malformed:
                continue
            if reading.trace is not None:
                reading.trace.add((Rule.FIRST_VARIANT, name))
            return got
        raise Malformed(f"fits none of {', '.join(names)}")

    return read
