"""Operators that break what it means that a member is absent, null or malformed."""

from collections.abc import Callable

from toolwire.reference import Rule
from toolwire.reference.shapes import NO_DEFAULT, Object, Opaque, Presence, takes_null
from toolwire.strategies.making import filled
from toolwire.strategies.values import malformed, smallest, well_formed

from ..equivalence import BLANK_NULL, DEFAULT_IS_ABSENCE
from ..hooks import (
    Hooks,
    Members,
    around_object,
    in_field,
    reading_field,
    refuse,
    rescuing,
)
from ..mutant import Operator
from ..sites import Site, fields

Fits = Callable[[Site], bool]


def _is(*presences: Presence, tolerant: bool | None = None) -> Fits:
    return lambda site: (
        site.own_field.presence in presences and tolerant in (None, site.own_field.tolerant)
    )


def _malformable(fits: Fits) -> Fits:
    return lambda site: fits(site) and bool(malformed(site.shape))


def _value_of(site: Site) -> object:
    """Give a value for the field that is not its default."""
    return smallest(site.shape)


def _if_absent(instead: Callable[[Site], object]) -> Callable[[Site], Hooks]:
    """Read another value where the member is absent."""

    def build(site: Site) -> Hooks:
        name = site.own_field.name
        return around_object(site, lambda members: {name: instead(site), **members})

    return build


def _if_null(instead: Callable[[Site], object]) -> Callable[[Site], Hooks]:
    """Read another value where the member is null."""

    def build(site: Site) -> Hooks:
        name = site.own_field.name

        def change(members: Members) -> Members:
            if name in members and members[name] is None:
                members[name] = instead(site)
            return members

        return around_object(site, change)

    return build


def _refusing(is_refused: Callable[[Members, str], bool]) -> Callable[[Site], Hooks]:
    def build(site: Site) -> Hooks:
        name = site.own_field.name

        def change(members: Members) -> Members:
            if is_refused(members, name):
                raise refuse(name)
            return members

        return around_object(site, change)

    return build


def _dropping_null(site: Site) -> Hooks:
    name = site.own_field.name
    return around_object(
        site,
        lambda members: {
            key: each for key, each in members.items() if key != name or each is not None
        },
    )


def _writing_null(site: Site) -> Hooks:
    """Give null for what was absent, in what was read."""
    name = site.own_field.name
    return around_object(
        site, after=lambda value, result: result if name in value else {**result, name: None}
    )


def _keeping_null(site: Site) -> Hooks:
    name = site.own_field.name
    return around_object(
        site,
        after=lambda value, result: (
            {**result, name: None} if value.get(name, ...) is None else result
        ),
    )


def _absent(members: Members, name: str) -> bool:
    return name not in members


def _null(members: Members, name: str) -> bool:
    return name in members and members[name] is None


def _rescued(site: Site) -> Hooks:
    return in_field(site, tolerant=True, default=smallest(site.shape))


_REQUIRED, _OPTIONAL = Presence.REQUIRED, Presence.OPTIONAL
_DEFAULTED, _PATCH = Presence.DEFAULTED, Presence.PATCH

PRESENCE_OPERATORS: tuple[Operator, ...] = (
    Operator(
        "a missing required member is made up",
        (Rule.REQUIRED_ABSENT,),
        fields,
        _if_absent(_value_of),
        _is(_REQUIRED),
    ),
    Operator(
        "a malformed required member is defaulted",
        (Rule.REQUIRED_MALFORMED,),
        fields,
        _rescued,
        lambda site: _is(_REQUIRED, tolerant=False)(site) and not _is_any(site),
    ),
    Operator(
        "a malformed required member is kept raw",
        (Rule.REQUIRED_MALFORMED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda value: value)),
        _malformable(_is(_REQUIRED, tolerant=False)),
    ),
    Operator(
        "null in a required member is a value",
        (Rule.REQUIRED_MALFORMED,),
        fields,
        _if_null(_value_of),
        lambda site: _is(_REQUIRED, tolerant=False)(site) and not takes_null(site.shape),
    ),
    Operator(
        "a malformed required list refuses its object",
        (Rule.REQUIRED_DEFAULT,),
        fields,
        lambda site: in_field(site, tolerant=False),
        _is(_REQUIRED, tolerant=True),
    ),
    Operator(
        "a malformed required list becomes null",
        (Rule.REQUIRED_DEFAULT,),
        fields,
        lambda site: reading_field(site, rescuing(lambda _: None)),
        _is(_REQUIRED, tolerant=True),
    ),
    Operator(
        "an absent optional refuses its object",
        (Rule.OPTIONAL_ABSENT,),
        fields,
        _refusing(_absent),
        _is(_OPTIONAL, _DEFAULTED),
    ),
    Operator(
        "an absent optional is made up",
        (Rule.OPTIONAL_ABSENT,),
        fields,
        _if_absent(lambda site: _other_than_default(site)),
        _is(_OPTIONAL, _DEFAULTED),
    ),
    Operator(
        "a default is not applied",
        (Rule.OPTIONAL_ABSENT,),
        fields,
        lambda site: in_field(site, default=NO_DEFAULT),
        lambda site: site.own_field.default is not NO_DEFAULT and not _is(_REQUIRED)(site),
        arguments=(DEFAULT_IS_ABSENCE,),
    ),
    Operator(
        "null in an optional refuses its object",
        (Rule.OPTIONAL_NULL,),
        fields,
        _refusing(_null),
        _is(_OPTIONAL),
    ),
    Operator(
        "null in an optional is made up",
        (Rule.OPTIONAL_NULL,),
        fields,
        _if_null(lambda site: _other_than_default(site)),
        _is(_OPTIONAL),
    ),
    Operator(
        "a malformed optional refuses its object",
        (Rule.OPTIONAL_MALFORMED,),
        fields,
        lambda site: in_field(site, tolerant=False),
        _malformable(_is(_OPTIONAL, tolerant=True)),
    ),
    Operator(
        "a malformed optional becomes null",
        (Rule.OPTIONAL_MALFORMED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda _: None)),
        lambda site: _malformable(_is(_OPTIONAL, tolerant=True))(site) and not site.is_update,
        arguments=(BLANK_NULL,),
    ),
    Operator(
        "a malformed optional is kept raw",
        (Rule.OPTIONAL_MALFORMED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda value: value)),
        _malformable(_is(_OPTIONAL, tolerant=True)),
    ),
    Operator(
        "a malformed strict optional is forgiven",
        (Rule.OPTIONAL_MALFORMED_REFUSED,),
        fields,
        lambda site: in_field(site, tolerant=True),
        _malformable(_is(_OPTIONAL, _DEFAULTED, tolerant=False)),
    ),
    Operator(
        "a malformed strict optional is kept raw",
        (Rule.OPTIONAL_MALFORMED_REFUSED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda value: value)),
        _malformable(_is(_OPTIONAL, _DEFAULTED, tolerant=False)),
    ),
    Operator(
        "null is taken for the default",
        (Rule.DEFAULT_NULL,),
        fields,
        _dropping_null,
        _is(_DEFAULTED),
    ),
    Operator(
        "absent is written as null",
        (Rule.LEFT_OUT,),
        fields,
        _writing_null,
        lambda site: site.own_field.left_out,
    ),
    Operator(
        "null is written as null",
        (Rule.LEFT_OUT,),
        fields,
        _keeping_null,
        lambda site: site.own_field.left_out,
    ),
    Operator(
        "omitted is read as null",
        (Rule.PATCH_ABSENT,),
        fields,
        _if_absent(lambda _: None),
        _is(_PATCH),
    ),
    Operator(
        "omitted is made up", (Rule.PATCH_ABSENT,), fields, _if_absent(_value_of), _is(_PATCH)
    ),
    Operator("null is read as omitted", (Rule.PATCH_NULL,), fields, _dropping_null, _is(_PATCH)),
    Operator("null refuses its object", (Rule.PATCH_NULL,), fields, _refusing(_null), _is(_PATCH)),
    Operator("null is made up", (Rule.PATCH_NULL,), fields, _if_null(_value_of), _is(_PATCH)),
    Operator(
        "a malformed patch refuses its object",
        (Rule.PATCH_MALFORMED,),
        fields,
        lambda site: in_field(site, tolerant=False),
        _malformable(_is(_PATCH)),
    ),
    Operator(
        "a malformed patch becomes null",
        (Rule.PATCH_MALFORMED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda _: None)),
        _malformable(_is(_PATCH)),
    ),
    Operator(
        "a malformed patch is kept raw",
        (Rule.PATCH_MALFORMED,),
        fields,
        lambda site: reading_field(site, rescuing(lambda value: value)),
        _malformable(_is(_PATCH)),
    ),
)


def _is_any(site: Site) -> bool:
    return isinstance(site.shape, Opaque) and not site.shape.is_object


def _other_than_default(site: Site) -> object:
    """Give a value for the field that its absence does not mean."""
    if isinstance(site.shape, Object):
        return filled(site.shape, {})
    default = site.own_field.default_value()
    return next(value for value in well_formed(site.shape) if value != default)
