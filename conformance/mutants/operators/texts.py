"""Operators that break how a text is read as JSON, and what a profile settles about texts."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.reference import PROFILES, Json, NotJson, Refused, Rule, SourceText, dumps, parse
from toolwire.reference.jsontext import depth
from toolwire.reference.jsonvalues import DEPTH_LIMIT
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Presence

from ..hooks import Hooks, around_object
from ..mutant import Operator
from ..sites import Site, whole

_OUTSIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\s', re.DOTALL)


def _anywhere(_: Site) -> None:
    return None


def _not_json(_: Site) -> Iterator[str]:
    yield "not JSON"


def _lenient(change: Callable[[str], str]) -> Callable[[Site], Hooks]:
    """Read a text that is no JSON as what it becomes by `change`."""

    def before(text: SourceText) -> SourceText:
        plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        try:
            parse(text)
        except NotJson:
            return change(plain)
        return text

    return lambda _: Hooks(before=before)


def _first_value(text: str) -> str:
    """Give the text up to the end of its first value, whatever comes behind."""
    for end in range(len(text), 0, -1):
        try:
            parse(text[:end])
        except NotJson:
            continue
        return text[:end]
    return text


_LENIENCES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("NaN is read", lambda t: re.sub(r"(?<=[:\[,])(NaN|-?Infinity)", "0", t)),
    ("a comma too many is read", lambda t: re.sub(r",(?=[}\]])", "", t)),
    ("comments are read", lambda t: re.sub(r"//c\n|/\*\*/", "", t)),
    ("what comes behind a value is ignored", _first_value),
    ("a control character in a string is read", lambda t: re.sub('"[\\t\\n]"', '" "', t)),
    ("a number with leading zeros is read", lambda t: re.sub(r"(?<=[:\[,])0+(?=[0-9])", "", t)),
    ("single quotes are read", lambda t: t.replace("'", '"')),
    ("a name without quotes is read", lambda t: re.sub(r"(?<=[{,])(\w+):", r'"\1":', t)),
    ("True is read", lambda t: re.sub(r"(?<=[:\[,])True", "true", t)),
    ("octets that are no UTF-8 are replaced", lambda t: t),
    ("other white space is read", lambda t: t.strip("\x0b\u00a0")),
    ("UTF-16 is read", lambda t: t.replace("\0", "").replace("\ufffd", "")),
)


def _refusing(is_refused: Callable[[str], bool]) -> Callable[[Site], Hooks]:
    def before(text: SourceText) -> SourceText:
        if isinstance(text, str) and is_refused(text):
            raise Refused("the mutant refuses the text")
        return text

    return lambda _: Hooks(before=before)


def _has_outside(character: str) -> Callable[[str], bool]:
    return lambda text: any(found[0] == character for found in _OUTSIDE.finditer(text))


def _deeper(limit: int) -> Callable[[str], bool]:
    return lambda text: limit < depth(text) <= DEPTH_LIMIT


def types_with(attribute: str) -> Callable[[str], Iterator[Site]]:
    """Give the types whose texts have such a rule."""

    def sites(profile: str) -> Iterator[Site]:
        for name, rules in PROFILES[profile].texts.items():
            if getattr(rules, attribute):
                yield Site(profile, name, rules)

    return sites


def _settled(site: Site, choices: dict[str, str], **changes: object) -> Hooks:
    """Settle the texts of one type otherwise."""
    texts = {**site.table.texts, site.name: replace(site.shape, **changes)}
    return Hooks(texts=texts, choices=choices)


def _of_two(choice: str) -> Callable[[Site], Hooks]:
    return lambda site: _settled(site, {"member-twice": choice}, last_counts=False)


def told(profile: str) -> Iterator[Site]:
    """Give the fields by which a reader tells what it forgave."""
    for name, shape in named(PROFILES[profile]):
        if isinstance(shape, Object):
            for field in shape.fields:
                if field.presence is Presence.TOLD:
                    yield Site(profile, f"{name}.{field.name}", field.shape, shape, field)


def _telling(tells: bool) -> Callable[[Site], Hooks]:
    def build(site: Site) -> Hooks:
        name = site.own_field.name
        return around_object(site, after=lambda _, result: {**result, name: tells})

    return build


def _forgiving_early(site: Site) -> Hooks:
    """Forgive a member that is nested as deeply as is read."""
    name = site.shape.forgiven

    def before(text: SourceText) -> SourceText:
        if isinstance(text, str) and depth(text) == DEPTH_LIMIT:
            value: Json = parse(text)
            if isinstance(value, dict) and name in value:
                return dumps({**value, name: None})
        return text

    return Hooks(before=before)


TEXT_OPERATORS: tuple[Operator, ...] = (
    *(
        Operator(name, (Rule.NOT_JSON,), whole, _lenient(change), touches=_not_json)
        for name, change in _LENIENCES
    ),
    *(
        Operator(
            f"{name} between values is refused",
            (Rule.WHITE_SPACE,),
            whole,
            _refusing(_has_outside(character)),
            touches=_anywhere,
        )
        for name, character in (
            ("a space", " "),
            ("a tab", "\t"),
            ("a newline", "\n"),
            ("a carriage return", "\r"),
        )
    ),
    Operator(
        "126 containers are too many",
        (Rule.NESTING,),
        whole,
        _refusing(_deeper(DEPTH_LIMIT - 1)),
        touches=_anywhere,
    ),
    Operator(
        "60 containers are too many",
        (Rule.NESTING,),
        whole,
        _refusing(_deeper(60)),
        touches=_anywhere,
    ),
    *(
        Operator(
            name,
            (Rule.LAST_COUNTS,),
            types_with("last_counts"),
            _of_two(choice),
        )
        for name, choice in (
            ("the first of two members counts", "first"),
            ("two members of one name are refused", "refused"),
            ("two members of one name are malformed", "malformed"),
        )
    ),
    Operator(
        "deep text is accepted",
        (Rule.DEEP_REFUSED,),
        types_with("shallow"),
        lambda site: _settled(site, {"deep-nesting": "read"}, shallow=False),
    ),
    Operator(
        "deep input is refused",
        (Rule.DEEP_FORGIVEN,),
        types_with("forgiven"),
        lambda site: _settled(site, {}, forgiven=None),
    ),
    Operator(
        "input is forgiven too early",
        (Rule.DEEP_FORGIVEN,),
        types_with("forgiven"),
        _forgiving_early,
    ),
    Operator("what was forgiven is not told", (Rule.DEEP_FORGIVEN,), told, _telling(tells=False)),
    Operator(
        "what was not forgiven is told",
        (Rule.DEEP_FORGIVEN, Rule.VALUE),
        told,
        _telling(tells=True),
    ),
)
