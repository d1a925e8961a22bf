"""Operators that break names and their order: other spellings, escapes, what must come first."""

import json
import re
from collections.abc import Callable

from toolwire.reference import Json, Rule, SourceText
from toolwire.reference.names import near_names
from toolwire.reference.reading import Reader, Reading
from toolwire.reference.shapes import Presence, Text
from toolwire.strategies.making import filled

from ..hooks import Hooks, Members, around_object, reading, refuse
from ..mutant import Operator
from ..sites import Site, fields, objects, tagged

_STRING = r'"(?:[^"\\]|\\.)*"'
_NAME = re.compile(rf"({_STRING})(\s*:)")
_MEMBER = re.compile(rf"({_STRING})(\s*:\s*)({_STRING})")


def _meant(token: str) -> str | None:
    try:
        meant = json.loads(token)
    except ValueError:
        return None
    return meant if isinstance(meant, str) else None


def _escapes_in_name(name: str) -> Callable[[SourceText], SourceText]:
    """Miss that an escaped name is this one."""

    def change(found: re.Match[str]) -> str:
        token = found[1]
        is_meant = "\\" in token and _meant(token) == name
        return (token.replace("\\", "\\\\") if is_meant else token) + found[2]

    return lambda text: _NAME.sub(change, text) if isinstance(text, str) else text


def _escapes_in_value(name: str) -> Callable[[SourceText], SourceText]:
    """Miss the escapes in the text of a member of that name."""

    def change(found: re.Match[str]) -> str:
        key, between, value = found.groups()
        if "\\u" in value and _meant(key) == name:
            value = value.replace("\\u", "\\\\u")
        return key + between + value

    return lambda text: _MEMBER.sub(change, text) if isinstance(text, str) else text


def _cases(name: str) -> list[str]:
    return [near for near in near_names(name) if near.lower() == name.lower()]


def _spellings(name: str) -> list[str]:
    return [near for near in near_names(name) if near.lower() != name.lower()]


def _also(others: Callable[[str], list[str]]) -> Callable[[Site], Hooks]:
    """Read the member under other names too."""

    def build(site: Site) -> Hooks:
        name, known = site.own_field.name, site.own_object.by_name
        aliases = [other for other in others(name) if other not in known]

        def change(members: Members) -> Members:
            for alias in aliases:
                if alias in members and name not in members:
                    members[name] = members.pop(alias)
            return members

        return around_object(site, change)

    return build


def _only_in_order(site: Site) -> Hooks:
    """Refuse members that do not come in the table's order."""
    order = {name: at for at, name in enumerate(site.own_object.by_name)}

    def check(members: Members) -> Members:
        places = [order[name] for name in members if name in order]
        if places != sorted(places):
            raise refuse("another order")
        return members

    return around_object(site, check)


def _tag_first(site: Site) -> Hooks:
    tag = site.shape.tag

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            if isinstance(value, dict) and tag in value and next(iter(value)) != tag:
                raise refuse("a tag that is not the first")
            return read(value, reading)

        return changed

    return reading(site.shape.name, wrap)


def _remembering(site: Site) -> Hooks:
    """Take what an object lacks from the one that was read before."""
    names = [
        each.name
        for each in site.own_object.fields
        if each.presence in (Presence.OPTIONAL, Presence.PATCH) and not each.contested
    ]
    before: Members = {}

    def change(members: Members) -> Members:
        kept = {name: before[name] for name in names if name in before and name not in members}
        before.clear()
        before.update(members)
        return {**members, **kept}

    return around_object(site, change)


def _forgets(site: Site) -> bool:
    return any(
        each.presence in (Presence.OPTIONAL, Presence.PATCH) and not each.contested
        for each in site.own_object.fields
    )


def _several(site: Site) -> bool:
    return len(filled(site.shape, {})) > 1


NAME_OPERATORS: tuple[Operator, ...] = (
    Operator(
        "a name is matched in any case",
        (Rule.EXACT_NAME,),
        fields,
        _also(_cases),
        lambda site: bool(_cases(site.own_field.name)),
    ),
    Operator(
        "a name is matched in another spelling",
        (Rule.EXACT_NAME,),
        fields,
        _also(_spellings),
        lambda site: any(
            each not in site.own_object.by_name for each in _spellings(site.own_field.name)
        ),
    ),
    Operator(
        "an escaped name is missed",
        (Rule.ESCAPES,),
        fields,
        lambda site: Hooks(before=_escapes_in_name(site.own_field.name)),
    ),
    Operator(
        "escapes in a text are kept",
        (Rule.ESCAPES,),
        fields,
        lambda site: Hooks(before=_escapes_in_value(site.own_field.name)),
        lambda site: isinstance(site.shape, Text),
    ),
    Operator(
        "an escaped tag is missed",
        (Rule.ESCAPES,),
        tagged,
        lambda site: Hooks(before=_escapes_in_value(site.shape.tag)),
    ),
    Operator("members must come in order", (Rule.MEMBER_ORDER,), objects, _only_in_order, _several),
    Operator("a tag must come first", (Rule.MEMBER_ORDER,), tagged, _tag_first),
    Operator(
        "two requests share their state",
        (),  # no rule says that each request stands alone: any requirement may notice
        objects,
        _remembering,
        _forgets,
    ),
)
