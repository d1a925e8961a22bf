"""Operators that break unions: tags, variants that are not listed, the order of variants."""

from collections.abc import Callable, Iterator

from toolwire.reference import Json, Rule
from toolwire.reference.reading import Malformed, Reader, Reading
from toolwire.reference.shapes import Object, Presence, variant_name

from ..hooks import Hooks, around_object, in_shape, inputs, reading, refuse, values
from ..mutant import Operator
from ..sites import Site, aliases, objects, tagged, untagged, variants

_OTHER = Object("Other", ())


def _has_raw(site: Site) -> bool:
    return site.shape.raw is not None


def _is_skipping(site: Site) -> bool:
    return site.shape.skipped is not None


def _is_closed(site: Site) -> bool:
    return not site.shape.is_open


def _of_unknown(change: Callable[[dict[str, Json]], dict[str, Json]]) -> Callable[[Site], Hooks]:
    """Change what was read of a variant that is not listed."""

    def build(site: Site) -> Hooks:
        shape = site.shape

        def changed(value: Json) -> Json:
            if isinstance(value, dict) and value[shape.tag] not in shape.variants:
                tag = value[shape.tag]
                rest = {name: each for name, each in value.items() if name != shape.tag}
                return {shape.tag: tag, **change(rest)}
            return value

        return reading(shape.name, values(changed))

    return build


def _as_first(site: Site) -> Hooks:
    """Take an unknown tag for the first that is listed."""
    shape = site.shape
    first = next(tag for tag, each in shape.variants.items() if each is not None)

    def change(value: Json) -> Json:
        if isinstance(value, dict):
            tag = value.get(shape.tag)
            if isinstance(tag, str) and {tag}.isdisjoint((*shape.variants, *shape.aliases)):
                return {**value, shape.tag: first}
        return value

    return reading(shape.name, inputs(change))


def _keeping_malformed(site: Site) -> Hooks:
    """Take a variant that is malformed for an unknown one."""
    shape, word = site.shape, site.word

    def wrap(read: Reader) -> Reader:
        def lenient(value: Json, reading: Reading) -> Json:
            try:
                return read(value, reading)
            except Malformed:
                if not isinstance(value, dict) or value.get(shape.tag) != word:
                    raise
                return value if shape.skipped is None else {shape.written_tag: shape.skipped}

        return lenient

    return reading(shape.name, wrap)


def _can_be_malformed(site: Site) -> bool:
    required = (
        each
        for each in site.own_object.fields
        if each.presence is Presence.REQUIRED and not each.tolerant
    )
    return site.shape.is_open and any(required)


def _tagging(is_bad: Callable[[Json], bool]) -> Callable[[Site], Hooks]:
    """Read the first variant where the tag is such."""

    def build(site: Site) -> Hooks:
        shape = site.shape
        first = next(tag for tag, each in shape.variants.items() if each is not None)

        def change(value: Json) -> Json:
            is_object = isinstance(value, dict)
            return (
                {**value, shape.tag: first}
                if is_object and is_bad(value.get(shape.tag, ...))
                else value
            )

        return reading(shape.name, inputs(change))

    return build


def _alias_unread(site: Site) -> Hooks:
    known = {each: tag for each, tag in site.shape.aliases.items() if each != site.word}
    return in_shape(site, aliases=known)


def _alias_written(site: Site) -> Hooks:
    tag, word, meant = site.shape.written_tag, site.word, site.shape.aliases[site.word]
    wrap = values(lambda value: {**value, tag: word} if value[tag] == meant else value)
    return reading(site.shape.name, wrap)


def _without_constant(site: Site) -> Hooks:
    def lose(_: Json, result: dict[str, Json]) -> dict[str, Json]:
        return {n: each for n, each in result.items() if n not in site.shape.constants}

    return around_object(site, after=lose)


def _several(site: Site) -> bool:
    return sum(isinstance(each, Object) for each in site.shape.variants) > 1


def _names(site: Site) -> Iterator[str]:
    yield site.name
    yield from map(variant_name, site.shape.variants)


def _each_variant(profile: str) -> Iterator[Site]:
    for site in untagged(profile):
        if _several(site):
            for each in site.shape.variants:
                if isinstance(each, Object):
                    name = f"{site.name}:{each.name}"
                    yield Site(profile, name, site.shape, word=each.name)


def _losing_variant(site: Site) -> Hooks:
    kept = tuple(each for each in site.shape.variants if variant_name(each) != site.word)
    return in_shape(site, variants=kept)


def _strict(site: Site) -> Hooks:
    """Refuse an object with a member of an unknown name."""
    tags = {
        each.shape.tag
        for each in tagged(site.profile)
        if any(variant is site.shape for variant in each.shape.variants.values())
    }

    def check(members: dict[str, Json]) -> dict[str, Json]:
        if not {*site.shape.by_name, *tags}.issuperset(members):
            raise refuse("a member of an unknown name")
        return members

    return around_object(site, check)


VARIANT_OPERATORS: tuple[Operator, ...] = (
    Operator(
        "an unknown variant is refused",
        (Rule.UNKNOWN_VARIANT_KEPT,),
        tagged,
        lambda site: in_shape(site, raw=None),
        _has_raw,
    ),
    Operator(
        "an unknown variant is stripped of a member",
        (Rule.UNKNOWN_VARIANT_KEPT,),
        tagged,
        _of_unknown(lambda rest: {n: each for n, each in rest.items() if n != "x"}),
        _has_raw,
    ),
    Operator(
        "an unknown variant is stripped of nulls",
        (Rule.UNKNOWN_VARIANT_KEPT,),
        tagged,
        _of_unknown(lambda rest: {n: each for n, each in rest.items() if each is not None}),
        _has_raw,
    ),
    Operator(
        "an unknown variant loses its tag",
        (Rule.UNKNOWN_VARIANT_KEPT,),
        tagged,
        lambda site: reading(
            site.shape.name,
            values(
                lambda value: (
                    value
                    if not isinstance(value, dict) or value[site.shape.tag] in site.shape.variants
                    else {**value, site.shape.tag: "unknown"}
                )
            ),
        ),
        _has_raw,
    ),
    Operator(
        "an unknown variant is read as the first",
        (Rule.UNKNOWN_VARIANT_KEPT,),
        tagged,
        _as_first,
        _has_raw,
    ),
    Operator(
        "an unknown line is refused",
        (Rule.UNKNOWN_VARIANT_SKIPPED,),
        tagged,
        lambda site: in_shape(site, skipped=None),
        _is_skipping,
    ),
    Operator(
        "an unknown line is kept",
        (Rule.UNKNOWN_VARIANT_SKIPPED,),
        tagged,
        lambda site: in_shape(site, skipped=None, raw=_OTHER),
        _is_skipping,
    ),
    Operator(
        "an unknown variant is kept where all are listed",
        (Rule.UNKNOWN_VARIANT_REFUSED,),
        tagged,
        lambda site: in_shape(site, raw=_OTHER),
        _is_closed,
    ),
    Operator(
        "an unknown variant is the first where all are listed",
        (Rule.UNKNOWN_VARIANT_REFUSED,),
        tagged,
        _as_first,
        _is_closed,
    ),
    Operator(
        "a malformed known variant is kept raw",
        (Rule.KNOWN_VARIANT_MALFORMED,),
        variants,
        _keeping_malformed,
        _can_be_malformed,
    ),
    Operator(
        "a missing tag is the first",
        (Rule.TAG,),
        tagged,
        _tagging(lambda tag: tag is ...),
    ),
    Operator(
        "a null tag is the first",
        (Rule.TAG,),
        tagged,
        _tagging(lambda tag: tag is None),
    ),
    Operator(
        "a tag in a list is read",
        (Rule.TAG,),
        tagged,
        lambda site: reading(
            site.shape.name,
            inputs(
                lambda value: (
                    {**value, site.shape.tag: value[site.shape.tag][0]}
                    if isinstance(value, dict)
                    and isinstance(value.get(site.shape.tag), list)
                    and value[site.shape.tag]
                    else value
                )
            ),
        ),
    ),
    Operator("another spelling is not read", (Rule.ALIAS,), aliases, _alias_unread),
    Operator("another spelling is written", (Rule.ALIAS,), aliases, _alias_written),
    Operator(
        "a constant is not written",
        (Rule.CONSTANT,),
        objects,
        _without_constant,
        lambda site: bool(site.shape.constants),
    ),
    Operator(
        "untagged order is turned",
        (Rule.FIRST_VARIANT, Rule.VALUE),
        untagged,
        lambda site: in_shape(site, variants=site.shape.variants[::-1]),
        _several,
        touches=_names,
    ),
    Operator(
        "an untagged variant is lost",
        (Rule.VALUE, Rule.FIRST_VARIANT),
        _each_variant,
        _losing_variant,
        touches=lambda site: (site.word, *map(variant_name, site.shape.variants)),
    ),
    Operator("an unknown member refuses its object", (Rule.UNKNOWN_MEMBER,), objects, _strict),
)
