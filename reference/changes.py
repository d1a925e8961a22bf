"""What changed between two revisions of a protocol, read off their tables."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .profile import Profile
from .revisions import named
from .shapes import Integer, Object, Shape, Tagged, Untagged, Word, variant_name
from .wording import (
    PRESENCE,
    default_in_words,
    kind_in_words,
    malformed_in_words,
    notes_in_words,
    type_in_words,
    unknown_word_in_words,
)


@dataclass(frozen=True)
class Change:
    """What changed at one site, in words.

    With `is_open`, a text on which the two part may be read as either does (`oddities`,
    `another-revision`); else each reads it as its own table says.
    """

    site: str
    what: str
    is_open: bool = False


@dataclass(frozen=True)
class _Part:
    """What a table says at one site: what stands there, and its properties in words."""

    noun: str
    says: Mapping[str, str] = field(default_factory=dict)
    shape: Shape | None = None


def differences(old: Profile, new: Profile) -> list[Change]:
    """Give what `new` adds to `old`, changes in it and takes from it, by site.

    What stands inside a shape that is new or gone is not listed again. Notes of the other revision
    (`revisions.reconciled`) are no part of what a revision says, nor is what `oddities` leave open.
    """
    before, after = dict(_parts(old)), dict(_parts(new))
    changes = []
    for site in dict.fromkeys((*after, *before)):
        left, right = before.get(site), after.get(site)
        if left is None or right is None:
            whole = _owner(site)
            if whole != site and (whole in before) is not (whole in after):
                continue
        if what := _what(left, right):
            changes.append(Change(site, what, _is_open(left, right)))
    return changes


def _owner(site: str) -> str:
    return site.partition(":")[0].partition(".")[0]


def _what(left: _Part | None, right: _Part | None) -> str:
    if left is None:
        assert right is not None
        return f"new {right.noun}{_told(right)}"
    if right is None:
        return f"{left.noun} taken away"
    if left.noun != right.noun:
        return f"{right.noun} (was {left.noun}){_told(right)}"
    labels = dict.fromkeys((*left.says, *right.says))
    return "; ".join(
        f"{label} {right.says.get(label) or 'none'} (was {left.says.get(label) or 'none'})"
        for label in labels
        if left.says.get(label, "") != right.says.get(label, "")
    )


def _told(part: _Part) -> str:
    """Write a part's properties, those that say something."""
    said = [f"{label} {words}" for label, words in part.says.items() if words]
    return ": " + "; ".join(said) if said else ""


def _is_open(left: _Part | None, right: _Part | None) -> bool:
    if left is None or right is None:
        [only] = [part for part in (left, right) if part is not None]
        return only.noun == "variant"
    return (
        isinstance(left.shape, Integer)
        and isinstance(right.shape, Integer)
        and left.says["type"] != right.says["type"]
    )


def _parts(profile: Profile) -> Iterator[tuple[str, _Part]]:
    """Give every site of a profile with what its table says there."""
    for name, shape in named(profile):
        yield from _parts_of(name, shape)
    for operation, types in profile.operations.items():
        kinds: Mapping[str, Any] = types if isinstance(types, Mapping) else {}
        for name in types:
            kind = kinds.get(name)
            yield f"{operation} {name}", _Part("operation", _properties(kind))
    for name, type_ in profile.methods.items():
        yield name, _Part("method", {"type": type_})
    for name, rules in profile.texts.items():
        yield f"texts of {name}", _Part("rule", _properties(rules))


def _properties(kind: Any) -> Mapping[str, str]:
    """Give the attributes of a fold, a stream or a text's rules, or a command's limit, in words."""
    if isinstance(kind, int):
        return {"limit": str(kind)}
    if kind is None or isinstance(kind, Word | Object | Tagged | Untagged):
        return {}
    return {
        name.replace("_", " "): "yes" if value is True else str(value or "")
        for name, value in asdict(kind).items()
    }


def _parts_of(name: str, shape: Shape) -> Iterator[tuple[str, _Part]]:
    match shape:
        case Word():
            says = {"another word is": unknown_word_in_words(shape), "default": shape.default or ""}
            yield name, _Part(kind_in_words(shape), says, shape)
            for word in shape.known:
                yield f"{name}:{word}", _Part("word")
        case Object():
            constants = ", ".join(f"{key} {value}" for key, value in shape.constants.items())
            yield name, _Part(kind_in_words(shape), {"constants": constants}, shape)
            for each in shape.fields:
                yield f"{name}.{each.name}", _field(each)
        case Tagged():
            yield name, _Part(kind_in_words(shape), _union(shape), shape)
            for tag, variant in shape.variants.items():
                says = {"is": variant.name if variant is not None else "without a table"}
                yield f"{name}:{tag}", _Part("variant", says, variant)
        case Untagged():
            order = ", ".join(map(variant_name, shape.variants))
            yield name, _Part(kind_in_words(shape), {"order": order}, shape)


def _field(each: Any) -> _Part:
    says = {
        "presence": PRESENCE[each.presence],
        "type": type_in_words(each.shape),
        "a malformed value": malformed_in_words(each),
        "default": default_in_words(each),
        "notes": ", ".join(notes_in_words(each)),
    }
    return _Part("field", says, each.shape)


def _union(shape: Tagged) -> Mapping[str, str]:
    unknown = "kept whole" if shape.raw is not None else f"read as {shape.skipped}"
    return {
        "tag": shape.tag,
        "another tag is": unknown if shape.is_open else "malformed",
        "other spellings": ", ".join(f"{k} of {v}" for k, v in shape.aliases.items()),
        "tag written as": shape.written or "",
        "contested": ", ".join(shape.contested),
    }
